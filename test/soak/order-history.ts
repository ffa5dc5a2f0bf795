import type { Checkout } from '../../src/protocol/index.js';
import type { OrderEvent } from '../../src/proxy/webhooks.js';
import type { Broken, Law } from './invariants.js';

/** Money that a payer has sent to one invoice, exact decimal text. */
export interface Sent {
  /** From the moment before it was sent. */
  seen: string;
  /** From the moment before it was confirmed. */
  confirmed: string;
}

/** An invoice as pages have shown it. */
export interface ShownInvoice {
  readonly address: string | null;
  readonly amount: string;
  /** In the time of the run. */
  readonly firstSeenMs: number;
  paid: string;
}

/** What the shop was told, at its first arrival. */
export interface Told {
  readonly event: OrderEvent;
  readonly body: string;
}

/** All that is known of one order from outside. */
export interface Story {
  readonly order: string;
  readonly lines: string[];
  checkoutId: string | null;
  /** Of the greatest version that any page has seen. */
  latest: Checkout | null;
  readonly shown: Map<string, ShownInvoice>;
  readonly sent: Map<string, Sent>;
  /** By id, in the order of the first arrival. */
  readonly told: Map<string, Told>;
}

/** A clock was wrong by hours, from the first to the second of these times of the run. */
export type ClockError = readonly [fromMs: number, toMs: number];

/** The stories of all orders, and the laws that were broken. */
export class Stories {
  readonly byOrder = new Map<string, Story>();
  readonly broken: Broken[] = [];
  readonly clockErrors: ClockError[] = [];
  readonly #startedMs = performance.now();

  /** @param nowMs the time of the run, as sandbox and proxies have it */
  constructor(private readonly nowMs: () => number) {}

  begin(order: string): Story {
    const story: Story = {
      ...{ order, lines: [], checkoutId: null, latest: null },
      ...{ shown: new Map(), sent: new Map(), told: new Map() },
    };
    this.byOrder.set(order, story);
    return story;
  }

  note(story: Story, who: 'payer' | 'page' | 'shop' | 'chain', what: string): void {
    const atS = ((performance.now() - this.#startedMs) / 1000).toFixed(3);
    story.lines.push(`${atS.padStart(9)} s  ${iso(this.nowMs())}  ${who.padEnd(6)}${what}`);
  }

  break(law: Law, order: string | null, what: string): void {
    this.broken.push({ law, order, what });
    const story = order === null ? undefined : this.byOrder.get(order);
    if (story) this.note(story, 'page', `BROKEN (${law}): ${what}`);
  }

  /** The time of the run. */
  now(): number {
    return this.nowMs();
  }
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(5, 19);
}
