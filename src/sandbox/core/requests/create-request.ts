import type { CurrencyCode } from '../../../payment/index.js';
import { CURRENCY_CODES, isCurrencyCode } from '../../../payment/index.js';
import type { JsonFields } from '../base/fields.js';
import {
  optionalAmount,
  optionalInteger,
  optionalObject,
  optionalText,
  optionalTexts,
  RequestError,
  requiredText,
  formatValue,
} from '../base/fields.js';
import type { CreateRequest } from '../ledger/ledger.js';
import type { FiatCode } from '../ledger/rates.js';
import { FIAT_CODES, isFiatCode } from '../ledger/rates.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DEFAULT_LIFETIME_MS = 24 * HOUR_MS;
const MAX_HOURS = 720;

/** @throws {RequestError} */
export function parseCreateRequest(fields: JsonFields, shopId: string): CreateRequest {
  requireOwnShop(fields, shopId);
  const amount = optionalAmount(fields, 'amount');
  if (amount === undefined) throw new RequestError('amount is missing. Send a number above 0.');
  // Only these: optional parameters outside add_fields are ignored.
  const options = optionalObject(fields, 'add_fields');
  const offers = parseOffers(optionalTexts(options, 'available_currencies') ?? []);
  return {
    amount,
    fiat: parseFiat(optionalText(fields, 'currency')),
    orderId: optionalText(fields, 'order_id') || null,
    email: parseEmail(optionalText(fields, 'email')),
    lifetimeMs: parseLifetime(optionalObject(options, 'time_to_pay')),
    offers,
    currency: parseCurrency(optionalText(options, 'cryptocurrency'), offers),
  };
}

/** @throws {RequestError} when `shop_id` is missing or another shop's */
export function requireOwnShop(fields: JsonFields, shopId: string): void {
  const shop = requiredText(fields, 'shop_id');
  if (shop !== shopId)
    throw new RequestError(`shop_id ${formatValue(shop)} is not known. Send the id of your own shop.`);
}

function parseFiat(code = 'USD'): FiatCode {
  if (isFiatCode(code)) return code;
  throw new RequestError(`currency is ${formatValue(code)}. Send one of ${FIAT_CODES.join(', ')}.`);
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

function parseOffers(codes: readonly string[]): readonly CurrencyCode[] {
  return [...new Set(codes.map(parseCurrencyCode))];
}

function parseCurrency(text: string | undefined, offers: readonly CurrencyCode[]): CurrencyCode | null {
  if (!text) return null;
  const currency = parseCurrencyCode(text);
  if (offers.length === 0 || offers.includes(currency)) return currency;
  throw new RequestError(
    `cryptocurrency is ${formatValue(text)}. Send one of your available_currencies, ${offers.join(', ')}.`,
  );
}

/** @throws {RequestError} for a code that is not in the document's set */
export function parseCurrencyCode(code: string): CurrencyCode {
  if (isCurrencyCode(code)) return code;
  throw new RequestError(
    `${formatValue(code)} is not a payment currency. Send one of ${CURRENCY_CODES.join(', ')}.`,
  );
}
