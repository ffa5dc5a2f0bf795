import { caipIds } from '../../payment/index.js';
import type {
  Checkout,
  CheckoutInvoice,
  CheckoutOrder,
  WalletSupport,
  WalletTransfer,
} from '../../protocol/index.js';
import type { PresentTime } from '../base/clock.js';
import { iso, isoOrNull, SECOND_MS } from '../base/time.js';
import { lifetimesOf, type LifetimeSettings } from './lifetime.js';
import { serializeOffers, type OfferSettings } from './offers.js';
import { transactionIds, unconfirmedIn } from './payment-status.js';
import { emailOf, displayableAddress, type CheckoutRecord, type DisplayedInvoice } from './record.js';
import { monitoredUntilMs } from './schedule.js';
import { serializeDecidedRefunds, serializePayerRefunds } from './serialize-refunds.js';
import { ledgerOf, type InvoiceLedger } from './ledger.js';
import { openTransfer, type OpenTransfer } from './wallet-transfer.js';

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

/** Time after which an overdue poll makes a checkout stale. After a failed poll, it counts from the last usable answer. */
const STALE_AFTER_MS = 15_000;

/**
 * Serializes a checkout for the API. Lists every field, so that no internal one leaks. All times that a page compares are by the
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

/** For a text without the fields that change with time alone. */
export const NO_TIME: PresentTime = { nowMs: 0, serviceNowMs: 0 };

/** Returns a text of all fields that a payer can see, except those that change with time alone. */
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
  // The difference is known to the second, and each reading of two clocks differs by a few milliseconds.
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
  const { invoice, received, due, surplus } = settled;
  return {
    id: invoice.serviceId,
    currency: invoice.currency,
    ...caipIds(invoice.currency),
    address: displayableAddress(invoice),
    amount: invoice.amount,
    paid: received,
    due,
    surplus,
    fee: invoice.fee,
    feePaidBy: invoice.feePaidBy,
    createdAt: iso(invoice.createdAtMs),
    expiresAt: isoOrNull(invoice.expiresAtMs),
    monitoredUntil: isoOrNull(monitoredUntilMs(invoice, monitoringMs)),
    transactions: transactionIds(invoice.money),
    unconfirmed: unconfirmedIn(invoice),
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
