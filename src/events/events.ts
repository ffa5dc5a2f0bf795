import type { CurrencyCode } from '../payment/index.js';
import type { CheckoutState } from '../protocol/index.js';
import type { SessionProblem } from '../checkout/session.js';
import { isOutermost } from './outermost.js';

/**
 * Every event bubbles, and leaves the shadow tree only when its element stands alone in the page. None holds the
 * checkout's id, which is a capability, nor an address.
 */
abstract class CryptoEvent<Detail> extends Event {
  constructor(
    type: string,
    from: Element,
    readonly detail: Detail,
    cancelable = false,
  ) {
    super(type, { bubbles: true, composed: isOutermost(from), cancelable });
  }
}

export interface OrderDetail {
  readonly orderId: string;
  readonly state: CheckoutState;
}

/** What a payment event says. Amounts are exact decimal text in the coin. */
export interface PaymentDetail extends OrderDetail {
  readonly invoiceId: string;
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly paid: string;
  readonly due: string;
  readonly surplus: string;
  readonly late: boolean;
}

/** The checkout is open and its state is known. */
export class CryptoReadyEvent extends CryptoEvent<OrderDetail> {
  constructor(from: Element, detail: OrderDetail) {
    super('crypto-ready', from, detail);
  }
}

export interface DepositDetail {
  readonly currency: CurrencyCode;
  /** A deposit belongs to no order. */
  readonly orderId?: never;
  readonly state?: never;
}

/** The customer's address for a coin on a network is shown. */
export class CryptoDepositReadyEvent extends CryptoEvent<DepositDetail> {
  constructor(from: Element, currency: CurrencyCode) {
    super('crypto-ready', from, { currency });
  }
}

/** The payer chose a coin on a network. */
export class CryptoCurrencyChangeEvent extends CryptoEvent<{ readonly currency: CurrencyCode }> {
  constructor(from: Element, currency: CurrencyCode) {
    super('crypto-currency-change', from, { currency });
  }
}

/** There is an address to pay to. */
export class CryptoInvoiceCreatedEvent extends CryptoEvent<PaymentDetail> {
  constructor(from: Element, detail: PaymentDetail) {
    super('crypto-invoice-created', from, detail);
  }
}

export interface StateChangeDetail extends OrderDetail {
  readonly previous: CheckoutState;
}

/** The payment stands somewhere else than before. */
export class CryptoStateChangeEvent extends CryptoEvent<StateChangeDetail> {
  constructor(from: Element, detail: StateChangeDetail) {
    super('crypto-state-change', from, detail);
  }
}

/**
 * The order is paid in full. Also told once when the page opens on a payment that was paid before. A picture for the
 * page, not a proof: goods are released by what the server was told.
 */
export class CryptoPaidEvent extends CryptoEvent<PaymentDetail> {
  constructor(from: Element, detail: PaymentDetail) {
    super('crypto-paid', from, detail);
  }
}

/** More came than was asked; `surplus` says how much. */
export class CryptoOverpaidEvent extends CryptoEvent<PaymentDetail> {
  constructor(from: Element, detail: PaymentDetail) {
    super('crypto-overpaid', from, detail);
  }
}

/** A part came; told again for every further part. */
export class CryptoPartialEvent extends CryptoEvent<PaymentDetail> {
  constructor(from: Element, detail: PaymentDetail) {
    super('crypto-partial', from, detail);
  }
}

/** The server says that the time for the price is over. Never a reason to drop the order: money may be on its way. */
export class CryptoExpiredEvent extends CryptoEvent<PaymentDetail> {
  constructor(from: Element, detail: PaymentDetail) {
    super('crypto-expired', from, detail);
  }
}

/** The payer gave up. */
export class CryptoCanceledEvent extends CryptoEvent<OrderDetail> {
  constructor(from: Element, detail: OrderDetail) {
    super('crypto-canceled', from, detail);
  }
}

/** A step did not work; the element shows it and offers what helps. */
export class CryptoErrorEvent extends CryptoEvent<SessionProblem> {
  constructor(from: Element, problem: SessionProblem) {
    super('crypto-error', from, problem);
  }
}

/**
 * The payer goes back to the shop, or `return-after` has passed. Preventing it keeps the page; the shop then moves on
 * by itself.
 */
export class CryptoReturnEvent extends CryptoEvent<{ readonly url: string; readonly state: CheckoutState }> {
  constructor(from: Element, url: string, state: CheckoutState) {
    super('crypto-return', from, { url, state }, true);
  }
}

/**
 * The payer closes a modal checkout. Preventing it keeps the checkout open. Closing ends nothing: the payment goes on,
 * and the same checkout is there again when it is opened. Not told when the page itself sets `open` to `false`.
 */
export class CryptoCloseEvent extends CryptoEvent<{ readonly state: CheckoutState | null }> {
  constructor(from: Element, state: CheckoutState | null) {
    super('crypto-close', from, { state }, true);
  }
}

interface CryptoEventMap {
  'crypto-ready': CryptoReadyEvent | CryptoDepositReadyEvent;
  'crypto-currency-change': CryptoCurrencyChangeEvent;
  'crypto-invoice-created': CryptoInvoiceCreatedEvent;
  'crypto-state-change': CryptoStateChangeEvent;
  'crypto-paid': CryptoPaidEvent;
  'crypto-overpaid': CryptoOverpaidEvent;
  'crypto-partial': CryptoPartialEvent;
  'crypto-expired': CryptoExpiredEvent;
  'crypto-canceled': CryptoCanceledEvent;
  'crypto-error': CryptoErrorEvent;
  'crypto-return': CryptoReturnEvent;
  'crypto-close': CryptoCloseEvent;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the DOM's own maps are extended this way
  interface HTMLElementEventMap extends CryptoEventMap {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalEventHandlersEventMap extends CryptoEventMap {}
}
