import { createCheckoutProxy, type CheckoutProxy } from 'crypto-checkout/proxy';

const setting = (name: string) => process.env[name] ?? '';

// Next.js bundles this file more than once: the process has one proxy, on `globalThis`.
const shared = globalThis as { checkoutProxy?: Promise<CheckoutProxy> | undefined };

/** Starts the proxy at the first call: a build needs no secrets. */
export function checkoutProxy(): Promise<CheckoutProxy> {
  return (shared.checkoutProxy ??= start().catch((error: unknown) => {
    shared.checkoutProxy = undefined; // the next call tries again
    throw error;
  }));
}

async function start(): Promise<CheckoutProxy> {
  const proxy = createCheckoutProxy({
    service: {
      url: setting('CRYPTO_CHECKOUT_SERVICE_URL'),
      apiKey: setting('CRYPTO_CHECKOUT_API_KEY'),
      shopId: setting('CRYPTO_CHECKOUT_SHOP_ID'),
      testMode: setting('CRYPTO_CHECKOUT_TEST_MODE') === '1', // no real money moves
    },
    orderSecrets: [setting('CRYPTO_CHECKOUT_ORDER_SECRET')], // 32 bytes or more
    store: setting('CRYPTO_CHECKOUT_STORE') || 'crypto-checkout.sqlite',
    onEvent(event) {
      if (event.type === 'checkout.paid') console.log(`order ${event.order.id} is paid`);
    },
  });
  await proxy.start();
  process.once('SIGTERM', () => proxy.stop());
  return proxy;
}
