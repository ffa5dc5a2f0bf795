import type { APIRoute } from 'astro';
import { checkoutProxy, handleCheckout } from '../../checkout-proxy';

export const ALL: APIRoute = ({ request }) => handleCheckout(request);

// The server of Astro does not end by itself.
process.once('SIGTERM', async () => {
  await (await checkoutProxy()).stop();
  process.exit();
});
