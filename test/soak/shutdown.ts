import { setTimeout as pause } from 'node:timers/promises';
import { paymentIdOf } from '../../src/proxy/domain/record.js';
import type { StoreReader, PendingWork } from './store-reader.js';
import type { SeededRandom } from './seeded-random.js';
import { checkFinishedOrder, type FinishedOrder } from './final-checks.js';
import type { Deposits } from './deposits.js';
import type { Fleet } from './fleet.js';
import { checkBooks, checkWithdrawals, moneyCases, type MoneyCase, type OrderBooks } from './books.js';
import type { Invariant } from './invariants.js';
import { Page } from './page.js';
import type { FinalInvoice, ServiceProcess } from './sandbox.js';
import type { OrderHistories, OrderHistory } from './order-history.js';
import type { Staff } from './staff.js';
import type { SharedTime } from './shared-time.js';

export interface EndingOptions {
  readonly storeReader: StoreReader;
  readonly deposits: Deposits;
  readonly staff: Staff;
  readonly random: SeededRandom;
  readonly fleet: Fleet;
  readonly service: ServiceProcess;
  readonly histories: OrderHistories;
  readonly time: SharedTime;
  readonly say: (what: string) => void;
  /** Aborted when the run must end immediately. */
  readonly leaving: AbortSignal;
}

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Small steps first, then past every deadline, monitoring window and retry delay. */
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
const CONCURRENCY = 16;

/** Advances the clock until no work is pending. */
export async function settle(options: EndingOptions): Promise<void> {
  const { storeReader, deposits, histories, time, say, leaving } = options;
  await deposits.postbacksDelivered(leaving);
  for (const seconds of STEPS_S) {
    if (leaving.aborted) return;
    await time.advance(seconds);
    await quiet(storeReader, time, leaving);
    const waiting = await storeReader.pending();
    say(`the end: ${time.aheadHours} h ahead, ${described(waiting)}`);
    if (openCount(waiting) === 0) break;
  }
  const waiting = await storeReader.pending();
  if (openCount(waiting) + waiting.dead > 0 && !leaving.aborted)
    histories.report('settled', null, described(waiting));
}

function openCount({ polls, deposits, events }: PendingWork): number {
  return polls + deposits + events;
}

function described({ polls, deposits, events, dead }: PendingWork): string {
  return `${polls} invoices and ${deposits} deposits are polled, ${events} events wait, ${dead} are dead letters`;
}

/** Resolves when no due work is left, or after a timeout. */
async function quiet(storeReader: StoreReader, time: SharedTime, leaving: AbortSignal): Promise<void> {
  const untilMs = performance.now() + STEP_TIMEOUT_MS;
  do {
    await pause(300);
    if (openCount(await storeReader.pending(time.nowMs() - 1000)) === 0) return;
  } while (performance.now() < untilMs && !leaving.aborted);
}

/** What the final checks have seen. */
export interface Judged {
  readonly invoices: number;
  readonly withdrawals: number;
  readonly cases: ReadonlyMap<MoneyCase, number>;
}

/** Loads every page a last time and checks every order. */
export async function judge(options: EndingOptions): Promise<Judged> {
  const { service, histories, fleet, random, say, leaving } = options;
  const invoices = await service.invoices();
  const booked = byOrder(invoices);
  const payouts = await options.storeReader.payouts();
  const withdrawals = await options.staff.withdrawals();
  checkWithdrawals(withdrawals, payouts, (invariant, what) => histories.report(invariant, null, what));
  const cases = new Map<MoneyCase, number>();
  const all = [...histories.byOrderId.values()];
  say(`the end: ${all.length} orders and ${invoices.length} invoices are judged`);
  const judgeNext = async (): Promise<void> => {
    for (let history = all.pop(); history && !leaving.aborted; history = all.pop()) {
      const page = new Page({ histories, history, random, url: () => fleet.url(random), ending: leaving });
      if (history.checkoutId !== null) await page.insist(() => page.refresh());
      const money = { history, booked: booked.get(history.order) ?? [], payouts, withdrawals };
      for (const one of await judgeOne(history, money, options)) cases.set(one, (cases.get(one) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, judgeNext));
  options.deposits.judge();
  return { invoices: invoices.length, withdrawals: withdrawals.length, cases };
}

async function judgeOne(
  history: OrderHistory,
  money: Omit<OrderBooks, 'payment'> & Pick<FinishedOrder, 'booked'>,
  { storeReader, histories, staff, time }: EndingOptions,
): Promise<readonly MoneyCase[]> {
  const record = history.checkoutId === null ? undefined : await storeReader.record(history.checkoutId);
  const fail = (invariant: Invariant, what: string) => histories.report(invariant, history.order, what);
  checkFinishedOrder(
    { ...money, history, record, clockErrors: histories.clockErrors, leaps: time.leaps },
    fail,
  );
  if (history.checkoutId === null) return [];
  const payment = await staff.payment(paymentIdOf(history.checkoutId));
  if (!payment) {
    fail('alive', 'no proxy shows the payment to the staff');
    return [];
  }
  checkBooks({ ...money, payment }, fail);
  return moneyCases(payment);
}

/** Groups invoices by order. The `order_id` of a further invoice has a suffix: `order.2`, `order.3` … */
function byOrder(invoices: readonly FinalInvoice[]): ReadonlyMap<string, readonly FinalInvoice[]> {
  const found = new Map<string, FinalInvoice[]>();
  for (const invoice of invoices.toReversed()) {
    const order = invoice.orderId?.split('.')[0] ?? '';
    const list = found.get(order);
    if (list) list.push(invoice);
    else found.set(order, [invoice]);
  }
  return found;
}
