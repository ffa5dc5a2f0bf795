import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './checkout.js';
import { Values } from './values.js';

const order = new URLSearchParams(location.search).get('order') ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('no #root in the page');
createRoot(root).render(
  <StrictMode>
    <Checkout order={order} />
    <Values />
  </StrictMode>,
);
