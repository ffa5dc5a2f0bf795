import { createOrderToken } from 'crypto-checkout/server';

export default defineEventHandler(async (event) => {
  // Your server sets the price.
  const order = { id: getRouterParam(event, 'id') ?? '', amount: '49.00', currency: 'EUR' };
  await recordOrder(order);
  const secret = process.env.CRYPTO_CHECKOUT_ORDER_SECRET ?? '';
  return { order: await createOrderToken(order, { secret }) };
});
