import { createHash } from 'node:crypto';
import type { Checkout } from '../../src/protocol/index.js';
import type { CheckoutSettledEvent, OrderEvent, RefundEvent } from '../../src/proxy/webhooks.js';
import type { Violation, Invariant } from './invariants.js';

/** Amounts sent to one invoice, exact decimal text. */
export interface SentAmounts {
  /** Recorded before the transaction is sent. */
  seen: string;
  /** Recorded before the transaction is confirmed. */
  confirmed: string;
}

/** An invoice as the pages displayed it. */
export interface ShownInvoice {
  readonly address: string | null;
  readonly amount: string | null;
  /** By the clock of the run. */
  readonly firstSeenMs: number;
  paid: string;
}

/** An event as the shop first received it. */
export interface DeliveredEvent {
  readonly event: OrderEvent;
  readonly body: string;
}

/** Everything observed about one order from outside the proxy. */
export interface OrderHistory {
  readonly order: string;
  readonly lines: string[];
  checkoutId: string | null;
  /** The checkout with the highest version on any page. */
  latest: Checkout | null;
  readonly shown: Map<string, ShownInvoice>;
  readonly sent: Map<string, SentAmounts>;
  /** By id, in the order of their first delivery. */
  readonly events: Map<string, DeliveredEvent>;
  /** The payer's browser keeps it, and names its hash in each request. A request for a refund shows the key itself. */
  readonly claimKey: string;
  /** Whether the payer may send money. The shop decides afterwards. */
  isPaying: boolean;
  /** Whether staff may have accepted a part as the payment of the order. */
  isAccepted: boolean;
  /** The addresses for refunds, each used once. */
  readonly refundAddresses: Set<string>;
  /** What the shop was told of refunds and of its decisions, by event id. */
  readonly refunds: Map<string, RefundEvent>;
  readonly decisions: Map<string, CheckoutSettledEvent>;
}

/** A period, by the clock of the run, in which a host's clock was wrong by hours. */
export type ClockError = readonly [fromMs: number, toMs: number];

/** The histories of all orders, and the violations. */
export class OrderHistories {
  readonly byOrderId = new Map<string, OrderHistory>();
  readonly violations: Violation[] = [];
  readonly clockErrors: ClockError[] = [];
  readonly #startedMs = performance.now();

  /** @param nowMs the clock of the run, shared by the sandbox and the proxies */
  constructor(private readonly nowMs: () => number) {}

  begin(order: string): OrderHistory {
    const history: OrderHistory = {
      ...{ order, lines: [], checkoutId: null, latest: null },
      ...{ shown: new Map(), sent: new Map(), events: new Map() },
      claimKey: createHash('sha256').update(order).digest('base64url'),
      ...{ isPaying: true, isAccepted: false },
      ...{ refundAddresses: new Set(), refunds: new Map(), decisions: new Map() },
    };
    this.byOrderId.set(order, history);
    return history;
  }

  log(history: OrderHistory, actor: 'payer' | 'page' | 'shop' | 'staff' | 'chain', what: string): void {
    const atS = ((performance.now() - this.#startedMs) / 1000).toFixed(3);
    history.lines.push(`${atS.padStart(9)} s  ${iso(this.nowMs())}  ${actor.padEnd(6)}${what}`);
  }

  report(invariant: Invariant, order: string | null, what: string): void {
    this.violations.push({ invariant, order, what });
    const history = order === null ? undefined : this.byOrderId.get(order);
    if (history) this.log(history, 'page', `VIOLATION (${invariant}): ${what}`);
  }

  /** Returns the time of the run. */
  now(): number {
    return this.nowMs();
  }
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(5, 19);
}
