// Parsers for the requests of both APIs. Each throws a `RequestError` that states the field and the remedy.

import type { Currency, CurrencyCode } from '../../payment/index.js';
import { validateAddress } from '../../payment/addresses/index.js';
import { CURRENCY_CODES, currencyOf, FIAT_CODES, isCurrencyCode, networkLabel } from '../../payment/index.js';
import type { JsonFields } from './base/fields.js';
import {
  oneOf,
  optionalAmount,
  optionalInteger,
  optionalObject,
  optionalText,
  optionalTexts,
  RequestError,
  requiredText,
  formatValue,
} from './base/fields.js';
import type { CreateRequest } from './ledger/ledger.js';
import { toUnits } from './ledger/rates.js';
import type { PageRange, Period } from './ledger/records.js';
import type { WithdrawalRequest } from './ledger/withdrawal.js';

/** The TON network has no static wallets (service doc, "Currency code sets"). */
const WALLET_CODES = CURRENCY_CODES.filter((code) => currencyOf(code).staticWallet);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DEFAULT_LIFETIME_MS = 24 * HOUR_MS;
const MAX_HOURS = 720;

/** Parses "Create invoice" */
export function parseCreateRequest(fields: JsonFields, shopId: string): CreateRequest {
  requireOwnShop(fields, shopId);
  const amount = optionalAmount(fields, 'amount');
  if (amount === undefined) throw new RequestError('amount is missing. Send a number above 0.');
  // Optional parameters outside add_fields are ignored.
  const options = optionalObject(fields, 'add_fields');
  const offers = [...new Set((optionalTexts(options, 'available_currencies') ?? []).map(parseCurrencyCode))];
  return {
    amount,
    fiat: oneOf('currency', optionalText(fields, 'currency') ?? 'USD', FIAT_CODES),
    orderId: optionalText(fields, 'order_id') || null,
    email: parseEmail(optionalText(fields, 'email')),
    lifetimeMs: parseLifetime(optionalObject(options, 'time_to_pay')),
    offers,
    currency: parseCurrency(optionalText(options, 'cryptocurrency'), offers),
  };
}

export function requireOwnShop(fields: JsonFields, shopId: string): void {
  const shop = requiredText(fields, 'shop_id');
  if (shop !== shopId)
    throw new RequestError(`shop_id ${formatValue(shop)} is unknown. Send the shop_id of the account.`);
}

function parseEmail(email: string | undefined): string | null {
  if (!email) return null;
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new RequestError(`email is ${formatValue(email)}. Send an address such as name@example.com.`);
}

function parseLifetime(time: JsonFields): number {
  const hours = optionalInteger(time, 'hours', 0, MAX_HOURS);
  const minutes = optionalInteger(time, 'minutes', 0, MAX_HOURS * 60);
  if (hours === undefined && minutes === undefined) return DEFAULT_LIFETIME_MS;
  const lifetimeMs = (hours ?? 0) * HOUR_MS + (minutes ?? 0) * MINUTE_MS;
  if (lifetimeMs > 0) return lifetimeMs;
  throw new RequestError('time_to_pay is 0. Send at least one minute.');
}

function parseCurrency(text: string | undefined, offers: readonly CurrencyCode[]): CurrencyCode | null {
  if (!text) return null;
  const currency = parseCurrencyCode(text);
  if (offers.length === 0 || offers.includes(currency)) return currency;
  throw new RequestError(
    `cryptocurrency is ${formatValue(text)}. Send one of your available_currencies, ${offers.join(', ')}.`,
  );
}

export function parseCurrencyCode(code: string): CurrencyCode {
  if (isCurrencyCode(code)) return code;
  throw new RequestError(
    `${formatValue(code)} is not a payment currency. Send one of ${CURRENCY_CODES.join(', ')}.`,
  );
}

/** Parses "Create static wallet" */
export function parseWalletRequest(fields: JsonFields, shopId: string) {
  requireOwnShop(fields, shopId);
  const identify = requiredText(fields, 'identify');
  const text = requiredText(fields, 'currency');
  const currency = WALLET_CODES.find((code) => code === text);
  if (currency) return { identify, currency };
  throw new RequestError(
    `currency is ${formatValue(text)}, which has no static wallets. Send one of ${WALLET_CODES.join(', ')}.`,
  );
}

/** Parses "Create withdrawal request" */
export function parseWithdrawalRequest(fields: JsonFields): WithdrawalRequest {
  const code = oneOf('currency_code', requiredText(fields, 'currency_code'), CURRENCY_CODES);
  const currency = currencyOf(code);
  const toAddress = requiredText(fields, 'to_address');
  if (!validateAddress(code, toAddress).valid)
    throw new RequestError(
      `to_address is ${formatValue(toAddress)}, which is not the address of a wallet on ${networkLabel(currency.network)}. Send an address of that network.`,
    );
  const amount = optionalCoinAmount(fields, currency);
  if (amount === undefined) throw new RequestError(`amount is missing. Send a number of ${code} above 0.`);
  return { currency, toAddress, amount };
}

/** Returns `amount` in the currency's smallest unit. @throws {RequestError} also if it has too many decimals */
export function optionalCoinAmount(fields: JsonFields, { decimals, code }: Currency): bigint | undefined {
  const amount = optionalAmount(fields, 'amount');
  if (amount === undefined) return undefined;
  const fraction = amount.split('.')[1] ?? '';
  if (fraction.length <= decimals) return toUnits(amount, decimals);
  throw new RequestError(`amount ${amount} has too many decimals. ${code} has ${decimals} decimals.`);
}

/** Date formats (service doc, "Conventions"): of all endpoints, and of the list of static wallets. */
const LONG_DAY = { pattern: /^(\d\d)\.(\d\d)\.(\d{4})$/, form: 'dd.mm.yyyy' } as const;
export const ANY_DAY = { pattern: /^(\d\d)\.(\d\d)\.(\d{4}|\d\d)$/, form: 'dd.mm.yyyy or dd.mm.yy' } as const;
type DayForm = typeof LONG_DAY | typeof ANY_DAY;

const DAY_MS = 24 * 3600_000;
/** Service doc, "Limits". */
const MAX_RECORDS = 100;
const DEFAULT_RECORDS = 10;

/** Parses a period with two required, inclusive days */
export function parsePeriod(fields: JsonFields): Period {
  for (const name of ['start', 'end']) {
    if (!optionalText(fields, name))
      throw new RequestError(`${name} is missing. Send a day as ${LONG_DAY.form}, such as 31.12.2026.`);
  }
  return parseOpenPeriod(fields, LONG_DAY);
}

/** Parses a period in which each day is optional */
export function parseOpenPeriod(fields: JsonFields, form: DayForm): Period {
  const fromMs = parseDay(fields, 'start', form);
  const lastMs = parseDay(fields, 'end', form);
  if (fromMs !== undefined && lastMs !== undefined && lastMs < fromMs) {
    const [start, end] = ['start', 'end'].map((name) => formatValue(optionalText(fields, name)));
    throw new RequestError(`end is ${end}, before start ${start}. Send the same day or a later one.`);
  }
  return { fromMs: fromMs ?? -Infinity, untilMs: lastMs === undefined ? Infinity : lastMs + DAY_MS };
}

/** Returns the midnight (UTC) at which the day begins. */
function parseDay(fields: JsonFields, name: string, { pattern, form }: DayForm): number | undefined {
  const text = optionalText(fields, name);
  if (!text) return undefined;
  const [, day = '', month = '', year = ''] = pattern.exec(text) ?? [];
  const iso = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  const atMs = Date.parse(`${iso}T00:00:00Z`);
  // `Date.parse` converts some nonexistent days to later ones.
  if (!Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(iso)) return atMs;
  throw new RequestError(`${name} is ${formatValue(text)}. Send a day as ${form}, such as 31.12.2026.`);
}

export function parsePage(fields: JsonFields): PageRange {
  return {
    offset: optionalInteger(fields, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    limit: optionalInteger(fields, 'limit', 1, MAX_RECORDS) ?? DEFAULT_RECORDS,
  };
}
