import { addAmounts, compareAmounts } from '../../src/payment/index.js';
import type { CheckoutInvoiceEvent } from '../../src/proxy/webhooks.js';
import type { CheckoutRecord, InvoiceRecord } from '../../src/proxy/domain/record.js';
import { lastingContradiction } from './contradictions.js';
import type { Law } from './invariants.js';
import type { BookedInvoice } from './sandbox.js';
import type { ClockError, Story, Told } from './order-history.js';

/** All that is known of an order when everything has ended. */
export interface Ended {
  readonly story: Story;
  /** Of the service, in the order in which they were made. */
  readonly booked: readonly BookedInvoice[];
  /** Of the proxy's store; none if the order was never opened. */
  readonly record: CheckoutRecord | undefined;
  readonly clockErrors: readonly ClockError[];
}

type Fail = (law: Law, what: string) => void;

const FULL: ReadonlySet<string> = new Set(['paid', 'overpaid']);
const TOLD_PAID: ReadonlySet<string> = new Set(['checkout.paid', 'checkout.paid_late']);

/** The laws that can be judged when an order has ended. */
export function checkEnd(ended: Ended, fail: Fail): void {
  checkKnown(ended, fail);
  checkOneLive(ended, fail);
  checkToldOnce(ended, fail);
  checkConserved(ended, fail);
  checkOwedOnce(ended, fail);
  checkLate(ended, fail);
  checkAgreed(ended, fail);
  checkSums(ended, fail);
  checkPage(ended, fail);
}

function known({ record }: Ended): ReadonlyMap<string, InvoiceRecord> {
  const made = (record?.invoices ?? []).flatMap((invoice) =>
    invoice.stage === 'intended' ? [] : [[invoice.serviceId, invoice] as const],
  );
  return new Map(made);
}

function checkKnown(ended: Ended, fail: Fail): void {
  const invoices = known(ended);
  for (const { uuid, orderId, status } of ended.booked) {
    if (!invoices.has(uuid)) fail('known', `${uuid} (${orderId}, ${status}) is in no checkout`);
  }
}

/** The clocks of two processes may differ by so much, and no creation is given up sooner. */
const CLOCKS_MS = 61_000;
const GIVEN_UP_AFTER_MS = 80_000 - CLOCKS_MS;

/** A process whose clock is hours ahead takes an open invoice for expired, until its clock is right again. */
const AFTER_CLOCK_ERROR_MS = 2 * 60_000;

function checkOneLive({ booked, story, clockErrors }: Ended, fail: Fail): void {
  for (const [index, later] of booked.entries()) {
    const laterMs = Date.parse(later.createdAt);
    if (clockErrors.some(([fromMs, toMs]) => laterMs >= fromMs && laterMs <= toMs + AFTER_CLOCK_ERROR_MS))
      continue;
    const rivals = booked
      .slice(0, index)
      .filter((first) => isLiveAt(first, later, laterMs) && !isHidden(first, story));
    for (const first of rivals) {
      const sinceMs = laterMs - Date.parse(first.createdAt);
      const seenMs = story.shown.get(first.uuid)?.firstSeenMs ?? Infinity;
      if (sinceMs < GIVEN_UP_AFTER_MS || seenMs < laterMs)
        fail(
          'one live',
          `${later.uuid} was made ${sinceMs / 1000} s after ${first.uuid}, which could be paid`,
        );
    }
  }
}

/** No page has shown it, and a person reviews it: the payer may choose again. */
function isHidden({ uuid }: BookedInvoice, { shown, told }: Story): boolean {
  const isReviewed = ({ event }: Told) =>
    event.type === 'checkout.review_required' && event.invoice.id === uuid;
  return !shown.has(uuid) && [...told.values()].some(isReviewed);
}

function isLiveAt(first: BookedInvoice, later: BookedInvoice, atMs: number): boolean {
  if (first.payment?.currency !== later.payment?.currency) return false;
  const endMs = Math.min(Date.parse(first.expiresAt), Date.parse(first.finishedAt ?? first.expiresAt));
  return endMs > atMs + CLOCKS_MS;
}

function invoiceEvents({ story }: Ended): readonly CheckoutInvoiceEvent[] {
  return [...story.told.values()].flatMap(({ event }) =>
    event.type === 'checkout.review_required' ? [] : [event],
  );
}

/** The service calls it paid, and it asks for the newest price or more. */
function hasPaidOrder(ended: Ended, { uuid, status }: BookedInvoice): boolean {
  const { record } = ended;
  const price = known(ended).get(uuid)?.price;
  if (!FULL.has(status) || !record || !price) return false;
  return price.currency === record.order.currency && compareAmounts(price.amount, record.order.amount) >= 0;
}

/** `paid`, and `overpaid` alone or after it, or `paid_late`; again for every greater sum, and all about one invoice. */
function checkToldOnce(ended: Ended, fail: Fail): void {
  const told = invoiceEvents(ended).filter(({ type }) => TOLD_PAID.has(type) || type === 'checkout.overpaid');
  const types = told.map(({ type }) => type.replace('checkout.', '')).join(', ');
  const isPaid = ended.booked.some((one) => hasPaidOrder(ended, one));
  if (isPaid && told.length === 0) fail('told once', 'it is paid, and the shop was never told so');
  if (!isPaid && told.length > 0) fail('told once', `it is not paid, and was told as ${types}`);
  if (told.slice(1).some(({ type }) => type === 'checkout.paid'))
    fail('told once', `it was told as ${types}`);
  if (told.some(({ invoice }, at) => at > 0 && !isMore(invoice.paid, told[at - 1]?.invoice.paid)))
    fail('told once', `it was told as ${types}, without more money`);
  if (new Set(told.map(({ invoice }) => invoice.id)).size > 1)
    fail('told once', `it was told as paid by several invoices: ${types}`);
}

function isMore(paid: string, before = '0'): boolean {
  return compareAmounts(paid, before) > 0;
}

function checkConserved(ended: Ended, fail: Fail): void {
  const last = new Map<string, CheckoutInvoiceEvent['invoice']>();
  const payers = new Set<string>();
  for (const { type, invoice } of invoiceEvents(ended)) {
    const { id, paid, applied, unapplied } = invoice;
    if (compareAmounts(paid, addAmounts(applied, unapplied)) !== 0)
      fail('conserved', `${type} of ${id}: ${paid} is not ${applied} and ${unapplied}`);
    last.set(id, invoice);
    if (TOLD_PAID.has(type) || type === 'checkout.overpaid') payers.add(id);
  }
  for (const { uuid, payment } of ended.booked) {
    const { applied, unapplied } = last.get(uuid) ?? { applied: '0', unapplied: '0' };
    if (compareAmounts(payment?.amountPaid ?? '0', addAmounts(applied, unapplied)) !== 0)
      fail('conserved', `${uuid} has ${payment?.amountPaid}, told as ${applied} and ${unapplied}`);
    if (applied !== '0' && !payers.has(uuid))
      fail('conserved', `${uuid} pays nothing, and ${applied} is applied`);
  }
}

function checkOwedOnce(ended: Ended, fail: Fail): void {
  const told = new Map<string, string>();
  for (const { type, invoice } of invoiceEvents(ended)) {
    const { id, unapplied } = invoice;
    const isOwing = type === 'checkout.duplicate_payment' || type === 'checkout.underpaid';
    if (isOwing && unapplied !== '0' && told.get(id) === unapplied)
      fail('owed once', `${unapplied} of ${id} is told twice`);
    told.set(id, unapplied);
  }
}

/** By the service's own times. */
function checkLate(ended: Ended, fail: Fail): void {
  const events = invoiceEvents(ended);
  for (const { uuid, expiresAt, finishedAt } of ended.booked) {
    if (finishedAt === null || Date.parse(finishedAt) <= Date.parse(expiresAt)) continue;
    // What comes late to an invoice that was paid in time is a surplus of a punctual payment.
    const first = events.find(({ type, invoice }) => invoice.id === uuid && PAID_IN_TIME.has(type));
    const isPunctual = first?.type === 'checkout.overpaid' && isFinishedInTime(first);
    if (first && !isPunctual) fail('late', `${uuid} was finished at ${finishedAt}, told as ${first.type}`);
  }
}

const PAID_IN_TIME: ReadonlySet<string> = new Set(['checkout.paid', 'checkout.overpaid']);

function isFinishedInTime({ invoice: { finishedAt, expiresAt } }: CheckoutInvoiceEvent): boolean {
  return finishedAt === null || expiresAt === null || Date.parse(finishedAt) <= Date.parse(expiresAt);
}

/** What contradicts the order from the start. One that may be of another system is never polled. */
function checkAgreed({ booked, story }: Ended, fail: Fail): void {
  for (const { uuid } of booked) {
    const reason = lastingContradiction(uuid);
    if (reason === null) continue;
    const events = [...story.told.values()].flatMap(({ event }) =>
      event.invoice.id === uuid ? [event] : [],
    );
    const reasons = events.map((event) =>
      event.type === 'checkout.review_required' ? event.reason : event.type,
    );
    if (![reason, 'adoption_in_doubt'].includes(reasons.join()))
      fail('agreed', `${uuid} is told as "${reasons.join()}", not as ${reason}`);
    if (story.shown.has(uuid)) fail('agreed', `${uuid} is shown, and its information is of ${reason}`);
  }
}

function checkSums(ended: Ended, fail: Fail): void {
  const events = invoiceEvents(ended);
  for (const { uuid, payment, status } of ended.booked) {
    const paid = payment?.amountPaid ?? '0';
    const last = events.findLast(({ invoice }) => invoice.id === uuid)?.invoice;
    const told = last?.paid ?? '0';
    if (compareAmounts(told, paid) !== 0)
      fail('sums', `${uuid} has ${paid} (${status}), the shop was told ${told}`);
    if (last && last.amount !== payment?.amountToPay)
      fail('sums', `${uuid} asks for ${payment?.amountToPay}, told as ${last.amount}`);
  }
}

/** The last page, after everything has ended. */
function checkPage(ended: Ended, fail: Fail): void {
  const { latest } = ended.story;
  if (!latest) return;
  const { state, invoice } = latest;
  const booked = ended.booked.find(({ uuid }) => uuid === invoice?.id);
  const isPaid = ended.booked.some((one) => hasPaidOrder(ended, one));
  if (isPaid !== FULL.has(state))
    fail('pages', `the page says ${state}, and the order is ${isPaid ? '' : 'not '}paid`);
  // Of a price that has fallen, a part of what was paid is too much.
  const isFallen = state === 'overpaid' && invoice !== null && invoice.surplus !== '0';
  if (FULL.has(state) && booked?.status !== state && !isFallen)
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
