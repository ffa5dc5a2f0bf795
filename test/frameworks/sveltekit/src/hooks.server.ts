import type { Handle, ServerInit } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import { checkoutProxy } from '$lib/server/checkout-proxy';

/** Runs when the server starts, not while it is built. */
export const init: ServerInit = async () => {
  await checkoutProxy(env);
};

export const handle: Handle = async ({ event, resolve }) => {
  if (!event.url.pathname.startsWith('/crypto-checkout/')) return resolve(event);
  return (await checkoutProxy(env)).fetch(event.request, { clientAddress: event.getClientAddress() });
};
