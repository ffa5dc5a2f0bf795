import { useEffect, useRef, useState } from 'react';
import { CryptoCurrencyPicker, CryptoStatusBadge } from 'crypto-checkout/react';

const offers = [
  { code: 'BTC', available: true },
  { code: 'USDT_TRC20', available: true },
] as const;

/** Values that are no text, a ref, and values that are taken away again. */
export function Values() {
  const [isBare, setBare] = useState(false);
  const [said, setSaid] = useState('');
  const picker = useRef<CryptoCurrencyPicker>(null);
  useEffect(
    () => setSaid(`${picker.current?.offers.length} offers, checked: ${picker.current?.checkValidity()}`),
    [],
  );
  return (
    <section id="values">
      <CryptoCurrencyPicker
        ref={picker}
        className="wide"
        style={{ maxWidth: 320 }}
        label="Coin"
        required
        offers={isBare ? undefined : offers}
      />
      <CryptoStatusBadge state={isBare ? undefined : 'paid'} data-badge hidden={false} />
      <p>{said}</p>
      <button onClick={() => setBare(true)}>Take the values away</button>
    </section>
  );
}
