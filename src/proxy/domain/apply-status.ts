import { isSameAddress, validateAddress } from '../../payment/addresses/index.js';
import {
  AmountError,
  compareAmounts,
  currencyOf,
  exactAmount,
  isZeroAmount,
  subtractAmounts,
} from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import {
  findContradiction,
  isCompared,
  recordedContradiction,
  type InvoiceMismatch,
} from './verify-invoice.js';
import type { Logger } from '../base/log.js';
import {
  hasPayment,
  isPaid,
  normalizePaid,
  transactionIds,
  unconfirmedIn,
  mergeStatusReport,
  type PaymentStatus,
  type StatusReport,
} from './merge-status-reports.js';
import type {
  CheckoutRecord,
  InvoiceRecord,
  DisplayedInvoice,
  PollFailure,
  ExistingInvoice,
} from './record.js';
import { isDisplayed, unlessBeforeCreation, withReview } from './record.js';
import { scheduleNextPoll } from './poll-schedule.js';
import { ledgerOf } from './settlement.js';
import { withMovement, type Movement } from './movement.js';
import { changeOf, nextChange, nextUsd, statedPaymentOf, type StatedPayment } from './stated-change.js';
import { MINUTE_MS, SECOND_MS } from '../base/time.js';

/** Input of a status update besides the service's response. */
export interface StatusContext {
  /** When the status was requested, by the proxy's clock. */
  readonly requestedAtMs: number;
  /** `requestedAtMs` by the service's clock: see `ServiceTime.startRequest`. */
  readonly serviceTimeMs: number;
  readonly nowMs: number;
  /** `nowMs` by the service's clock. */
  readonly serviceNowMs: number;
  /** Monitoring window: how long an invoice is polled after its deadline. */
  readonly monitoringMs: number;
  /** Whether a page has requested the checkout within the last minute. */
  readonly hasConnectedPage: (checkout: CheckoutRecord) => boolean;
  /** Whether records in test mode count as money. */
  readonly acceptsTestMode: boolean;
  readonly logger: Logger;
}

/**
 * Returns the invoice updated with the service's report. Pure, except for the log.
 * @param reported the invoice in the response; `undefined` if the response does not contain it
 */
export function withStatus(
  checkout: CheckoutRecord,
  invoice: ExistingInvoice,
  reported: Invoice | undefined,
  context: StatusContext,
): InvoiceRecord {
  if (!reported) return withPollFailure(invoice, 'unanswered', context);
  const mismatch = findContradiction(reported, invoice, context.acceptsTestMode);
  if (mismatch) return withContradiction(invoice, mismatch, context);
  const expiresAtMs = unlessBeforeCreation(reported.expiresAtMs, invoice) ?? invoice.expiresAtMs;
  const known = { ...withInvoiceDetails(invoice, reported, context.logger), expiresAtMs };
  const money = mergeStatusReport(known.money, toStatusReport(reported, known, context.serviceTimeMs));
  const isLive = known.isLive && !money.isClosed && !isPaid(money);
  // An older response must not take back what a newer one stated.
  const isNewest = context.requestedAtMs >= (invoice.checkedAtMs ?? 0);
  const stated = isNewest ? statedPaymentOf(reported, known.currency) : null;
  const reviewed = withMissingDetails({ ...withMoney(known, money, context.nowMs, stated), isLive }, context);
  const updated = { ...reviewed, pollFailure: null, checkedAtMs: context.requestedAtMs };
  return withNextPoll(updated, isCurrent(checkout, updated) && context.hasConnectedPage(checkout), context);
}

/** Maximum number of adjusted movements of one payment: a service that changes its statement with every response must not fill the store. */
const MAX_ADJUSTMENTS = 50;

/**
 * Replaces the payment status. Records the newly received amount as a movement, or fees that the service states differently by now.
 * @param payment what the newest response states; `null` if the response is not the newest
 */
export function withMoney<I extends ExistingInvoice>(
  invoice: I,
  money: PaymentStatus,
  nowMs: number,
  payment: StatedPayment | null = null,
): I {
  const amount = subtractAmounts(money.paid, invoice.money.paid);
  const ofPayment = invoice.movements.filter(isOfPayment);
  // A response with a lower amount says nothing about the whole payment.
  const totals = payment && compareAmounts(payment.paid, money.paid) === 0 ? payment : null;
  const stated = totals && nextChange(money.paid, totals, ofPayment.map(changeOf));
  const base = { source: 'service', atMs: nowMs } as const;
  if (!isZeroAmount(amount)) {
    const usd = totals && nextUsd(totals.usd, ofPayment.map(usdOf));
    const paidAtMs = totals && unlessBeforeCreation(totals.paidAtMs, invoice);
    const transactions = transactionIds(money);
    const received = { ...base, kind: 'received', amount, transactions, stated, usd, paidAtMs } as const;
    return withMovement({ ...invoice, money }, received);
  }
  const adjustments = ofPayment.filter(({ kind }) => kind === 'adjusted').length;
  if (!stated || stated.change === '0' || adjustments >= MAX_ADJUSTMENTS) return { ...invoice, money };
  const ofPayout = { payout: null, refund: null, withdrawal: null };
  const adjusted = { ...base, kind: 'adjusted', amount: '0', ...ofPayout, stated } as const;
  return withMovement({ ...invoice, money }, adjusted);
}

/** Whether a movement is part of what the payer has paid. */
function isOfPayment(movement: Movement): boolean {
  return movement.kind === 'received' || (movement.kind === 'adjusted' && movement.payout === null);
}

function usdOf(movement: Movement): string | null {
  return movement.kind === 'received' ? movement.usd : '0';
}

/** If address, amount or a readable status is missing for longer, the payer is sent to the hosted page. */
const DETAILS_TIMEOUT_MS = 15 * SECOND_MS;

/**
 * If the status of a displayed invoice stays unreadable for longer, it requires a review. The poll interval grows to half the
 * elapsed time, which delays the review to 15 minutes at most.
 */
const UNREADABLE_TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * Returns the invoice after an unreadable status response, with its last known state. If all responses stay unreadable, the shop
 * cannot see a payment. The invoice then requires a review, and one that is not displayed yet becomes a link to the hosted page.
 * @param field the name of the first invalid field
 */
export function withUnreadableStatus(
  invoice: ExistingInvoice,
  field: string,
  context: StatusContext,
): ExistingInvoice {
  const { logger, requestedAtMs, serviceTimeMs } = context;
  const { serviceId: invoiceId, pollFailure, checkedAtMs, createdAtMs, intendedAtMs } = invoice;
  const { isCancelRequested } = invoice;
  const contradiction = recordedContradiction(invoice);
  const isHidden = !isDisplayed(invoice);
  const isOverdue = isHidden
    ? serviceTimeMs - intendedAtMs >= DETAILS_TIMEOUT_MS
    : checkedAtMs === null
      ? serviceTimeMs - createdAtMs >= UNREADABLE_TIMEOUT_MS
      : requestedAtMs - checkedAtMs >= UNREADABLE_TIMEOUT_MS;
  if (pollFailure === null)
    logger.warn({ invoiceId, field }, 'unreadable status response, polling less often');
  const failed = withNextPoll<ExistingInvoice>({ ...invoice, pollFailure: 'unanswered' }, false, context);
  // An invoice that the payer has canceled, or that contradicts the order, stays hidden.
  const staysHidden = isHidden && (isCancelRequested || contradiction !== undefined);
  // At least two consecutive polls returned no usable status.
  if (pollFailure === null || !isOverdue || staysHidden) return failed;
  if (!invoice.reviewReasons.includes('status_unreadable')) {
    const fields = { invoiceId, field, hasHostedPage: invoice.hostedPage !== null };
    logger.error({ alert: 'status_unreadable', ...fields }, 'status responses are unreadable');
  }
  return withReview(failed, 'status_unreadable');
}

/**
 * Requires a review of an invoice whose address or amount is overdue, or that is already paid without them. The payer must not
 * wait forever, and the money must be reported.
 */
function withMissingDetails(
  invoice: ExistingInvoice,
  { serviceTimeMs, logger }: StatusContext,
): ExistingInvoice {
  if (invoice.stage !== 'created' || invoice.reviewReasons.includes('details_missing')) return invoice;
  const { money, checkedAtMs, isCancelRequested, intendedAtMs, serviceId: invoiceId } = invoice;
  // At least two responses lacked them.
  const isOverdue = checkedAtMs !== null && serviceTimeMs - intendedAtMs >= DETAILS_TIMEOUT_MS;
  if (!hasPayment(money) && (isCancelRequested || !isOverdue)) return invoice;
  const missing = [
    ...(invoice.address === null ? ['address'] : []),
    ...(invoice.amount === null ? ['amount'] : []),
  ];
  const fields = { invoiceId, missing, hasHostedPage: invoice.hostedPage !== null };
  logger.error({ alert: 'details_missing', ...fields }, 'address or amount missing in status responses');
  return withReview(invoice, 'details_missing');
}

const FAILURES: Readonly<Record<PollFailure, string>> = {
  unanswered: 'invoice missing from status response, polling less often',
  suspected: 'batch with this invoice failed, isolating it',
  refused: 'status request failed for this invoice alone, polling it separately and less often',
};

/** Returns the invoice with a failed poll; its last known state stays. Logs only when the kind of failure changes. */
export function withPollFailure<I extends ExistingInvoice>(
  invoice: I,
  failure: PollFailure,
  context: StatusContext,
): I {
  if (invoice.pollFailure !== failure) {
    // In test mode, the service is nearly always a sandbox, and a refusal usually means that it has lost its data.
    const isSandbox = failure === 'refused' && context.acceptsTestMode;
    const hint = isSandbox ? '; if the service does not know this invoice: was the sandbox reset?' : '';
    context.logger.warn({ invoiceId: invoice.serviceId }, `${FAILURES[failure]}${hint}`);
  }
  const failed = { ...invoice, pollFailure: failure };
  if (failure === 'suspected') return { ...failed, nextPollAtMs: context.nowMs };
  return withNextPoll(failed, false, context);
}

function withNextPoll<I extends ExistingInvoice>(
  invoice: I,
  hasConnectedPage: boolean,
  { nowMs, serviceNowMs, monitoringMs, logger }: StatusContext,
): I {
  // The service reports times by its own clock. Convert them to the proxy's.
  const aheadMs = nowMs - serviceNowMs;
  const { createdAtMs, expiresAtMs } = invoice;
  const moments = {
    createdAtMs: createdAtMs + aheadMs,
    expiresAtMs: expiresAtMs === null ? null : expiresAtMs + aheadMs,
  };
  const priority = { hasConnectedPage, nowMs, monitoringMs };
  // Polling ends only if it ends by both clocks.
  const next = scheduleNextPoll({ ...invoice, ...moments }, priority) ?? scheduleNextPoll(invoice, priority);
  const transactions = unconfirmedIn(invoice);
  if (next === null && transactions.length > 0) {
    const fields = { invoiceId: invoice.serviceId, transactions };
    logger.error(fields, 'monitoring ended with an unconfirmed transaction');
  }
  return { ...invoice, nextPollAtMs: next };
}

/**
 * Ignores a report that contradicts the order. Polling continues, and a later report that agrees is applied. An invoice that is
 * not displayed yet is no longer live: the payer can choose again.
 */
function withContradiction(
  invoice: ExistingInvoice,
  { reviewReason, message }: InvoiceMismatch,
  context: StatusContext,
): InvoiceRecord {
  if (!invoice.reviewReasons.includes(reviewReason)) {
    const fields = { invoiceId: invoice.serviceId, alert: reviewReason, reason: message };
    context.logger.error(fields, 'status response ignored');
  }
  // If all reports so far were unreadable, payers already see a link, and none was compared with the order.
  const reviewReasons = isCompared(invoice)
    ? invoice.reviewReasons
    : invoice.reviewReasons.filter((reason) => reason !== 'status_unreadable');
  const compared = { ...invoice, reviewReasons, pollFailure: 'unanswered' as const };
  const failed = withNextPoll<ExistingInvoice>(compared, false, context);
  return withReview({ ...failed, isLive: failed.isLive && isDisplayed(failed) }, reviewReason);
}

/** Whether the page displays this invoice. Only that one is polled often; others fill free places in its batches. */
function isCurrent(checkout: CheckoutRecord, { sequence }: InvoiceRecord): boolean {
  return sequence === checkout.current || sequence === ledgerOf(checkout).status.invoice?.invoice.sequence;
}

/** Completes a created invoice with the fields that only the status response contains. Address and amount never change. */
function withInvoiceDetails(invoice: ExistingInvoice, reported: Invoice, logger: Logger): ExistingInvoice {
  const compared = compareAddress(invoice, reported, logger);
  if (compared.stage === 'open' || compared.stage === 'rejected') return compared;
  const address = compared.address ?? reported.address;
  const amount = compared.amount ?? amountToPay(compared.currency, reported);
  if (address === null || amount === null) return { ...compared, address, amount };
  return withCheckedAddress({ ...compared, stage: 'open', address, amount }, logger);
}

/** Checks the address once, before the invoice is displayed. */
function withCheckedAddress(invoice: DisplayedInvoice, logger: Logger): DisplayedInvoice {
  const check = validateAddress(invoice.currency, invoice.address);
  if (check.valid) return invoice;
  const { serviceId: invoiceId, currency, hostedPage } = invoice;
  const fields = { invoiceId, currency, fault: check.reason, hasHostedPage: hostedPage !== null };
  logger.error({ alert: 'address_invalid', ...fields }, 'invalid address hidden');
  return withReview(invoice, 'address_invalid');
}

function compareAddress(invoice: ExistingInvoice, { address }: Invoice, logger: Logger): ExistingInvoice {
  if (invoice.address === null || address === null || isSameAddress(invoice.address, address)) return invoice;
  if (invoice.reviewReasons.includes('address_changed')) return invoice;
  const fields = { alert: 'address_changed', invoiceId: invoice.serviceId };
  logger.error(fields, 'changed address ignored, first address kept');
  return withReview(invoice, 'address_changed');
}

/** Returns the amount due. A short response has only the missing amount, which is the whole amount before any payment. */
function amountToPay(currency: CurrencyCode, reported: Invoice): string | null {
  const isUntouched = reported.status === 'created' && isZeroAmount(reported.amountPaid ?? '0');
  const text = reported.amountToPay ?? (isUntouched ? reported.amountMissing : null);
  try {
    return text === null ? null : exactAmount(text, currencyOf(currency).decimals).amount;
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}

function toStatusReport(reported: Invoice, invoice: ExistingInvoice, requestedAtMs: number): StatusReport {
  const { currency, expiresAtMs } = invoice;
  return {
    status: reported.status,
    paid: isZeroAmount(reported.amountPaid ?? '0')
      ? null
      : normalizePaid(currency, reported.amountPaid ?? '0'),
    missing: reported.amountMissing,
    transactions: reported.transactions,
    finishedAtMs: unlessBeforeCreation(reported.finishedAtMs, invoice),
    expiresAtMs,
    requestedAtMs,
  };
}
