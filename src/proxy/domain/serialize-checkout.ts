import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout, CheckoutInvoice, CheckoutOrder } from '../../protocol/index.js';
import type { CheckoutRecord, DisplayedInvoice } from './record.js';
import { emailOf, displayableAddress } from './record.js';
import { monitoredUntilMs } from './schedule.js';
import type { InvoiceSettlement } from './settlement.js';
import { settlementOf } from './settlement.js';

/** What the proxy adds to a record to make it a page's Checkout. */
export interface SerializeSettings {
  readonly offers: readonly CurrencyCode[];
  readonly support: string | null;
  readonly testMode: boolean;
  /** How long an address is watched after its deadline. */
  readonly graceMs: number;
}

/** A look that is overdue by this much has failed, whoever was to take it. */
const STALE_MS = 15_000;

export function offersOf(checkout: CheckoutRecord, settings: SerializeSettings): readonly CurrencyCode[] {
  return checkout.order.offers?.filter((code) => settings.offers.includes(code)) ?? settings.offers;
}

/** The Checkout as it leaves the proxy: every field is written down here, so that none slips out. */
export function serializeCheckout(
  record: CheckoutRecord,
  settings: SerializeSettings,
  nowMs: number,
): Checkout {
  const {
    standing: { state, invoice: settled },
    late,
  } = settlementOf(record);
  const invoice = settled?.invoice ?? null;
  return {
    id: record.id,
    version: record.version,
    now: iso(nowMs),
    state,
    late,
    stale: invoice !== null && isStale(invoice.createdAtMs, invoice, nowMs),
    checkedAt: isoOrNull(invoice?.checkedAtMs ?? null),
    testMode: invoice?.testMode ?? settings.testMode,
    order: toOrder(record, settings),
    shop: given({ name: record.shop.name, logo: record.shop.logo }),
    offers: offersOf(record, settings).map((code) => ({ code, available: true })),
    invoice: settled && toInvoice(settled, settings),
  };
}

/** The text of everything that a payer can see and that does not change with the time alone. */
export function fingerprint(record: CheckoutRecord, settings: SerializeSettings): string {
  return JSON.stringify({
    // Of the offers only the order's own can change: to write down forty of them takes longer than all the rest.
    ...serializeCheckout(record, { ...settings, offers: [] }, 0),
    offers: record.order.offers,
    version: null,
    now: null,
    stale: null,
    checkedAt: null,
  });
}

type Checks = Pick<DisplayedInvoice, 'checkedAtMs' | 'nextCheckAtMs'> & {
  readonly trouble: string | null;
};

/** Is what is known of this invoice older than it ought to be? */
export function isStale(
  createdAtMs: number,
  { trouble, checkedAtMs, nextCheckAtMs }: Checks,
  nowMs: number,
): boolean {
  if (nextCheckAtMs === null) return false;
  return nowMs > (trouble === null ? nextCheckAtMs : (checkedAtMs ?? createdAtMs)) + STALE_MS;
}

function toOrder(record: CheckoutRecord, { support }: SerializeSettings): CheckoutOrder {
  const { id, amount, currency, description, returnUrl, failUrl, emailRequired } = record.order;
  return {
    id,
    amount,
    currency,
    emailRequired: emailRequired && emailOf(record) === null,
    ...given({ description, returnUrl, failUrl, support }),
  };
}

function toInvoice(settled: InvoiceSettlement, { graceMs }: SerializeSettings): CheckoutInvoice {
  const { invoice, received, due, surplus } = settled;
  return {
    id: invoice.serviceId,
    currency: invoice.currency,
    address: displayableAddress(invoice),
    amount: invoice.amount,
    paid: received,
    due,
    surplus,
    fee: invoice.fee,
    feePaidBy: invoice.feePaidBy,
    createdAt: iso(invoice.createdAtMs),
    expiresAt: isoOrNull(invoice.expiresAtMs),
    watchedUntil: isoOrNull(monitoredUntilMs(invoice, graceMs)),
    transactions: invoice.money.transactions,
    hostedPage: invoice.hostedPage,
  };
}

/** Only the fields that have a value. */
function given<K extends string>(fields: Readonly<Record<K, string | null>>): Partial<Record<K, string>> {
  const entries = Object.entries<string | null>(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<Record<K, string>>;
}

export function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export function isoOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : iso(timeMs);
}
