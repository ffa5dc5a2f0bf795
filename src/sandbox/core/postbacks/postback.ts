import { stringify } from 'lossless-json';
import type { SandboxChange } from '../ledger/change.js';
import type { Invoice } from '../ledger/invoice.js';
import { statusAt, totalsOf } from '../ledger/invoice.js';
import { fromUnits } from '../ledger/rates.js';
import { depositRecord } from '../ledger/deposit-record.js';
import { float } from '../wire/formats.js';
import { invoiceToWire } from '../wire/invoice-wire.js';
import type { WireOptions } from '../wire/project-wire.js';
import { pythonText } from '../wire/python-text.js';
import type { PostbackFormat } from './settings.js';

/** What a postback tells, whatever its form. The document shows but one of its fields: `order_id`. */
export interface Postback {
  /** What it is about; the published form says `success` in any case. */
  readonly status: 'success' | 'partial' | 'overpaid' | 'canceled';
  /** Without `INV-`. */
  readonly invoiceId: string;
  /** Exact decimal text. */
  readonly amountCrypto: string;
  /** The full code; empty when an invoice has no payment currency. */
  readonly currency: string;
  readonly orderId: string;
  /** The entry of "Invoice information" as of now. */
  readonly info: object;
}

const STATUSES = { paid: 'success', partial: 'partial', overpaid: 'overpaid', canceled: 'canceled' } as const;

/** What is to be told about a change: money in a static wallet always, a new status of an invoice if `invoices`. */
export function postbackOf(
  change: SandboxChange,
  invoices: boolean,
  nowMs: number,
  wire: WireOptions,
): Postback | null {
  if (change.kind === 'deposit') {
    const { wallet, deposit } = change;
    return {
      status: 'success',
      invoiceId: withoutPrefix(deposit.recordId),
      amountCrypto: fromUnits(deposit.units, wallet.currency.decimals),
      currency: wallet.currency.code,
      orderId: wallet.identify,
      info: invoiceToWire(depositRecord({ wallet, deposit }), deposit.atMs, wire),
    };
  }
  if (change.kind !== 'invoice' || !change.former || !invoices) return null;
  const status = statusAt(change.invoice, nowMs);
  if (status === 'created' || status === statusAt(change.former, nowMs)) return null;
  const info = invoiceToWire(change.invoice, nowMs, wire);
  return { ...invoicePostback(change.invoice), status: STATUSES[status], info };
}

function invoicePostback(invoice: Invoice): Omit<Postback, 'status' | 'info'> {
  const currency = invoice.coin?.currency;
  return {
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
export function postbackFields(postback: Postback, format: PostbackFormat) {
  const isPublished = format !== 'json-status' && format !== 'form-status';
  return {
    status: isPublished ? 'success' : postback.status,
    invoice_id: postback.invoiceId,
    amount_crypto: float(postback.amountCrypto),
    currency: postback.currency,
    order_id: postback.orderId,
    ...(isPublished ? { invoice_info: postback.info } : {}),
  };
}

export function encodePostback(
  postback: Postback,
  token: string | undefined,
  format: PostbackFormat,
): { readonly type: string; readonly body: string } {
  const fields = postbackFields(postback, format);
  if (format === 'json' || format === 'json-status')
    return { type: 'application/json', body: stringify({ ...fields, token }) ?? '' };
  const isPython = format === 'form-python';
  const { invoice_info: info, amount_crypto: amount, ...texts } = fields;
  const form = new URLSearchParams({ ...texts, amount_crypto: amount.value });
  if (info !== undefined) form.set('invoice_info', isPython ? pythonText(info) : (stringify(info) ?? ''));
  if (token !== undefined) form.set('token', isPython ? `b'${token}'` : token);
  return { type: 'application/x-www-form-urlencoded', body: form.toString() };
}
