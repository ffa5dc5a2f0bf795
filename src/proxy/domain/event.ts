import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutState } from '../../protocol/index.js';

/** The events about the money of one invoice. */
export const INVOICE_EVENT_TYPES = [
  'checkout.paid',
  'checkout.overpaid',
  'checkout.partial',
  'checkout.paid_late',
  'checkout.expired',
  'checkout.expired_partial',
  'checkout.canceled',
  'checkout.second_payment',
] as const;

/**
 * Why a person has to look.
 *
 * - `price_mismatch`: the service speaks of another price than was ordered. An invoice that it makes so is cancelled and
 *   not shown; information that says so does not count, and an invoice that was not shown yet is not shown
 * - `currency_mismatch`: it speaks of another coin or network than was chosen; as `price_mismatch`
 * - `order_mismatch`: it answers with the invoice of another order; does not count, and is not shown
 * - `test_mode`: it speaks of test mode, where no money moves, to a proxy that takes real money; does not count
 * - `address_changed`: it names another address for an invoice than before; the payer goes on seeing the first
 * - `address_invalid`: it gives an address to which this coin must not be sent; the payer is sent to its hosted page
 *   instead, where the invoice is watched like any other
 * - `address_reused`: it gives an address that an invoice of another order has in the same coin, as long as money on that
 *   invoice is looked for; the payer is sent to its hosted page instead, where the invoice is watched like any other. Look
 *   which order a payment was for: the service may report one payment for both
 * - `adoption_in_doubt`: the answer to a creation was lost, and an invoice that was found under the number of the order
 *   has money, is not the only one, or was made at another time: perhaps by another system on the account. It is neither
 *   shown nor watched, and does not count: look whose it is
 * - `withdrawal`: it reports a withdrawal, or anything but an incoming payment, under the id of an invoice; does not
 *   count
 */
export const ALARM_REASONS = [
  'price_mismatch',
  'currency_mismatch',
  'order_mismatch',
  'test_mode',
  'address_changed',
  'address_invalid',
  'address_reused',
  'adoption_in_doubt',
  'withdrawal',
] as const;

export type AlarmReason = (typeof ALARM_REASONS)[number];

export type InvoiceEventType = (typeof INVOICE_EVENT_TYPES)[number];

/**
 * What has happened to an order: when it is sent → what the shop should do.
 *
 * - `checkout.paid`: the whole sum is there → deliver, once per order
 * - `checkout.overpaid`: more than the whole sum is there, perhaps after `checkout.paid`; again when still more
 *   comes → deliver, once per order; settle `invoice.surplus` with the payer
 * - `checkout.partial`: a part is there and the deadline has not passed; again for each further part → wait
 * - `checkout.paid_late`: the whole sum came after the service had closed the invoice → decide: deliver, or
 *   give it back
 * - `checkout.expired`: the deadline has passed, and nothing has come on this invoice → nothing
 * - `checkout.expired_partial`: the deadline has passed on a part, or the money was for an older, lower price →
 *   settle it with the payer
 * - `checkout.canceled`: the payer gave up, and nothing had come → nothing
 * - `checkout.second_payment`: the order was paid already, and money came on another of its addresses; again when
 *   still more comes there → settle it with the payer
 * - `checkout.alarm`: something is not as it should be (`reason`), once per invoice → have a person look
 *
 * No event tells a shop to cancel an order: it may be paid otherwise, or later.
 */
export type CheckoutEventType = InvoiceEventType | 'checkout.alarm';

/** The invoice that an event is about. Amounts are exact decimal text in its coin, times ISO 8601 in UTC. */
export interface CheckoutEventInvoice {
  readonly id: string;
  /** The `order_id` under which the service knows it. */
  readonly orderId: string;
  readonly currency: CurrencyCode;
  /** `null` after the alarms `address_invalid` and `address_reused`: nobody is told such an address. */
  readonly address: string | null;
  /** What the order cost when this invoice was made, in the shop's currency. */
  readonly price: { readonly amount: string; readonly currency: string };
  readonly amount: string;
  /** What was received. It is `applied` and `unapplied` together. */
  readonly paid: string;
  /** What of `paid` pays the order, or counts toward it while the invoice can still be paid in full. */
  readonly applied: string;
  /** What of `paid` is owed to the payer. A later event about the same invoice carries the new total. */
  readonly unapplied: string;
  readonly due: string;
  /** What came beyond the price: beyond that of the order, if this invoice pays it. */
  readonly surplus: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly finishedAt: string | null;
  readonly transactions: readonly string[];
}

/** The invoice that an alarm is about; it may never have been shown. */
export interface CheckoutAlarmInvoice {
  readonly id: string;
  readonly orderId: string;
  readonly currency: CurrencyCode;
  /** What was ordered. */
  readonly price: { readonly amount: string; readonly currency: string };
  /** As it was first named, if it was; never one to which this coin must not be sent, or of another open order. */
  readonly address: string | null;
}

interface EventBase {
  /** The same event always has the same one: keep it to do everything once. */
  readonly id: string;
  readonly createdAt: string;
  /** No money moves in test mode. */
  readonly testMode: boolean;
  readonly checkout: {
    readonly id: string;
    /** Never falls from one event of a checkout to the next: who has seen a greater one knows more already. */
    readonly version: number;
    readonly state: CheckoutState;
    readonly late: boolean;
  };
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
}

/** @see CheckoutEventType for when it is sent */
export interface CheckoutInvoiceEvent extends EventBase {
  readonly type: InvoiceEventType;
  readonly invoice: CheckoutEventInvoice;
}

/** Something that a person of the shop must look at. */
export interface CheckoutAlarm extends EventBase {
  readonly type: 'checkout.alarm';
  readonly reason: AlarmReason;
  readonly invoice: CheckoutAlarmInvoice;
}

/**
 * Money has come to a customer's permanent address → credit it, once per event, if `verified` and not `testMode`; have a
 * person look at one that is not verified.
 *
 * The service announces a deposit by a postback alone, whose form is not documented. The proxy then asks the service for
 * its record of the deposit: customer and amount of a verified event are the service's, whatever the postback claimed. An
 * event that is not verified repeats what the postback claims, and has `null` for what it does not say. It is told again,
 * under the same id, if the service confirms the deposit within a day and a half: so keep the ids of what has been
 * credited, by whomever.
 */
export interface DepositReceived {
  readonly type: 'deposit.received';
  /** The same deposit always has the same one: keep it to do everything once. */
  readonly id: string;
  readonly createdAt: string;
  /** No money moves in test mode. */
  readonly testMode: boolean;
  /** The permanent address, by the service's id. */
  readonly wallet: { readonly id: string; readonly address: string | null };
  /** The shop's own name of the customer. */
  readonly customer: string;
  readonly currency: CurrencyCode;
  /** Exact decimal text in the coin; do not credit it unless `verified`. */
  readonly amount: string | null;
  readonly transaction: string | null;
  /** The service's record of the deposit. */
  readonly invoiceId: string | null;
  /**
   * The service itself has answered for this deposit: customer and amount are its own. Never true for what only a postback
   * claims, also when the postback is signed.
   */
  readonly verified: boolean;
}

/**
 * The service has given a customer's permanent address to which this coin must not be sent (`reason`), once per wallet →
 * have a person look. Nobody has been told the address, and the customer gets none in this currency.
 */
export interface WalletAlarm {
  readonly type: 'wallet.alarm';
  /** The same alarm always has the same one. */
  readonly id: string;
  readonly createdAt: string;
  readonly testMode: boolean;
  readonly reason: Extract<AlarmReason, 'address_invalid'>;
  /** By the service's id. */
  readonly wallet: { readonly id: string };
  /** The shop's own name of the customer. */
  readonly customer: string;
  readonly currency: CurrencyCode;
}

/**
 * What the shop is told: at least once, and in order per checkout and per wallet. One that could not be told for 3 days
 * is put aside, and those after it go on: when it is sent again by hand, its `checkout.version` says how old it is.
 */
export type CheckoutEvent = OrderEvent | DepositReceived | WalletAlarm;

/** The events that are about an order. */
export type OrderEvent = CheckoutInvoiceEvent | CheckoutAlarm;
