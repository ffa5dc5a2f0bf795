import { createOrderToken } from 'crypto-checkout/server';
import { renderCheckout } from 'crypto-checkout/render';
import { checkoutProxy } from '../../../lib/server/checkout-proxy';
import { recordOrder } from '../../../lib/server/fulfill';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, request, isDataRequest, setHeaders }) => {
  setHeaders({ 'cache-control': 'private, no-store' }); // the page belongs to one payer
  // Your server sets the price.
  const sold = { id: params.id, amount: '49.00', currency: 'EUR' };
  await recordOrder(sold);
  const order = await createOrderToken(sold, { secret: process.env.CRYPTO_CHECKOUT_ORDER_SECRET ?? '' });
  if (isDataRequest) return { order, html: '' }; // the payer comes from another page, and no page is loaded
  const proxy = await checkoutProxy();
  const { html } = await renderCheckout({ proxy, order, level: 'shell', locale: 'en', request });
  return { order, html };
};
