import { addAmounts, compareAmounts } from '../../src/payment/index.js';
import type { CheckoutInvoiceEvent } from '../../src/proxy/webhooks.js';
import type { CheckoutRecord, InvoiceRecord } from '../../src/proxy/domain/record.js';
import { lastingContradiction } from './contradictions.js';
import type { Invariant } from './invariants.js';
import { isFinishedLate, type BookedInvoice, type FinalInvoice, type InvoiceStep } from './sandbox.js';
import type { ClockError, OrderHistory, DeliveredEvent } from './order-history.js';
import type { Leap } from './shared-time.js';

/** Everything known about an order at the end of the run. */
export interface FinishedOrder {
  readonly history: OrderHistory;
  /** The invoices of the service, oldest first. */
  readonly booked: readonly FinalInvoice[];
  /** The record in the proxy's store; `undefined` if the checkout was never opened. */
  readonly record: CheckoutRecord | undefined;
  readonly clockErrors: readonly ClockError[];
  readonly leaps: readonly Leap[];
}

type Fail = (invariant: Invariant, what: string) => void;

const FULL: ReadonlySet<string> = new Set(['paid', 'overpaid']);
const TOLD_PAID: ReadonlySet<string> = new Set(['checkout.paid', 'checkout.paid_late']);

/** Checks the invariants that hold at the end of an order. */
export function checkFinishedOrder(ended: FinishedOrder, fail: Fail): void {
  checkKnown(ended, fail);
  checkOneLive(ended, fail);
  checkToldOnce(ended, fail);
  checkFulfilledOnce(ended, fail);
  checkConserved(ended, fail);
  checkOwedOnce(ended, fail);
  checkLate(ended, fail);
  checkAgreed(ended, fail);
  checkSums(ended, fail);
  checkPage(ended, fail);
}

function known({ record }: FinishedOrder): ReadonlyMap<string, InvoiceRecord> {
  const created = (record?.invoices ?? []).flatMap((invoice) =>
    invoice.stage === 'creating' ? [] : [[invoice.serviceId, invoice] as const],
  );
  return new Map(created);
}

function checkKnown(ended: FinishedOrder, fail: Fail): void {
  const invoices = known(ended);
  for (const { uuid, orderId, status } of ended.booked) {
    if (!invoices.has(uuid)) fail('known', `${uuid} (${orderId}, ${status}) is in no checkout`);
  }
}

/** Maximum clock difference of two processes, and the earliest time at which a create call is abandoned. */
const CLOCKS_MS = 61_000;
const ABANDONED_AFTER_MS = 80_000 - CLOCKS_MS;

/**
 * A process whose clock is hours ahead considers open invoices expired until its clock is correct again. If the outcome of a
 * create call of that time is unknown, the next one follows minutes later.
 */
const AFTER_CLOCK_ERROR_MS = 5 * 60_000;

function checkOneLive({ booked, history, clockErrors }: FinishedOrder, fail: Fail): void {
  for (const [index, later] of booked.entries()) {
    const laterMs = Date.parse(later.createdAt);
    if (clockErrors.some(([fromMs, toMs]) => laterMs >= fromMs && laterMs <= toMs + AFTER_CLOCK_ERROR_MS))
      continue;
    const rivals = booked
      .slice(0, index)
      .filter((first) => isLiveAt(first, later, laterMs) && !isHidden(first, laterMs, history));
    for (const first of rivals) {
      const sinceMs = laterMs - Date.parse(first.createdAt);
      const seenMs = history.shown.get(first.uuid)?.firstSeenMs ?? Infinity;
      if (sinceMs < ABANDONED_AFTER_MS || seenMs < laterMs)
        fail('one live', `${later.uuid} was created ${sinceMs / 1000} s after ${first.uuid}, which was open`);
    }
  }
}

/** In review, and not displayed at that time: the payer may select again. It is displayed once the service agrees. */
function isHidden({ uuid }: BookedInvoice, atMs: number, { shown, events }: OrderHistory): boolean {
  const isReviewed = ({ event }: DeliveredEvent) =>
    event.type === 'checkout.review_required' && event.invoice.id === uuid;
  const shownAtMs = shown.get(uuid)?.firstSeenMs ?? Infinity;
  return shownAtMs > atMs && [...events.values()].some(isReviewed);
}

/** An invoice for a former price is no longer live: a delayed request of the payer creates one for the new price. */
function isLiveAt(first: BookedInvoice, later: BookedInvoice, atMs: number): boolean {
  if (first.payment?.currency !== later.payment?.currency || first.fiatAmount !== later.fiatAmount)
    return false;
  const endMs = Math.min(Date.parse(first.expiresAt), Date.parse(first.finishedAt ?? first.expiresAt));
  return endMs > atMs + CLOCKS_MS;
}

function invoiceEvents({ history }: FinishedOrder): readonly CheckoutInvoiceEvent[] {
  return [...history.events.values()].flatMap(({ event }) =>
    event.type === 'checkout.review_required' ? [] : [event],
  );
}

/** Whether the invoice is paid at the newest price or a higher one, with money that is still here. */
function hasPaidOrder(ended: FinishedOrder, { uuid, status }: BookedInvoice): boolean {
  const { record } = ended;
  const created = known(ended).get(uuid);
  if (!FULL.has(status) || !record || !created) return false;
  const isPaying = record.paidBy?.sequence === created.sequence;
  // What the shop gave back or dismissed does not pay the order when the rest arrives.
  if (!isPaying && hasTakenMoney(created)) return false;
  const { price } = created;
  return price.currency === record.order.currency && compareAmounts(price.amount, record.order.amount) >= 0;
}

function hasTakenMoney({ movements }: InvoiceRecord): boolean {
  const released = new Set(movements.map((one) => (one.kind === 'released' ? one.payout : null)));
  return movements.some(
    (one) => one.kind === 'dismissed' || (one.kind === 'reserved' && !released.has(one.payout)),
  );
}

/** Whether staff have accepted money as the payment of the order that the service does not report as paid. */
function isAccepted({ record }: FinishedOrder): boolean {
  const { sequence, position } = record?.paidBy ?? {};
  const paying = record?.invoices.find((invoice) => invoice.sequence === sequence);
  return paying?.movements.find((one) => one.position === position)?.kind === 'accepted';
}

/** Allows `paid`, then `overpaid`, or `paid_late`, all about one invoice, each further one with a larger amount. */
function checkToldOnce(ended: FinishedOrder, fail: Fail): void {
  const reported = invoiceEvents(ended).filter(
    ({ type }) => TOLD_PAID.has(type) || type === 'checkout.overpaid',
  );
  const types = reported.map(({ type }) => type.replace('checkout.', '')).join(', ');
  const isPaid = isAccepted(ended) || ended.booked.some((one) => hasPaidOrder(ended, one));
  if (isPaid && !isAccepted(ended) && reported.length === 0)
    fail('paid once', 'it is paid, and the shop received no event about it');
  if (!isPaid && reported.length > 0) fail('paid once', `it is not paid, and the shop received ${types}`);
  if (reported.slice(1).some(({ type }) => type === 'checkout.paid'))
    fail('paid once', `the shop received ${types}`);
  if (
    reported.some(
      ({ invoice }, at) => at > 0 && !isMore(invoice.received, reported[at - 1]?.invoice.received),
    )
  )
    fail('paid once', `the shop received ${types} without more money`);
  if (new Set(reported.map(({ invoice }) => invoice.id)).size > 1)
    fail('paid once', `the shop received ${types} about several invoices`);
}

/** At most one event of an order tells the shop to fulfill it, and only of an order that is paid or accepted. */
function checkFulfilledOnce(ended: FinishedOrder, fail: Fail): void {
  const { events, decisions } = ended.history;
  const told = [...invoiceEvents(ended), ...decisions.values()].filter(({ fulfill }) => fulfill);
  const types = told.map(({ type }) => type).join(', ');
  if (told.length > 1) fail('fulfilled once', `the shop was told to fulfill by ${types}`);
  const isPaid = isAccepted(ended) || ended.booked.some((one) => hasPaidOrder(ended, one));
  if (told.length > 0 && !isPaid) fail('fulfilled once', `it is not paid, and ${types} says to fulfill`);
  const isPaidInTime = [...events.values()].some(({ event }) => event.type === 'checkout.paid');
  if (told.length === 0 && isPaidInTime) fail('fulfilled once', 'it is paid, and no event says to fulfill');
}

function isMore(received: string, before = '0'): boolean {
  return compareAmounts(received, before) > 0;
}

/** The sum of the places where the money of an invoice can be. */
function placesOf({ applied, owed, reserved, refunded, dismissed }: CheckoutInvoiceEvent['invoice']): string {
  return [applied, owed, reserved, refunded, dismissed].reduce((sum, amount) => addAmounts(sum, amount), '0');
}

function checkConserved(ended: FinishedOrder, fail: Fail): void {
  const last = new Map<string, CheckoutInvoiceEvent['invoice']>();
  const payers = new Set<string>();
  for (const { type, invoice } of invoiceEvents(ended)) {
    const { id, received } = invoice;
    if (compareAmounts(received, placesOf(invoice)) !== 0)
      fail('conserved', `${type} of ${id}: ${received} is not ${placesOf(invoice)} in all places`);
    last.set(id, invoice);
    if (TOLD_PAID.has(type) || type === 'checkout.overpaid') payers.add(id);
  }
  for (const { uuid, payment } of ended.booked) {
    const { received, applied } = last.get(uuid) ?? { received: '0', applied: '0' };
    if (compareAmounts(payment?.amountPaid ?? '0', received) !== 0)
      fail('conserved', `${uuid} has ${payment?.amountPaid}, reported as ${received}`);
    if (applied !== '0' && !payers.has(uuid))
      fail('conserved', `${uuid} pays nothing, and ${applied} is applied`);
  }
}

function checkOwedOnce(ended: FinishedOrder, fail: Fail): void {
  const reported = new Map<string, string>();
  for (const { type, invoice } of invoiceEvents(ended)) {
    const { id, owed } = invoice;
    const isOwing = type === 'checkout.duplicate_payment' || type === 'checkout.underpaid';
    if (isOwing && owed !== '0' && reported.get(id) === owed)
      fail('owed once', `${owed} of ${id} is reported twice`);
    reported.set(id, owed);
  }
}

/** The longest time for which a proxy waits for an answer about an invoice. */
const IN_FLIGHT_MS = 30_000;

/** Whether a proxy may have sent a request before the deadline, and have got the answer after the clock had leapt over it. */
function isAnsweredAcrossLeap(sentMs: number, expiresMs: number, leaps: readonly Leap[]): boolean {
  return leaps.some(
    ([fromMs, toMs]) => fromMs < expiresMs && sentMs >= fromMs && sentMs <= toMs + IN_FLIGHT_MS,
  );
}

/**
 * Uses the times of the service. A transaction that was sent in time and confirmed late is in time if a proxy saw it before the
 * deadline, and late if none did.
 */
function checkLate(ended: FinishedOrder, fail: Fail): void {
  const events = invoiceEvents(ended);
  for (const booked of ended.booked) {
    const { uuid, expiresAt, steps } = booked;
    const told = events.find(({ type, invoice }) => invoice.id === uuid && TOLD_FIRST.has(type));
    const isLate = told?.type === 'checkout.paid_late';
    const isAfter = (step: InvoiceStep | undefined) => step && Date.parse(step.at) > Date.parse(expiresAt);
    const completed = steps.find(({ status }) => FULL.has(status));
    const sent = steps.find(({ transaction }) => transaction && transaction === completed?.transaction);
    const isAcrossLeap =
      sent && isAnsweredAcrossLeap(Date.parse(sent.at), Date.parse(expiresAt), ended.leaps);
    if (told && !isLate && isAfter(sent) && !isAcrossLeap)
      fail('late', `${uuid} was completed by a transaction of ${sent?.at}, reported as ${told.type}`);
    if (isLate && !(isFinishedLate(booked) && isAfter(completed)))
      fail('late', `${uuid} was paid in time, and reported as late`);
  }
}

const TOLD_FIRST: ReadonlySet<string> = new Set([...TOLD_PAID, 'checkout.overpaid']);

/** Checks the invoices that contradict their order from the start. An invoice in doubt of adoption is never polled. */
function checkAgreed({ booked, history }: FinishedOrder, fail: Fail): void {
  for (const { uuid } of booked) {
    const reason = lastingContradiction(uuid);
    if (reason === null) continue;
    const events = [...history.events.values()].flatMap(({ event }) =>
      event.invoice.id === uuid ? [event] : [],
    );
    const reasons = events.map((event) =>
      event.type === 'checkout.review_required' ? event.reason : event.type,
    );
    if (![reason, 'adoption_in_doubt'].includes(reasons.join()))
      fail('agreed', `${uuid} is reported as "${reasons.join()}", not as ${reason}`);
    if (history.shown.has(uuid)) fail('agreed', `${uuid} is displayed in spite of ${reason}`);
  }
}

function checkSums(ended: FinishedOrder, fail: Fail): void {
  const events = invoiceEvents(ended);
  for (const { uuid, payment, status } of ended.booked) {
    const paid = payment?.amountPaid ?? '0';
    const last = events.findLast(({ invoice }) => invoice.id === uuid)?.invoice;
    const reported = last?.received ?? '0';
    if (compareAmounts(reported, paid) !== 0)
      fail('sums', `${uuid} has ${paid} (${status}), the shop received ${reported}`);
    if (last && last.amount !== payment?.amountToPay)
      fail('sums', `${uuid} requests ${payment?.amountToPay}, reported as ${last.amount}`);
  }
}

/** Checks the page that was loaded last. */
function checkPage(ended: FinishedOrder, fail: Fail): void {
  const { latest } = ended.history;
  if (!latest) return;
  const { state, invoice } = latest;
  const booked = ended.booked.find(({ uuid }) => uuid === invoice?.id);
  const isPaid = ended.booked.some((one) => hasPaidOrder(ended, one));
  // The page says paid only if the service has. An accepted part is not.
  if (isPaid !== FULL.has(state) && !isAccepted(ended))
    fail('pages', `the page says ${state}, and the order is ${isPaid ? '' : 'not '}paid`);
  // After a price cut, a part of an exact payment is a surplus.
  const isFallen = state === 'overpaid' && invoice !== null && invoice.surplus !== '0';
  if (FULL.has(state) && booked?.status !== state && !isFallen && !isAccepted(ended))
    fail('pages', `the page says ${state}, ${invoice?.id} is ${booked?.status}`);
  if (invoice && compareAmounts(invoice.paid, booked?.payment?.amountPaid ?? '0') !== 0)
    fail('pages', `the page says that ${invoice.paid} has come, ${booked?.payment?.amountPaid} has`);
  if (!ENDED.has(state)) fail('pages', `the page still says ${state}`);
  const money = ended.booked.some(({ payment }) => payment && payment.amountPaid !== '0');
  if (money && !FULL.has(state) && (invoice?.paid ?? '0') === '0')
    fail('pages', `the page says ${state}, and there is money`);
}

const ENDED: ReadonlySet<string> = new Set([
  'choosing',
  'paid',
  'overpaid',
  'expired',
  'canceled',
  'detected',
]);
