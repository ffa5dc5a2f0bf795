import type { Currency } from '../../../payment/index.js';
import { CURRENCY_CODES, currencyOf } from '../../../payment/index.js';
import type { CoinPrice, Invoice, Quote } from './invoice.js';
import { divideUp, transferFeeUnits, usdToUnits } from './rates.js';

/** Who bears the transfer fee. */
export type FeePayer = 'client' | 'merchant';

/** The service charges one hundredth of the amount, to the merchant. */
const SERVICE_FEE_DIVISOR = 100n;

/** Prices an invoice in one coin. @param usd in units of `USD_DECIMALS` */
export function quoteIn(currency: Currency, usd: bigint, feePaidBy: FeePayer): Quote {
  const amount = usdToUnits(usd, currency);
  const transferFee = transferFeeUnits(currency);
  return {
    currency,
    amount,
    amountToPay: feePaidBy === 'client' ? amount + transferFee : amount,
    transferFee,
    serviceFee: divideUp(amount, SERVICE_FEE_DIVISOR),
  };
}

/** Returns the coins among which the payer of an invoice may choose. */
export function offersOf({ offers }: Invoice): Invoice['offers'] {
  return offers.length > 0 ? offers : CURRENCY_CODES;
}

/**
 * Returns the invoice as answers show it: without a chosen coin it has the amounts of the default coin and an empty
 * address. Every recorded answer has USDT on TRC20 there; which coin an offer without it gets is chosen here.
 */
export function withDefaultCoin(
  invoice: Invoice,
  feePaidBy: FeePayer,
): Invoice & { readonly coin: CoinPrice } {
  const offers = offersOf(invoice);
  const [first = 'USDT_TRC20'] = offers;
  const code = offers.includes('USDT_TRC20') ? 'USDT_TRC20' : first;
  const coin = invoice.coin ?? { ...quoteIn(currencyOf(code), invoice.usdAmount, feePaidBy), address: '' };
  return { ...invoice, coin };
}
