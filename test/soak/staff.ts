import { setTimeout as pause } from 'node:timers/promises';
import { isZeroAmount } from '../../src/payment/index.js';
import type {
  Attention,
  AttentionItem,
  CandidateChoice,
  MerchantPaymentDetails,
  MerchantRefund,
  Payout,
  Payouts,
  SettleRequest,
} from '../../src/protocol/index.js';
import { MERCHANT_SCOPES } from '../../src/protocol/index.js';
import { createMerchantSession, createPayoutApproval, createPayoutProposal } from '../../src/proxy/server.js';
import type { BookedWithdrawal } from './books.js';
import type { OrderHistories, OrderHistory } from './order-history.js';
import { part } from './part-of-amount.js';
import { refundAddress } from './refund-requests.js';
import type { SeededRandom } from './seeded-random.js';
import { SOAK_SECRETS } from './settings.js';
import type { SharedTime } from './shared-time.js';

export interface StaffOptions {
  readonly random: SeededRandom;
  readonly histories: OrderHistories;
  readonly time: SharedTime;
  /** Returns the base URL of a random proxy. */
  readonly url: () => string;
  /** Returns all withdrawals of the service. */
  readonly withdrawals: () => Promise<readonly BookedWithdrawal[]>;
}

/** Any of them proposes, and any other approves. */
const PEOPLE = ['Maja Lind', 'Jon Berg', 'Ida Moe'] as const;
type Person = (typeof PEOPLE)[number];

const PAUSE_MS = 600;
const PAGE = 50;
/** By the clock of the run: a request that a killed process has sent has arrived by then. */
const ARRIVED_MS = 120_000;
/** Rounds in which every open payout is ended. */
const LAST_ROUNDS = 200;
const ROUND_S = 20;

const OPEN: ReadonlySet<Payout['state']> = new Set(['proposed', 'approved', 'sending', 'unknown']);

type OrderItem = Extract<AttentionItem, { readonly payment: string }>;

/** Simulates the people of the shop, who decide about refunds and payouts, and race each other. */
export class Staff {
  readonly actions = new Map<string, number>();

  constructor(private readonly options: StaffOptions) {}

  /** Resolves after `ending`. */
  async run(ending: AbortSignal): Promise<void> {
    await Promise.all(PEOPLE.map((person) => this.#work(person, ending)));
  }

  async #work(person: Person, ending: AbortSignal): Promise<void> {
    const random = this.options.random.of(person);
    while (!ending.aborted) {
      await pause(random.waitMs(PAUSE_MS), undefined, { signal: ending }).catch(() => undefined);
      const attention = await this.#get<Attention>(person, `/attention?limit=${PAGE}`);
      const [first, ...more] = attention?.items ?? [];
      if (!first) continue;
      const item = random.one([first, ...more]);
      if (item.kind === 'payout') await this.#decidePayout(person, item.payout, random);
      else if ('order' in item) await this.#decideOrder(person, item, random);
    }
  }

  /** Ends every open payout: afterwards no amount is reserved. */
  async finish(leaving: AbortSignal): Promise<void> {
    const { time, histories } = this.options;
    for (let round = 0; round < LAST_ROUNDS && !leaving.aborted; round += 1) {
      const open = await this.#payouts(PEOPLE[0]);
      if (open?.every(({ state }) => !OPEN.has(state))) return;
      for (const payout of open ?? []) {
        const people = PEOPLE.filter((person) => person !== payout.proposedBy);
        if (payout.state === 'proposed') await this.#declinePayout(people[0] ?? PEOPLE[0], payout);
        if (payout.state === 'unknown') for (const person of people) await this.#resolve(person, payout);
      }
      await time.advance(ROUND_S);
      await pause(300, undefined, { signal: leaving }).catch(() => undefined);
    }
    if (!leaving.aborted) histories.report('settled', null, 'payouts are open');
  }

  /** Returns all withdrawals of the service. */
  withdrawals(): Promise<readonly BookedWithdrawal[]> {
    return this.options.withdrawals();
  }

  /** Returns the payment as the staff see it; `null` if no proxy answers. */
  async payment(id: string): Promise<MerchantPaymentDetails | null> {
    for (let tries = 20; tries > 0; tries -= 1) {
      const payment = await this.#get<MerchantPaymentDetails>(PEOPLE[0], `/payments/${id}`);
      if (payment) return payment;
    }
    return null;
  }

  async #payouts(person: Person): Promise<readonly Payout[] | null> {
    const list = await this.#get<Payouts>(person, `/payouts?limit=${PAGE}`);
    return list && list.payouts;
  }

  async #decidePayout(person: Person, id: string, random: SeededRandom): Promise<void> {
    const payout = (await this.#payouts(person))?.find((one) => one.id === id);
    if (payout?.state === 'unknown') return this.#resolve(person, payout);
    if (payout?.state !== 'proposed') return;
    if (payout.proposedBy === person) {
      if (random.percent(5)) await this.#post('take back', person, `/payouts/${id}/take-back`);
      return;
    }
    if (random.percent(8)) return this.#declinePayout(person, payout);
    const other = PEOPLE.find((one) => one !== person && one !== payout.proposedBy) ?? person;
    // Sometimes two people at once, or one twice.
    const second = random.percent(50) ? other : person;
    await Promise.all([
      this.#approve(person, payout),
      ...(random.percent(30) ? [this.#approve(second, payout)] : []),
    ]);
  }

  async #approve(person: Person, { id, digest }: Payout): Promise<void> {
    const approval = await createPayoutApproval({ person, digest }, this.#signing);
    await this.#post('approve', person, `/payouts/${id}/approve`, { approval });
  }

  #declinePayout(person: Person, { id }: Payout): Promise<void> {
    return this.#post('decline payout', person, `/payouts/${id}/decline`, { reason: 'Another day' });
  }

  /** Compares an unknown payout with the service's list, as a person does in its dashboard. */
  async #resolve(person: Person, payout: Payout): Promise<void> {
    const { id, address, attemptedAt, candidates } = payout;
    if (this.options.time.nowMs() - Date.parse(attemptedAt ?? '') < ARRIVED_MS) return;
    const sent = (await this.options.withdrawals()).find((one) => one.address === address);
    const found = candidates.find((candidate) => candidate.id === sent?.id);
    if (sent && !found) return;
    const choice: CandidateChoice = found
      ? { outcome: 'sent', candidate: found.id }
      : { outcome: 'not_sent', candidate: null };
    await this.#post(`resolve as ${choice.outcome}`, person, `/payouts/${id}/resolve`, choice);
  }

  async #decideOrder(person: Person, item: OrderItem, random: SeededRandom): Promise<void> {
    const history = this.options.histories.byOrderId.get(item.order.id);
    if (!history || history.isPaying || item.kind === 'review') return;
    const refunds = item.kind === 'refund' ? [item.refund] : item.refunds;
    const waiting = refunds.filter(({ state }) => state === 'requested');
    const [first, ...more] = waiting;
    if (first) return this.#decideRefund(person, item, random.one([first, ...more]), random);
    if (item.kind === 'refund' || refunds.length > 0) return;
    if (random.percent(20)) await this.#settle(person, item, random.percent(50) ? 'accepted' : 'dismissed');
    else if (random.percent(40)) await this.#refundAlone(person, item, history, random);
  }

  /** Gives money back that nobody asked for, of owed money or of what has paid the order. */
  async #refundAlone(
    person: Person,
    { payment, invoice, currency, ...item }: OrderItem,
    history: OrderHistory,
    random: SeededRandom,
  ): Promise<void> {
    if (!('received' in item) || isZeroAmount(item.received)) return;
    const amount = part({ amount: item.received, currency }, random.between(1, 110));
    const includesPayment = random.percent(70);
    const body = { invoice, amount, address: refundAddress(history, currency), includesPayment };
    await this.#post('refund alone', person, `/payments/${payment}/refunds`, body);
  }

  async #decideRefund(
    person: Person,
    item: OrderItem,
    refund: MerchantRefund,
    random: SeededRandom,
  ): Promise<void> {
    const decide = (decision: 'declined' | 'checked') =>
      this.#post(`refund ${decision}`, person, `/payments/${item.payment}/decide-refund`, {
        ...{ refund: refund.id, decision, note: 'By the soak' },
      });
    if (random.percent(8)) return decide('declined');
    if (refund.requestedBy === 'link_holder' && refund.check === null) return decide('checked');
    if (refund.requestedBy !== 'staff' && random.percent(8)) return this.#settle(person, item, 'accepted');
    const other = random.percent(50) ? random.one(PEOPLE) : person;
    const isPartial = random.percent(15);
    await Promise.all([
      this.#propose(person, item, refund, isPartial ? part(refund, random.between(1, 99)) : refund.amount),
      ...(random.percent(30) ? [this.#propose(other, item, refund, refund.amount)] : []),
    ]);
  }

  async #propose(
    person: Person,
    { payment, currency }: OrderItem,
    { id, address }: MerchantRefund,
    amount: string,
  ): Promise<void> {
    const proposal = await createPayoutProposal(
      { ...{ person, currency, amount, address }, refund: { payment, id } },
      this.#signing,
    );
    await this.#post('propose', person, '/payouts', { proposal });
  }

  async #settle(person: Person, item: OrderItem, decision: 'accepted' | 'dismissed'): Promise<void> {
    if (item.kind !== 'owed' && item.kind !== 'late') return;
    const { kind: about, invoice, payment } = item;
    const amount = item.kind === 'owed' ? item.owed : '0';
    const history = this.options.histories.byOrderId.get(item.order.id);
    if (history && about === 'owed' && decision === 'accepted') history.isAccepted = true;
    const body: SettleRequest = { invoice, about, decision, amount, note: 'By the soak' };
    await this.#post(`settle as ${decision}`, person, `/payments/${payment}/settle`, body);
  }

  get #signing() {
    return { secret: SOAK_SECRETS.payoutSecret, clock: this.options.time };
  }

  #get<T>(person: Person, path: string): Promise<T | null> {
    return this.#call<T>(person, path, { method: 'GET' });
  }

  /** Counts what a proxy has accepted. */
  async #post(name: string, person: Person, path: string, body: object = {}): Promise<void> {
    const answer = await this.#call(person, path, { method: 'POST', body: JSON.stringify(body) });
    if (answer !== null) this.actions.set(name, (this.actions.get(name) ?? 0) + 1);
  }

  /** Returns `null` if the request was refused or lost. */
  async #call<T>(person: Person, path: string, init: RequestInit): Promise<T | null> {
    const { url } = this.options;
    const base = url();
    const session = await createMerchantSession(
      { person, scopes: MERCHANT_SCOPES },
      { secret: SOAK_SECRETS.merchantSecret },
    );
    const headers = {
      ...{ 'authorization': `Bearer ${session}`, 'content-type': 'application/json' },
      origin: new URL(base).origin,
    };
    try {
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(`${base}/merchant${path}`, { ...init, headers, signal });
      const text = await response.text();
      if (!response.ok) return null;
      const answer: T = JSON.parse(text);
      return answer;
    } catch {
      return null;
    }
  }
}
