import { compareAmounts, exactAmount, isAmount, isZeroAmount, plainAmount } from '../../payment/index.js';
import type { CreatedInvoice } from '../../service/index.js';
import type { AlarmReason } from './event.js';
import type { CreationIntent, InvoiceRecord, Price } from './record.js';

/** Why an answer of the service about an invoice must not count, and its invoice must not be shown. */
export interface InvoiceMismatch {
  readonly code: 'price_mismatch' | 'service_refused';
  readonly alarm: AlarmReason;
  readonly message: string;
}

type OrderedInvoice = Pick<InvoiceRecord, 'orderId' | 'price' | 'currency'>;

const OTHER_PRICE: InvoiceMismatch = {
  code: 'price_mismatch',
  alarm: 'price_mismatch',
  message: 'the service answered with another price than was ordered',
};

const mismatch = (alarm: AlarmReason, message: string): InvoiceMismatch => ({
  code: 'service_refused',
  alarm,
  message,
});

/** What an answer can contradict; the invoice is not shown until another answer agrees. */
const CONTRADICTIONS: readonly AlarmReason[] = [
  'order_mismatch',
  'withdrawal',
  'price_mismatch',
  'currency_mismatch',
  'test_mode',
];

/** Returns what the payer is told about a new invoice whose information contradicts the order; `null` for any other. */
export function contradictionCode({ stage, alarms }: InvoiceRecord): InvoiceMismatch['code'] | null {
  const alarm = stage === 'made' ? CONTRADICTIONS.find((reason) => alarms.includes(reason)) : undefined;
  if (alarm === undefined) return null;
  return alarm === 'price_mismatch' ? alarm : 'service_refused';
}

/**
 * Compares the answer to a creation with the order. The shop sets the price, so the answer has to repeat it.
 * @returns the first difference, or `null`
 */
export function findMismatch(
  echo: CreatedInvoice,
  intent: CreationIntent,
  acceptsTestMode: boolean,
): InvoiceMismatch | null {
  const isPriced = echo.fiatAmount !== null && echo.fiatCurrency !== null;
  return contradictionIn(echo, intent, acceptsTestMode) ?? (isPriced ? null : OTHER_PRICE);
}

/**
 * Compares any answer about an invoice with what was ordered: order id, type, price, coin with its network, and test
 * mode. A field that the answer leaves out says nothing.
 * @returns the first contradiction, or `null`
 */
export function contradictionIn(
  said: CreatedInvoice,
  { orderId, price, currency }: OrderedInvoice,
  acceptsTestMode: boolean,
): InvoiceMismatch | null {
  if (said.orderId !== null && !isSameOrderId(said.orderId, orderId))
    return mismatch('order_mismatch', 'the service answered with the invoice of another order');
  if (said.type !== null && said.type !== 'up')
    return mismatch('withdrawal', 'the service answered with a withdrawal, or no incoming payment');
  const isOtherAmount = said.fiatAmount !== null && !matchesAmount(said, price);
  const isOtherFiat = said.fiatCurrency !== null && said.fiatCurrency !== price.currency;
  if (isOtherAmount || isOtherFiat) return OTHER_PRICE;
  if (said.currency !== null && said.currency.code !== currency)
    return mismatch('currency_mismatch', 'the service answered with another currency than was chosen');
  if (said.testMode && !acceptsTestMode) {
    const message =
      'the service is in test mode, where no money moves: set service.testMode to true to try things out, or give the key of a live project';
    return mismatch('test_mode', message);
  }
  return null;
}

/** A service that reads digits as a number answers `"007"` as 7. */
function isSameOrderId(said: string, orderId: string): boolean {
  if (said === orderId) return true;
  const [one, other] = [said, orderId.replace(/^0+(?=\d)/, '')];
  return isAmount(one) && isAmount(other) && compareAmounts(one, other) === 0;
}

/** Whether both are the same amount, whatever the currency: the noise of a binary float is no difference. */
export function matchesAmount({ fiatAmount }: CreatedInvoice, { amount }: Price): boolean {
  if (fiatAmount === null || isZeroAmount(fiatAmount)) return false;
  const [, decimals = ''] = plainAmount(amount).split('.');
  const exact = exactAmount(fiatAmount, decimals.length);
  return exact.adjusted !== 'ceil' && compareAmounts(exact.amount, amount) === 0;
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
