'use client';

import { useState } from 'react';
import { CryptoCheckout } from 'crypto-checkout/react';

export function Checkout({ order }: { order: string }) {
  const [paid, setPaid] = useState('');
  return (
    <>
      <CryptoCheckout order={order} onPaid={(event) => setPaid(event.detail.orderId)} />
      <output>{paid && `The page heard that ${paid} is paid`}</output>
    </>
  );
}
