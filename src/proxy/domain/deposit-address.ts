import { currencyOf } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import { isLine, MAX_ID_LENGTH } from './order.js';

/** Whose wallet, and for which currency: there is one of each. */
export interface DepositAddressKey {
  /** The shop's own name of a customer; the service's `identify`. */
  readonly customer: string;
  readonly currency: CurrencyCode;
}

/** A permanent address of a customer. It never changes. */
export interface DepositAddressRecord extends DepositAddressKey {
  /** The service's id. */
  readonly id: string;
  readonly address: string;
  /** False when this coin must not be sent there: nobody is told such an address. */
  readonly isAddressValid: boolean;
  readonly createdAtMs: number;
}

/** The service is being asked, or was asked and its answer was lost. */
export interface DepositAddressIntent extends DepositAddressKey {
  /** When it was first wanted. */
  readonly intendedAtMs: number;
  /** When the service was last asked to make it; `null`: never. */
  readonly askedAtMs: number | null;
}

/** "Limits": not available on the TON network. */
export function offersDepositAddresses(currency: CurrencyCode): boolean {
  return currencyOf(currency).staticWallet;
}

/** A name that comes back from the service as it was sent: neither its `None` nor text that it may trim. */
export function isCustomer(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    isLine(value, MAX_ID_LENGTH) &&
    value === value.trim() &&
    value !== 'None'
  );
}
