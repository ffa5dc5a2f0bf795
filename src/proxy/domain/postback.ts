import { isLosslessNumber, parse } from 'lossless-json';
import { isAmount, isCurrencyCode, plainAmount } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import { canonicalId } from '../../service/invoice.js';
import { isLine, MAX_ID_LENGTH } from './order.js';

/**
 * What a notification of the service may be about. The document shows one of its fields, `order_id`
 * ("Events"), so the others are looked for under every name that they are likely to have. Nothing of it is
 * believed.
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

/** In lower case, without `_` and `-`; the better ones first. */
const NAMES = {
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
const MAX_TOKEN_LENGTH = 4000;

type Texts = readonly (readonly [name: string, text: string])[];

/** Any body, JSON or form: what cannot be read is as if it were not there. Never throws. */
export function parsePostback(body: string): Postback {
  const texts = textsOf(body).map(([key, text]) => [key, text.trim()] as const);
  const short = texts.filter(([, text]) => isLine(text, MAX_ID_LENGTH));
  return {
    invoiceIds: [...new Set(named(short, NAMES.invoice).flatMap(toInvoiceId))].slice(0, 10),
    orderId: firstNamed(short, NAMES.order).find(isGiven) ?? null,
    address: named(short, NAMES.address).find(isGiven) ?? null,
    currency: named(short, NAMES.currency).find(isCurrencyCode) ?? null,
    amount: named(short, NAMES.amount).flatMap(toAmount)[0] ?? null,
    transaction: named(short, NAMES.transaction).find(isGiven) ?? null,
    token:
      named(texts, NAMES.token)
        .map(withoutPythonBytes)
        .find((text) => isGiven(text) && text.length <= MAX_TOKEN_LENGTH) ?? null,
  };
}

/** The canonical form of an id, if the text is one. */
export function toInvoiceId(text: string): readonly string[] {
  return [canonicalId(text)].filter((id) => id !== null);
}

/** By the order of the names, not by that of the fields. */
function named(texts: Texts, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => texts.flatMap(([key, text]) => (key === name ? [text] : [])));
}

/** Those under the best name that occurs: an `order_id` of `None` says that the `order` of a Currency object is none either. */
function firstNamed(texts: Texts, names: readonly string[]): readonly string[] {
  return names.map((name) => named(texts, [name])).find(({ length }) => length > 0) ?? [];
}

/** Some form bodies carry the token as Python's text of its bytes: `b'…'`. */
function withoutPythonBytes(token: string): string {
  return /^b'(.*)'$/.exec(token)?.[1] ?? token;
}

/** "Invoice": the text `None` appears when absent. */
function isGiven(text: string): boolean {
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
