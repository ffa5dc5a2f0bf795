import type { CurrencyCode } from '../payment/index.js';
import { isAmount, isCurrencyCode } from '../payment/index.js';
import type { Checkout, CheckoutInvoice, CheckoutOffer, CheckoutOrder, Wallet } from './checkout.js';
import { CHECKOUT_STATES } from './states.js';
import type { CheckoutState } from './states.js';
import { PROBLEM_CODES } from './problem-codes.js';
import type { ProblemCode } from './problem-codes.js';
import type { Problem } from './problem.js';

/** An answer that is not the protocol's. The message names the place and what was expected there, never the value. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  constructor(
    /** Such as `checkout.invoice.amount`. */
    readonly path: string,
    readonly expected: string,
  ) {
    super(`${path}: expected ${expected}`);
  }
}

/** An object being read, and where it lies. */
interface Place {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Read<T> = (value: unknown, path: string) => T;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeOf(value: unknown, path: string): Place {
  if (!isRecord(value)) throw new ProtocolError(path, 'an object');
  return { path, fields: value };
}

function field<T>(place: Place, key: string, read: Read<T>): T {
  const value = Object.hasOwn(place.fields, key) ? place.fields[key] : undefined;
  return read(value, `${place.path}.${key}`);
}

/** A reader that takes `value` only where `accepts` does. */
function only<T>(expected: string, accepts: (value: unknown) => value is T): Read<T> {
  return (value, path) => {
    if (accepts(value)) return value;
    throw new ProtocolError(path, expected);
  };
}

function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, path) => (value === null || value === undefined ? null : read(value, path));
}

function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ProtocolError(path, 'a list');
    return value.map((entry, index) => read(entry, `${path}[${index}]`));
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

const text = only('text', isText);
const name = only('text that is not empty', (value): value is string => isText(value) && value !== '');
const flag = only('true or false', (value): value is boolean => typeof value === 'boolean');
const count = only(
  'a whole number',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
);
const amount = only(
  'an amount in plain digits',
  (value): value is string => isText(value) && isAmount(value) && !/e/i.test(value),
);
const time = only(
  'a time in ISO 8601',
  (value): value is string =>
    isText(value) && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
);
const state: Read<CheckoutState> = (value, path) => {
  const known = CHECKOUT_STATES.find((word) => word === value);
  if (known === undefined) throw new ProtocolError(path, 'a state of a checkout');
  return known;
};
const currencyCode = only(
  'a known currency code',
  (value): value is CurrencyCode => isText(value) && isCurrencyCode(value),
);

/** A link that a page may offer: any other scheme, `javascript:` above all, counts as none. */
function linkOf(schemes: RegExp): Read<string | null> {
  return (value) => (isText(value) && schemes.test(value) ? value : null);
}
const webLink = linkOf(/^https?:\/\/\S+$/i);
const supportLink = linkOf(/^(https?:\/\/|mailto:)\S+$/i);

/**
 * A Checkout out of an answer or event of the proxy. Fields that the protocol does not list are dropped, and so are
 * links with another scheme than `http(s):` and offers of an unknown currency.
 * @throws {ProtocolError} when anything else is not as the protocol says
 */
export function parseCheckout(value: unknown): Checkout {
  const place = placeOf(value, 'checkout');
  return {
    id: field(place, 'id', name),
    version: field(place, 'version', count),
    now: field(place, 'now', time),
    state: field(place, 'state', state),
    late: field(place, 'late', flag),
    stale: field(place, 'stale', flag),
    checkedAt: field(place, 'checkedAt', orNull(time)),
    testMode: field(place, 'testMode', flag),
    order: field(place, 'order', order),
    shop: field(place, 'shop', shop),
    offers: field(place, 'offers', listOf(offer)).filter((known) => known !== null),
    invoice: field(place, 'invoice', orNull(invoice)),
  };
}

function order(value: unknown, path: string): CheckoutOrder {
  const place = placeOf(value, path);
  const description = field(place, 'description', orNull(text));
  const returnUrl = field(place, 'returnUrl', webLink);
  const failUrl = field(place, 'failUrl', webLink);
  const support = field(place, 'support', supportLink);
  return {
    id: field(place, 'id', text),
    amount: field(place, 'amount', amount),
    currency: field(place, 'currency', only('a currency of three letters', isFiatCode)),
    emailRequired: field(place, 'emailRequired', flag),
    ...(description !== null && { description }),
    ...(returnUrl !== null && { returnUrl }),
    ...(failUrl !== null && { failUrl }),
    ...(support !== null && { support }),
  };
}

/** `Intl.NumberFormat` throws for anything else. */
function isFiatCode(value: unknown): value is string {
  return isText(value) && /^[A-Z]{3}$/.test(value);
}

function shop(value: unknown, path: string): Checkout['shop'] {
  const place = placeOf(value, path);
  const shopName = field(place, 'name', orNull(text));
  const logo = field(place, 'logo', webLink);
  return { ...(shopName !== null && { name: shopName }), ...(logo !== null && { logo }) };
}

function offer(value: unknown, path: string): CheckoutOffer | null {
  const place = placeOf(value, path);
  const code = field(place, 'code', text);
  if (!isCurrencyCode(code)) return null;
  const reason = field(place, 'reason', orNull(text));
  return { code, available: field(place, 'available', flag), ...(reason !== null && { reason }) };
}

function invoice(value: unknown, path: string): CheckoutInvoice {
  const place = placeOf(value, path);
  const feePaidBy = field(place, 'feePaidBy', orNull(text));
  return {
    id: field(place, 'id', name),
    currency: field(place, 'currency', currencyCode),
    address: field(place, 'address', (told, where) => (told === null ? null : name(told, where))),
    amount: field(place, 'amount', amount),
    paid: field(place, 'paid', amount),
    due: field(place, 'due', amount),
    surplus: field(place, 'surplus', amount),
    fee: field(place, 'fee', orNull(amount)),
    feePaidBy: feePaidBy === 'payer' || feePaidBy === 'shop' ? feePaidBy : null,
    createdAt: field(place, 'createdAt', time),
    expiresAt: field(place, 'expiresAt', orNull(time)),
    watchedUntil: field(place, 'watchedUntil', orNull(time)),
    transactions: field(place, 'transactions', listOf(text)),
    hostedPage: field(place, 'hostedPage', webLink),
  };
}

/** A Wallet out of an answer of the proxy. @throws {ProtocolError} when anything is not as the protocol says */
export function parseWallet(value: unknown): Wallet {
  const place = placeOf(value, 'wallet');
  return {
    id: field(place, 'id', name),
    currency: field(place, 'currency', currencyCode),
    address: field(place, 'address', name),
    createdAt: field(place, 'createdAt', time),
    testMode: field(place, 'testMode', flag),
  };
}

function isProblemCode(value: unknown): value is ProblemCode {
  return PROBLEM_CODES.some((code) => code === value);
}

/** A problem out of the body of an error answer, or `null` when it is none that the protocol knows. Never throws. */
export function parseProblem(value: unknown): Problem | null {
  if (!isRecord(value)) return null;
  const { code, title, status, retryable, requestId, detail } = value;
  if (!isProblemCode(code) || !isText(title) || typeof status !== 'number') return null;
  if (typeof retryable !== 'boolean' || !isText(requestId)) return null;
  const known = { type: 'about:blank', title, status, code, retryable, requestId } as const;
  return isText(detail) ? { ...known, detail } : known;
}
