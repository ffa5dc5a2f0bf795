import { networksOf, validateAddress } from '../../payment/addresses/index.js';
import { compareAmounts, currencyOf, type CurrencyCode } from '../../payment/index.js';
import { eitherOf } from '../../payment/intl.js';
import type { MerchantMessages } from '../parts/messages.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { isSendableAmount } from '../state/amount.js';

/** Returns why no payout can go to this address; `null` if one can. */
export function addressFault(
  currency: CurrencyCode,
  address: string,
  { t }: Pick<MerchantLocalize, 't'>,
): string | null {
  if (validateAddress(currency, address).valid) return null;
  const network = currencyOf(currency).network.name;
  const others = networksOf(address);
  if (others.length === 0) return t.payouts.wrongAddress(network);
  return t.payouts.otherNetwork(network, eitherOf(others, t.lang));
}

interface AmountCheck {
  readonly currency: CurrencyCode;
  /** The available balance; `null` if it is unknown. */
  readonly available: string | null;
  readonly availableText: string;
}

/** Returns why this amount cannot be paid out; `null` if it can. */
export function amountFault(
  amount: string,
  { currency, available, availableText }: AmountCheck,
  t: MerchantMessages,
): string | null {
  if (!isSendableAmount(amount, currency)) return t.payouts.wrongAmount;
  if (available !== null && compareAmounts(amount, available) > 0) return t.payouts.tooMuch(availableText);
  return null;
}
