import { setTimeout as pause } from 'node:timers/promises';
import type { Books, Waiting } from './books.js';
import type { Chance } from './seeded-random.js';
import { checkEnd } from './final-checks.js';
import type { Deposits } from './deposits.js';
import type { Fleet } from './fleet.js';
import { Page } from './page.js';
import type { BookedInvoice, ServiceProcess } from './sandbox.js';
import type { Stories, Story } from './order-history.js';
import type { Time } from './shared-time.js';

export interface EndingOptions {
  readonly books: Books;
  readonly deposits: Deposits;
  readonly chance: Chance;
  readonly fleet: Fleet;
  readonly service: ServiceProcess;
  readonly stories: Stories;
  readonly time: Time;
  readonly say: (what: string) => void;
  /** Nobody waits for the end any more. */
  readonly leaving: AbortSignal;
}

const MINUTE_S = 60;
const HOUR_S = 3600;
/** First as fast as a payer is patient, then past every deadline, every watch, and every pause between two tries. */
const STEPS_S = [
  ...Array.from({ length: 12 }, () => 15),
  ...Array.from({ length: 8 }, () => 2 * MINUTE_S),
  ...Array.from({ length: 6 }, () => 15 * MINUTE_S),
  ...Array.from({ length: 4 }, () => HOUR_S),
  ...Array.from({ length: 4 }, () => 6 * HOUR_S),
  26 * HOUR_S,
  ...Array.from({ length: 8 }, () => 2 * HOUR_S),
  // An invoice that the service never describes as ordered is polled for 30 days.
  ...Array.from({ length: 6 }, () => 6 * 24 * HOUR_S),
];
const STEP_TIMEOUT_MS = 120_000;
const AT_ONCE = 16;

/** Time passes until nothing is open any more. */
export async function settle(options: EndingOptions): Promise<void> {
  const { books, deposits, stories, time, say, leaving } = options;
  await deposits.postbacksDelivered(leaving);
  for (const seconds of STEPS_S) {
    if (leaving.aborted) return;
    await time.advance(seconds);
    await quiet(books, time, leaving);
    const waiting = await books.waiting();
    say(`the end: ${time.aheadHours} h ahead, ${described(waiting)}`);
    if (openCount(waiting) === 0) break;
  }
  const waiting = await books.waiting();
  if (openCount(waiting) + waiting.dead > 0 && !leaving.aborted)
    stories.break('settled', null, described(waiting));
}

function openCount({ looks, deposits, events }: Waiting): number {
  return looks + deposits + events;
}

function described({ looks, deposits, events, dead }: Waiting): string {
  return `${looks} invoices and ${deposits} deposits are polled, ${events} events wait, ${dead} are dead letters`;
}

/** Resolves when all that is due has been done. */
async function quiet(books: Books, time: Time, leaving: AbortSignal): Promise<void> {
  const untilMs = performance.now() + STEP_TIMEOUT_MS;
  do {
    await pause(300);
    if (openCount(await books.waiting(time.nowMs() - 1000)) === 0) return;
  } while (performance.now() < untilMs && !leaving.aborted);
}

/** Every page is looked at a last time, and every order is judged. */
export async function judge(options: EndingOptions): Promise<number> {
  const { service, stories, fleet, chance, say, leaving } = options;
  const invoices = await service.invoices();
  const booked = byOrder(invoices);
  const all = [...stories.byOrder.values()];
  say(`the end: ${all.length} orders and ${invoices.length} invoices are judged`);
  const judgeNext = async (): Promise<void> => {
    for (let story = all.pop(); story && !leaving.aborted; story = all.pop()) {
      const page = new Page({ stories, story, chance, url: () => fleet.url(chance), ending: leaving });
      if (story.checkoutId !== null) await page.insist(() => page.look());
      await judgeOne(story, booked.get(story.order) ?? [], options);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judgeNext));
  options.deposits.judge();
  return invoices.length;
}

async function judgeOne(
  story: Story,
  booked: readonly BookedInvoice[],
  { books, stories }: EndingOptions,
): Promise<void> {
  const record = story.checkoutId === null ? undefined : await books.record(story.checkoutId);
  checkEnd({ story, booked, record, clockErrors: stories.clockErrors }, (law, what) =>
    stories.break(law, story.order, what),
  );
}

/** Under its own number, and under those of the invoices that followed: `order.2`, `order.3` … */
function byOrder(invoices: readonly BookedInvoice[]): ReadonlyMap<string, readonly BookedInvoice[]> {
  const found = new Map<string, BookedInvoice[]>();
  for (const invoice of invoices.toReversed()) {
    const order = invoice.orderId?.split('.')[0] ?? '';
    const list = found.get(order);
    if (list) list.push(invoice);
    else found.set(order, [invoice]);
  }
  return found;
}
