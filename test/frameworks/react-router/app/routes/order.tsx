import { useState } from 'react';
import { createOrderToken } from 'crypto-checkout/server';
import { CryptoCheckout } from 'crypto-checkout/react';
import { recordOrder } from '../fulfill';
import type { Route } from './+types/order';

export async function loader({ params }: Route.LoaderArgs) {
  // Your server sets the price.
  const order = { id: params.id, amount: '49.00', currency: 'EUR' };
  await recordOrder(order);
  const secret = process.env['CRYPTO_CHECKOUT_ORDER_SECRET'] ?? '';
  return { order: await createOrderToken(order, { secret }) };
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const [paid, setPaid] = useState('');
  return (
    <main>
      <h1>Your order</h1>
      <CryptoCheckout order={loaderData.order} onPaid={(event) => setPaid(event.detail.orderId)} />
      <output>{paid && `The page heard that ${paid} is paid`}</output>
    </main>
  );
}
