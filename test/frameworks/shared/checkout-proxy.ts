import { createCheckoutProxy, type CheckoutProxy } from 'crypto-checkout/proxy';
import { fulfill } from './fulfill';

type Settings = Readonly<Record<string, string | undefined>>;

// A framework may bundle this file more than once: the process has one proxy, on `globalThis`.
const shared = globalThis as { checkoutProxy?: Promise<CheckoutProxy> | undefined };

/** Starts the proxy at the first call: a build needs no secrets. */
export function checkoutProxy(settings: Settings = process.env): Promise<CheckoutProxy> {
  return (shared.checkoutProxy ??= start((name) => settings[name] ?? '').catch((error: unknown) => {
    shared.checkoutProxy = undefined; // the next call tries again
    throw error;
  }));
}

async function start(setting: (name: string) => string): Promise<CheckoutProxy> {
  const proxy = createCheckoutProxy({
    service: {
      url: setting('CRYPTO_CHECKOUT_SERVICE_URL'),
      apiKey: setting('CRYPTO_CHECKOUT_API_KEY'),
      shopId: setting('CRYPTO_CHECKOUT_SHOP_ID'),
      testMode: setting('CRYPTO_CHECKOUT_TEST_MODE') === '1', // no real money moves
    },
    orderSecrets: [setting('CRYPTO_CHECKOUT_ORDER_SECRET')], // 32 bytes or more
    // The same database as the command line.
    store: setting('DATABASE_URL') || setting('CRYPTO_CHECKOUT_STORE') || 'crypto-checkout.sqlite',
    onEvent: fulfill, // fulfills each order once, and stores its ledger
  });
  await proxy.start();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await proxy.stop(); // ends the streams of open pages, for which a server would wait
      if (process.listenerCount(signal) === 0) process.exit(); // unless the framework ends the process
    });
  return proxy;
}

/** Handles a request under `/crypto-checkout`, where the framework passes no address of the client. */
export async function handleCheckout(request: Request): Promise<Response> {
  // Name of the header in which your load balancer writes the client's address, such as x-real-ip. A client can forge any
  // other header.
  const header = process.env['CLIENT_ADDRESS_HEADER'];
  const clientAddress = (header && request.headers.get(header)) || undefined;
  return (await checkoutProxy()).fetch(request, { clientAddress });
}
