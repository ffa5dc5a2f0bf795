import { mount } from 'svelte';
import 'crypto-checkout/define';
import App from './App.svelte';

const order = new URLSearchParams(location.search).get('order');
mount(App, { target: document.getElementById('app'), props: { order } });
