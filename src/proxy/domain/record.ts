import type { CurrencyCode } from '../../payment/index.js';
import type { AlarmReason } from './event.js';
import type { PaymentStatus } from './payment-status.js';
import type { OrderTerms } from './order.js';

/** What the order cost when an invoice was made for it. */
export interface Price {
  /** Exact decimal text in `currency`. */
  readonly amount: string;
  readonly currency: string;
}

interface InvoiceBase {
  /** 1, 2, 3 … within the checkout. */
  readonly sequence: number;
  /** The `order_id` that the service was told. */
  readonly orderId: string;
  readonly currency: CurrencyCode;
  readonly price: Price;
  /** When the service was about to be asked. */
  readonly intendedAtMs: number;
  /** It is what the payer gets who chooses this currency; at most one per checkout and currency. */
  readonly isLive: boolean;
  /** The payer gave up: the service was asked to cancel, or will be as soon as the invoice is made. */
  readonly isCancelAsked: boolean;
  readonly money: PaymentStatus;
  /** What a person has been told to look at; it only ever grows. */
  readonly alarms: readonly AlarmReason[];
  /** When it is due to be looked at; `null`: never again, or not yet. */
  readonly nextCheckAtMs: number | null;
  /** When the service last told how it stands. */
  readonly checkedAtMs: number | null;
}

export const POLL_FAILURES = ['unanswered', 'suspected', 'refused'] as const;

/**
 * Why the service has not told about an invoice lately, though it was asked: no usable answer came, it is in doubt
 * because it was in a call that failed, or it makes every call fail.
 */
export type PollFailure = (typeof POLL_FAILURES)[number];

/** What the service said when the invoice was made. */
export interface CreationDetails {
  /** `INV-` and 8 characters. */
  readonly serviceId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  /** The transfer fee, exact decimal text. */
  readonly fee: string | null;
  readonly feePaidBy: 'payer' | 'shop' | null;
  readonly hostedPage: string | null;
  readonly testMode: boolean;
  readonly trouble: PollFailure | null;
  /** When the service last let us know that it has news. */
  readonly hintedAtMs: number | null;
  /** When the service is to be asked to cancel it, since the payer gave up before it was made; `null`: not at all. */
  readonly nextCancelAtMs: number | null;
}

/** The service is being asked, or was asked and its answer was lost. */
export interface CreationIntent extends InvoiceBase {
  readonly stage: 'intended';
  /** When it is to be looked for in the list of the service; `null`: no more. */
  readonly nextLookAtMs: number | null;
  /** How often the whole list was read without its being there. */
  readonly looks: number;
}

/** It exists; what is due is not known yet (`made`), or it was not what had been ordered (`rejected`). */
export interface CreatedInvoiceRecord extends InvoiceBase, CreationDetails {
  readonly stage: 'made' | 'rejected';
  readonly address: string | null;
}

/** The payer has been given address and amount: from here on money may come at any time. */
export interface DisplayedInvoice extends InvoiceBase, CreationDetails {
  readonly stage: 'shown';
  /** Never changes. With `address_invalid` or `address_reused` nobody is told it: see `displayableAddress`. */
  readonly address: string;
  /** The whole sum, exact decimal text in the coin. Never changes. */
  readonly amount: string;
}

export type InvoiceRecord = CreationIntent | CreatedInvoiceRecord | DisplayedInvoice;

/** One order being paid, with every invoice made for it. Never altered: a change makes a new record. */
export interface CheckoutRecord {
  readonly id: string;
  readonly version: number;
  readonly order: OrderTerms;
  /** When the shop set the price. */
  readonly issuedAtMs: number;
  /** Until when the shop's tokens allow a new quote at this price; `null`: the shop's resolver decides. */
  readonly quotableUntilMs: number | null;
  /** By which the shop's resolver knows the order; `null` when a token has said everything. */
  readonly reference: string | null;
  readonly shop: { readonly name: string | null; readonly logo: string | null };
  /** The address that the payer gave. */
  readonly email: string | null;
  /** The sequence of the invoice that the payer chose last. */
  readonly current: number | null;
  /** The sequence of the invoice that paid the order: whatever comes on another one is a second payment. */
  readonly paidBy: number | null;
  readonly createdAtMs: number;
  /** When a browser last asked for it. */
  readonly lookedAtMs: number;
  /** By `sequence`. */
  readonly invoices: readonly InvoiceRecord[];
}

export function withInvoice(checkout: CheckoutRecord, invoice: InvoiceRecord): CheckoutRecord {
  const isKnown = checkout.invoices.some(({ sequence }) => sequence === invoice.sequence);
  const invoices = isKnown
    ? checkout.invoices.map((other) => (other.sequence === invoice.sequence ? invoice : other))
    : [...checkout.invoices, invoice];
  return { ...checkout, invoices };
}

export function findInvoice(checkout: CheckoutRecord, sequence: number | null): InvoiceRecord | undefined {
  return checkout.invoices.find((invoice) => invoice.sequence === sequence);
}

/** With the alarm, which is raised once. */
export function withAlarm<I extends InvoiceRecord>(invoice: I, reason: AlarmReason): I {
  return invoice.alarms.includes(reason) ? invoice : { ...invoice, alarms: [...invoice.alarms, reason] };
}

/** The address as anybody may be told it: `null` when there is none, or none to which money may be sent. */
export function displayableAddress({
  address,
  alarms,
}: CreatedInvoiceRecord | DisplayedInvoice): string | null {
  const isUnusable = alarms.includes('address_invalid') || alarms.includes('address_reused');
  return isUnusable ? null : address;
}

/** Returns the email that the service is told: the shop's, or else the payer's. */
export function emailOf({ order, email }: CheckoutRecord): string | null {
  return order.email ?? email;
}

export function nextSequence({ invoices }: CheckoutRecord): number {
  return Math.max(0, ...invoices.map(({ sequence }) => sequence)) + 1;
}

/** The one that a choice of this currency leads to. */
export function liveInvoice(checkout: CheckoutRecord, currency: CurrencyCode): InvoiceRecord | undefined {
  return checkout.invoices.find((invoice) => invoice.isLive && invoice.currency === currency);
}
