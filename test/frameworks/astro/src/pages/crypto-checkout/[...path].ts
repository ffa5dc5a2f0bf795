import type { APIRoute } from 'astro';
import { handleCheckout } from '../../checkout-proxy';

export const ALL: APIRoute = ({ request }) => handleCheckout(request);
