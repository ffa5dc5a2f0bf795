// React code that compiles for a shop, and code that its compiler refuses. Compiled, never run.
import { createRef } from 'react';
import type { ReactElement } from 'react';
import {
  CryptoCheckout,
  CryptoCheckoutButton,
  CryptoCountdown,
  CryptoCurrencyPicker,
  CryptoDeposit,
  CryptoPaymentPanel,
  CryptoReceipt,
  CryptoStatusBadge,
} from 'crypto-checkout/react';
import type { CryptoPaidEvent } from 'crypto-checkout/react';
import type { CheckoutEventName } from '../../src/wrapping/framework-wrapper.js';
import type { CHECKOUT_EVENTS } from '../../src/react/event-names.js';

const checkout = createRef<CryptoCheckout>();
const onPaid = (event: CryptoPaidEvent): void => event.preventDefault();

export const allowed: readonly ReactElement[] = [
  <CryptoCheckout
    key="order"
    ref={checkout}
    order="token"
    theme="dark"
    appearance={{ variables: { accent: 'rebeccapurple' }, density: 'compact', fields: 'filled' }}
    returnAfter={30}
    className="wide"
    style={{ maxWidth: 480 }}
    data-order="A-1001"
    aria-label="Payment"
    onClick={(event) => event.currentTarget.open satisfies boolean}
    onReady={(event) => event.detail.orderId satisfies string}
    onPaid={onPaid}
    onError={(event) => event.detail.retryable satisfies boolean}
    onReturn={(event) => event.detail.url satisfies string}
  >
    <p slot="footer">Questions? Ask us.</p>
  </CryptoCheckout>,
  <CryptoCheckoutButton order={undefined} onPaid={undefined} disabled />,
  <CryptoDeposit customer="token" onReady={(event) => event.detail.currency satisfies string} />,
  <CryptoCurrencyPicker
    name="coin"
    value="BTC"
    offers={[{ code: 'BTC', available: true }]}
    onChange={(event) => event.type satisfies string}
    onCurrencyChange={(event) => event.detail.currency satisfies string}
  />,
  <CryptoCountdown expiresAt="2026-03-01T12:00:00.000Z" now={() => null} />,
  <CryptoStatusBadge state="paid" />,
  <CryptoPaymentPanel invoice={null} />,
  <CryptoReceipt outcome="paid" checkout={null} />,
  <crypto-checkout
    ref={checkout}
    order="token"
    returnAfter={30}
    className="wide"
    oncrypto-paid={(event) => event.detail.orderId satisfies string}
  />,
  <crypto-deposit oncrypto-ready={(event) => event.detail.currency satisfies string} />,
];

export const refused: readonly ReactElement[] = [
  // @ts-expect-error -- no such property
  <CryptoCheckout ordre="token" />,
  // @ts-expect-error -- an order is text
  <CryptoCheckout order={1001} />,
  // @ts-expect-error -- no such design token
  <CryptoCheckout appearance={{ variables: { acent: 'red' } }} />,
  // @ts-expect-error -- no such density
  <CryptoCheckoutButton appearance={{ density: 'dense' }} />,
  // @ts-expect-error -- no such theme
  <CryptoCheckout theme="blue" />,
  // @ts-expect-error -- set by the element alone
  <CryptoCheckout state="paid" />,
  // @ts-expect-error -- a method of the element
  <CryptoCurrencyPicker checkValidity={() => true} />,
  // @ts-expect-error -- a badge has no events
  <CryptoStatusBadge onPaid={onPaid} />,
  // @ts-expect-error -- not the event of this property
  <CryptoCheckout onReady={onPaid} />,
  // @ts-expect-error -- no such coin
  <CryptoCurrencyPicker value="DOGGY" />,
  // @ts-expect-error -- the ref of another element
  <CryptoReceipt ref={checkout} />,
  // @ts-expect-error -- no such property
  <crypto-checkout ordre="token" />,
  // @ts-expect-error -- not the event of this property
  <crypto-checkout oncrypto-ready={onPaid} />,
  // @ts-expect-error -- no such tag
  <crypto-chekout order="token" />,
];

type Listened = (typeof CHECKOUT_EVENTS)[keyof typeof CHECKOUT_EVENTS];

/** Each event for the page has a listener property: `true`, or this does not compile. */
export const isComplete: CheckoutEventName extends Listened ? true : never = true;
