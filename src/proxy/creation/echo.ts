import { compareAmounts } from '../../payment/index.js';
import type { CreatedInvoice } from '../../service/index.js';
import type { AlarmReason } from '../events/event.js';
import type { IntendedInvoice, Price } from '../checkouts/record.js';

/** Why an invoice must not be shown. */
export interface Wrong {
  readonly code: 'price_mismatch' | 'service_refused';
  readonly alarm: AlarmReason;
  readonly message: string;
}

/** The shop sets the price: what the service echoes must be the order. */
export function whatIsWrong(
  echo: CreatedInvoice,
  { price, currency }: IntendedInvoice,
  acceptsTestMode: boolean,
): Wrong | null {
  if (!isPriceOf(echo, price))
    return {
      code: 'price_mismatch',
      alarm: 'price_mismatch',
      message: 'the service answered with another price than was ordered',
    };
  if (echo.currency !== null && echo.currency.code !== currency) {
    return {
      code: 'service_refused',
      alarm: 'currency_mismatch',
      message: 'the service answered with another currency than was chosen',
    };
  }
  if (echo.testMode && !acceptsTestMode) {
    const message =
      'the service is in test mode, where no money moves: set service.testMode to true to try things out, or give the key of a live project';
    return { code: 'service_refused', alarm: 'test_mode', message };
  }
  return null;
}

function isPriceOf(echo: CreatedInvoice, price: Price): boolean {
  return echo.fiatCurrency === price.currency && isAmountOf(echo, price);
}

/** The same amount, whatever the currency. */
export function isAmountOf({ fiatAmount }: CreatedInvoice, { amount }: Price): boolean {
  return fiatAmount !== null && compareAmounts(fiatAmount, amount) === 0;
}

/**
 * An invoice from the list with the price currency that the list does not show ("Invoice": `fiat_currency` is in the
 * creation response only). What we asked for is taken to be what we got, except where the one other reading of the
 * document is possible: that the amount was taken for dollars, its default. There `amount_usd` would be the amount
 * itself, so it has to be known and to differ; 49 EUR at a rate of exactly 1 are refused with it, which costs the
 * payer no more than another choice.
 */
export function withPriceCurrency<T extends CreatedInvoice>(listed: T, price: Price): T {
  if (listed.fiatCurrency !== null) return listed;
  const isDollars =
    price.currency !== 'USD' &&
    (listed.amountUsd === null || compareAmounts(listed.amountUsd, price.amount) === 0);
  return isDollars ? listed : { ...listed, fiatCurrency: price.currency };
}
