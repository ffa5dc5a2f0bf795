import { mount } from 'svelte';
import 'crypto-checkout/define';
import App from './App.svelte';

mount(App, { target: document.getElementById('app') });
