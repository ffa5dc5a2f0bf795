import type { APIRoute } from 'astro';
import { createCheckoutProxy, type CheckoutProxy } from 'crypto-checkout/proxy';

let started: Promise<CheckoutProxy> | undefined;

/** Starts the proxy at the first request: a build needs no secrets. */
async function start(): Promise<CheckoutProxy> {
  const { env } = process;
  const proxy = createCheckoutProxy({
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
  process.once('SIGTERM', () => proxy.stop().finally(() => process.exit()));
  return proxy;
}

// Name of the header in which your load balancer writes the client's address, such as x-real-ip. A client can forge any
// other header, and with it the `clientAddress` of Astro.
const { CLIENT_ADDRESS_HEADER } = process.env;

export const ALL: APIRoute = async ({ request }) => {
  const clientAddress = (CLIENT_ADDRESS_HEADER && request.headers.get(CLIENT_ADDRESS_HEADER)) || undefined;
  started ??= start().catch((error: unknown) => {
    started = undefined; // the next request tries again
    throw error;
  });
  return (await started).fetch(request, { clientAddress });
};
