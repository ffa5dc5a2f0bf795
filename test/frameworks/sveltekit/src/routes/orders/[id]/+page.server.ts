import { createOrderToken } from 'crypto-checkout/server';
import { recordOrder } from '../../../lib/server/fulfill';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params }) => {
  // Your server sets the price.
  const order = { id: params.id, amount: '49.00', currency: 'EUR' };
  await recordOrder(order);
  const secret = process.env.CRYPTO_CHECKOUT_ORDER_SECRET ?? '';
  return { order: await createOrderToken(order, { secret }) };
};
