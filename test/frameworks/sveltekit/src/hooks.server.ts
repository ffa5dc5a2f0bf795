import { checkoutProxy } from './lib/server/checkout-proxy';

/** Runs when the server starts, not while it is built. */
export async function init() {
  await checkoutProxy();
}

export async function handle({ event, resolve }) {
  if (!event.url.pathname.startsWith('/crypto-checkout/')) return resolve(event);
  return (await checkoutProxy()).fetch(event.request, { clientAddress: event.getClientAddress() });
}
