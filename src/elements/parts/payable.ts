import { validateAddress } from '../../payment/addresses/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';

/** A card asks again at every second, and a checksum takes milliseconds on a phone. */
let last = { key: '', isPayable: false };

/**
 * Whether the invoice has an address, and money in its currency may be sent there. The proxy has checked it before; here
 * it is checked where it is drawn, so that nothing on the way can put another one in its place unnoticed.
 */
export function isPayable({ currency, address }: CheckoutInvoice): boolean {
  if (address === null) return false;
  const key = `${currency} ${address}`;
  if (key !== last.key) last = { key, isPayable: validateAddress(currency, address).valid };
  return last.isPayable;
}
