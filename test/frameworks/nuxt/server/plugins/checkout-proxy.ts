import { createCheckoutProxy } from 'crypto-checkout/proxy';
import { toNodeListener } from 'crypto-checkout/proxy/node';

/** Runs when the server starts, not while it is built. */
export default defineNitroPlugin((nitro) => {
  if (import.meta.prerender) return;
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
  const started = proxy.start();
  const checkout = toNodeListener(proxy);
  nitro.router.use(
    '/crypto-checkout/**',
    // With `next` as a third parameter, Nuxt waits for the end of the response.
    fromNodeMiddleware((request, response, next) => {
      started.then(() => checkout(request, response), next);
    }),
  );
  nitro.hooks.hook('close', () => proxy.stop());
});
