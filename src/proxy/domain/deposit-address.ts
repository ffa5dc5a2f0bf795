import { currencyOf, type CurrencyCode } from '../../payment/index.js';
import { isLine } from '../../payment/plain-text.js';
import { MAX_ID_LENGTH } from './order.js';

/** Each customer has at most one deposit address per currency. */
export interface DepositAddressKey {
  /** The shop's customer id; `identify` at the service. */
  readonly customer: string;
  readonly currency: CurrencyCode;
}

/** A customer's permanent deposit address. */
export interface DepositAddressRecord extends DepositAddressKey {
  /** The service's id. */
  readonly id: string;
  readonly address: string;
  /** False if the coin must not be sent to this address, which is then never displayed. */
  readonly isAddressValid: boolean;
  readonly createdAtMs: number;
}

/** A deposit address that is being created, or whose create call has an unknown outcome. */
export interface DepositAddressIntent extends DepositAddressKey {
  /** When it was first requested by a customer. */
  readonly intendedAtMs: number;
  /** When the last create call was sent; `null`: never. */
  readonly requestedAtMs: number | null;
}

/** Whether the service offers permanent addresses in this currency; not on TON (service doc, "Limits"). */
export function offersDepositAddresses(currency: CurrencyCode): boolean {
  return currencyOf(currency).staticWallet;
}

/** Whether the service returns this customer id unchanged: the service writes `None` for an absent text, and may trim spaces. */
export function isCustomer(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    isLine(value, MAX_ID_LENGTH) &&
    value === value.trim() &&
    value !== 'None'
  );
}
