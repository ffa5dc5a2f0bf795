import type { Currency, CurrencyCode, FiatCode } from '../../../payment/index.js';
import {
  CURRENCY_CODES,
  currencyOf,
  FIAT_CODES,
  isCurrencyCode,
  isFiatCode,
  networkLabel,
} from '../../../payment/index.js';
import { hasAddressForm } from '../chain/address-forms.js';
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
import { toUnits } from '../ledger/rates.js';
import type { WithdrawalRequest } from '../ledger/withdrawal.js';

/** Service doc, "Currency code sets": no static wallets on the TON network. */
const WALLET_CODES = CURRENCY_CODES.filter((code) => currencyOf(code).staticWallet);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DEFAULT_LIFETIME_MS = 24 * HOUR_MS;
const MAX_HOURS = 720;

/** Parses "Create invoice". @throws {RequestError} */
export function parseCreateRequest(fields: JsonFields, shopId: string): CreateRequest {
  requireOwnShop(fields, shopId);
  const amount = optionalAmount(fields, 'amount');
  if (amount === undefined) throw new RequestError('amount is missing. Send a number above 0.');
  // Optional parameters outside add_fields are ignored.
  const options = optionalObject(fields, 'add_fields');
  const offers = [...new Set((optionalTexts(options, 'available_currencies') ?? []).map(parseCurrencyCode))];
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

/** @throws {RequestError} if `shop_id` is missing or another shop's */
export function requireOwnShop(fields: JsonFields, shopId: string): void {
  const shop = requiredText(fields, 'shop_id');
  if (shop !== shopId)
    throw new RequestError(`shop_id ${formatValue(shop)} is unknown. Send the shop_id of the account.`);
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

function parseCurrency(text: string | undefined, offers: readonly CurrencyCode[]): CurrencyCode | null {
  if (!text) return null;
  const currency = parseCurrencyCode(text);
  if (offers.length === 0 || offers.includes(currency)) return currency;
  throw new RequestError(
    `cryptocurrency is ${formatValue(text)}. Send one of your available_currencies, ${offers.join(', ')}.`,
  );
}

/** @throws {RequestError} for an unknown code */
export function parseCurrencyCode(code: string): CurrencyCode {
  if (isCurrencyCode(code)) return code;
  throw new RequestError(
    `${formatValue(code)} is not a payment currency. Send one of ${CURRENCY_CODES.join(', ')}.`,
  );
}

/** Parses "Create static wallet". @throws {RequestError} */
export function parseWalletRequest(
  fields: JsonFields,
  shopId: string,
): { readonly identify: string; readonly currency: CurrencyCode } {
  requireOwnShop(fields, shopId);
  const identify = requiredText(fields, 'identify');
  const text = requiredText(fields, 'currency');
  const currency = WALLET_CODES.find((code) => code === text);
  if (currency) return { identify, currency };
  throw new RequestError(
    `currency is ${formatValue(text)}, which has no static wallets. Send one of ${WALLET_CODES.join(', ')}.`,
  );
}

/** Parses "Create withdrawal request". @throws {RequestError} */
export function parseWithdrawalRequest(fields: JsonFields): WithdrawalRequest {
  const code = requiredText(fields, 'currency_code');
  if (!isCurrencyCode(code))
    throw new RequestError(
      `currency_code is ${formatValue(code)}. Send one of ${CURRENCY_CODES.join(', ')}.`,
    );
  const currency = currencyOf(code);
  const toAddress = requiredText(fields, 'to_address');
  if (!hasAddressForm(toAddress, currency.network.key))
    throw new RequestError(
      `to_address is ${formatValue(toAddress)}, which is not an address on ${networkLabel(currency.network)}. Send an address of that network.`,
    );
  const amount = optionalCoinAmount(fields, currency);
  if (amount === undefined) throw new RequestError(`amount is missing. Send a number of ${code} above 0.`);
  return { currency, toAddress, amount };
}

/** Returns `amount` in the currency's smallest unit. @throws {RequestError} also for too many decimals */
export function optionalCoinAmount(fields: JsonFields, { decimals, code }: Currency): bigint | undefined {
  const amount = optionalAmount(fields, 'amount');
  if (amount === undefined) return undefined;
  const fraction = amount.split('.')[1] ?? '';
  if (fraction.length <= decimals) return toUnits(amount, decimals);
  throw new RequestError(`amount ${amount} has too many decimals. ${code} has ${decimals} decimals.`);
}
