import { connection } from 'next/server';
import { Suspense } from 'react';
import { createOrderToken } from 'crypto-checkout/server';
import { recordOrder } from '../../../fulfill';
import { Checkout } from './checkout';

interface Props {
  readonly params: Promise<{ id: string }>;
}

export default function OrderPage({ params }: Props) {
  return (
    <main>
      <h1>Your order</h1>
      <Suspense fallback={<p>Loading</p>}>
        <SignedCheckout params={params} />
      </Suspense>
    </main>
  );
}

async function SignedCheckout({ params }: Props) {
  const { id } = await params;
  // The token has the time of its request.
  await connection();
  // Your server sets the price.
  const order = { id, amount: '49.00', currency: 'EUR' };
  await recordOrder(order);
  const secret = process.env.CRYPTO_CHECKOUT_ORDER_SECRET ?? '';
  return <Checkout order={await createOrderToken(order, { secret })} />;
}
