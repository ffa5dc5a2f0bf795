import { useState } from 'react';
import { CryptoCheckout, CryptoCheckoutButton, CryptoCurrencyPicker } from 'crypto-checkout/react';

export function Page({ order }: { order: string }) {
  const [paid, setPaid] = useState('');
  return (
    <main>
      <CryptoCheckout
        order={order}
        returnAfter={30}
        className="checkout"
        style={{ display: 'block' }}
        onPaid={(event) => setPaid(event.detail.orderId)}
      >
        <p slot="footer">Questions? Ask us.</p>
      </CryptoCheckout>
      <CryptoCheckoutButton order={order}>Pay in a dialog</CryptoCheckoutButton>
      <CryptoCurrencyPicker name="coin" currencies="BTC USDT_TRC20" inline required />
      <output>{paid && `The page heard that ${paid} is paid`}</output>
    </main>
  );
}
