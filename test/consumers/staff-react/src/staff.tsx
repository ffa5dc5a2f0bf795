import { useState } from 'react';
import { CryptoMerchant } from 'crypto-checkout/react/merchant';

export default function Staff() {
  const [count, setCount] = useState<number | null>(null);
  return (
    <>
      <CryptoMerchant sessionUrl="/staff-session" onCount={({ detail }) => setCount(detail.count)} />
      <output>{count !== null && `The page heard of ${count} entries`}</output>
    </>
  );
}
