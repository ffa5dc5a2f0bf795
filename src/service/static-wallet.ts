import { currencyOf, isCurrencyCode } from '../payment/index.js';
import { requiredCurrency } from './currency.js';
import type { JsonFields } from './fields.js';
import { FieldError, flag, isObject, reference, requiredText, timeMs } from './fields.js';
import type { CreateStaticWalletRequest, StaticWallet } from './types.js';

/**
 * "Currency code sets": the payment currencies without those of the TON network. A customer has to come back
 * as it was sent, so that it is neither the document's `None` nor text that a service may trim.
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

/**
 * One static wallet. @throws {FieldError} when a field that decides about money does not have the document's
 * form
 */
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
 * The result of "Create static wallet". One that names no customer is the wallet of whom it was asked for.
 * @throws {FieldError} also when it is another customer's wallet or one for another currency
 */
export function parseCreatedWallet(value: unknown, request: CreateStaticWalletRequest): StaticWallet {
  const wallet = parseWallet(value);
  const { currency, customer } = request;
  if ((wallet.customer ?? customer) !== customer) throw new FieldError('identify');
  if (wallet.currency.code !== currency) throw new FieldError('currency');
  return { ...wallet, customer };
}

/** "List static wallets": the list is inside the result. */
export function walletEntries(result: unknown): unknown {
  if (!isObject(result)) throw new FieldError('result');
  return result['staticWallets'];
}

/** The document names the flag `active` in its examples and `enable` in its table: neither may say no. */
function isActive(fields: JsonFields): boolean | null {
  const named = ['active', 'enable'].filter((key) => Object.hasOwn(fields, key) && fields[key] !== null);
  return named.length === 0 ? null : named.every((key) => flag(fields, key));
}
