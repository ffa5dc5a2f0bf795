import type { Handle, ServerInit } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import { createCheckoutProxy, type CheckoutProxy } from 'crypto-checkout/proxy';

let proxy: CheckoutProxy;

/** Runs when the server starts, not while it is built. */
export const init: ServerInit = async () => {
  proxy = createCheckoutProxy({
    service: {
      url: env.CRYPTO_CHECKOUT_SERVICE_URL ?? '',
      apiKey: env.CRYPTO_CHECKOUT_API_KEY ?? '',
      shopId: env.CRYPTO_CHECKOUT_SHOP_ID ?? '',
      testMode: env.CRYPTO_CHECKOUT_TEST_MODE === '1', // no real money moves
    },
    orderSecrets: [env.CRYPTO_CHECKOUT_ORDER_SECRET ?? ''], // 32 bytes or more
    store: env.CRYPTO_CHECKOUT_STORE || 'crypto-checkout.sqlite',
    onEvent(event) {
      if (event.type === 'checkout.paid') console.log(`order ${event.order.id} is paid`);
    },
  });
  await proxy.start();
  process.once('sveltekit:shutdown', () => proxy.stop());
};

export const handle: Handle = ({ event, resolve }) =>
  event.url.pathname.startsWith('/crypto-checkout/')
    ? proxy.fetch(event.request, { clientAddress: event.getClientAddress() })
    : resolve(event);
