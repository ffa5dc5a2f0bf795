import { validateAddress } from '../../payment/addresses/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';

/** Caches the last result: a card checks every second, and a checksum takes milliseconds on a phone. */
let last = { key: '', isPayable: false };

/**
 * Returns whether money in the invoice's currency may be sent to its address. The proxy has checked it before; checking
 * again where it is rendered catches an address that was replaced on the way.
 */
export function isPayable({ currency, address, due }: CheckoutInvoice): boolean {
  if (due === null) return false;
  if (address === null) return false;
  const key = `${currency} ${address}`;
  if (key !== last.key) last = { key, isPayable: validateAddress(currency, address).valid };
  return last.isPayable;
}
