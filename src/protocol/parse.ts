import { type CaipIds, isCurrencyCode } from '../payment/index.js';
import type {
  Checkout,
  CheckoutInvoice,
  CheckoutLifetimes,
  CheckoutOffer,
  CheckoutOrder,
  DepositAddress,
  WalletSupport,
} from './checkout.js';
import {
  amount,
  count,
  currencyCode,
  fiatCode,
  fieldsOf,
  flag,
  isRecord,
  isText,
  listOf,
  name,
  oneOf,
  orNull,
  type Read,
  text,
  time,
} from './fields.js';
import { PAYER_REFUND_STATES, REFUND_REASONS, type CheckoutRefund, type CheckoutRefunds } from './refunds.js';
import { CHECKOUT_STATES } from './states.js';
import type { SolanaTransfer } from './solana.js';
import { TRANSFER_STATES, type WalletTransfer } from './transfer.js';
import { PROBLEM_CODES, type ProblemCode } from './problem-codes.js';
import type { Problem } from './problem-table.js';

export { ProtocolError } from './fields.js';

const state = oneOf('a state of a checkout', CHECKOUT_STATES);
const refundState = oneOf('a state of a refund', PAYER_REFUND_STATES);
const refundReason = oneOf('a reason of a refund', REFUND_REASONS);
const transferState = oneOf('a state of a transfer', TRANSFER_STATES);
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
  const field = fieldsOf(value, 'checkout');
  const lifetimes = field('lifetimes', orNull(checkoutLifetimes));
  const wallets = field('wallets', orNull(walletSupport));
  const refunds = field('refunds', orNull(checkoutRefunds));
  const accepted = field('accepted', orNull(flag));
  return {
    id: field('id', name),
    version: field('version', count),
    now: field('now', time),
    state: field('state', state),
    late: field('late', flag),
    ...(accepted && { accepted }),
    stale: field('stale', flag),
    checkedAt: field('checkedAt', orNull(time)),
    testMode: field('testMode', flag),
    order: field('order', order),
    shop: field('shop', shop),
    offers: field('offers', listOf(offer)).filter((known) => known !== null),
    invoice: field('invoice', orNull(invoice)),
    transfer: field('transfer', orNull(transfer)),
    ...(lifetimes && { lifetimes }),
    ...(wallets && { wallets }),
    ...(refunds && { refunds }),
  };
}

function checkoutLifetimes(value: unknown, path: string): CheckoutLifetimes {
  const field = fieldsOf(value, path);
  return { usualMinutes: field('usualMinutes', count), longestMinutes: field('longestMinutes', count) };
}

function walletSupport(value: unknown, path: string): WalletSupport {
  const field = fieldsOf(value, path);
  const tonManifest = field('tonManifest', webLink);
  return { solana: field('solana', flag), ...(tonManifest !== null && { tonManifest }) };
}

function order(value: unknown, path: string): CheckoutOrder {
  const field = fieldsOf(value, path);
  const description = field('description', orNull(text));
  const returnUrl = field('returnUrl', webLink);
  const failUrl = field('failUrl', webLink);
  const support = field('support', supportLink);
  return {
    id: field('id', text),
    amount: field('amount', amount),
    currency: field('currency', fiatCode),
    emailRequired: field('emailRequired', flag),
    ...(description !== null && { description }),
    ...(returnUrl !== null && { returnUrl }),
    ...(failUrl !== null && { failUrl }),
    ...(support !== null && { support }),
  };
}

function shop(value: unknown, path: string): Checkout['shop'] {
  const field = fieldsOf(value, path);
  const shopName = field('name', orNull(text));
  const logo = field('logo', webLink);
  return { ...(shopName !== null && { name: shopName }), ...(logo !== null && { logo }) };
}

function offer(value: unknown, path: string): CheckoutOffer | null {
  const field = fieldsOf(value, path);
  const code = field('code', text);
  if (!isCurrencyCode(code)) return null;
  const reason = field('reason', orNull(text));
  return { code, available: field('available', flag), ...(reason !== null && { reason }) };
}

function invoice(value: unknown, path: string): CheckoutInvoice {
  const field = fieldsOf(value, path);
  const feePaidBy = field('feePaidBy', orNull(text));
  return {
    id: field('id', name),
    currency: field('currency', currencyCode),
    address: field('address', (value, where) => (value === null ? null : name(value, where))),
    amount: field('amount', orNull(amount)),
    paid: field('paid', amount),
    due: field('due', orNull(amount)),
    surplus: field('surplus', amount),
    fee: field('fee', orNull(amount)),
    feePaidBy: feePaidBy === 'payer' || feePaidBy === 'shop' ? feePaidBy : null,
    createdAt: field('createdAt', time),
    expiresAt: field('expiresAt', orNull(time)),
    monitoredUntil: field('monitoredUntil', orNull(time)),
    transactions: field('transactions', listOf(text)),
    unconfirmed: field('unconfirmed', listOf(text)),
    hostedPage: field('hostedPage', webLink),
    ...caipIds(field),
  };
}

function transfer(value: unknown, path: string): WalletTransfer {
  const field = fieldsOf(value, path);
  return {
    id: field('id', count),
    state: field('state', transferState),
    wallet: field('wallet', orNull(text)),
    transaction: field('transaction', orNull(text)),
    askedAt: field('askedAt', time),
    endsAt: field('endsAt', orNull(time)),
  };
}

function checkoutRefunds(value: unknown, path: string): CheckoutRefunds {
  const field = fieldsOf(value, path);
  return { asksEmail: field('asksEmail', flag), items: field('items', listOf(refund)) };
}

function refund(value: unknown, path: string): CheckoutRefund {
  const field = fieldsOf(value, path);
  return {
    invoice: field('invoice', count),
    reason: field('reason', refundReason),
    currency: field('currency', currencyCode),
    amount: field('amount', amount),
    state: field('state', refundState),
    proven: field('proven', flag),
    address: field('address', orNull(name)),
    requestedAt: field('requestedAt', orNull(time)),
    reply: field('reply', orNull(text)),
    transaction: field('transaction', orNull(name)),
  };
}

/** Parses a deposit address from a response. @throws {ProtocolError} if anything violates the protocol */
export function parseDepositAddress(value: unknown): DepositAddress {
  const field = fieldsOf(value, 'depositAddress');
  return {
    id: field('id', name),
    currency: field('currency', currencyCode),
    address: field('address', name),
    createdAt: field('createdAt', time),
    testMode: field('testMode', flag),
    ...caipIds(field),
  };
}

function caipIds(field: ReturnType<typeof fieldsOf>): CaipIds {
  return { caip2: field('caip2', text), caip19: field('caip19', orNull(text)) };
}

/** Parses what a transfer on Solana needs. @throws {ProtocolError} if anything violates the protocol */
export function parseSolanaTransfer(value: unknown): SolanaTransfer {
  const field = fieldsOf(value, 'solana');
  return {
    address: field('address', name),
    blockhash: field('blockhash', name),
    lastValidBlockHeight: field('lastValidBlockHeight', count),
    isTokenAccount: field('isTokenAccount', flag),
    tokenProgram: field('tokenProgram', orNull(name)),
    createsAccount: field('createsAccount', flag),
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
