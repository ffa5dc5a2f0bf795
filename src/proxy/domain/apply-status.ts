import { isSameAddress, validateAddress } from '../../payment/addresses/index.js';
import {
  AmountError,
  compareAmounts,
  currencyOf,
  exactAmount,
  isZeroAmount,
  plainAmount,
} from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import { contradictionIn } from './verify-invoice.js';
import type { InvoiceMismatch } from './verify-invoice.js';
import type { Logger } from '../base/log.js';
import type { StatusReport } from './payment-status.js';
import { isPaid } from './payment-status.js';
import type {
  CheckoutRecord,
  InvoiceRecord,
  CreatedInvoiceRecord,
  DisplayedInvoice,
  PollFailure,
} from './record.js';
import { withAlarm } from './record.js';
import { hasPendingTransaction, nextPollAtMs } from './schedule.js';
import { settlementOf, withAnswer } from './settlement.js';

/** What a look needs besides the answer. */
export interface StatusContext {
  /** When the service was asked. */
  readonly askedAtMs: number;
  /** The same moment, at most by the clock of the service. */
  readonly provenAtMs: number;
  readonly nowMs: number;
  /** How long an address is watched after its deadline. */
  readonly graceMs: number;
  /** Does a browser look on? */
  readonly isAttended: (checkout: CheckoutRecord) => boolean;
  /** Records in test mode are money for a shop in test mode only. */
  readonly acceptsTestMode: boolean;
  readonly logger: Logger;
}

/** Adds an answer of the service to an invoice; `undefined`: the service did not mention it. Pure but for the log. */
export function withStatus(
  checkout: CheckoutRecord,
  invoice: CreatedInvoiceRecord | DisplayedInvoice,
  answer: Invoice | undefined,
  context: StatusContext,
): InvoiceRecord {
  if (!answer) return withPollFailure(invoice, 'unanswered', context);
  const wrong = contradictionIn(answer, invoice, context.acceptsTestMode);
  if (wrong) return withContradiction(invoice, wrong, context);
  const expiresAtMs = answer.expiresAtMs ?? invoice.expiresAtMs;
  const known = { ...shown(invoice, answer, context.logger), expiresAtMs };
  const money = withAnswer(known.money, toStatusReport(answer, known, context.provenAtMs));
  const isLive = known.isLive && !money.isClosed && !isPaid(money);
  const seen = { ...known, money, isLive, trouble: null, checkedAtMs: context.askedAtMs };
  return withNextPoll(seen, isCurrent(checkout, seen) && context.isAttended(checkout), context);
}

const FAILURES: Readonly<Record<PollFailure, string>> = {
  unanswered: 'the service does not tell about this invoice: it is asked ever more rarely',
  suspected: 'a call with this invoice failed: it is asked apart from the others',
  refused:
    'every call with this invoice fails: does the service still know it? It is asked alone, and ever more rarely',
};

/** An invoice of which the service does not tell: what is known of it stays. Said once, however often it is so. */
export function withPollFailure<I extends CreatedInvoiceRecord | DisplayedInvoice>(
  invoice: I,
  trouble: PollFailure,
  context: StatusContext,
): I {
  if (invoice.trouble !== trouble) context.logger.warn({ invoice: invoice.serviceId }, FAILURES[trouble]);
  const troubled = { ...invoice, trouble };
  if (trouble === 'suspected') return { ...troubled, nextCheckAtMs: context.nowMs };
  return withNextPoll(troubled, false, context);
}

function withNextPoll<I extends CreatedInvoiceRecord | DisplayedInvoice>(
  invoice: I,
  isAttended: boolean,
  { nowMs, graceMs, logger, ...times }: StatusContext,
): I {
  // The invoice's own moments are of the service's clock: they are moved to ours.
  const aheadMs = times.askedAtMs - times.provenAtMs;
  const { createdAtMs, expiresAtMs } = invoice;
  const moments = {
    createdAtMs: createdAtMs + aheadMs,
    expiresAtMs: expiresAtMs === null ? null : expiresAtMs + aheadMs,
  };
  const next = nextPollAtMs({ ...invoice, ...moments }, { isAttended, nowMs, graceMs });
  if (next === null && hasPendingTransaction(invoice.money)) {
    const { serviceId, money } = invoice;
    const fields = { invoice: serviceId, transactions: money.transactions };
    logger.error(fields, 'a transfer was seen and never arrived: it is watched no more');
  }
  return { ...invoice, nextCheckAtMs: next };
}

/**
 * Returns the invoice without anything of an answer that contradicts the order. The service is asked again, and a later
 * answer that agrees counts. A payer who still waits for this invoice can choose again.
 */
function withContradiction(
  invoice: CreatedInvoiceRecord | DisplayedInvoice,
  { alarm, message }: InvoiceMismatch,
  context: StatusContext,
): InvoiceRecord {
  if (!invoice.alarms.includes(alarm)) {
    context.logger.error({ invoice: invoice.serviceId }, `ALARM: ${message}. The answer does not count`);
  }
  const troubled = withPollFailure(invoice, 'unanswered', context);
  return withAlarm({ ...troubled, isLive: troubled.isLive && troubled.stage === 'shown' }, alarm);
}

/** Only the invoice on the screen is asked often; the others find their place in the same calls. */
function isCurrent(checkout: CheckoutRecord, { sequence }: InvoiceRecord): boolean {
  return (
    sequence === checkout.current || sequence === settlementOf(checkout).standing.invoice?.invoice.sequence
  );
}

/** Completes a made invoice with what only the information call carries; address and amount are fixed from then on. */
function shown(
  invoice: CreatedInvoiceRecord | DisplayedInvoice,
  answer: Invoice,
  logger: Logger,
): CreatedInvoiceRecord | DisplayedInvoice {
  const compared = compareAddress(invoice, answer, logger);
  if (compared.stage === 'shown' || compared.stage === 'rejected') return compared;
  const address = compared.address ?? answer.address;
  const amount = amountToPay(compared.currency, answer);
  if (address === null || amount === null) {
    logger.error({ invoice: compared.serviceId }, 'the service names no address or no amount to pay');
    return { ...compared, address };
  }
  return withCheckedAddress({ ...compared, stage: 'shown', address, amount }, logger);
}

/** Once, before it is shown: it never changes after that. */
function withCheckedAddress(invoice: DisplayedInvoice, logger: Logger): DisplayedInvoice {
  const check = validateAddress(invoice.currency, invoice.address);
  if (check.valid) return invoice;
  const { serviceId, currency, hostedPage } = invoice;
  logger.error(
    { invoice: serviceId, currency, fault: check.reason, hasHostedPage: hostedPage !== null },
    'ALARM: the service gives an address that cannot be right: it is not shown, the hosted page is instead',
  );
  return withAlarm(invoice, 'address_invalid');
}

function compareAddress(
  invoice: CreatedInvoiceRecord | DisplayedInvoice,
  { address }: Invoice,
  logger: Logger,
): CreatedInvoiceRecord | DisplayedInvoice {
  if (invoice.address === null || address === null || isSameAddress(invoice.address, address)) return invoice;
  if (invoice.alarms.includes('address_changed')) return invoice;
  logger.error(
    { invoice: invoice.serviceId },
    'ALARM: the service names another address: the first one is kept',
  );
  return withAlarm(invoice, 'address_changed');
}

/** The short form of an answer has but the rest: of an invoice without money that is the whole. */
function amountToPay(currency: CurrencyCode, answer: Invoice): string | null {
  const isUntouched = answer.status === 'created' && isZeroAmount(answer.amountPaid ?? '0');
  const text = answer.amountToPay ?? (isUntouched ? answer.amountMissing : null);
  try {
    return text === null ? null : exactAmount(text, currencyOf(currency).decimals).amount;
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}

function toStatusReport(
  answer: Invoice,
  { currency, expiresAtMs }: CreatedInvoiceRecord | DisplayedInvoice,
  askedAtMs: number,
): StatusReport {
  return {
    status: answer.status,
    paid: paidAmount(currency, answer.amountPaid),
    missing: answer.amountMissing,
    transactions: answer.transactions,
    finishedAtMs: answer.finishedAtMs,
    expiresAtMs,
    askedAtMs,
  };
}

/** Float noise is taken off; what is really smaller than the coin's unit stays as it came, since money is never invented. */
function paidAmount(currency: CurrencyCode, text: string | null): string | null {
  if (text === null || compareAmounts(text, '0') === 0) return null;
  const { amount, adjusted } = exactAmount(text, currencyOf(currency).decimals);
  return adjusted === 'ceil' ? plainAmount(text) : amount;
}
