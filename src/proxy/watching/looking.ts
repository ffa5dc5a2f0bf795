import { validateAddress } from '../../payment/addresses/index.js';
import { AmountError, compareAmounts, currencyOf, exactAmount, plainAmount } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import type { AlarmReason } from '../events/event.js';
import type { Logger } from '../log.js';
import type { Look } from '../checkouts/merge.js';
import { isPaid, mergeMoney } from '../checkouts/merge.js';
import type {
  CheckoutRecord,
  InvoiceRecord,
  MadeInvoice,
  ShownInvoice,
  Trouble,
} from '../checkouts/record.js';
import { withAlarm } from '../checkouts/record.js';
import { isAwaited, nextCheckAtMs } from './schedule.js';
import { standingOf } from '../checkouts/state.js';

/** What a look needs besides the answer. */
export interface LookContext {
  /** When the service was asked. */
  readonly askedAtMs: number;
  readonly nowMs: number;
  /** How long an address is watched after its deadline. */
  readonly graceMs: number;
  /** Does a browser look on? */
  readonly isAttended: (checkout: CheckoutRecord) => boolean;
  /** Records in test mode are money for a shop in test mode only. */
  readonly acceptsTestMode: boolean;
  readonly logger: Logger;
}

interface Objection {
  readonly reason: AlarmReason;
  readonly message: string;
}

/** Adds an answer of the service to an invoice; `undefined`: the service did not mention it. Pure but for the log. */
export function withLook(
  checkout: CheckoutRecord,
  invoice: MadeInvoice | ShownInvoice,
  answer: Invoice | undefined,
  context: LookContext,
): InvoiceRecord {
  const wrong = answer && objection(answer, context);
  if (wrong && !invoice.alarms.includes(wrong.reason)) {
    context.logger.error({ invoice: invoice.serviceId }, wrong.message);
  }
  if (!answer) return withTrouble(invoice, 'unanswered', context);
  if (wrong) return withAlarm(withTrouble(invoice, 'unanswered', context), wrong.reason);
  const known = shown(invoice, answer, context.logger);
  const money = mergeMoney(known.money, toLook(answer, known, context.askedAtMs));
  const isLive = known.isLive && !money.isClosed && !isPaid(money);
  const seen = { ...known, money, isLive, trouble: null, checkedAtMs: context.askedAtMs };
  return planned(seen, isOnScreen(checkout, seen) && context.isAttended(checkout), context);
}

const TROUBLES: Readonly<Record<Trouble, string>> = {
  unanswered: 'the service does not tell about this invoice: it is asked ever more rarely',
  suspected: 'a call with this invoice failed: it is asked apart from the others',
  refused:
    'every call with this invoice fails: does the service still know it? It is asked alone, and ever more rarely',
};

/** An invoice of which the service does not tell: what is known of it stays. Said once, however often it is so. */
export function withTrouble<I extends MadeInvoice | ShownInvoice>(
  invoice: I,
  trouble: Trouble,
  context: LookContext,
): I {
  if (invoice.trouble !== trouble) context.logger.warn({ invoice: invoice.serviceId }, TROUBLES[trouble]);
  const troubled = { ...invoice, trouble };
  if (trouble === 'suspected') return { ...troubled, nextCheckAtMs: context.nowMs };
  return planned(troubled, false, context);
}

function planned<I extends MadeInvoice | ShownInvoice>(
  invoice: I,
  isAttended: boolean,
  { nowMs, graceMs, logger }: LookContext,
): I {
  const next = nextCheckAtMs(invoice, { isAttended, nowMs, graceMs });
  if (next === null && isAwaited(invoice.money)) {
    const { serviceId, money } = invoice;
    const fields = { invoice: serviceId, transactions: money.transactions };
    logger.error(fields, 'a transfer was seen and never arrived: it is watched no more');
  }
  return { ...invoice, nextCheckAtMs: next };
}

/** Why an answer does not count. */
function objection(answer: Invoice, context: LookContext): Objection | null {
  if (answer.type === 'dw') {
    return {
      reason: 'withdrawal',
      message: 'the service reports a withdrawal under this id: it does not count',
    };
  }
  if (answer.testMode && !context.acceptsTestMode) {
    const message = 'a record in test mode does not count: set service.testMode to accept it';
    return { reason: 'test_mode', message };
  }
  return null;
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
function withCheckedAddress(invoice: ShownInvoice, logger: Logger): ShownInvoice {
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
  invoice: MadeInvoice | ShownInvoice,
  { address }: Invoice,
  logger: Logger,
): MadeInvoice | ShownInvoice {
  if (invoice.address === null || address === null || address === invoice.address) return invoice;
  if (invoice.alarms.includes('address_changed')) return invoice;
  logger.error(
    { invoice: invoice.serviceId },
    'ALARM: the service names another address: the first one is kept',
  );
  return withAlarm(invoice, 'address_changed');
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
