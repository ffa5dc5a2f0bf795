import { isCurrencyCode } from '../payment/index.js';
import { readableText, FieldError, isObject, type JsonFields } from './fields.js';
import type { ServiceCurrency } from './types.js';

/** Matches a full code, which contains the network, even if the service document does not list it. */
const NAMES_NETWORK = /^[A-Z\d]+_[A-Z\d]+$/;

/**
 * Parses a Currency object, or a code as text. Invoices have a base code and `fullcode`, balances and wallets a full code and
 * `short_code`.
 * @returns `null` if there is no full code
 */
export function parseCurrency(currency: unknown): ServiceCurrency | null {
  const value = typeof currency === 'string' ? { code: currency } : currency;
  if (!isObject(value)) return null;
  const code = readableText(value, 'code');
  const shortCode = readableText(value, 'short_code');
  const network = [value['network'], value['obj_network']].find(isObject) ?? {};
  const onNetwork = `${code}_${readableText(network, 'code')}`;
  const isFull = code !== null && (shortCode !== null || isCurrencyCode(code) || NAMES_NETWORK.test(code));
  // ETH is a full code and the base code of three others.
  const ownCode = shortCode === null && isCurrencyCode(onNetwork) ? onNetwork : isFull ? code : null;
  const fullCode = readableText(value, 'fullcode') ?? ownCode;
  if (fullCode === null) return null;
  return {
    code: fullCode,
    symbol: shortCode ?? code ?? fullCode,
    name: readableText(value, 'name'),
    networkCode: readableText(network, 'code'),
    networkName: readableText(network, 'fullname'),
  };
}

/** @throws {FieldError} if `currency` is missing or invalid */
export function requiredCurrency(fields: JsonFields): ServiceCurrency {
  const currency = parseCurrency(fields['currency']);
  if (currency === null) throw new FieldError('currency');
  return currency;
}
