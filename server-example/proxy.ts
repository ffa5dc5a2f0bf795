// The checkout proxy. It holds the key of the payment service, which no browser receives.
import { createCheckoutProxy, type CheckoutProxy, type CheckoutProxyOptions } from 'crypto-checkout/proxy';

const ORDER_SECRET = 'CRYPTO_CHECKOUT_ORDER_SECRET';
const MERCHANT_SECRET = 'CRYPTO_CHECKOUT_MERCHANT_SECRET';

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
    orderSecrets: secrets(env, ORDER_SECRET),
    // Access for the shop's staff, who then also decide on refunds.
    ...(env[MERCHANT_SECRET] && { merchant: { secrets: secrets(env, MERCHANT_SECRET) } }),
    // For payment links, and for wallets on TON.
    publicUrl: env['CRYPTO_CHECKOUT_PUBLIC_URL'],
    ...shopOptions,
  });
}

/** Returns the secrets that sign orders. The first one signs. */
export const orderSecrets = (env: NodeJS.ProcessEnv): readonly string[] => secrets(env, ORDER_SECRET);

/** Returns the comma-separated secrets; several during a rotation. */
function secrets(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  const parts = required(env, name).split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set. Set it in the environment of the shop's server.`);
  return value;
}
