import { useCheckout } from 'crypto-checkout/react';

export function OwnCheckout({ order }: { order: string }) {
  const { state, checkout, due, error, choose, refresh } = useCheckout({ order });
  if (error)
    return (
      <p role="alert">
        {error.code} {error.retryable && <button onClick={refresh}>Try again</button>}
      </p>
    );
  if (state === 'choosing')
    return (
      <ul>
        {checkout?.offers.map(({ code, available }) => (
          <li key={code}>
            <button disabled={!available} onClick={() => void choose(code)}>
              {code}
            </button>
          </li>
        ))}
      </ul>
    );
  if (due === null) return <p role="status">{state}</p>;
  return (
    <p>
      Send exactly {due} {checkout?.invoice?.currency} to {checkout?.invoice?.address}
    </p>
  );
}
