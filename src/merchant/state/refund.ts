import { isSameAddress, validateAddress } from '../../payment/addresses/index.js';
import { compareAmounts, currencyOf, isAmountOfCoin, isZeroAmount } from '../../payment/index.js';
import type { CreateRefundRequest, MerchantInvoice, MerchantPaymentDetails } from '../../protocol/index.js';
import { isPlainAmount } from './amount.js';

/** An invoice with money that can be refunded. */
export interface Refundable extends MerchantInvoice {
  readonly refundable: string;
  /** The owed amount that no payout has reserved; `0`: none. */
  readonly undecided: string;
}

/** The fields of a refund, as a person has typed them. */
export interface RefundValues {
  readonly address: string;
  readonly amount: string;
}

/** Returns the invoices with money that can be refunded. */
export function refundablesOf({ invoices, pending }: MerchantPaymentDetails): readonly Refundable[] {
  return invoices.flatMap((invoice) => {
    const { number, refundable } = invoice;
    if (refundable === null || isZeroAmount(refundable)) return [];
    const owed = pending.find((one) => one.invoice === number && one.about === 'owed');
    return [{ ...invoice, refundable, undecided: owed?.amount ?? '0' }];
  });
}

/** Returns what the fields begin with: the owed amount. */
export function initialRefund({ undecided }: Refundable): RefundValues {
  return { address: '', amount: isZeroAmount(undecided) ? '' : undecided };
}

export function refundAddressFault(
  address: string,
  { currency, address: own }: Refundable,
): 'wrongAddress' | 'ownAddress' | null {
  if (!validateAddress(currency, address).valid) return 'wrongAddress';
  return own !== null && isSameAddress(own, address) ? 'ownAddress' : null;
}

type AmountFault = 'format' | 'smallest' | 'atMost';

export function refundAmountFault(amount: string, { currency, refundable }: Refundable): AmountFault | null {
  if (!isPlainAmount(amount)) return 'format';
  if (!isAmountOfCoin(amount, currency)) return 'smallest';
  return exceeds(amount, refundable) ? 'atMost' : null;
}

/** Returns the fault of a text that no further digit or point can make an amount. */
export function lastingAmountFault(amount: string, invoice: Refundable): AmountFault | null {
  if (!/^\d*\.?\d*$/.test(amount)) return 'format';
  if (!isPlainAmount(amount)) return null;
  const [, decimals = ''] = amount.split('.');
  const isOpen = decimals.length < currencyOf(invoice.currency).decimals;
  return isZeroAmount(amount) && isOpen ? null : refundAmountFault(amount, invoice);
}

/** Returns whether more than the owed amount is refunded, which a person has to confirm. */
export const isMoreThanOwed = ({ amount }: RefundValues, { undecided }: Refundable): boolean =>
  exceeds(amount, undecided);

export function refundRequest(values: RefundValues, invoice: Refundable): CreateRefundRequest {
  const { address, amount } = values;
  return {
    ...{ invoice: invoice.number, address, amount },
    ...(isMoreThanOwed(values, invoice) && { includesPayment: true }),
  };
}

const exceeds = (amount: string, limit: string): boolean =>
  isPlainAmount(amount) && compareAmounts(amount, limit) > 0;
