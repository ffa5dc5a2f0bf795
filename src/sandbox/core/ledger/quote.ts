import { type Currency, CURRENCY_CODES, type CurrencyCode, currencyOf } from '../../../payment/index.js';
import { RequestError, formatValue } from '../base/fields.js';
import { type Invoice, type PricedInvoice, type Quote, statusAt } from './invoice.js';
import { divideUp, transferFeeUnits, usdToUnits } from './rates.js';

/** The side that pays the transfer fee. */
export type FeePayer = 'client' | 'merchant';

/** The merchant pays one hundredth of the amount. */
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

/** Returns the codes of the selectable coins. */
export function offeredCoins({ offers }: Invoice): Invoice['offers'] {
  return offers.length > 0 ? offers : CURRENCY_CODES;
}

/**
 * Returns the invoice for a response. If no coin is chosen, it has the amounts of the default coin and an empty address. The default is
 * USDT on TRC20, as in every recorded response. If the invoice does not offer it, the default is the first offer.
 */
export function withDefaultCoin(invoice: Invoice, feePaidBy: FeePayer): PricedInvoice {
  const offers = offeredCoins(invoice);
  const [first = 'USDT_TRC20'] = offers;
  const code = offers.includes('USDT_TRC20') ? 'USDT_TRC20' : first;
  const coin = invoice.coin ?? { ...quoteIn(currencyOf(code), invoice.usdAmount, feePaidBy), address: '' };
  return { ...invoice, coin };
}

/**
 * Returns the currency in which an invoice is paid: the chosen one, or `wanted` if none is chosen yet.
 * @throws {RequestError} if `wanted` is missing, not offered or not the chosen one, or the invoice is closed
 */
export function payableIn(invoice: Invoice, wanted: CurrencyCode | undefined, nowMs: number): Currency {
  const { id, coin } = invoice;
  if (coin) return sameCurrency(coin.currency, wanted, `${id} is paid in`);
  const offers = offeredCoins(invoice);
  const status = statusAt(invoice, nowMs);
  if (status !== 'created') throw new RequestError(`${id} is ${status}. Choose a coin while it is created.`);
  if (wanted === undefined)
    throw new RequestError(`${id} has no chosen coin. Send a currency, one of ${offers.join(', ')}.`);
  if (offers.includes(wanted)) return currencyOf(wanted);
  throw new RequestError(
    `currency is ${formatValue(wanted)}, which ${id} does not offer. Send one of ${offers.join(', ')}.`,
  );
}

/** Returns `currency`. @param subject subject of the error message @throws {RequestError} if `wanted` is another currency */
export function sameCurrency(currency: Currency, wanted: CurrencyCode | undefined, subject: string) {
  const { code } = currency;
  if (wanted === undefined || wanted === code) return currency;
  throw new RequestError(
    `currency is ${formatValue(wanted)}, but ${subject} ${code}. Send ${code}, or omit the currency.`,
  );
}
