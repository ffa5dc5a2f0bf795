import { compareAmounts, exactAmount, isAmount, isZeroAmount, plainAmount } from '../../payment/index.js';
import type { CreatedInvoice } from '../../service/index.js';
import type { ReviewReason } from './event.js';
import type { CreationIntent, InvoiceRecord, Price } from './record.js';

/** Why an answer of the service is ignored and its invoice is not displayed. */
export interface InvoiceMismatch {
  readonly code: 'price_mismatch' | 'service_refused';
  readonly reviewReason: ReviewReason;
  readonly message: string;
}

type OrderedInvoice = Pick<InvoiceRecord, 'orderId' | 'price' | 'currency'>;

const OTHER_PRICE: InvoiceMismatch = {
  code: 'price_mismatch',
  reviewReason: 'price_mismatch',
  message: 'service answered with another price than ordered',
};

const mismatch = (reviewReason: ReviewReason, message: string): InvoiceMismatch => ({
  code: 'service_refused',
  reviewReason,
  message,
});

/** Review reasons of contradicting answers. Such an invoice stays hidden until another answer agrees. */
const CONTRADICTIONS: readonly ReviewReason[] = [
  'order_mismatch',
  'unexpected_withdrawal',
  'price_mismatch',
  'currency_mismatch',
  'unexpected_test_mode',
];

/** Returns the problem code for a new invoice whose status contradicts the order, `null` for any other invoice. */
export function contradictionCode({ stage, reviewReasons }: InvoiceRecord): InvoiceMismatch['code'] | null {
  const found =
    stage === 'made' ? CONTRADICTIONS.find((reason) => reviewReasons.includes(reason)) : undefined;
  if (found === undefined) return null;
  return found === 'price_mismatch' ? found : 'service_refused';
}

/**
 * Compares a create response with the order. The shop sets the price, so the response must repeat it.
 * @returns the first mismatch, or `null`
 */
export function findMismatch(
  created: CreatedInvoice,
  intent: CreationIntent,
  acceptsTestMode: boolean,
): InvoiceMismatch | null {
  const isPriced = created.fiatAmount !== null && created.fiatCurrency !== null;
  return contradictionIn(created, intent, acceptsTestMode) ?? (isPriced ? null : OTHER_PRICE);
}

/**
 * Compares any answer about an invoice with the order: order id, type, price, coin with its network, and test mode.
 * Missing fields are ignored.
 * @returns the first mismatch, or `null`
 */
export function contradictionIn(
  answer: CreatedInvoice,
  { orderId, price, currency }: OrderedInvoice,
  acceptsTestMode: boolean,
): InvoiceMismatch | null {
  if (answer.orderId !== null && !isSameOrderId(answer.orderId, orderId))
    return mismatch('order_mismatch', 'service answered with the invoice of another order');
  if (answer.type !== null && answer.type !== 'up')
    return mismatch(
      'unexpected_withdrawal',
      'service answered with something other than an incoming payment',
    );
  const isOtherAmount = answer.fiatAmount !== null && !matchesAmount(answer, price);
  const isOtherFiat = answer.fiatCurrency !== null && answer.fiatCurrency !== price.currency;
  if (isOtherAmount || isOtherFiat) return OTHER_PRICE;
  if (answer.currency !== null && answer.currency.code !== currency)
    return mismatch('currency_mismatch', 'service answered with another currency than selected');
  if (answer.testMode && !acceptsTestMode) {
    const message =
      'service is in test mode, where no real money moves. Set service.testMode to true for tests, or use the API key of a live project';
    return mismatch('unexpected_test_mode', message);
  }
  return null;
}

/** The service may parse digits as a number and answer `"007"` as 7. */
function isSameOrderId(answered: string, orderId: string): boolean {
  if (answered === orderId) return true;
  const [one, other] = [answered, orderId.replace(/^0+(?=\d)/, '')];
  return isAmount(one) && isAmount(other) && compareAmounts(one, other) === 0;
}

/** Whether both amounts are equal, ignoring the currency and the noise of a binary float. */
export function matchesAmount({ fiatAmount }: CreatedInvoice, { amount }: Price): boolean {
  if (fiatAmount === null || isZeroAmount(fiatAmount)) return false;
  const [, decimals = ''] = plainAmount(amount).split('.');
  const exact = exactAmount(fiatAmount, decimals.length);
  return exact.adjusted !== 'ceil' && compareAmounts(exact.amount, amount) === 0;
}

/**
 * Adds the price currency to an invoice from the list, which omits it (service doc, "Invoice": `fiat_currency` is in the
 * create response only). Assumes the requested currency, unless the service may have used its default, dollars. In that
 * case `amount_usd` would equal the amount, so it must be known and differ. This also rejects 49 EUR at a rate of exactly
 * 1, which costs the payer no more than another selection.
 */
export function withPriceCurrency<T extends CreatedInvoice>(listed: T, price: Price): T {
  if (listed.fiatCurrency !== null) return listed;
  const isDollars =
    price.currency !== 'USD' &&
    (listed.amountUsd === null || compareAmounts(listed.amountUsd, price.amount) === 0);
  return isDollars ? listed : { ...listed, fiatCurrency: price.currency };
}
