import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './checkout.js';
import { OwnCheckout } from './own-checkout.js';
import { Values } from './values.js';

const parameters = new URLSearchParams(location.search);
const order = parameters.get('order') ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('no #root in the page');
createRoot(root).render(
  <StrictMode>
    {parameters.has('own') ? (
      <OwnCheckout order={order} />
    ) : (
      <>
        <Checkout order={order} />
        <Values />
      </>
    )}
  </StrictMode>,
);
