import { addAmounts, compareAmounts } from '../../src/payment/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import type { CheckoutInvoiceEvent, OrderEvent } from '../../src/proxy/webhooks.js';
import type { SentAmounts, ShownInvoice, OrderHistories, OrderHistory } from './order-history.js';

const PAID: ReadonlySet<string> = new Set(['paid', 'overpaid']);
/** The states without money. */
const EMPTY: ReadonlySet<string> = new Set(['choosing', 'creating', 'awaiting', 'canceled']);

export function isMoneyShown({ state, invoice }: Pick<Checkout, 'state' | 'invoice'>): boolean {
  if (state === 'detected' || state === 'partial' || PAID.has(state)) return true;
  return invoice !== null && (invoice.transactions.length > 0 || invoice.paid !== '0');
}

/** Describes a checkout in one line. */
function shownLine({ version, state, stale, late, invoice }: Checkout): string {
  const flags = `${late ? ' late' : ''}${stale ? ' stale' : ''}`;
  const money = invoice && `${invoice.id} ${invoice.currency} paid ${invoice.paid} of ${invoice.amount}`;
  return `v${version} ${state}${flags} ${money ?? ''}`;
}

/**
 * Checks a checkout that a page received.
 * @param atLeast the highest version on any page when this one sent its request
 */
export function observePage(
  histories: OrderHistories,
  history: OrderHistory,
  checkout: Checkout,
  atLeast: number,
): void {
  const fail = (what: string) => histories.report('seen', history.order, `${what}: ${shownLine(checkout)}`);
  if (history.checkoutId !== null && history.checkoutId !== checkout.id)
    fail('the order has a second checkout');
  history.checkoutId ??= checkout.id;
  if (checkout.version < atLeast)
    fail(`an answer is older than version ${atLeast}, known before it was requested`);
  compare(history.latest, checkout, fail);
  checkInvoice(histories, history, checkout, fail);
  if (PAID.has(checkout.state) && checkout.transfer !== null)
    histories.report('transfers', history.order, `one is open on a paid order: ${shownLine(checkout)}`);
  if (history.latest && checkout.version <= history.latest.version) return;
  histories.log(history, 'page', shownLine(checkout));
  history.latest = { ...checkout, offers: [] };
}

function compare(latest: Checkout | null, checkout: Checkout, fail: (what: string) => void): void {
  if (!latest) return;
  const isLater = checkout.version > latest.version;
  const [before, after] = isLater ? [latest, checkout] : [checkout, latest];
  if (checkout.version === latest.version) {
    if (shownLine({ ...latest, stale: false }) !== shownLine({ ...checkout, stale: false }))
      fail(`the same version was ${shownLine(latest)}`);
    return;
  }
  const other = `, and ${isLater ? 'was' : 'is'} ${shownLine(latest)}`;
  if (isMoneyShown(before) && (!isMoneyShown(after) || EMPTY.has(after.state)))
    fail(`money disappeared${other}`);
  if (PAID.has(before.state) && !PAID.has(after.state)) fail(`it was paid${other}`);
  if (before.state === 'overpaid' && after.state !== 'overpaid') fail(`it was overpaid${other}`);
}

function checkInvoice(
  histories: OrderHistories,
  history: OrderHistory,
  { invoice, state, version }: Checkout,
  fail: (what: string) => void,
): void {
  if (!invoice) return;
  const { id, address, amount, paid } = invoice;
  const known: ShownInvoice = history.shown.get(id) ?? {
    address,
    amount,
    paid,
    firstSeenMs: histories.now(),
  };
  history.shown.set(id, known);
  if (known.address !== address || known.amount !== amount)
    fail(`${id} was ${known.amount} to ${known.address}`);
  if (history.latest === null || version >= history.latest.version) {
    if (compareAmounts(paid, known.paid) < 0) fail(`${id} had ${known.paid}`);
    known.paid = paid;
  }
  checkTruth(histories, history, {
    id,
    amount,
    paid,
    isPaid: PAID.has(state),
    isSeen: invoice.transactions.length > 0,
  });
}

interface Claim {
  readonly id: string;
  readonly amount: string | null;
  readonly paid: string;
  readonly isPaid: boolean;
  readonly isSeen: boolean;
}

const NOTHING: SentAmounts = { seen: '0', confirmed: '0' };

/** Checks that reported money was sent before. */
function checkTruth(
  histories: OrderHistories,
  history: OrderHistory,
  { id, amount, paid, isPaid, isSeen }: Claim,
): void {
  const sent = history.sent.get(id) ?? NOTHING;
  const fail = (what: string) => histories.report('truthful', history.order, `${id}: ${what}`);
  if (compareAmounts(paid, sent.confirmed) > 0)
    fail(`${paid} is reported, and ${sent.confirmed} was confirmed`);
  if (isPaid && !history.isAccepted && amount !== null && compareAmounts(sent.confirmed, amount) < 0)
    fail(`reported as paid, with ${sent.confirmed} of ${amount}`);
  if (isSeen && sent.seen === '0') fail('a transaction is reported, and none was sent');
}

/** Checks an event that the shop received. */
export function observeEvent(histories: OrderHistories, history: OrderHistory, event: OrderEvent): void {
  if (event.type === 'checkout.review_required') return;
  checkDeadline(histories, history, event);
  const { id, amount, received: paid, transactions } = event.invoice;
  const isPaid = ['checkout.paid', 'checkout.overpaid', 'checkout.paid_late'].includes(event.type);
  checkTruth(histories, history, { id, amount, paid, isPaid, isSeen: transactions.length > 0 });
}

/** Maximum difference of clocks that are only slightly wrong. */
const CLOCKS_MS = 61_000;

function checkDeadline(
  histories: OrderHistories,
  history: OrderHistory,
  { type, invoice, order }: CheckoutInvoiceEvent,
): void {
  if (type !== 'checkout.expired' && type !== 'checkout.underpaid') return;
  // A new price ends the invoices of the former one, whatever their deadline.
  if (invoice.price.amount !== order.amount) return;
  // The service has closed it itself, as after a cancellation whose response was lost.
  if (invoice.finishedAt !== null) return;
  const earlyMs = Date.parse(invoice.expiresAt ?? '') - histories.now();
  if (earlyMs > CLOCKS_MS)
    histories.report(
      'clocks',
      history.order,
      `${invoice.id} is reported as ${type} ${earlyMs / 1000} s early`,
    );
}

/** Records an amount that the payer is about to send. */
export function recordSent(
  history: OrderHistory,
  invoice: string,
  amount: string,
  isConfirmed: boolean,
): void {
  const sent = history.sent.get(invoice) ?? { ...NOTHING };
  sent.seen = addAmounts(sent.seen, amount);
  if (isConfirmed) sent.confirmed = addAmounts(sent.confirmed, amount);
  history.sent.set(invoice, sent);
}

/** Records that all transactions are about to be confirmed. */
export function recordConfirmed(history: OrderHistory, invoice: string): void {
  const sent = history.sent.get(invoice);
  if (sent) sent.confirmed = sent.seen;
}
