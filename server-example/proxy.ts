// The checkout proxy. It holds the key of the payment service, which no browser receives.
import { createCheckoutProxy, type CheckoutProxy, type CheckoutProxyOptions } from 'crypto-checkout/proxy';

/** The options that this shop sets in code. */
export type ShopProxyOptions = Pick<CheckoutProxyOptions, 'onEvent' | 'store' | 'clock'>;

export function createProxy(env: NodeJS.ProcessEnv, shopOptions: ShopProxyOptions): CheckoutProxy {
  return createCheckoutProxy({
    service: {
      url: required(env, 'CRYPTO_CHECKOUT_SERVICE_URL'),
      apiKey: required(env, 'CRYPTO_CHECKOUT_API_KEY'),
      shopId: required(env, 'CRYPTO_CHECKOUT_SHOP_ID'),
      testMode: env['CRYPTO_CHECKOUT_TEST_MODE'] === '1',
    },
    orderSecrets: orderSecrets(env),
    // For payment links, and for wallets on TON.
    publicUrl: env['CRYPTO_CHECKOUT_PUBLIC_URL'],
    ...shopOptions,
  });
}

/** Returns the comma-separated secrets; several during a rotation. The first one signs. */
export function orderSecrets(env: NodeJS.ProcessEnv): readonly string[] {
  const parts = required(env, 'CRYPTO_CHECKOUT_ORDER_SECRET').split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set. Set it in the environment of the shop's server.`);
  return value;
}
