import {
  BATCH_SIZE,
  MIN_POLL_AGE_MS,
  PREFETCH_MS,
  TICK_MS,
} from '../../../src/proxy/domain/poll-schedule.js';
import { Attention } from './attention.js';
import { chanceOf } from './seeded-random.js';
import { DueQueue } from './due-queue.js';
import type { Due } from './due-queue.js';
import type { Payer } from './payers.js';
import type { Policy } from './policies.js';
import { Sample } from './sample.js';

/** The strategy of the proxy. */
export interface Strategy {
  readonly policy: Policy;
  /** Free slots in a call carry the next ones due. */
  readonly isFilled: boolean;
  /** Free slots in the first poll of each invoice carry those due soon. */
  readonly isCreationFilled: boolean;
  /** The response time of the service. */
  readonly answerMs: number;
  /** The number of concurrent calls of a round. */
  readonly atOnce: number;
}

export interface Period {
  /** From here on events are simulated one after another; earlier ones are estimated. */
  readonly fromMs: number;
  /** From here on events are counted. */
  readonly countedFromMs: number;
  readonly untilMs: number;
}

interface Watched extends Due, Payer {
  checkedAtMs: number;
  isPaid: boolean;
  isClosed: boolean;
  /** `Infinity`: while the page is open. */
  closesAtMs: number;
}

export interface Counted {
  readonly minutes: number;
  /** Calls of the rounds. */
  calls: number;
  /** The number by the law: ⌈N/100⌉ in a round in which N are due. */
  lawful: number;
  /** Rounds in which any are due. */
  rounds: number;
  /** The first poll of each new invoice: only the information call returns the amount due. */
  creationLooks: number;
  /** Slots in calls, by their invoices. */
  readonly places: { attended: number; unattended: number; over: number };
  /** From the payment to the screen of a payer with an open page, in milliseconds. */
  readonly seen: Sample;
  /** The same to the shop, for money after the deadline. */
  readonly late: Sample;
}

/** The poller's rounds over invoices in memory: the due queue, the filling and the intervals, without a store. */
export class Simulation {
  readonly counted: Counted;
  readonly #queue = new DueQueue<Watched>();
  readonly #attention = new Attention();
  #coming: Iterator<Payer> = [].values();
  #next: IteratorResult<Payer> = { done: true, value: undefined };
  #sequence = 0;
  #nowMs: number;

  constructor(
    private readonly strategy: Strategy,
    private readonly period: Period,
  ) {
    this.#nowMs = period.fromMs;
    const minutes = (period.untilMs - period.countedFromMs) / 60_000;
    const places = { attended: 0, unattended: 0, over: 0 };
    const samples = { seen: new Sample(), late: new Sample() };
    const none = { calls: 0, lawful: 0, rounds: 0, creationLooks: 0 };
    this.counted = { minutes, ...none, places, ...samples };
  }

  /** @param payers in the order of their arrival */
  run(payers: Iterable<Payer>, seed = 1): Counted {
    const chance = chanceOf(seed);
    this.#coming = payers[Symbol.iterator]();
    this.#next = this.#coming.next();
    for (
      let next = this.#next;
      !next.done && next.value.createdAtMs < this.period.fromMs;
      next = this.#next
    ) {
      this.#addFormer(next.value, chance());
      this.#next = this.#coming.next();
    }
    while (this.#nowMs < this.period.untilMs) {
      this.#nowMs += TICK_MS;
      this.#arrive();
      this.#round();
    }
    return this.counted;
  }

  /** Adds those that have arrived by now, also during a round. */
  #arrive(): void {
    for (let next = this.#next; !next.done && next.value.createdAtMs <= this.#nowMs; next = this.#next) {
      this.#next = this.#coming.next();
      this.#create(next.value);
    }
  }

  /** Adds an earlier invoice: its time between two polls is random. */
  #addFormer(payer: Payer, chance: number): void {
    const { fromMs } = this.period;
    const invoice = this.#toWatched(payer);
    invoice.isPaid = payer.paysAtMs <= fromMs;
    invoice.isClosed = !invoice.isPaid && payer.expiresAtMs <= fromMs;
    invoice.checkedAtMs = fromMs;
    const next = this.strategy.policy(invoice, this.#hasConnectedPage(invoice, fromMs), fromMs);
    if (next === null) return;
    invoice.nextAtMs = fromMs + Math.ceil((next - fromMs) * chance);
    this.#queue.push(invoice);
  }

  #create(payer: Payer): void {
    const invoice = this.#toWatched(payer);
    const nowMs = payer.createdAtMs;
    const others = this.strategy.isCreationFilled ? this.#takeDue(nowMs + PREFETCH_MS, BATCH_SIZE - 1) : [];
    const batch = [invoice, ...others];
    if (this.#isCounted(nowMs)) this.counted.creationLooks += 1;
    for (const one of batch) this.#read(one, nowMs, nowMs + this.strategy.answerMs);
  }

  #toWatched(payer: Payer): Watched {
    const state = { checkedAtMs: -Infinity, isPaid: false, isClosed: false };
    this.#sequence += 1;
    const { createdAtMs, expiresAtMs, paysAtMs, leavesAtMs } = payer;
    const times = { createdAtMs, expiresAtMs, paysAtMs, leavesAtMs, closesAtMs: leavesAtMs };
    return { sequence: this.#sequence, nextAtMs: 0, ...times, ...state };
  }

  /** N due cost ⌈N/100⌉ calls. */
  #round(): void {
    const dueAtMs = this.#nowMs;
    this.#attention.record(dueAtMs);
    const due = this.#takeDue(dueAtMs);
    this.#countRound(due.length);
    for (let start = 0; start < due.length; start += BATCH_SIZE * this.strategy.atOnce) {
      const askedAtMs = this.#nowMs;
      const batches = Array.from({ length: this.strategy.atOnce }, (_, index) => start + index * BATCH_SIZE)
        .filter((from) => from < due.length)
        .map((from) => due.slice(from, from + BATCH_SIZE));
      this.#nowMs += this.strategy.answerMs;
      for (const batch of batches) this.#request(batch, askedAtMs);
      this.#arrive();
    }
  }

  #request(batch: Watched[], askedAtMs: number): void {
    if (this.strategy.isFilled) this.#fill(batch, askedAtMs);
    if (this.#isCounted(askedAtMs)) this.counted.calls += 1;
    for (const invoice of batch) this.#read(invoice, askedAtMs, this.#nowMs);
  }

  #takeDue(byMs: number, most = Infinity): Watched[] {
    const due: Watched[] = [];
    while (due.length < most && this.#queue.firstAtMs <= byMs) {
      const first = this.#queue.pop();
      if (first) due.push(first);
    }
    return due;
  }

  /** Adds the next ones that have not just been polled. */
  #fill(batch: Watched[], nowMs: number): void {
    const held: Watched[] = [];
    while (batch.length < BATCH_SIZE) {
      const next = this.#queue.pop();
      if (!next) break;
      const isWanted = next.nextAtMs <= nowMs || next.checkedAtMs < nowMs - MIN_POLL_AGE_MS;
      (isWanted ? batch : held).push(next);
    }
    for (const invoice of held) this.#queue.push(invoice);
  }

  #read(invoice: Watched, askedAtMs: number, nowMs: number): void {
    const hasConnectedPage = this.#hasConnectedPage(invoice, nowMs);
    this.#countPlace(invoice, hasConnectedPage, askedAtMs);
    if (!invoice.isPaid && invoice.paysAtMs <= askedAtMs) this.#see(invoice, nowMs);
    else if (!invoice.isPaid && invoice.expiresAtMs <= askedAtMs) invoice.isClosed = true;
    invoice.checkedAtMs = askedAtMs;
    const nextAtMs = this.strategy.policy(invoice, hasConnectedPage, nowMs);
    if (nextAtMs === null) return;
    invoice.nextAtMs = nextAtMs;
    this.#queue.push(invoice);
  }

  /** The page says "paid". */
  #see(invoice: Watched, nowMs: number): void {
    const delayMs = nowMs - invoice.paysAtMs;
    if (this.#isCounted(nowMs)) {
      if (invoice.paysAtMs >= invoice.expiresAtMs) this.counted.late.add(delayMs);
      else if (invoice.paysAtMs < invoice.closesAtMs) this.counted.seen.add(delayMs);
    }
    invoice.isPaid = true;
    invoice.closesAtMs = Math.min(invoice.closesAtMs, nowMs);
  }

  #countRound(due: number): void {
    if (due === 0 || !this.#isCounted(this.#nowMs)) return;
    this.counted.rounds += 1;
    this.counted.lawful += Math.ceil(due / BATCH_SIZE);
  }

  #countPlace({ isPaid, isClosed }: Watched, hasConnectedPage: boolean, askedAtMs: number): void {
    if (!this.#isCounted(askedAtMs)) return;
    const kind = isPaid || isClosed ? 'over' : hasConnectedPage ? 'attended' : 'unattended';
    this.counted.places[kind] += 1;
  }

  #hasConnectedPage({ createdAtMs, closesAtMs }: Watched, nowMs: number): boolean {
    return this.#attention.hasConnectedPage(createdAtMs, closesAtMs, nowMs);
  }

  #isCounted(atMs: number): boolean {
    return atMs >= this.period.countedFromMs;
  }
}

/** A poll per browser: every three seconds for as long as the page is open and does not say "paid". */
export function perBrowser(payers: Iterable<Payer>, period: Period, answerMs: number): Counted {
  const counted = new Simulation(NONE, period).counted;
  for (const { createdAtMs, expiresAtMs, paysAtMs, leavesAtMs } of payers) {
    const toPoll = (atMs: number) => createdAtMs + Math.ceil((atMs - createdAtMs) / POLL_MS) * POLL_MS;
    const endMs = Math.min(leavesAtMs, paysAtMs === Infinity ? Infinity : toPoll(paysAtMs) + 1);
    const fromMs = Math.max(createdAtMs, toPoll(Math.max(createdAtMs, period.countedFromMs)));
    counted.calls += Math.max(0, Math.ceil((Math.min(endMs, period.untilMs) - fromMs) / POLL_MS));
    if (paysAtMs < Math.min(leavesAtMs, expiresAtMs) && paysAtMs >= period.countedFromMs)
      counted.seen.add(toPoll(paysAtMs) - paysAtMs + answerMs);
  }
  return counted;
}

const POLL_MS = 3000;
const NONE: Strategy = {
  ...{ policy: () => null, isFilled: false, isCreationFilled: false },
  ...{ answerMs: 0, atOnce: 1 },
};
