import type { CurrencyCode } from '../payment/index.js';
import type { CheckoutState } from '../protocol/index.js';
import type { SessionProblem } from '../checkout/session.js';
import { isOutermost } from './outermost.js';

interface CryptoEvent<Detail> extends Event {
  readonly detail: Detail;
}

/**
 * Returns the class of the events of one type. Every event bubbles, and leaves the shadow tree only if its element is not
 * inside another one. None holds the checkout's id, which is a capability, nor an address.
 */
function eventOf<Detail>(
  type: string,
  cancelable = false,
): new (from: Element, detail: Detail) => CryptoEvent<Detail> {
  return class extends Event {
    constructor(
      from: Element,
      readonly detail: Detail,
    ) {
      super(type, { bubbles: true, composed: isOutermost(from), cancelable });
    }
  };
}

export interface OrderDetail {
  readonly orderId: string;
  readonly state: CheckoutState;
}

/** Detail of a payment event. Amounts are exact decimal text in the coin. */
export interface PaymentDetail extends OrderDetail {
  readonly invoiceId: string;
  readonly currency: CurrencyCode;
  /** `null` if the service has not stated it. */
  readonly amount: string | null;
  readonly paid: string;
  /** `null` if the service has not stated it. */
  readonly due: string | null;
  readonly surplus: string;
  readonly late: boolean;
}

/** The checkout is open and its state is known. */
export class CryptoReadyEvent extends /* @__PURE__ */ eventOf<OrderDetail>('crypto-ready') {}

interface CurrencyDetail {
  readonly currency: CurrencyCode;
}

export interface DepositDetail extends CurrencyDetail {
  /** A deposit belongs to no order. */
  readonly orderId?: never;
  readonly state?: never;
}

/** The customer's address for a coin on a network is shown. */
export class CryptoDepositReadyEvent extends /* @__PURE__ */ eventOf<DepositDetail>('crypto-ready') {}

/** The payer selected a currency. */
export class CryptoCurrencyChangeEvent
  extends /* @__PURE__ */ eventOf<CurrencyDetail>('crypto-currency-change') {}

/** An invoice with an address to pay to was created. */
export class CryptoInvoiceCreatedEvent
  extends /* @__PURE__ */ eventOf<PaymentDetail>('crypto-invoice-created') {}

export interface StateChangeDetail extends OrderDetail {
  readonly previous: CheckoutState;
}

/** The payment state changed. */
export class CryptoStateChangeEvent
  extends /* @__PURE__ */ eventOf<StateChangeDetail>('crypto-state-change') {}

/**
 * The order is paid in full. Also dispatched once when the page opens a payment that was paid before. Only server events
 * prove a payment.
 */
export class CryptoPaidEvent extends /* @__PURE__ */ eventOf<PaymentDetail>('crypto-paid') {}

/** More than the amount was paid; see `surplus`. */
export class CryptoOverpaidEvent extends /* @__PURE__ */ eventOf<PaymentDetail>('crypto-overpaid') {}

/** Partial payment received; repeated for each further payment. */
export class CryptoPartialEvent extends /* @__PURE__ */ eventOf<PaymentDetail>('crypto-partial') {}

/** The deadline passed. Do not cancel the order: a payment may be in flight. */
export class CryptoExpiredEvent extends /* @__PURE__ */ eventOf<PaymentDetail>('crypto-expired') {}

/** The payer canceled. */
export class CryptoCanceledEvent extends /* @__PURE__ */ eventOf<OrderDetail>('crypto-canceled') {}

/** An action failed; the element shows the problem and offers a way on. */
export class CryptoErrorEvent extends /* @__PURE__ */ eventOf<SessionProblem>('crypto-error') {}

interface ReturnDetail {
  readonly url: string;
  readonly state: CheckoutState;
}

/**
 * The payer returns to the shop, or `return-after` has passed. Call `preventDefault()` to stay on the page and navigate
 * yourself.
 */
export class CryptoReturnEvent extends /* @__PURE__ */ eventOf<ReturnDetail>('crypto-return', true) {}

interface CloseDetail {
  readonly state: CheckoutState | null;
}

/**
 * The payer closes a modal checkout. Call `preventDefault()` to keep it open. Closing does not end the payment: opening
 * shows the same checkout again. Not dispatched when the page sets `open` to `false`. When the page hides what the checkout is in, that
 * closes it as well, and cannot be prevented.
 */
export class CryptoCloseEvent extends /* @__PURE__ */ eventOf<CloseDetail>('crypto-close', true) {}
