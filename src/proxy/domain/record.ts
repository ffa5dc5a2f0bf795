import type { CurrencyCode } from '../../payment/index.js';
import type {
  Decision,
  DecisionSubject,
  RefundRequester,
  RefundState,
  ReviewReason,
  TransferState,
  WalletTransfer,
} from '../../protocol/index.js';
import type { Movement } from './movement.js';
import type { PaymentStatus } from './merge-status-reports.js';
import type { OrderTerms } from './order.js';
import { createHash } from 'node:crypto';

/** An amount in a fiat currency. */
export interface Price {
  /** Exact decimal text in `currency`. */
  readonly amount: string;
  readonly currency: string;
}

interface InvoiceBase {
  /** 1, 2, 3 … within the checkout. */
  readonly sequence: number;
  /** The `order_id` at the service. */
  readonly orderId: string;
  readonly currency: CurrencyCode;
  readonly price: Price;
  /** When the intent was stored, before the create call, by the service's clock: see `ServiceTime`. */
  readonly intendedAtMs: number;
  /** Whether selecting its currency displays this invoice. A checkout has at most one live invoice per currency. */
  readonly isLive: boolean;
  /** The payer canceled: the cancel call was sent, or follows once the invoice is created. */
  readonly isCancelRequested: boolean;
  readonly money: PaymentStatus;
  /** The movements of its money, by `position`. Append-only. */
  readonly movements: readonly Movement[];
  /** Reasons for a review. Append-only. */
  readonly reviewReasons: readonly ReviewReason[];
  /**
   * The only browser that received the address while the checkout requested a payment (see `browserOfKey`). `null`: no client has
   * received it. `UNCERTAIN`: another client has received it, too. See `withView`.
   */
  readonly viewer: string | null;
  /** When the next poll is due; `null`: polling has ended or not begun. */
  readonly nextPollAtMs: number | null;
  /** Time of the last usable status response. */
  readonly checkedAtMs: number | null;
}

export const INVOICE_STAGES = ['creating', 'created', 'rejected', 'open'] as const;

export const POLL_FAILURES = ['unanswered', 'suspected', 'refused'] as const;

/**
 * Why the last poll of an invoice failed.
 *
 * - `unanswered`: the response contains no usable status of it
 * - `suspected`: its batch failed
 * - `refused`: the request for it alone failed, and it is quarantined
 */
export type PollFailure = (typeof POLL_FAILURES)[number];

/** Fields of an invoice that the service has created: from its create response, its polls and its cancellation. */
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
  readonly pollFailure: PollFailure | null;
  /** Time of the last poll hint. */
  readonly hintedAtMs: number | null;
  /** When a pending cancellation is due; `null`: none is pending. */
  readonly nextCancelAtMs: number | null;
}

/** An invoice that is being created, or whose create call has an unknown outcome. */
export interface CreationIntent extends InvoiceBase {
  readonly stage: 'creating';
  /** When the next lookup in the service's list is due; `null`: none. */
  readonly nextLookupAtMs: number | null;
  /** Number of lookups that read the whole list and did not find the invoice. */
  readonly lookups: number;
}

/**
 * A created invoice whose address or amount is unknown (`created`), or that does not match the order (`rejected`). See
 * `isDisplayed`.
 */
export interface CreatedInvoiceRecord extends InvoiceBase, CreationDetails {
  readonly stage: 'created' | 'rejected';
  readonly address: string | null;
  readonly amount: string | null;
}

/** An invoice whose address and amount were displayed: a payment may arrive at any time. */
export interface DisplayedInvoice extends InvoiceBase, CreationDetails {
  readonly stage: 'open';
  /** Never changes. Hidden after `address_invalid` or `address_reused`: see `displayableAddress`. */
  readonly address: string;
  /** The full amount, exact decimal text in the coin. Never changes. */
  readonly amount: string;
}

/** An invoice that the service has created. */
export type ExistingInvoice = CreatedInvoiceRecord | DisplayedInvoice;

/**
 * Whether payers see the invoice, and may therefore pay it: with its address and amount or, if the service does not report them,
 * as a link to the hosted page.
 */
export function isDisplayed(invoice: InvoiceRecord): invoice is ExistingInvoice {
  return invoice.stage === 'open' || isHostedOnly(invoice);
}

/** Whether payers see only a link to the hosted page, because the service has not reported address, amount and status in time. */
function isHostedOnly({ stage, reviewReasons }: Pick<InvoiceRecord, 'stage' | 'reviewReasons'>): boolean {
  const isIncomplete =
    reviewReasons.includes('details_missing') || reviewReasons.includes('status_unreadable');
  return stage === 'created' && isIncomplete;
}

export type InvoiceRecord = CreationIntent | ExistingInvoice;

/** The last transfer that a page requested from a wallet. It never affects the payment status, polling or events. */
export interface TransferRecord extends Pick<WalletTransfer, 'id' | 'wallet' | 'transaction'> {
  /** The sequence of its invoice. */
  readonly invoice: number;
  readonly state: TransferState | 'refused';
  readonly askedAtMs: number;
  /** The amount received before the transfer, exact decimal text in the coin. A higher amount now means a later payment. */
  readonly received: string;
}

/** A decision of the shop about an invoice. Append-only. */
export interface DecisionRecord {
  /** The sequence of the invoice. */
  readonly invoice: number;
  readonly about: DecisionSubject;
  readonly decision: Decision;
  /** The owed amount that was decided about, exact decimal text in the coin; `0` for another subject. */
  readonly amount: string;
  readonly person: string;
  readonly note: string | null;
  readonly decidedAtMs: number;
}

/** A refund that a payer has requested, or that the shop's staff have started. */
export interface RefundRecord {
  readonly id: string;
  /** The sequence of the invoice. */
  readonly invoice: number;
  readonly requestedBy: RefundRequester;
  readonly address: string;
  readonly email: string | null;
  /** The requested amount, exact decimal text in the coin. */
  readonly amount: string;
  /** Whether the staff confirmed that it may exceed what is owed. Always `false` for a request of a payer. */
  readonly includesPayment: boolean;
  /** `replaced`: the payer has corrected the request, or another refund has paid the money. */
  readonly state: RefundState | 'replaced';
  readonly requestedAtMs: number;
  /** Number of payouts that were proposed for it. */
  readonly proposals: number;
  /** How one of the shop's staff verified that the requester is the payer; only if `requestedBy` is `link_holder`. */
  readonly check: { readonly person: string; readonly note: string; readonly checkedAtMs: number } | null;
  /** Set while the refund is proposed, approved or sent. */
  readonly payout: RefundPayout | null;
  /** The shop's message to the payer, if it has declined the refund. */
  readonly reply: string | null;
  /** When the shop declined or accepted the refund, or when its payout was sent. */
  readonly decidedAtMs: number | null;
}

/** The payout of a refund. Its amount is in the movements of the invoice: see `reservedBy`. */
export interface RefundPayout {
  readonly id: string;
  readonly transaction: string | null;
}

/** The invoice that pays the order. Money on another one is a duplicate payment. */
export interface PaidBy {
  readonly sequence: number;
  /** The position of the invoice's last movement at that time; 0: none. */
  readonly position: number;
}

/** A checkout: one order being paid, with all its invoices. Immutable. */
export interface CheckoutRecord {
  readonly id: string;
  /** See `nextVersion`. */
  readonly version: number;
  readonly order: OrderTerms;
  /** When the shop set the price. */
  readonly issuedAtMs: number;
  /** Until when the order token allows a new quote at this price; `null`: the shop's resolver decides. */
  readonly quotableUntilMs: number | null;
  /** The order's reference for the shop's resolver; `null` for an order from a token. */
  readonly reference: string | null;
  readonly shop: { readonly name: string | null };
  /** The payer's email address, as entered on the page. */
  readonly email: string | null;
  /** The sequence of the invoice that was selected last. */
  readonly current: number | null;
  readonly paidBy: PaidBy | null;
  readonly transfer: TransferRecord | null;
  readonly decisions: readonly DecisionRecord[];
  readonly refunds: readonly RefundRecord[];
  /** Since when a decision of the shop's staff is pending; `null`: none is. */
  readonly attentionSinceMs: number | null;
  readonly createdAtMs: number;
  /** When a page last requested it. */
  readonly lastSeenAtMs: number;
  /** Ordered by `sequence`. */
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

/** Adds a reason for a review, unless the invoice already has it. */
export function withReview<I extends InvoiceRecord>(invoice: I, reason: ReviewReason): I {
  return invoice.reviewReasons.includes(reason)
    ? invoice
    : { ...invoice, reviewReasons: [...invoice.reviewReasons, reason] };
}

/**
 * Returns the address that may be displayed; `null` if it or the amount is missing, or if it must not receive money.
 * `withCheckedAddress` and `withReusedAddresses` add these review reasons. The page checks the address again in `payable.ts`.
 */
export function displayableAddress(invoice: ExistingInvoice): string | null {
  const { address, reviewReasons } = invoice;
  if (isHostedOnly(invoice)) return null;
  const isUnusable = reviewReasons.includes('address_invalid') || reviewReasons.includes('address_reused');
  return isUnusable ? null : address;
}

/** Returns the email address for the service: the one that the shop has set, or else the one that the payer has entered. */
export function emailOf({ order, email }: CheckoutRecord): string | null {
  return order.email ?? email;
}

/**
 * Returns a version above `before`. Versions follow the clock: they grow even if a backup is restored, and clients that have seen
 * a later version accept the next one.
 */
export function nextVersion(before: CheckoutRecord, nowMs: number): number {
  return Math.max(before.version + 1, nowMs);
}

export function nextSequence({ invoices }: CheckoutRecord): number {
  return Math.max(0, ...invoices.map(({ sequence }) => sequence)) + 1;
}

export function liveInvoice(checkout: CheckoutRecord, currency: CurrencyCode): InvoiceRecord | undefined {
  return checkout.invoices.find((invoice) => invoice.isLive && invoice.currency === currency);
}

/** Ignores a deadline or finish time before the creation: some databases write a missing time as 1970 or as zeros. */
export function unlessBeforeCreation(
  timeMs: number | null,
  { createdAtMs }: { readonly createdAtMs: number },
): number | null {
  return timeMs !== null && timeMs >= createdAtMs ? timeMs : null;
}

/**
 * Returns the id of a checkout for the shop's staff. The checkout id is the payer's capability: an attacker cannot compute its
 * 192 random bits from this hash. The hash grants no access outside `/merchant`.
 */
export function paymentIdOf(checkoutId: string): string {
  // Differs from the hash in `form-handlers.ts`, which appears in browser histories and logs.
  return `pay_${createHash('sha256').update(`payment ${checkoutId}`).digest('base64url').slice(0, 22)}`;
}
