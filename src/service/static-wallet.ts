import { currencyOf, isCurrencyCode } from '../payment/index.js';
import { requiredCurrency } from './currency.js';
import type { JsonFields } from './fields.js';
import { FieldError, flag, isObject, reference, requiredText, timeMs } from './fields.js';
import type { CreateStaticWalletRequest, StaticWallet } from './types.js';

/**
 * Service doc, "Currency code sets": no static wallets on the TON network. The customer must be returned unchanged, so it
 * is neither `None` nor text that a service may trim.
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

/** @throws {FieldError} if a field that decides about money is invalid */
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

/** Service doc, "List static wallets": the list is inside the result. */
export function walletEntries(result: unknown): unknown {
  if (!isObject(result)) throw new FieldError('result');
  return result['staticWallets'];
}

/** The service doc names the flag `active` in examples and `enable` in the table: neither may be false. */
function isActive(fields: JsonFields): boolean | null {
  const named = ['active', 'enable'].filter((key) => Object.hasOwn(fields, key) && fields[key] !== null);
  return named.length === 0 ? null : named.every((key) => flag(fields, key));
}
