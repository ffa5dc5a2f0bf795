import type { Currency, CurrencyCode } from '../../../payment/index.js';
import { currencyOf } from '../../../payment/index.js';
import { RequestError, formatValue } from '../base/fields.js';
import type { Invoice } from './invoice.js';
import { statusAt } from './invoice.js';
import { offersOf } from './quote.js';

/**
 * Returns the currency in which an invoice is paid: the chosen one, or the wanted one where none is chosen yet.
 * @throws {RequestError} when the wanted one is missing, not offered, or not the chosen one, and when it is too late to choose
 */
export function payableIn(invoice: Invoice, wanted: CurrencyCode | undefined, nowMs: number): Currency {
  const { id, coin } = invoice;
  if (coin) return sameCurrency(coin.currency, wanted, `${id} is paid in`);
  const offers = offersOf(invoice);
  const status = statusAt(invoice, nowMs);
  if (status !== 'created') throw new RequestError(`${id} is ${status}. Choose a coin while it is created.`);
  if (wanted === undefined)
    throw new RequestError(`${id} has no chosen coin. Give its currency: ${offers.join(', ')}.`);
  if (offers.includes(wanted)) return currencyOf(wanted);
  throw new RequestError(
    `currency is ${formatValue(wanted)}, which ${id} does not offer. Give one of ${offers.join(', ')}.`,
  );
}

/** @param subject says whose currency it is, in the words of the refusal. @throws {RequestError} */
export function sameCurrency(
  currency: Currency,
  wanted: CurrencyCode | undefined,
  subject: string,
): Currency {
  const { code } = currency;
  if (wanted === undefined || wanted === code) return currency;
  throw new RequestError(
    `currency is ${formatValue(wanted)}, but ${subject} ${code}. Give ${code}, or leave the currency out.`,
  );
}
