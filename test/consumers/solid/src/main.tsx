import { render } from 'solid-js/web';
import { Checkout } from './checkout.js';

const order = new URLSearchParams(location.search).get('order') ?? '';
const root = document.getElementById('app');
if (!root) throw new Error('no #app in the page');
render(() => <Checkout order={order} />, root);
