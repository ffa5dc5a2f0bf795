import {
  MERCHANT_SCOPES,
  type AttentionItem,
  type CandidateChoice,
  type CreateRefundRequest,
  type DecideRefundRequest,
  type MerchantScope,
  type Payout,
  type SettleRequest,
  type StaffChange,
} from '../src/protocol/index.js';
import type {
  ChangeListener,
  MerchantClient,
  MerchantProblem,
  MerchantResult,
  PaymentQuery,
} from '../src/merchant/entry.js';
import {
  ATTENTION_ITEMS,
  attentionOf,
  AUDIT,
  BALANCES,
  BOOK_MONTHS,
  BOOK_ROWS,
  paymentOf,
  PAYMENTS,
  PAYOUTS,
  RECONCILIATION,
  STATISTICS,
} from './desk-fixtures.js';
import { NOW } from './frozen-time.js';

const answered = <T>(value: T): Promise<MerchantResult<T>> => Promise.resolve({ ok: true, value });

/** A client of the staff that answers from a script, and records what a person does. */
export class ScriptedDesk implements MerchantClient {
  /** Every call that changes something, such as `settle A-1 accepted`. */
  readonly steps: string[] = [];
  /** The queries of the payments. */
  readonly queries: PaymentQuery[] = [];
  /** How often the balances were requested. */
  balanceRequests = 0;
  items = ATTENTION_ITEMS;
  rows = PAYMENTS;
  current = paymentOf;
  wallets = BALANCES;
  sums = STATISTICS;
  bookRows = BOOK_ROWS;
  bookMonths = BOOK_MONTHS;
  comparison = RECONCILIATION;
  person = 'Maja Lind';
  withdrawals = PAYOUTS;
  log = AUDIT;
  onePerson = false;
  scopes: readonly MerchantScope[] = MERCHANT_SCOPES;
  /** Every request fails with this. */
  problem: MerchantProblem | null = null;
  /** No request is answered. */
  isSilent = false;

  readonly session = () =>
    this.#answer({ person: this.person, scopes: this.scopes, expiresAt: '2026-11-21T13:18:20Z', now: NOW });
  readonly attention = () => this.#answer(attentionOf(this.items));
  readonly payments = (query: PaymentQuery, signal?: AbortSignal) => {
    this.queries.push(query);
    if (signal?.aborted) return this.#answer({ payments: [], count: 0, next: null });
    const { search = '', state = '', currency = '', limit = 25, cursor = '0' } = query;
    const { minAmount = '', maxAmount = '' } = query;
    const found = this.rows.filter(
      (row) =>
        row.order.id.includes(search) &&
        (state === '' || row.state === state) &&
        (currency === '' || row.currency === currency) &&
        (minAmount === '' || Number(row.order.amount) >= Number(minAmount)) &&
        (maxAmount === '' || Number(row.order.amount) <= Number(maxAmount)),
    );
    const end = Number(cursor) + limit;
    const next = end < found.length ? String(end) : null;
    return this.#answer({ payments: found.slice(Number(cursor), end), count: found.length, next });
  };
  readonly payment = (id: string) => this.#answer(this.current(id));
  readonly settle = (id: string, { decision, note, about }: SettleRequest) => {
    this.steps.push(`settle ${id} ${about} ${decision} ${note ?? ''}`.trim());
    if (!this.problem) this.items = this.items.filter((item) => !('payment' in item) || item.payment !== id);
    return this.payment(id);
  };
  readonly note = (id: string, note: string) => this.#step(`note ${id} ${note}`, this.current(id));
  readonly cancel = (id: string) =>
    this.#step(`cancel ${id}`, { ...this.current(id), state: 'canceled' as const, cancelable: false });
  readonly createRefund = (id: string, { amount, address, includesPayment }: CreateRefundRequest) =>
    this.#step(
      `refund ${id} ${amount} ${address}${includesPayment ? ' with payment' : ''}`,
      this.current(id),
    );
  readonly decideRefund = (id: string, { refund, decision, note }: DecideRefundRequest) =>
    this.#step(`${decision} ${id} ${refund} ${note}`, this.current(id));
  readonly resend = (id: string) => {
    if (!this.problem) this.items = this.items.map((item) => withoutEvent(item, id));
    return this.#step(`resend ${id}`, {
      ...{ id, type: 'checkout.underpaid', status: 'waiting' as const, attempts: 9, failure: null },
      ...{ createdAt: NOW, deliveredAt: null, nextAttemptAt: NOW },
    });
  };
  readonly resendAll = () => {
    const found = this.items.find((item) => item.kind === 'events');
    if (!this.problem) this.items = this.items.filter((item) => item.kind !== 'events');
    return this.#step('resend all', { resent: found ? found.waiting + found.dead : 0 });
  };
  readonly audit = ({ limit = 25, cursor = '0' }: PaymentQuery) => {
    const end = Number(cursor) + limit;
    const next = end < this.log.length ? String(end) : null;
    return this.#answer({ entries: this.log.slice(Number(cursor), end), next });
  };
  readonly balances = () => {
    this.balanceRequests += 1;
    return this.#answer(this.wallets);
  };
  readonly statistics = (from: string, to: string) => this.#answer({ ...this.sums, from, to });

  readonly books = (_from: string, _to: string, { limit = 25, cursor = '' }: PaymentQuery) => {
    const end = Number(cursor) + limit;
    const next = end < this.bookRows.length ? String(end) : null;
    return this.#answer({ rows: this.bookRows.slice(Number(cursor), end), next });
  };
  readonly bookSummary = (from: string, to: string) => this.#answer({ from, to, months: this.bookMonths });
  readonly reconciliation = (from: string, to: string) => this.#answer({ ...this.comparison, from, to });

  readonly payouts = ({ limit = 25, cursor = '' }: PaymentQuery) => {
    const isOpen = ({ state }: Payout) => ['proposed', 'approved', 'sending', 'unknown'].includes(state);
    const finished = this.withdrawals.filter((one) => !isOpen(one));
    const end = Number(cursor) + limit;
    const page = finished.slice(Number(cursor), end);
    const open = cursor === '' ? this.withdrawals.filter(isOpen) : [];
    const next = end < finished.length ? String(end) : null;
    return this.#answer({ payouts: [...open, ...page], next, onePerson: this.onePerson });
  };
  readonly propose = (proposal: string) => this.#step(`propose ${proposal}`, this.#payout());
  readonly approve = (id: string, approval: string) =>
    this.#step(`approve ${id} ${approval}`, this.#payout(id));
  readonly decline = (id: string, reason: string) => this.#step(`decline ${id} ${reason}`, this.#payout(id));
  readonly takeBack = (id: string) => this.#step(`take back ${id}`, this.#payout(id));
  readonly resolve = (id: string, { outcome, candidate }: CandidateChoice) =>
    this.#step(`resolve ${id} ${outcome} ${candidate ?? ''}`.trim(), this.#payout(id));

  readonly #listeners = new Set<ChangeListener>();
  readonly subscribe = (listener: ChangeListener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** The stream says that something has changed. */
  readonly change = (change: StaffChange | null = null) => {
    for (const listener of this.#listeners) listener(change);
  };
  get listenerCount(): number {
    return this.#listeners.size;
  }

  #payout(id?: string): Payout {
    const payout = this.withdrawals.find((one) => id === undefined || one.id === id);
    if (!payout) throw new Error('there are payouts');
    return payout;
  }

  #step<T>(step: string, value: T): Promise<MerchantResult<T>> {
    this.steps.push(step);
    return this.#answer(value);
  }

  #answer<T>(value: T): Promise<MerchantResult<T>> {
    if (this.isSilent) return new Promise(() => {});
    return this.problem ? Promise.resolve({ ok: false, problem: this.problem }) : answered(value);
  }
}

/** A script with other answers. */
export function deskWith(changes: Partial<ScriptedDesk>): ScriptedDesk {
  return Object.assign(new ScriptedDesk(), changes);
}

function withoutEvent(item: AttentionItem, id: string): AttentionItem {
  if (item.kind !== 'events' || !item.events.some((event) => event.id === id)) return item;
  return { ...item, dead: item.dead - 1, events: item.events.filter((event) => event.id !== id) };
}
