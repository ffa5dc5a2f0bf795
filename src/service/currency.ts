import { isCurrencyCode } from '../payment/index.js';
import { cosmeticText, FieldError, isObject } from './fields.js';
import type { Fields } from './fields.js';
import type { ServiceCurrency } from './types.js';

/**
 * "Currency object": invoices carry a base code and `fullcode`, balances and wallets a full code and
 * `short_code`.
 */
export function parseCurrency(value: unknown): ServiceCurrency | null {
  if (!isObject(value)) return null;
  const code = cosmeticText(value, 'code');
  const shortCode = cosmeticText(value, 'short_code');
  const isFull = code !== null && (shortCode !== null || isCurrencyCode(code));
  const fullCode = cosmeticText(value, 'fullcode') ?? (isFull ? code : null);
  if (fullCode === null) return null;
  const network = [value['network'], value['obj_network']].find(isObject) ?? {};
  return {
    code: fullCode,
    symbol: shortCode ?? code ?? fullCode,
    name: cosmeticText(value, 'name'),
    networkCode: cosmeticText(network, 'code'),
    networkName: cosmeticText(network, 'fullname'),
  };
}

/** The `currency` of an entry that is of no use without one. @throws {FieldError} */
export function requiredCurrency(fields: Fields): ServiceCurrency {
  const currency = parseCurrency(fields['currency']);
  if (currency === null) throw new FieldError('currency');
  return currency;
}
