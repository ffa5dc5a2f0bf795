import type { CurrencyCode } from '../payment/index.js';
import { isAmount, isCurrencyCode } from '../payment/index.js';
import type { Checkout, CheckoutInvoice, CheckoutOffer, CheckoutOrder, DepositAddress } from './checkout.js';
import { CHECKOUT_STATES } from './states.js';
import type { CheckoutState } from './states.js';
import { PROBLEM_CODES } from './problem-codes.js';
import type { ProblemCode } from './problem-codes.js';
import type { Problem } from './problem.js';

/** A response that violates the protocol. The message contains the path and what was expected there, never the value. */
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

/** An object that is being read, and its path. */
interface ObjectReader {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Read<T> = (value: unknown, path: string) => T;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readObject(value: unknown, path: string): ObjectReader {
  if (!isRecord(value)) throw new ProtocolError(path, 'an object');
  return { path, fields: value };
}

function field<T>(object: ObjectReader, key: string, read: Read<T>): T {
  const value = Object.hasOwn(object.fields, key) ? object.fields[key] : undefined;
  return read(value, `${object.path}.${key}`);
}

/** Returns a reader that accepts what `accepts` does. */
function matching<T>(expected: string, accepts: (value: unknown) => value is T): Read<T> {
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

const text = matching('text', isText);
const name = matching('text that is not empty', (value): value is string => isText(value) && value !== '');
const flag = matching('true or false', (value): value is boolean => typeof value === 'boolean');
const count = matching(
  'a whole number',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
);
const amount = matching(
  'an amount in plain digits',
  (value): value is string => isText(value) && isAmount(value) && !/e/i.test(value),
);
const time = matching(
  'a time in ISO 8601',
  (value): value is string =>
    isText(value) && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
);
const state: Read<CheckoutState> = (value, path) => {
  const known = CHECKOUT_STATES.find((word) => word === value);
  if (known === undefined) throw new ProtocolError(path, 'a state of a checkout');
  return known;
};
const currencyCode = matching(
  'a known currency code',
  (value): value is CurrencyCode => isText(value) && isCurrencyCode(value),
);

/** Reads a link that a page may offer. Any other scheme, `javascript:` above all, counts as none. */
function linkOf(schemes: RegExp): Read<string | null> {
  return (value) => (isText(value) && schemes.test(value) ? value : null);
}
const webLink = linkOf(/^https?:\/\/\S+$/i);
const supportLink = linkOf(/^(https?:\/\/|mailto:)\S+$/i);

/**
 * Parses a Checkout from a response or an event. Drops fields that the protocol does not list, links with another scheme
 * than `http(s):`, and offers of an unknown currency.
 * @throws {ProtocolError} if anything else violates the protocol
 */
export function parseCheckout(value: unknown): Checkout {
  const object = readObject(value, 'checkout');
  return {
    id: field(object, 'id', name),
    version: field(object, 'version', count),
    now: field(object, 'now', time),
    state: field(object, 'state', state),
    late: field(object, 'late', flag),
    stale: field(object, 'stale', flag),
    checkedAt: field(object, 'checkedAt', orNull(time)),
    testMode: field(object, 'testMode', flag),
    order: field(object, 'order', order),
    shop: field(object, 'shop', shop),
    offers: field(object, 'offers', listOf(offer)).filter((known) => known !== null),
    invoice: field(object, 'invoice', orNull(invoice)),
  };
}

function order(value: unknown, path: string): CheckoutOrder {
  const object = readObject(value, path);
  const description = field(object, 'description', orNull(text));
  const returnUrl = field(object, 'returnUrl', webLink);
  const failUrl = field(object, 'failUrl', webLink);
  const support = field(object, 'support', supportLink);
  return {
    id: field(object, 'id', text),
    amount: field(object, 'amount', amount),
    currency: field(object, 'currency', matching('a currency of three letters', isFiatCode)),
    emailRequired: field(object, 'emailRequired', flag),
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
  const object = readObject(value, path);
  const shopName = field(object, 'name', orNull(text));
  return shopName === null ? {} : { name: shopName };
}

function offer(value: unknown, path: string): CheckoutOffer | null {
  const object = readObject(value, path);
  const code = field(object, 'code', text);
  if (!isCurrencyCode(code)) return null;
  const reason = field(object, 'reason', orNull(text));
  return { code, available: field(object, 'available', flag), ...(reason !== null && { reason }) };
}

function invoice(value: unknown, path: string): CheckoutInvoice {
  const object = readObject(value, path);
  const feePaidBy = field(object, 'feePaidBy', orNull(text));
  return {
    id: field(object, 'id', name),
    currency: field(object, 'currency', currencyCode),
    address: field(object, 'address', (value, where) => (value === null ? null : name(value, where))),
    amount: field(object, 'amount', amount),
    paid: field(object, 'paid', amount),
    due: field(object, 'due', amount),
    surplus: field(object, 'surplus', amount),
    fee: field(object, 'fee', orNull(amount)),
    feePaidBy: feePaidBy === 'payer' || feePaidBy === 'shop' ? feePaidBy : null,
    createdAt: field(object, 'createdAt', time),
    expiresAt: field(object, 'expiresAt', orNull(time)),
    // A proxy of an earlier release sends the former name alone.
    monitoredUntil:
      field(object, 'monitoredUntil', orNull(time)) ?? field(object, 'watchedUntil', orNull(time)),
    transactions: field(object, 'transactions', listOf(text)),
    hostedPage: field(object, 'hostedPage', webLink),
  };
}

/** Parses a deposit address from a response. @throws {ProtocolError} if anything violates the protocol */
export function parseDepositAddress(value: unknown): DepositAddress {
  const object = readObject(value, 'depositAddress');
  return {
    id: field(object, 'id', name),
    currency: field(object, 'currency', currencyCode),
    address: field(object, 'address', name),
    createdAt: field(object, 'createdAt', time),
    testMode: field(object, 'testMode', flag),
  };
}

function isProblemCode(value: unknown): value is ProblemCode {
  return PROBLEM_CODES.some((code) => code === value);
}

/** Parses the body of an error response; `null` if the protocol does not know the problem. Never throws. */
export function parseProblem(value: unknown): Problem | null {
  if (!isRecord(value)) return null;
  const { code, title, status, retryable, requestId, detail } = value;
  if (!isProblemCode(code) || !isText(title) || typeof status !== 'number') return null;
  if (typeof retryable !== 'boolean' || !isText(requestId)) return null;
  const known = { type: 'about:blank', title, status, code, retryable, requestId } as const;
  return isText(detail) ? { ...known, detail } : known;
}
