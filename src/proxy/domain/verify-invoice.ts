import { compareAmounts, exactAmount, isAmount, isZeroAmount, plainAmount } from '../../payment/index.js';
import type { CreatedInvoice, Invoice } from '../../service/index.js';
import { ProblemError } from '../base/problem-error.js';
import { MINUTE_MS } from '../base/time.js';
import type { ReviewReason } from '../../protocol/index.js';
import type { CreationIntent, InvoiceRecord, Price } from './record.js';

/**
 * Why the proxy ignores a response of the service and does not display its invoice. `apply-status.ts` handles later responses
 * that change the address of a displayed invoice.
 */
export interface InvoiceMismatch {
  readonly reviewReason: ReviewReason;
  readonly message: string;
}

type OrderedInvoice = Pick<InvoiceRecord, 'orderId' | 'price' | 'currency' | 'stage' | 'reviewReasons'>;

const mismatch = (reviewReason: ReviewReason, message: string): InvoiceMismatch => ({
  reviewReason,
  message,
});

const PRICE_MISMATCH = mismatch('price_mismatch', 'response does not confirm the ordered price');

/** The service returned an id that another invoice in the store has. */
export const DUPLICATE_ID = mismatch('order_mismatch', 'service returned the id of another invoice');

/** Thrown within the transaction that would store a second invoice under the same id, and rolls it back. */
export class DuplicateIdError extends ProblemError {
  constructor() {
    super(mismatchProblem(DUPLICATE_ID.reviewReason).code);
  }
}

/** Review reasons of contradicting responses. Such an invoice stays hidden until a later response agrees. */
const CONTRADICTIONS: readonly ReviewReason[] = [
  'order_mismatch',
  'unexpected_withdrawal',
  'price_mismatch',
  'currency_mismatch',
  'unexpected_test_mode',
];

/** Whether a readable response agreed with the order: the page shows the invoice's address or link. */
export function isCompared({
  stage,
  reviewReasons,
}: Pick<InvoiceRecord, 'stage' | 'reviewReasons'>): boolean {
  return stage !== 'created' || reviewReasons.includes('details_missing');
}

/** Returns the contradiction that keeps a new invoice hidden; `undefined` if there is none. */
export function recordedContradiction({ stage, reviewReasons }: InvoiceRecord): ReviewReason | undefined {
  return stage === 'created' ? CONTRADICTIONS.find((reason) => reviewReasons.includes(reason)) : undefined;
}

/** Returns the problem that the payer receives for a mismatch. */
export function mismatchProblem(reason: ReviewReason): ProblemError {
  return new ProblemError(reason === 'price_mismatch' ? reason : 'service_refused');
}

/**
 * Compares a create response with the order. The response must repeat the price that the shop has set. It may omit the amount in
 * dollars, but must not contain another one, not even 0.
 * @returns the first mismatch, or `null`
 */
export function findMismatch(
  created: CreatedInvoice,
  intent: CreationIntent,
  acceptsTestMode: boolean,
): InvoiceMismatch | null {
  const mismatched = findListedMismatch(created, intent, acceptsTestMode);
  const isFree = created.amountUsd !== null && isZeroAmount(created.amountUsd);
  return mismatched ?? (isFree && intent.price.currency === 'USD' ? PRICE_MISMATCH : null);
}

/**
 * Compares an invoice from the list with the order. Its amount in dollars may be 0.
 * @returns the first mismatch, or `null`
 */
export function findListedMismatch(
  listed: CreatedInvoice,
  intent: CreationIntent,
  acceptsTestMode: boolean,
): InvoiceMismatch | null {
  const isPriced = statesAmount(listed.fiatAmount) && listed.fiatCurrency !== null;
  const isOtherUsd = contradictsUsdPrice(listed, intent.price);
  const contradiction = findContradiction(listed, intent, acceptsTestMode);
  return contradiction ?? (isPriced && !isOtherUsd ? null : PRICE_MISMATCH);
}

/**
 * Compares any response about an invoice with the order: order id, type, price, coin with its network, and test mode. Ignores
 * missing fields and amounts of 0. Before the invoice is displayed, the amount in dollars of an order in dollars must agree as
 * well. Afterwards the service may convert it at another rate, which must not hide a payment.
 * @returns the first mismatch, or `null`
 */
export function findContradiction(
  response: CreatedInvoice,
  { orderId, price, currency, stage, reviewReasons }: OrderedInvoice,
  acceptsTestMode: boolean,
): InvoiceMismatch | null {
  if (response.orderId !== null && !isSameOrderId(response.orderId, orderId))
    return mismatch('order_mismatch', 'service returned the invoice of another order');
  if (response.type !== null && response.type !== 'up')
    return mismatch('unexpected_withdrawal', 'service returned a record of another type');
  const isOtherAmount = statesAmount(response.fiatAmount) && !matchesAmount(response.fiatAmount, price);
  const isOtherFiat = response.fiatCurrency !== null && response.fiatCurrency !== price.currency;
  const isOtherUsd = !isCompared({ stage, reviewReasons }) && contradictsUsdPrice(response, price);
  if (isOtherAmount || isOtherFiat || isOtherUsd) return PRICE_MISMATCH;
  if (response.currency !== null && response.currency.code !== currency)
    return mismatch('currency_mismatch', 'service returned another currency than selected');
  if (response.testMode && !acceptsTestMode) {
    const message =
      'service is in test mode, where no real money moves. Set CRYPTO_CHECKOUT_TEST_MODE=1 for tests (in code: testMode: true), or use the API key of a live project';
    return mismatch('unexpected_test_mode', message);
  }
  return null;
}

/** The service may parse digits as a number and return `"007"` as 7. */
function isSameOrderId(returned: string, orderId: string): boolean {
  if (returned === orderId) return true;
  const [one, other] = [returned, orderId.replace(/^0+(?=\d)/, '')];
  return isAmount(one) && isAmount(other) && compareAmounts(one, other) === 0;
}

function statesAmount(amount: string | null): amount is string {
  return amount !== null && !isZeroAmount(amount);
}

function contradictsUsdPrice({ amountUsd }: CreatedInvoice, price: Price): boolean {
  return price.currency === 'USD' && statesAmount(amountUsd) && !matchesAmount(amountUsd, price);
}

/** Whether an amount in the price's currency is the price, ignoring the noise of a binary float. */
function matchesAmount(stated: string, { amount }: Price): boolean {
  const [, decimals = ''] = plainAmount(amount).split('.');
  const exact = exactAmount(stated, decimals.length);
  return exact.adjusted !== 'ceil' && compareAmounts(exact.amount, amount) === 0;
}

/**
 * Adds the price currency to an invoice from the list, which omits it (service doc, "Invoice": `fiat_currency` is in the
 * create response only). Assumes the requested currency, unless the service may have used its default, dollars. Then
 * `amount_usd` would equal the amount, so it must be known and differ. This also rejects 49 EUR at a rate of exactly 1: the
 * payer then selects the currency again.
 */
export function withPriceCurrency<T extends CreatedInvoice>(listed: T, price: Price): T {
  if (listed.fiatCurrency !== null) return listed;
  const isDollars =
    price.currency !== 'USD' &&
    (listed.amountUsd === null || compareAmounts(listed.amountUsd, price.amount) === 0);
  return isDollars ? listed : { ...listed, fiatCurrency: price.currency };
}

/** Assumed maximum difference between the service's clock and the proxy's. */
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;
/** Synchronized clocks differ by less: an invoice that precedes its intent by more may really be older. */
const SMALL_DIFFERENCE_MS = MINUTE_MS;

/**
 * Returns the invoices that have the intent's `order_id` and may result from its create call. The `order_id` alone proves little:
 * another system on the account, or this one with an earlier store, may have used the same number. Therefore the invoice must be
 * an incoming payment (or of unknown type), not older than the intent, and not in the store.
 * @param known ids of the invoices in the store
 * @param serviceNowMs the service's present time: a wrong clock may have given the intent a future one
 */
export function findCandidates(
  listed: readonly Invoice[],
  { orderId, intendedAtMs }: CreationIntent,
  known: ReadonlySet<string>,
  serviceNowMs: number,
): readonly Invoice[] {
  const earliestMs = Math.min(intendedAtMs, serviceNowMs) - CLOCK_DIFFERENCE_MS;
  return listed.filter(
    (invoice) =>
      invoice.orderId === orderId &&
      // Short forms omit the type.
      (invoice.type ?? 'up') === 'up' &&
      !known.has(invoice.id) &&
      (invoice.createdAtMs === null || invoice.createdAtMs >= earliestMs),
  );
}

/** Returns the candidates with the currency and price of the intent. */
export function matchingInvoices(
  invoices: readonly Invoice[],
  { currency, price }: CreationIntent,
): readonly Invoice[] {
  return invoices.filter(
    ({ currency: coin, fiatAmount }) =>
      coin?.code === currency && statesAmount(fiatAmount) && matchesAmount(fiatAmount, price),
  );
}

/**
 * Returns why a match may belong to another system, `null` if there is no doubt. The invoice of a lost response is unpaid,
 * since no payer received its address. It is the only one under its `order_id`, and was created after its intent.
 * @param candidates all invoices with the `order_id`, including the match
 * @param serviceNowMs the service's present time: a wrong clock may have given the intent a future one
 */
export function doubtAbout(
  match: Invoice,
  { intendedAtMs }: CreationIntent,
  candidates: readonly Invoice[],
  serviceNowMs: number,
): string | null {
  if (candidates.length > 1) return 'several invoices have this order_id';
  if (isFunded(match)) return 'invoice is paid, but its address was never displayed';
  if (match.createdAtMs === null) return 'creation time is unknown';
  // There is no upper limit: the proxy's clock may have been behind by hours.
  const isInTime = match.createdAtMs >= Math.min(intendedAtMs, serviceNowMs) - SMALL_DIFFERENCE_MS;
  return isInTime ? null : 'invoice is older than its intent';
}

function isFunded({ status, transactions, amountPaid }: Invoice): boolean {
  if (status !== 'created' && status !== 'canceled') return true;
  return transactions.length > 0 || (amountPaid !== null && !isZeroAmount(amountPaid));
}
