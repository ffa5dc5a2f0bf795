import { currencyOf, isCurrencyCode } from '../payment/index.js';
import { requiredCurrency } from './currency.js';
import type { JsonFields } from './fields.js';
import {
  readableAmount,
  FieldError,
  flag,
  isObject,
  reference,
  requiredAmount,
  requiredText,
  timeMs,
  wholeNumber,
} from './fields.js';
import type { Balance, CreateStaticWalletRequest, StaticWallet, Statistics, StatisticsKey } from './types.js';

/** Parses "Invoice statistics". A missing number is not zero. @throws {FieldError} if a number is missing or invalid */
export function parseStatistics(value: unknown): Statistics {
  if (!isObject(value)) throw new FieldError('result');
  return {
    count: eachKey(value['count'], 'count', requiredCount),
    amountUsd: eachKey(value['amount'], 'amount', requiredAmount),
  };
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

function requiredCount(fields: JsonFields, key: StatisticsKey): number {
  const count = Object.hasOwn(fields, key) ? wholeNumber(fields[key]) : null;
  if (count === null) throw new FieldError(key);
  return count;
}

/** Parses "Balances". @throws {FieldError} if an entry lacks its currency or an amount */
export function parseBalances(value: unknown): readonly Balance[] {
  if (!Array.isArray(value)) throw new FieldError('result');
  return value.map(parseBalance);
}

function parseBalance(value: unknown): Balance {
  if (!isObject(value)) throw new FieldError('result');
  return {
    currency: requiredCurrency(value),
    balance: requiredAmount(value, 'balance_crypto'),
    balanceUsd: readableAmount(value, 'balance_usd'),
    available: requiredAmount(value, 'available_balance'),
    availableUsd: readableAmount(value, 'available_balance_usd'),
  };
}

/**
 * Validates a request. The TON network has no static wallets (service doc, "Currency code sets"). The service must return the
 * customer unchanged, so it must not be `None`, or text that the service may trim.
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

/** Parses an entry of "List static wallets". @throws {FieldError} if a field that decides about money is invalid */
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
 * Parses "Create static wallet". A wallet without a customer belongs to the requested one.
 * @throws {FieldError} also for a wallet of another customer or currency
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

/** The service doc names the flag `active` in examples and `enable` in the table: neither may be false. */
function isActive(fields: JsonFields): boolean | null {
  const named = ['active', 'enable'].filter((key) => Object.hasOwn(fields, key) && fields[key] !== null);
  return named.length === 0 ? null : named.every((key) => flag(fields, key));
}
