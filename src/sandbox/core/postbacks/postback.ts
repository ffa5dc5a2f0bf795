import { SignJWT } from 'jose';
import { LosslessNumber, stringify } from 'lossless-json';
import type { SandboxChange } from '../ledger/change.js';
import { type Invoice, statusAt, totalsOf } from '../ledger/invoice.js';
import { fromUnits } from '../ledger/rates.js';
import { depositRecord } from '../ledger/static-wallet.js';
import { float, NONE, type WireOptions } from '../wire/formats.js';
import { invoiceToWire } from '../wire/record-wire.js';
import type { PostbackFormat } from './settings.js';

/** The content of a postback. The service document shows only `order_id`. */
export interface Postback {
  readonly status: 'success' | 'partial' | 'overpaid' | 'canceled';
  /** Without `INV-`. */
  readonly invoice_id: string;
  /** In the format of the other amounts of the service. */
  readonly amount_crypto: LosslessNumber;
  /** Full code; empty if no currency is selected. */
  readonly currency: string;
  readonly order_id: string;
  /** The current entry of "Invoice information". */
  readonly invoice_info: object;
}

const STATUSES = { paid: 'success', partial: 'partial', overpaid: 'overpaid', canceled: 'canceled' } as const;

/** Returns the postback for a change: a deposit, or if `invoices` is set, a new status of an invoice. */
export function postbackOf(
  change: SandboxChange,
  invoices: boolean,
  nowMs: number,
  wire: WireOptions,
): Postback | null {
  if (change.kind === 'deposit') {
    const { deposit } = change;
    const record = depositRecord(change);
    return { status: 'success', ...fieldsOf(record, deposit.atMs, wire) };
  }
  if (change.kind !== 'invoice' || !change.previous || !invoices) return null;
  const status = statusAt(change.invoice, nowMs);
  if (status === 'created' || status === statusAt(change.previous, nowMs)) return null;
  return { status: STATUSES[status], ...fieldsOf(change.invoice, nowMs, wire) };
}

function fieldsOf(invoice: Invoice, atMs: number, wire: WireOptions): Omit<Postback, 'status'> {
  const currency = invoice.coin?.currency;
  return {
    invoice_id: invoice.id.replace(/^INV-/, ''),
    amount_crypto: float(fromUnits(totalsOf(invoice).paid, currency?.decimals ?? 0)),
    currency: currency?.code ?? '',
    // Service doc, "Invoice": `None` if missing.
    order_id: invoice.orderId ?? NONE,
    invoice_info: invoiceToWire(invoice, atMs, wire),
  };
}

/** Returns the fields without the token. In the published formats, the status is always `success`. */
export function postbackFields({ invoice_info, ...fields }: Postback, format: PostbackFormat) {
  if (format === 'json-status' || format === 'form-status') return fields;
  return { ...fields, status: 'success', invoice_info };
}

export function encodePostback(postback: Postback, token: string | undefined, format: PostbackFormat) {
  const fields = postbackFields(postback, format);
  if (format === 'json' || format === 'json-status')
    return { type: 'application/json', body: stringify({ ...fields, token }) ?? '' };
  const isPython = format === 'form-python';
  const { invoice_info: info, amount_crypto: amount, ...texts } = { invoice_info: undefined, ...fields };
  const form = new URLSearchParams({ ...texts, amount_crypto: amount.value });
  if (info !== undefined) form.set('invoice_info', isPython ? pythonText(info) : (stringify(info) ?? ''));
  if (token !== undefined) form.set('token', isPython ? `b'${token}'` : token);
  return { type: 'application/x-www-form-urlencoded', body: form.toString() };
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Formats a JSON value like Python's `str()`, as some receivers expect it. */
function pythonText(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoted(value);
  if (value instanceof LosslessNumber || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${quoted(name)}: ${pythonText(member)}`);
  return `{${members.join(', ')}}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escapedCharacter);
  return `${quote}${escaped}${quote}`;
}

function escapedCharacter(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return ESCAPES[character] ?? (hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`);
}

const TOKEN_LIFETIME_SECONDS = 300;

/**
 * Returns a JWT (RFC 7519) `{id, exp}`, signed with HS256 and valid for five minutes of sandbox time. Omits `iat`: the sandbox's clock
 * may be ahead of the receiver's.
 */
export function signToken(secret: string, id: string, nowMs: number): Promise<string> {
  const exp = Math.floor(nowMs / 1000) + TOKEN_LIFETIME_SECONDS;
  return new SignJWT({ id, exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}
