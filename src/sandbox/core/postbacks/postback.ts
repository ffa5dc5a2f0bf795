import { stringify } from 'lossless-json';
import type { Change } from '../journal/changes.js';
import type { Invoice } from '../ledger/invoice.js';
import { statusAt, totalsOf } from '../ledger/invoice.js';
import { fromUnits } from '../ledger/rates.js';
import { float } from '../wire/formats.js';
import type { PostbackFormat } from './settings.js';

/** What a postback tells. The document shows but one of its fields: `order_id`. */
export interface Postback {
  readonly status: 'success' | 'partial' | 'overpaid' | 'canceled';
  /** Without `INV-`. */
  readonly invoiceId: string;
  /** Exact decimal text. */
  readonly amountCrypto: string;
  /** The full code; empty when an invoice has no payment currency. */
  readonly currency: string;
  readonly orderId: string;
}

const STATUSES = { paid: 'success', partial: 'partial', overpaid: 'overpaid', canceled: 'canceled' } as const;

/** What is to be told about a change: money in a static wallet always, a new status of an invoice if `invoices`. */
export function postbackOf(change: Change, invoices: boolean, nowMs: number): Postback | null {
  if (change.kind === 'deposit') {
    const { wallet, deposit } = change;
    return {
      status: 'success',
      invoiceId: withoutPrefix(deposit.recordId),
      amountCrypto: fromUnits(deposit.units, wallet.currency.decimals),
      currency: wallet.currency.code,
      orderId: wallet.identify,
    };
  }
  if (change.kind !== 'invoice' || !change.former || !invoices) return null;
  const status = statusAt(change.invoice, nowMs);
  if (status === 'created' || status === statusAt(change.former, nowMs)) return null;
  return invoicePostback(change.invoice, STATUSES[status]);
}

function invoicePostback(invoice: Invoice, status: Postback['status']): Postback {
  const currency = invoice.coin?.currency;
  return {
    status,
    invoiceId: withoutPrefix(invoice.id),
    amountCrypto: fromUnits(totalsOf(invoice).paid, currency?.decimals ?? 0),
    currency: currency?.code ?? '',
    // "Invoice": the text `None` appears when absent.
    orderId: invoice.orderId ?? 'None',
  };
}

function withoutPrefix(id: string): string {
  return id.replace(/^INV-/, '');
}

/** The fields as they are sent, the token aside. The amount has the form of the service's other amounts. */
export function postbackFields(postback: Postback) {
  return {
    status: postback.status,
    invoice_id: postback.invoiceId,
    amount_crypto: float(postback.amountCrypto),
    currency: postback.currency,
    order_id: postback.orderId,
  };
}

export function encodePostback(
  postback: Postback,
  token: string | undefined,
  format: PostbackFormat,
): { readonly type: string; readonly body: string } {
  const fields = { ...postbackFields(postback), ...(token === undefined ? {} : { token }) };
  if (format === 'json') return { type: 'application/json', body: stringify(fields) ?? '' };
  const texts = { ...fields, amount_crypto: fields.amount_crypto.value };
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(texts).toString() };
}
