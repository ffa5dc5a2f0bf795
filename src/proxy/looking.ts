import { AmountError, compareAmounts, currencyOf, exactAmount, plainAmount } from '../payment/index.js';
import type { CurrencyCode } from '../payment/index.js';
import type { Invoice } from '../service/index.js';
import type { Logger } from './log.js';
import type { Look } from './merge.js';
import { isPaid, mergeMoney } from './merge.js';
import type { CheckoutRecord, InvoiceRecord, MadeInvoice, ShownInvoice } from './record.js';
import { nextCheckAtMs } from './schedule.js';
import { standingOf } from './state.js';

/** What a look needs besides the answer. */
export interface LookContext {
  /** When the service was asked. */
  readonly askedAtMs: number;
  readonly nowMs: number;
  /** Does a browser look on? */
  readonly isAttended: (checkout: CheckoutRecord) => boolean;
  /** Records in test mode are money for a shop in test mode only. */
  readonly acceptsTestMode: boolean;
  readonly logger: Logger;
}

/** A missing or unusable answer must not be asked for again at once. */
const UNANSWERED_MS = 60_000;

/** Adds an answer of the service to an invoice; `undefined`: the service did not mention it. Pure but for the log. */
export function withLook(
  checkout: CheckoutRecord,
  invoice: MadeInvoice | ShownInvoice,
  answer: Invoice | undefined,
  context: LookContext,
): InvoiceRecord {
  if (!answer || !isUsable(invoice, answer, context)) {
    return { ...invoice, nextCheckAtMs: context.nowMs + UNANSWERED_MS };
  }
  const known = shown(invoice, answer, context.logger);
  const money = mergeMoney(known.money, toLook(answer, known, context.askedAtMs));
  const isLive = known.isLive && !money.isClosed && !isPaid(money);
  const seen = { ...known, money, isLive, checkedAtMs: context.askedAtMs };
  const isAttended = isOnScreen(checkout, seen) && context.isAttended(checkout);
  return { ...seen, nextCheckAtMs: nextCheckAtMs(seen, isAttended, context.nowMs) };
}

function isUsable({ serviceId }: MadeInvoice | ShownInvoice, answer: Invoice, context: LookContext): boolean {
  if (answer.type === 'dw') {
    context.logger.error(
      { invoice: serviceId },
      'the service reports a withdrawal under this id: it does not count',
    );
    return false;
  }
  if (answer.testMode && !context.acceptsTestMode) {
    context.logger.error(
      { invoice: serviceId },
      'a record in test mode does not count: set service.testMode to accept it',
    );
    return false;
  }
  return true;
}

/** Only the invoice on the screen is asked often; the others find their place in the same calls. */
function isOnScreen(checkout: CheckoutRecord, { sequence }: InvoiceRecord): boolean {
  return sequence === checkout.current || sequence === standingOf(checkout).invoice?.sequence;
}

/** Completes a made invoice with what only the information call carries; address and amount are fixed from then on. */
function shown(
  invoice: MadeInvoice | ShownInvoice,
  answer: Invoice,
  logger: Logger,
): MadeInvoice | ShownInvoice {
  const address = invoice.address ?? answer.address;
  if (answer.address !== null && answer.address !== address) {
    logger.error(
      { invoice: invoice.serviceId },
      'ALARM: the service names another address: the first one is kept',
    );
  }
  if (invoice.stage === 'shown' || invoice.stage === 'rejected') return invoice;
  const amount = amountToPay(invoice.currency, answer);
  if (address === null || amount === null) {
    logger.error({ invoice: invoice.serviceId }, 'the service names no address or no amount to pay');
    return { ...invoice, address };
  }
  return { ...invoice, stage: 'shown', address, amount };
}

function amountToPay(currency: CurrencyCode, { amountToPay: text }: Invoice): string | null {
  try {
    return text === null ? null : exactAmount(text, currencyOf(currency).decimals).amount;
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}

function toLook(
  answer: Invoice,
  { currency, expiresAtMs }: MadeInvoice | ShownInvoice,
  askedAtMs: number,
): Look {
  return {
    status: answer.status,
    paid: paidAmount(currency, answer.amountPaid),
    missing: answer.amountMissing,
    transactions: answer.transactions,
    finishedAtMs: answer.finishedAtMs,
    expiresAtMs: answer.expiresAtMs ?? expiresAtMs,
    askedAtMs,
  };
}

/** Float noise is taken off; what is really smaller than the coin's unit stays as it came, since money is never invented. */
function paidAmount(currency: CurrencyCode, text: string | null): string | null {
  if (text === null || compareAmounts(text, '0') === 0) return null;
  const { amount, adjusted } = exactAmount(text, currencyOf(currency).decimals);
  return adjusted === 'ceil' ? plainAmount(text) : amount;
}
