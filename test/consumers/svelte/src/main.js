import 'crypto-checkout/themes/paper.css';
import './brand.css';
import { mount } from 'svelte';
import App from './App.svelte';

const order = new URLSearchParams(location.search).get('order');
mount(App, { target: document.getElementById('app'), props: { order } });
