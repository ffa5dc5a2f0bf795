import { isZeroAmount } from '../../payment/index.js';
import type {
  Checkout,
  CheckoutInvoice,
  CheckoutOrder,
  WalletSupport,
  WalletTransfer,
  CheckoutRefund,
  PayerRefundState,
  RefundReason,
} from '../../protocol/index.js';
import type { PresentTime } from '../base/clock.js';
import { iso, isoOrNull, SECOND_MS } from '../base/time.js';
import { lifetimesOf, type LifetimeSettings } from './order.js';
import { serializeOffers, type OfferSettings } from './offers.js';
import { emailOf, type CheckoutRecord, type DisplayedInvoice } from './record.js';
import { monitoredUntilMs } from './poll-schedule.js';
import { ledgerOf, type InvoiceLedger, type CheckoutLedger } from './settlement.js';
import { serializeInvoice, serializeSums } from './serialize-invoice.js';
import { openTransfer, type OpenTransfer } from './transfer.js';
import { isUnanswered, listedRefunds, refundAmount, type ListedRefund } from './refund.js';

export const REFUND_SETTINGS = ['off', 'on', 'email'] as const;
export type RefundSetting = (typeof REFUND_SETTINGS)[number];

/** The proxy's settings that are part of a serialized checkout. */
export interface SerializeSettings extends OfferSettings, LifetimeSettings {
  readonly supportUrl: string | null;
  /** From the options. Default name: that of the project at the service. */
  readonly shop: { readonly name?: string | undefined; readonly logo?: string | undefined };
  readonly wallets: WalletSupport | undefined;
  readonly testMode: boolean;
  /** Whether payers can request refunds; `email`: the form has a field for an email address. */
  readonly refunds: RefundSetting;
  /** Monitoring window after the deadline. */
  readonly monitoringMs: number;
}

/** Time after which an overdue poll makes a checkout stale. After a failed poll, it is measured from the last usable response. */
const STALE_AFTER_MS = 15_000;

/**
 * Serializes a checkout for the API. Names each field, so that no internal one leaks. All times that a page compares are by the
 * service's clock.
 */
export function serializeCheckout(
  record: CheckoutRecord,
  settings: SerializeSettings,
  time: PresentTime,
): Checkout {
  const ledger = ledgerOf(record);
  const { status, late, isAccepted } = ledger;
  const { state, invoice: settled } = status;
  const invoice = settled?.invoice ?? null;
  const transfer = openTransfer(record, status);
  const lifetimes = lifetimesOf(record, settings);
  const items =
    settings.refunds === 'off'
      ? serializeDecidedRefunds(record, ledger)
      : serializePayerRefunds(record, ledger);
  return {
    id: record.id,
    version: record.version,
    ...serializeTimes(invoice, time),
    state,
    late,
    ...(isAccepted && { accepted: true }),
    testMode: invoice?.testMode ?? settings.testMode,
    order: toOrder(record, settings),
    shop: withoutNulls({ name: settings.shop.name ?? record.shop.name, logo: settings.shop.logo ?? null }),
    offers: serializeOffers(record, settings),
    invoice: settled && toInvoice(settled, settings),
    transfer: transfer && toTransfer(transfer),
    ...(items && { refunds: { asksEmail: settings.refunds === 'email', items } }),
    ...(lifetimes && { lifetimes }),
    ...(settings.wallets && { wallets: settings.wallets }),
  };
}

/** Makes the fields constant that change with time alone. */
export const NO_TIME: PresentTime = { nowMs: 0, serviceNowMs: 0 };

/** Returns text that changes with every field that a payer can see, except fields that change with time alone. */
export function fingerprint(record: CheckoutRecord, settings: SerializeSettings): string {
  return JSON.stringify({
    // Only the order's own offers can change, and serializing all forty takes longer than the rest.
    ...serializeCheckout(record, { ...settings, offers: [] }, NO_TIME),
    offers: record.order.offers,
    version: null,
    now: null,
    stale: null,
    checkedAt: null,
  });
}

/** The fields of an invoice that can change while the version of its checkout stays the same. */
export type PollTimes = Pick<DisplayedInvoice, 'checkedAtMs' | 'nextPollAtMs'> & {
  readonly pollFailure: string | null;
};

type TimedInvoice = PollTimes & Pick<DisplayedInvoice, 'createdAtMs'>;

/** Serializes the fields that change with time alone. */
export function serializeTimes(
  invoice: TimedInvoice | null,
  time: PresentTime,
): Pick<Checkout, 'now' | 'stale' | 'checkedAt'> {
  const { nowMs, serviceNowMs } = time;
  const checkedAtMs = invoice?.checkedAtMs ?? null;
  // Rounded, because the difference is known only to the second, and two clock readings differ by milliseconds.
  const aheadMs = Math.round((nowMs - serviceNowMs) / SECOND_MS) * SECOND_MS;
  return {
    now: iso(serviceNowMs),
    stale: invoice !== null && isStale(invoice, time),
    checkedAt: isoOrNull(checkedAtMs === null ? null : checkedAtMs - aheadMs),
  };
}

/** Whether the known status is older than the poll schedule allows. */
function isStale(
  { pollFailure, createdAtMs, checkedAtMs, nextPollAtMs }: TimedInvoice,
  { nowMs, serviceNowMs }: PresentTime,
): boolean {
  if (nextPollAtMs === null) return false;
  if (pollFailure === null) return nowMs > nextPollAtMs + STALE_AFTER_MS;
  const sinceMs = checkedAtMs === null ? serviceNowMs - createdAtMs : nowMs - checkedAtMs;
  return sinceMs > STALE_AFTER_MS;
}

function toOrder(record: CheckoutRecord, { supportUrl }: SerializeSettings): CheckoutOrder {
  const { id, amount, currency, description, returnUrl, failUrl, emailRequired } = record.order;
  return {
    id,
    amount,
    currency,
    emailRequired: emailRequired && emailOf(record) === null,
    ...withoutNulls({ description, returnUrl, failUrl, support: supportUrl }),
  };
}

function toInvoice(settled: InvoiceLedger, { monitoringMs }: SerializeSettings): CheckoutInvoice {
  const { received, due, surplus } = serializeSums(settled);
  const invoice = serializeInvoice(settled.invoice);
  return {
    id: invoice.id,
    currency: invoice.currency,
    caip2: invoice.caip2,
    caip19: invoice.caip19,
    address: invoice.displayedAddress,
    amount: invoice.amount,
    paid: received,
    due,
    surplus,
    fee: invoice.fee,
    feePaidBy: invoice.feePaidBy,
    createdAt: invoice.createdAt,
    expiresAt: invoice.expiresAt,
    monitoredUntil: isoOrNull(monitoredUntilMs(settled.invoice, monitoringMs)),
    transactions: invoice.transactions,
    unconfirmed: invoice.unconfirmed,
    hostedPage: invoice.hostedPage,
  };
}

function toTransfer({ id, state, wallet, transaction, askedAtMs, endsAtMs }: OpenTransfer): WalletTransfer {
  return { id, state, wallet, transaction, askedAt: iso(askedAtMs), endsAt: isoOrNull(endsAtMs) };
}

function withoutNulls<K extends string>(
  fields: Readonly<Record<K, string | null>>,
): Partial<Record<K, string>> {
  const entries = Object.entries<string | null>(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<Record<K, string>>;
}

/** Serializes the refunds that a payer can request or has requested: at most one per invoice, with a shortened address. */
function serializePayerRefunds(
  record: CheckoutRecord,
  { invoices }: CheckoutLedger,
): readonly CheckoutRefund[] {
  return invoices.flatMap((available) => {
    const item = payerItem(record, available);
    return item ? [item] : [];
  });
}

/**
 * Serializes the shop's decisions for payers who cannot request refunds: omits refunds that await a decision.
 * @returns `null` if the shop has not decided
 */
function serializeDecidedRefunds(
  record: CheckoutRecord,
  ledger: CheckoutLedger,
): readonly CheckoutRefund[] | null {
  const { decisions, refunds } = record;
  if (decisions.length === 0 && refunds.length === 0) return null;
  const all = serializePayerRefunds(record, ledger);
  const decided = all.filter(({ state }) => state !== 'possible' && state !== 'requested');
  if (decided.length > 0) return decided;
  const isAboutMoney = decisions.some(({ about }) => about === 'late' || about === 'owed');
  return all.length === 0 && isAboutMoney ? [] : null;
}

function payerItem(record: CheckoutRecord, available: InvoiceLedger): CheckoutRefund | null {
  const { invoice, requestable, reason, isLateUndecided } = available;
  const { sequence, currency } = invoice;
  const refundReason: RefundReason = isLateUndecided ? 'late' : (reason ?? 'shop');
  const base = { invoice: sequence, currency, reason: refundReason };
  const ofInvoice = listedRefunds(record).filter((refund) => refund.invoice === sequence);
  const refund = isZeroAmount(requestable) ? closedRefund(ofInvoice) : openRefund(ofInvoice);
  if (refund) {
    const { requestedBy, payout, address, requestedAtMs, reply } = refund;
    return {
      ...base,
      ...(requestedBy === 'staff' && { reason: 'shop' as const }),
      amount: refundAmount(refund, invoice),
      state: payerState(refund.state),
      proven: requestedBy === 'payer',
      address: shortenAddress(address),
      requestedAt: iso(requestedAtMs),
      reply,
      transaction: payout?.transaction ?? null,
    };
  }
  if (isZeroAmount(requestable)) return null;
  return {
    ...base,
    ...{ amount: requestable, state: 'possible', proven: false },
    ...{ address: null, requestedAt: null, reply: null, transaction: null },
  };
}

/** Returns the refund to display while money is owed: the proven request, the latest open one, or the latest declined one. */
function openRefund(refunds: readonly ListedRefund[]): ListedRefund | undefined {
  return (
    refunds.findLast((refund) => isUnanswered(refund) && refund.requestedBy === 'payer') ??
    refunds.findLast(isUnanswered) ??
    refunds.findLast(({ requestedBy, state }) => requestedBy !== 'staff' && state === 'declined')
  );
}

/** Returns the refund to display when nothing is owed. Omits a refund that staff have only started. */
function closedRefund(refunds: readonly ListedRefund[]): ListedRefund | undefined {
  return (
    refunds.findLast(({ state }) => state === 'sent' || state === 'approved') ??
    refunds.findLast(
      ({ requestedBy, state }) => requestedBy !== 'staff' && (state === 'proposed' || state === 'accepted'),
    )
  );
}

function payerState(state: ListedRefund['state']): PayerRefundState {
  return state === 'proposed' ? 'requested' : state;
}

/** Returns text such as `TQCt…7En8`: payers recognize their own address, and other people cannot learn it. */
function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}
