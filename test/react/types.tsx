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
import {
  CryptoMerchant,
  CryptoMerchantAttention,
  CryptoMerchantBalances,
  CryptoMerchantPayments,
  CryptoMerchantPayouts,
  CryptoMerchantStatistics,
} from 'crypto-checkout/react/merchant';
import type { CheckoutEventName, MerchantEventName } from '../../src/wrapping/framework-wrapper.js';
import type { CHECKOUT_EVENTS } from '../../src/react/event-names.js';
import type { ATTENTION_EVENTS } from '../../src/react/merchant-event-names.js';

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
  <CryptoMerchant
    ref={createRef<CryptoMerchant>()}
    sessionUrl="/staff-session"
    payoutUrl="/sign-payout"
    theme="dark"
    className="wide"
    onOpen={(event) => event.detail.payment satisfies string}
    onCount={(event) => event.detail.count satisfies number}
    onRefund={(event) => event.preventDefault()}
  />,
  <CryptoMerchantAttention session={() => Promise.resolve('session')} scopes={['payments:read']} />,
  <CryptoMerchantPayments
    payment=""
    client={null}
    onRefund={(event) => event.detail.refund.amount satisfies string}
  />,
  <CryptoMerchantBalances endpoint="/crypto-checkout" />,
  <CryptoMerchantStatistics locale="ar" />,
  <CryptoMerchantPayouts signPayout={({ kind }) => Promise.resolve(kind)} />,
  <crypto-merchant
    sessionUrl="/staff-session"
    oncrypto-merchant-count={(event) => event.detail.count satisfies number}
  />,
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
  // @ts-expect-error -- no such scope
  <CryptoMerchantAttention scopes={['payments:write']} />,
  // @ts-expect-error -- balances have no events
  <CryptoMerchantBalances onCount={() => undefined} />,
  // @ts-expect-error -- the payments do not count what needs a person
  <CryptoMerchantPayments onCount={() => undefined} />,
  // @ts-expect-error -- a session is text
  <CryptoMerchant session={() => 15} />,
  // @ts-expect-error -- a staff member opens no order
  <crypto-merchant oncrypto-merchant-open={(event) => event.detail.order} />,
  // @ts-expect-error -- no such tag
  <crypto-chekout order="token" />,
];

type Listened = (typeof CHECKOUT_EVENTS)[keyof typeof CHECKOUT_EVENTS];
type HeardByStaff = (typeof ATTENTION_EVENTS)[keyof typeof ATTENTION_EVENTS];

/** Each event for the page has a listener property: `true`, or this does not compile. */
export const isComplete: CheckoutEventName extends Listened ? true : never = true;
export const isCompleteForStaff: MerchantEventName extends HeardByStaff ? true : never = true;
