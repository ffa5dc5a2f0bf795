import { requiredCurrency } from './currency.js';
import type { JsonFields } from './fields.js';
import { cosmeticAmount, FieldError, isObject, requiredAmount, wholeNumber } from './fields.js';
import type { Balance, Statistics, StatisticsKey } from './types.js';

/** Parses "Invoice statistics". A missing number is not zero. @throws {FieldError} if a number is missing or invalid */
export function parseStatistics(value: unknown): Statistics {
  if (!isObject(value)) throw new FieldError('result');
  return {
    count: eachKey(value['count'], 'count', requiredCount),
    amountUsd: eachKey(value['amount'], 'amount', requiredAmount),
  };
}

function eachKey<T>(
  fields: unknown,
  name: string,
  read: (fields: JsonFields, key: StatisticsKey) => T,
): Record<StatisticsKey, T> {
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
    balanceUsd: cosmeticAmount(value, 'balance_usd'),
    available: requiredAmount(value, 'available_balance'),
    availableUsd: cosmeticAmount(value, 'available_balance_usd'),
  };
}
