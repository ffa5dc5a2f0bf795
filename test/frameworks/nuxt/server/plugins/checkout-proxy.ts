import { toNodeListener } from 'crypto-checkout/proxy/node';

/** Runs when the server starts, not while it is built. */
export default defineNitroPlugin((nitro) => {
  if (import.meta.prerender) return;
  nitro.router.use(
    '/crypto-checkout/**',
    // With `next` as a third parameter, Nuxt waits for the end of the response.
    fromNodeMiddleware((request, response, next) => {
      checkoutProxy().then((proxy) => toNodeListener(proxy)(request, response), next);
    }),
  );
  void checkoutProxy();
});
