import { currencyOf, isCurrencyCode } from '../payment/index.js';
import { parseCurrency, requiredCurrency } from './currency.js';
import type { JsonFields } from './fields.js';
import {
  FieldError,
  flag,
  isObject,
  readableSignedAmount,
  readableText,
  reference,
  requiredText,
  timeMs,
  wholeNumber,
} from './fields.js';
import type {
  Balance,
  CreateStaticWalletRequest,
  ServiceCurrency,
  StaticWallet,
  Statistics,
  StatisticsKey,
} from './types.js';

/** Parses "Invoice statistics". A missing or invalid number is `null`, not zero. @throws {FieldError} if all numbers are */
export function parseStatistics(value: unknown): Statistics {
  if (!isObject(value)) throw new FieldError('result');
  const count = eachKey(value['count'], 'count', (fields, key) =>
    Object.hasOwn(fields, key) ? wholeNumber(fields[key]) : null,
  );
  const amountUsd = eachKey(value['amount'], 'amount', readableSignedAmount);
  if ([count, amountUsd].flatMap(Object.values).every((number) => number === null))
    throw new FieldError('count');
  return { count, amountUsd };
}

function eachKey<T>(fields: unknown, name: string, read: (fields: JsonFields, key: StatisticsKey) => T) {
  if (!isObject(fields)) throw new FieldError(name);
  return {
    all: read(fields, 'all'),
    created: read(fields, 'created'),
    paid: read(fields, 'paid'),
    overpaid: read(fields, 'overpaid'),
    partial: read(fields, 'partial'),
    canceled: read(fields, 'canceled'),
  };
}

/** Parses "Balances". An invalid field is `null`. @throws {FieldError} if no entry has a currency */
export function parseBalances(value: unknown): readonly Balance[] {
  if (!Array.isArray(value)) throw new FieldError('result');
  const balances = value.map((entry: unknown) => parseBalance(isObject(entry) ? entry : {}));
  if (balances.length > 0 && balances.every(({ currency }) => currency === null))
    throw new FieldError('currency');
  return balances;
}

function parseBalance(fields: JsonFields): Balance {
  return {
    currency: namedCurrency(fields['currency']),
    balance: readableSignedAmount(fields, 'balance_crypto'),
    balanceUsd: readableSignedAmount(fields, 'balance_usd'),
    available: readableSignedAmount(fields, 'available_balance'),
    availableUsd: readableSignedAmount(fields, 'available_balance_usd'),
  };
}

/** Parses a Currency object, even if it has no network. */
function namedCurrency(value: unknown): ServiceCurrency | null {
  const currency = parseCurrency(value);
  if (currency !== null || !isObject(value)) return currency;
  const code = readableText(value, 'code');
  return code === null
    ? null
    : { code, symbol: code, name: readableText(value, 'name'), networkCode: null, networkName: null };
}

/**
 * Validates a request. The TON network has no static wallets (service doc, "Currency code sets"). The service must return the
 * customer id unchanged, so it must not be `None`, or text that the service may trim.
 * @throws {TypeError}
 */
export function validateWalletRequest(request: CreateStaticWalletRequest): CreateStaticWalletRequest {
  const { currency, customer } = request;
  if (!isCurrencyCode(currency) || !currencyOf(currency).staticWallet) {
    throw new TypeError(
      `currency "${currency}" has no static wallets. Use a payment currency that is not on the TON network.`,
    );
  }
  if (customer === '' || customer === 'None' || customer !== customer.trim()) {
    throw new TypeError(
      `customer "${customer}" is empty, "None" or has surrounding spaces. Use the customer id of the shop.`,
    );
  }
  return request;
}

/** Parses an entry of "List static wallets". @throws {FieldError} if the id, the currency, the address or a flag is invalid */
export function parseWallet(value: unknown): StaticWallet {
  if (!isObject(value)) throw new FieldError('result');
  return {
    id: requiredText(value, 'uuid'),
    currency: requiredCurrency(value),
    address: requiredText(value, 'address'),
    active: isActive(value),
    createdAtMs: timeMs(value, 'created'),
    customer: reference(value, 'identify'),
  };
}

/**
 * Parses "Create static wallet". If the response has no customer, the requested one applies.
 * @throws {FieldError} also if the wallet has another customer or currency
 */
export function parseCreatedWallet(value: unknown, request: CreateStaticWalletRequest): StaticWallet {
  const wallet = parseWallet(value);
  const { currency, customer } = request;
  if ((wallet.customer ?? customer) !== customer) throw new FieldError('identify');
  if (wallet.currency.code !== currency) throw new FieldError('currency');
  return { ...wallet, customer };
}

/** Returns the list that the result contains (service doc, "List static wallets"). */
export function walletEntries(result: unknown): unknown {
  if (!isObject(result)) throw new FieldError('result');
  return result['staticWallets'];
}

/** Returns whether a wallet is active. The service doc names the flag `active` in examples and `enable` in the table: both count. */
function isActive(fields: JsonFields): boolean | null {
  const named = ['active', 'enable'].filter((key) => Object.hasOwn(fields, key) && fields[key] !== null);
  return named.length === 0 ? null : named.every((key) => flag(fields, key));
}
