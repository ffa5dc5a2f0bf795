import { caipIds, isZeroAmount } from '../../src/payment/index.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Checkout, CheckoutInvoice, CheckoutState } from '../../src/protocol/index.js';
import { checkout } from '../fixtures.js';

/** An invoice as the sandbox's control API reports it. */
export interface InvoiceReport {
  readonly uuid: string;
  readonly status: 'created' | 'partial' | 'paid' | 'overpaid' | 'canceled';
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Oldest first, each with the status after it. */
  readonly history: readonly {
    readonly at: string;
    readonly transaction?: string;
    readonly status: string;
  }[];
  readonly payment: null | {
    readonly currency: CurrencyCode;
    readonly address: string;
    readonly amountToPay: string;
    readonly amountPaid: string;
    readonly due: string;
    readonly surplus: string;
    readonly transactions: readonly { readonly id: string; readonly confirmed: boolean }[];
    readonly suggestions: { readonly short: string | null; readonly over: string };
  };
}

export interface Moment {
  readonly nowMs: number;
  readonly version: number;
  /** Whether the payer canceled: closed invoices were then closed by them. */
  readonly isCancelRequested: boolean;
}

const WATCHED_MS = 24 * 3_600_000;

/** The checkout over all its invoices: the one with money is shown, otherwise the latest. */
export function toCheckout(reports: readonly InvoiceReport[], moment: Moment): Checkout {
  const now = new Date(moment.nowMs).toISOString();
  const report = reports.find(hasMoney) ?? reports.at(-1);
  const current = { ...checkout, version: moment.version, now, checkedAt: now };
  if (!report) return current;
  return { ...current, state: stateOf(report, moment), late: isLate(report), invoice: invoiceOf(report) };
}

const hasMoney = ({ payment }: InvoiceReport) => (payment?.transactions.length ?? 0) > 0;
const isPaid = ({ status }: { readonly status: string }) => status === 'paid' || status === 'overpaid';

/** Whether the transaction that completed the payment was first seen after the deadline. */
function isLate({ history, expiresAt }: InvoiceReport): boolean {
  const completed = history.find(isPaid);
  const seen = history.find(({ transaction }) => transaction && transaction === completed?.transaction);
  const at = (seen ?? completed)?.at;
  return at !== undefined && Date.parse(at) > Date.parse(expiresAt);
}

function stateOf(report: InvoiceReport, { nowMs, isCancelRequested }: Moment): CheckoutState {
  switch (report.status) {
    case 'created':
      return hasMoney(report) ? 'detected' : 'awaiting';
    case 'partial':
      return nowMs >= Date.parse(report.expiresAt) ? 'expired' : 'partial';
    case 'canceled':
      return isCancelRequested ? 'canceled' : 'expired';
    default:
      return report.status;
  }
}

function invoiceOf(report: InvoiceReport): CheckoutInvoice | null {
  const { uuid, createdAt, expiresAt, payment } = report;
  if (!payment) return null;
  const { currency, address, amountToPay, amountPaid, due, surplus, transactions } = payment;
  return {
    ...{ id: uuid, currency, address, amount: amountToPay, paid: amountPaid, due },
    ...caipIds(currency),
    surplus: isZeroAmount(surplus) ? '0' : surplus,
    fee: null,
    feePaidBy: null,
    createdAt,
    expiresAt,
    monitoredUntil: new Date(Date.parse(expiresAt) + WATCHED_MS).toISOString(),
    transactions: transactions.map(({ id }) => id),
    unconfirmed: isPaid(report) ? [] : transactions.filter(({ confirmed }) => !confirmed).map(({ id }) => id),
    hostedPage: null,
  };
}
