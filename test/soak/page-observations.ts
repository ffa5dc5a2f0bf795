import { addAmounts, compareAmounts } from '../../src/payment/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import type { CheckoutInvoiceEvent, OrderEvent } from '../../src/proxy/webhooks.js';
import type { Sent, ShownInvoice, Stories, Story } from './order-history.js';

const PAID: ReadonlySet<string> = new Set(['paid', 'overpaid']);
/** The states that say that there is no money. */
const EMPTY: ReadonlySet<string> = new Set(['choosing', 'creating', 'awaiting', 'canceled']);

export function isMoneyShown({ state, invoice }: Pick<Checkout, 'state' | 'invoice'>): boolean {
  if (state === 'detected' || state === 'partial' || PAID.has(state)) return true;
  return invoice !== null && (invoice.transactions.length > 0 || invoice.paid !== '0');
}

/** One line of what a page shows. */
function shownLine({ version, state, stale, late, invoice }: Checkout): string {
  const flags = `${late ? ' late' : ''}${stale ? ' stale' : ''}`;
  const money = invoice && `${invoice.id} ${invoice.currency} paid ${invoice.paid} of ${invoice.amount}`;
  return `v${version} ${state}${flags} ${money ?? ''}`;
}

/**
 * A page has got this checkout.
 * @param atLeast the greatest version that any page had got when this one asked
 */
export function seen(stories: Stories, story: Story, checkout: Checkout, atLeast: number): void {
  const fail = (what: string) => stories.break('seen', story.order, `${what}: ${shownLine(checkout)}`);
  if (story.checkoutId !== null && story.checkoutId !== checkout.id) fail('the order has a second checkout');
  story.checkoutId ??= checkout.id;
  if (checkout.version < atLeast)
    fail(`an answer is older than version ${atLeast}, known before it was asked for`);
  compare(story.latest, checkout, fail);
  checkInvoice(stories, story, checkout, fail);
  if (story.latest && checkout.version <= story.latest.version) return;
  stories.note(story, 'page', shownLine(checkout));
  story.latest = { ...checkout, offers: [] };
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
    fail(`money was unseen${other}`);
  if (PAID.has(before.state) && !PAID.has(after.state)) fail(`it was paid${other}`);
  if (before.state === 'overpaid' && after.state !== 'overpaid') fail(`it was overpaid${other}`);
}

function checkInvoice(
  stories: Stories,
  story: Story,
  { invoice, state, version }: Checkout,
  fail: (what: string) => void,
): void {
  if (!invoice) return;
  const { id, address, amount, paid } = invoice;
  const known: ShownInvoice = story.shown.get(id) ?? { address, amount, paid, firstSeenMs: stories.now() };
  story.shown.set(id, known);
  if (known.address !== address || known.amount !== amount)
    fail(`${id} was ${known.amount} to ${known.address}`);
  if (story.latest === null || version >= story.latest.version) {
    if (compareAmounts(paid, known.paid) < 0) fail(`${id} had ${known.paid}`);
    known.paid = paid;
  }
  checkTruth(stories, story, {
    id,
    amount,
    paid,
    isPaid: PAID.has(state),
    isSeen: invoice.transactions.length > 0,
  });
}

interface Claim {
  readonly id: string;
  readonly amount: string;
  readonly paid: string;
  readonly isPaid: boolean;
  readonly isSeen: boolean;
}

const NOTHING: Sent = { seen: '0', confirmed: '0' };

/** Somebody is told of money: it must have been sent before. */
function checkTruth(stories: Stories, story: Story, { id, amount, paid, isPaid, isSeen }: Claim): void {
  const sent = story.sent.get(id) ?? NOTHING;
  const fail = (what: string) => stories.break('told truly', story.order, `${id}: ${what}`);
  if (compareAmounts(paid, sent.confirmed) > 0) fail(`${paid} is told, and ${sent.confirmed} was there`);
  if (isPaid && compareAmounts(sent.confirmed, amount) < 0)
    fail(`told as paid, with ${sent.confirmed} of ${amount}`);
  if (isSeen && sent.seen === '0') fail('a transfer is told, and none was sent');
}

/** The shop is told this. */
export function heard(stories: Stories, story: Story, event: OrderEvent): void {
  if (event.type === 'checkout.review_required') return;
  checkDeadline(stories, story, event);
  const { id, amount, paid, transactions } = event.invoice;
  const isPaid = ['checkout.paid', 'checkout.overpaid', 'checkout.paid_late'].includes(event.type);
  checkTruth(stories, story, { id, amount, paid, isPaid, isSeen: transactions.length > 0 });
}

/** Clocks that are a little wrong differ by so much. */
const CLOCKS_MS = 61_000;

function checkDeadline(stories: Stories, story: Story, { type, invoice, order }: CheckoutInvoiceEvent): void {
  if (type !== 'checkout.expired' && type !== 'checkout.underpaid') return;
  // A new price ends what was asked for before, whatever the deadline.
  if (invoice.price.amount !== order.amount) return;
  const earlyMs = Date.parse(invoice.expiresAt ?? '') - stories.now();
  if (earlyMs > CLOCKS_MS)
    stories.break('clocks', story.order, `${invoice.id} is told as ${type} ${earlyMs / 1000} s early`);
}

/** The payer is about to send so much. */
export function sends(story: Story, invoice: string, amount: string, isConfirmed: boolean): void {
  const sent = story.sent.get(invoice) ?? { ...NOTHING };
  sent.seen = addAmounts(sent.seen, amount);
  if (isConfirmed) sent.confirmed = addAmounts(sent.confirmed, amount);
  story.sent.set(invoice, sent);
}

/** All that was sent is about to be confirmed. */
export function confirms(story: Story, invoice: string): void {
  const sent = story.sent.get(invoice);
  if (sent) sent.confirmed = sent.seen;
}
