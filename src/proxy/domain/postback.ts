import { errors, jwtVerify } from 'jose';
import { isLosslessNumber, parse } from 'lossless-json';
import { isAmount, isCurrencyCode, plainAmount, type CurrencyCode } from '../../payment/index.js';
import { isLine } from '../../payment/plain-text.js';
import { canonicalId } from '../../service/invoice.js';
import { isOfType } from './jwt.js';
import { MAX_ID_LENGTH } from './order.js';
import { CUSTOMER_TYPE, ORDER_TYPE } from './shop-tokens.js';

/**
 * The fields of a postback. The service documents only `order_id` (service doc, "Events"). The other fields are searched under
 * all likely names. None is trusted.
 */
export interface Postback {
  /** Canonical: `INV-` and 8 characters in upper case. */
  readonly invoiceIds: readonly string[];
  readonly orderId: string | null;
  readonly address: string | null;
  readonly currency: CurrencyCode | null;
  /** Exact decimal text above zero. */
  readonly amount: string | null;
  readonly transaction: string | null;
  /** A JWT, not verified yet. */
  readonly token: string | null;
}

/** Field names in lower case without `_` and `-`, by preference. */
const FIELD_NAMES = {
  invoice: ['invoiceid', 'uuid', 'invoiceuuid', 'invoice', 'invoicenumber', 'paymentid', 'id'],
  order: ['orderid', 'ordernumber', 'order', 'identify', 'merchantorderid'],
  address: ['address', 'walletaddress', 'wallet', 'toaddress'],
  currency: ['fullcode', 'currency', 'currencycode', 'cryptocurrency', 'code'],
  amount: ['amountpaid', 'amountcrypto', 'amountincrypto', 'cryptoamount', 'received', 'amount'],
  transaction: ['txid', 'txhash', 'tx', 'hash', 'transaction', 'transactionid', 'transactionhash', 'txlist'],
  token: ['token', 'jwt'],
} as const;

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;
const MAX_POSTBACK_TOKEN_LENGTH = 4000;

type Texts = readonly (readonly [name: string, text: string])[];

/** Parses any body, JSON or form, and ignores unreadable parts. Never throws. */
export function parsePostback(body: string): Postback {
  const texts = textsOf(body).map(([key, text]) => [key, text.trim()] as const);
  const short = texts.filter(([, text]) => isLine(text, MAX_ID_LENGTH));
  return {
    invoiceIds: [...new Set(textsUnder(short, FIELD_NAMES.invoice).flatMap(toInvoiceId))].slice(0, 10),
    orderId: textsUnderFirst(short, FIELD_NAMES.order).find(isPresent) ?? null,
    address: textsUnder(short, FIELD_NAMES.address).find(isPresent) ?? null,
    currency: textsUnder(short, FIELD_NAMES.currency).find(isCurrencyCode) ?? null,
    amount: textsUnder(short, FIELD_NAMES.amount).flatMap(toAmount)[0] ?? null,
    transaction: textsUnder(short, FIELD_NAMES.transaction).find(isPresent) ?? null,
    token:
      textsUnder(texts, FIELD_NAMES.token)
        .map(withoutPythonBytes)
        .find((text) => isPresent(text) && text.length <= MAX_POSTBACK_TOKEN_LENGTH) ?? null,
  };
}

/** Returns the canonical form of an invoice id, or an empty list. */
function toInvoiceId(text: string): readonly string[] {
  return [canonicalId(text)].filter((id) => id !== null);
}

/** Returns the texts under these names, in the order of the names. */
function textsUnder(texts: Texts, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => texts.flatMap(([key, text]) => (key === name ? [text] : [])));
}

/**
 * Returns the texts under the first name that occurs. If `order_id` is `None`, the `order` of a Currency object must not count as
 * an order id.
 */
function textsUnderFirst(texts: Texts, names: readonly string[]): readonly string[] {
  return names.map((name) => textsUnder(texts, [name])).find(({ length }) => length > 0) ?? [];
}

// Some form bodies contain the token in Python's notation for bytes: `b'…'`.
function withoutPythonBytes(token: string): string {
  return /^b'(.*)'$/.exec(token)?.[1] ?? token;
}

// Service doc, "Invoice": an absent value appears as the text `None`.
function isPresent(text: string): boolean {
  return text !== '' && text !== 'None';
}

function toAmount(text: string): readonly string[] {
  if (!isAmount(text)) return [];
  const amount = plainAmount(text);
  return /^\d+(\.\d+)?$/.test(amount) && /[1-9]/.test(amount) ? [amount] : [];
}

function textsOf(body: string): Texts {
  const trimmed = body.trim();
  const isJson = trimmed.startsWith('{') || trimmed.startsWith('[');
  if (isJson) return [...leaves('', jsonOf(trimmed), 0)].slice(0, MAX_FIELDS);
  return [...new URLSearchParams(trimmed)].slice(0, MAX_FIELDS).map(([key, text]) => [plainName(key), text]);
}

function jsonOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function* leaves(key: string, value: unknown, depth: number): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [plainName(key), value];
  else if (isLosslessNumber(value)) yield [plainName(key), value.value];
  else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    const isList = Array.isArray(value);
    for (const [name, item] of Object.entries(value)) yield* leaves(isList ? key : name, item, depth + 1);
  }
}

function plainName(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, '');
}

/**
 * Returns the invoice ids in a postback's token (JWT, HS256): none if it is forged, damaged, expired, or a token of the
 * proxy itself. The service does not document `typ` or the claim with the id, so any text claim may hold it.
 */
export async function signedInvoiceIds(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  for (const key of keys) {
    try {
      const options = { algorithms: ['HS256'], currentDate: new Date(nowMs) };
      const { payload, protectedHeader } = await jwtVerify(token, key, options);
      if (!isPostbackType(protectedHeader.typ)) return new Set();
      const texts = Object.values(payload).filter((value) => typeof value === 'string');
      return new Set(texts.flatMap(toInvoiceId));
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return new Set();
}

function isPostbackType(typ: unknown): boolean {
  const isProxyToken = isOfType(typ, ORDER_TYPE) || isOfType(typ, CUSTOMER_TYPE);
  return typ === undefined || (typeof typ === 'string' && !isProxyToken);
}
