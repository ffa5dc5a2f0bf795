// The payment in a React application: the element is a component, its events are properties.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CryptoCheckout } from 'crypto-checkout/react';

function Payment({ order }: { readonly order: string }) {
  const [isPaid, setPaid] = useState(false);
  const thank = () => setPaid(true);
  return (
    <>
      <CryptoCheckout order={order} resumeUrl="/pay#{checkout}" onPaid={thank} onOverpaid={thank} />
      <p className="thanks" role="status">
        {isPaid && 'Thank you! We have sent you an email with all details.'}
      </p>
    </>
  );
}

const place = document.querySelector<HTMLElement>('[data-token]');
if (place) createRoot(place).render(<Payment order={place.dataset['token'] ?? ''} />);
