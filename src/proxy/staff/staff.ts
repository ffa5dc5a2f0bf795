import {
  isSamePerson,
  type Attention,
  type AuditAction,
  type AuditLog,
  type BookMonth,
  type BookRow,
  type BookRows,
  type CandidateChoice,
  type CreateRefundRequest,
  type DecideRefundRequest,
  type MerchantPaymentDetails,
  type MerchantPayments,
  type Payout,
  type Payouts,
  type PaymentSort,
  type Reconciliation,
  type SettleRequest,
} from '../../protocol/index.js';
import { systemClock, type Clock } from '../base/clock.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import {
  CheckoutRepository,
  type CheckoutUpdate,
  type DescribeAction,
} from '../checkouts/checkout-repository.js';
import type { Actor } from '../domain/actor.js';
import { withDecision } from '../domain/pending-decisions.js';
import { ledgerOf } from '../domain/settlement.js';
import {
  approvePayout,
  declinePayout,
  proposedPayout,
  resolvePayout,
  serializePayout,
  takeBackPayout,
  type PayoutRecord,
} from '../domain/payout.js';
import { paymentIdOf, type CheckoutRecord } from '../domain/record.js';
import { summarizeRefund, withRefundDecision, withShopRefund } from '../domain/refund.js';
import { serializeOrder } from '../domain/serialize-invoice.js';
import { PayoutTokenError, readApproval, readNewProposal } from '../domain/staff-tokens.js';
import {
  findCheckout,
  findEvent,
  findRefundState,
  followEvents,
  listCheckouts,
  listEvents,
  openStoreForAdmin,
  resendEvent,
  type CheckoutsFilter,
  type EventsFilter,
} from '../store/admin-queries.js';
import { appendAudit, listAuditEntries, verifyAuditLog } from '../store/audit-log.js';
import type { BookPosition } from '../store/books.js';
import { verifyDerivedColumns } from '../store/derived-columns.js';
import { countPayments, listPayments, type ListPosition, type PaymentFilter } from '../store/payment-list.js';
import { listFailures } from '../store/outbox.js';
import { addPayout, changePayout } from '../store/payout-changes.js';
import { hasPayouts } from '../store/payout-journal.js';
import { findRefundOf, listPayouts } from '../store/payouts.js';
import { findRefusedInvoice } from '../store/poll-queue.js';
import type { Store } from '../store/store.js';
import {
  DEFAULT_LIMIT,
  formatCursor,
  readAttention,
  readChange,
  type PageRequest,
} from './attention-list.js';
import { listBookRows, readBookRows, summarizeBookRows, type BookDays } from './books.js';
import { readOrderLedger } from './order-ledger.js';
import { reconcileBooks, type ReconcileCalls } from './reconcile.js';
import {
  serializeAudit,
  serializeStoredCheckout,
  serializeStoredCheckoutDetails,
  serializeEvent,
  serializePayment,
  serializePaymentDetails,
  type StoredCheckout,
  type StoredCheckoutDetails,
  type StoredEvent,
} from './serialize.js';

/** Settings of the proxy that determine what staff may do. */
export interface StaffSettings {
  readonly clock: Clock;
  readonly testMode: boolean;
  /** Whether one person may both propose and approve a payout. */
  readonly onePerson: boolean;
}

interface StaffOptions {
  readonly store: Store;
  readonly checkouts: CheckoutRepository;
  readonly settings: StaffSettings;
  /** Called after an event was stored. */
  readonly onEvent: () => void;
}

/** Maximum number of events and of audit entries that are listed with a payment. */
const MAX_EVENTS = 100;
/** Maximum number of listed open payouts. */
const MAX_OPEN = 500;
/** Maximum number of events that are resent at once. */
const MAX_RESENT = 1000;

const decisionsOf = ({ decisions }: CheckoutRecord) => ({ decisions });
const refundsOf = ({ refunds }: CheckoutRecord) => ({ refunds: refunds.map(summarizeRefund) });

/**
 * All queries and changes of the shop's staff, over HTTP, at the desk and on the command line. Does not check permissions:
 * `requireScopes` in `http/staff-session.ts` does so before. Every change names a person, and is stored with its audit entry.
 *
 * No result contains a secret, and only refunds contain an email address. Stored checkouts and events, for the command line,
 * contain the checkout id, which is the payer's capability.
 */
export class Staff {
  /** For the payouts process, and the commands about its journal. */
  readonly store: Store;

  constructor(private readonly options: StaffOptions) {
    this.store = options.store;
  }

  // Pending cases.

  /** Lists cases that a person must resolve: faults of the whole system, then checkouts, the longest waiting first. */
  listAttention(page: PageRequest): Promise<Attention> {
    return readAttention(this.store.db, page, this.options.settings.clock.nowMs()).catch(throwStoreProblem);
  }

  /** Returns the state that the staff's streams report: see `readChange`. */
  readChange() {
    return readChange(this.store.db, this.options.settings.clock.nowMs());
  }

  // Payments, by the staff's id of the checkout.

  /** Lists payments, by default newest first. */
  async listPayments(
    filter: PaymentFilter,
    { cursor, limit = DEFAULT_LIMIT, sort = 'newest' }: PageRequest & { readonly sort?: PaymentSort },
  ): Promise<MerchantPayments> {
    const { db } = this.store;
    const read = async () => {
      const { records, hasMore } = await listPayments(db, filter, { after: cursor, limit, sort });
      const isWhole = cursor === null && !hasMore;
      return { records, hasMore, count: isWhole ? records.length : await countPayments(db, filter) };
    };
    const { records, hasMore, count } = await read().catch(throwStoreProblem);
    const last = records.at(-1);
    return {
      payments: records.map((record) => serializePayment(record)),
      count,
      next: hasMore && last ? formatCursor({ atMs: last.createdAtMs, id: paymentIdOf(last.id) }) : null,
    };
  }

  /** @throws {ProblemError} `checkout_not_found`, as all methods with the id of a payment */
  async findPayment(id: string): Promise<MerchantPaymentDetails> {
    return this.#serialize(await this.options.checkouts.findCheckoutByPayment(id));
  }

  /** Records a decision about owed money, a late payment or a review. @throws {ProblemError} `record_changed` */
  settlePayment(
    id: string,
    request: Required<SettleRequest>,
    person: string,
  ): Promise<MerchantPaymentDetails> {
    const actor = this.#actor(person);
    return this.#changePayment(
      id,
      (record) => withDecision(record, request, actor),
      describeChange('payment.settle', actor, decisionsOf),
    );
  }

  /**
   * Creates a refund, for which a person then proposes a payout. Changes and records nothing if the same refund is open.
   * @throws {ProblemError} `invalid_request`, `refund_unavailable`, `confirmation_required`
   */
  createRefund(
    id: string,
    request: Required<CreateRefundRequest>,
    person: string,
  ): Promise<MerchantPaymentDetails> {
    const actor = this.#actor(person);
    const describeCreated = describeChange('refund.create', actor, refundsOf);
    return this.#changePayment(
      id,
      (record) => withShopRefund(record, request, actor.nowMs),
      (before, after) => (after === before ? null : describeCreated(before, after)),
    );
  }

  /** Declines a refund, or records how a person verified the payer. @throws {ProblemError} `record_not_found`, `record_changed` */
  decideRefund(id: string, request: DecideRefundRequest, person: string): Promise<MerchantPaymentDetails> {
    const actor = this.#actor(person);
    const action = request.decision === 'declined' ? 'refund.decline' : 'refund.check';
    return this.#changePayment(
      id,
      (record) => withRefundDecision(record, request, actor),
      describeChange(action, actor, (record) => ({ refund: request.refund, ...refundsOf(record) })),
    );
  }

  /** Adds a note to the audit log of a payment. */
  async addNote(id: string, note: string, person: string): Promise<MerchantPaymentDetails> {
    const record = await this.options.checkouts.findCheckoutByPayment(id);
    const { nowMs: atMs } = this.#actor(person);
    const entry = {
      atMs,
      person,
      action: 'payment.note',
      subject: id,
      before: null,
      after: { note },
    } as const;
    await this.store.transaction((tx) => appendAudit(tx, entry)).catch(throwStoreProblem);
    return this.#serialize(record);
  }

  /** Cancels a payment. @param cancel calls the service, and records the change with the audit entry from `describeAction` */
  async cancelPayment(
    id: string,
    person: string,
    cancel: (checkoutId: string, describeAction: DescribeAction) => Promise<CheckoutRecord>,
  ): Promise<MerchantPaymentDetails> {
    const { checkouts } = this.options;
    const { id: checkoutId } = await checkouts.findCheckoutByPayment(id);
    await cancel(
      checkoutId,
      describeChange('payment.cancel', this.#actor(person), () => ({})),
    );
    return this.findPayment(id);
  }

  // Payouts. The shop's server signs the tokens with a secret that this process does not know. This process only compares their
  // claims. The payouts process verifies them before it sends anything.

  /** Lists payouts, newest first. The first page also contains the unfinished ones. */
  async listPayouts({ cursor, limit = DEFAULT_LIMIT }: PageRequest): Promise<Payouts> {
    const { onePerson } = this.options.settings;
    const { open, finished } = await this.#readPayouts(cursor, limit + 1).catch(throwStoreProblem);
    const page = finished.slice(0, limit);
    const last = page.at(-1);
    const next =
      finished.length > limit && last ? formatCursor({ atMs: last.proposedAtMs, id: last.id }) : null;
    return { payouts: [...open, ...page].map(serializePayout), next, onePerson };
  }

  /**
   * Stores a proposal as a new payout.
   * @throws {ProblemError} `invalid_request`, `scope_missing`, or what `addPayout` throws
   */
  async proposePayout(proposal: string, person: string): Promise<Payout> {
    const actor = this.#actor(person);
    const unverified = parseToken(() => readNewProposal(proposal, actor.nowMs, Date.now()));
    assertOwn(unverified.person, person);
    const payout = proposedPayout(unverified, proposal, actor.nowMs);
    await addPayout(this.store, payout, actor).catch(throwStoreProblem);
    this.options.onEvent();
    return serializePayout(payout);
  }

  /** @throws {ProblemError} `invalid_request`, `scope_missing`, `second_person_required`, `record_changed` */
  approvePayout(id: string, approval: string, person: string): Promise<Payout> {
    const { person: signedFor, digest } = parseToken(() =>
      readApproval(approval, this.options.settings.clock.nowMs()),
    );
    assertOwn(signedFor, person);
    return this.#changePayout(id, 'payout.approve', person, (payout, actor) =>
      approvePayout(payout, { approval, digest }, actor),
    );
  }

  /** @throws {ProblemError} `second_person_required`, `record_changed` */
  declinePayout(id: string, reason: string, person: string): Promise<Payout> {
    return this.#changePayout(id, 'payout.decline', person, (payout, actor) =>
      declinePayout(payout, reason, actor),
    );
  }

  /** @throws {ProblemError} `scope_missing`, `record_changed` */
  takeBackPayout(id: string, person: string): Promise<Payout> {
    return this.#changePayout(id, 'payout.take_back', person, takeBackPayout);
  }

  /** Records whether a payout of unknown outcome was sent. @throws {ProblemError} `invalid_request`, `record_changed` */
  resolvePayout(id: string, choice: CandidateChoice, person: string): Promise<Payout> {
    return this.#changePayout(id, 'payout.resolve', person, (payout, actor) =>
      resolvePayout(payout, choice, actor),
    );
  }

  /** Whether the store has, or had, payouts. */
  hasPayouts(): Promise<boolean> {
    return hasPayouts(this.store.db);
  }

  /** Finds the order whose refund a payout pays; `null` if there is none, or if retention has deleted it. */
  async findOrderOfPayout(id: string) {
    const { db } = this.store;
    const refund = await findRefundOf(db, id);
    const record = refund && (await findCheckout(db, refund.payment));
    return record ? serializeOrder(record) : null;
  }

  // Events.

  /** Lists events newest first. @throws {TypeError} if a filter is invalid */
  async listEvents({ checkout, ...filter }: EventsFilter = {}): Promise<readonly StoredEvent[]> {
    const { db } = this.store;
    const id = checkout && ((await findCheckout(db, checkout))?.id ?? checkout);
    return (await listEvents(db, { ...filter, checkout: id })).map(serializeEvent);
  }

  /** Finds an event, `null` if the id is unknown. */
  async findEvent(id: string): Promise<StoredEvent | null> {
    const row = await findEvent(this.store.db, id);
    return row ? serializeEvent(row) : null;
  }

  /**
   * Returns a function that reads the events stored since its last call, oldest first. Read-only: it does not affect the
   * delivery by a proxy.
   */
  async followEvents(): Promise<() => Promise<readonly StoredEvent[]>> {
    const next = await followEvents(this.store.db);
    return async () => (await next()).map(serializeEvent);
  }

  /**
   * Schedules an event for redelivery under the same id, whatever its status. A running proxy delivers it within a second, after
   * earlier events of its checkout.
   * @throws {ProblemError} `record_not_found`
   */
  async resendEvent(id: string, person: string): Promise<StoredEvent> {
    const row = await resendEvent(this.store, id, this.#actor(person)).catch(throwStoreProblem);
    if (!row) throw new ProblemError('record_not_found', 'There is no such event.');
    this.options.onEvent();
    return serializeEvent(row);
  }

  /** Schedules all events that have failed for redelivery, oldest first, at most 1,000. @returns how many */
  async resendFailures(person: string): Promise<number> {
    const rows = await listFailures(this.store, MAX_RESENT).catch(throwStoreProblem);
    for (const { id } of rows)
      await resendEvent(this.store, id, this.#actor(person)).catch(throwStoreProblem);
    this.options.onEvent();
    return rows.length;
  }

  // The whole store, for its operator.

  /** Lists checkouts newest first. @throws {TypeError} if a filter is invalid */
  async listCheckouts(filter: CheckoutsFilter = {}): Promise<readonly StoredCheckout[]> {
    return (await listCheckouts(this.store.db, filter)).map(serializeStoredCheckout);
  }

  /** Finds a checkout by its id, its payment id or its order id, `null` if the id is unknown. */
  async findCheckout(anyId: string): Promise<StoredCheckoutDetails | null> {
    const record = await findCheckout(this.store.db, anyId);
    return record
      ? serializeStoredCheckoutDetails(record, await listEvents(this.store.db, { checkout: record.id }))
      : null;
  }

  /** Finds the state of a refund and the id of its payout; `undefined` if the id is unknown. */
  findRefund(id: string) {
    return findRefundState(this.store.db, id);
  }

  /** Reads the movements of an order's money, `null` if the id is unknown. */
  readLedger(idOrOrderId: string) {
    return readOrderLedger(this.store.db, idOrOrderId);
  }

  /** Recomputes every derived column, and compares it with the stored one. */
  verifyLedger(onProgress?: (checkouts: number) => void) {
    return verifyDerivedColumns(this.store.db, onProgress);
  }

  /** Lists the rows of the books, oldest first. */
  listBooks(
    days: BookDays,
    { cursor: after, limit }: { readonly cursor: BookPosition | null; readonly limit: number },
  ): Promise<BookRows> {
    return listBookRows(this.store.db, days, { after, limit }).catch(throwStoreProblem);
  }

  /** Reads the rows of the books, oldest first, without holding them all. */
  readBooks(days: BookDays): AsyncIterable<BookRow> {
    return readBookRows(this.store.db, days);
  }

  /** Adds up the books by month and currency. @param onProgress see `summarizeBookRows` */
  summarizeBooks(days: BookDays, onProgress?: (movements: number) => void): Promise<readonly BookMonth[]> {
    return summarizeBookRows(this.store.db, days, onProgress);
  }

  /** Holds the books against the service's list. @param onProgress see `ReconcileOptions` */
  reconcile(
    days: BookDays,
    service: ReconcileCalls,
    onProgress?: (records: number) => void,
  ): Promise<Reconciliation> {
    const acceptsTestMode = this.options.settings.testMode;
    return reconcileBooks(this.store.db, days, {
      ...{ service, acceptsTestMode },
      ...(onProgress ? { onProgress } : {}),
    });
  }

  /** Lists the audit log newest first. */
  async listAudit(before: number | undefined, limit = DEFAULT_LIMIT): Promise<AuditLog> {
    const rows = await listAuditEntries(this.store.db, { before, limit: limit + 1 }).catch(throwStoreProblem);
    const entries = rows.slice(0, limit).map(serializeAudit);
    return { entries, next: rows.length > limit ? String(entries.at(-1)?.number) : null };
  }

  /** Recomputes the hashes of the audit log. */
  verifyAudit() {
    return verifyAuditLog(this.store.db);
  }

  /** Returns the service's id of an invoice whose status the service refuses to return; `null` if there is none. */
  findRefusedInvoice(): Promise<string | null> {
    return findRefusedInvoice(this.store);
  }

  #actor(person: string): Actor {
    const { clock, testMode, onePerson } = this.options.settings;
    return { person, nowMs: clock.nowMs(), testMode, onePerson };
  }

  async #serialize(record: CheckoutRecord): Promise<MerchantPaymentDetails> {
    const { db } = this.store;
    const [events, audit] = await Promise.all([
      listEvents(db, { checkout: record.id, limit: MAX_EVENTS }),
      listAuditEntries(db, { subject: paymentIdOf(record.id), limit: MAX_EVENTS }),
    ]).catch(throwStoreProblem);
    return serializePaymentDetails(record, { events, audit });
  }

  async #changePayment(
    id: string,
    change: CheckoutUpdate,
    describeAction: DescribeAction,
  ): Promise<MerchantPaymentDetails> {
    const { checkouts } = this.options;
    const { id: checkoutId } = await checkouts.findCheckoutByPayment(id);
    return this.#serialize(await checkouts.changeCheckout(checkoutId, change, describeAction));
  }

  /** Reads the lists sequentially: otherwise a payout that finishes meanwhile could be in neither list, or in both. */
  async #readPayouts(after: ListPosition | null, limit: number) {
    const { db } = this.store;
    const unfinished = after ? [] : await listPayouts(db, { isOpen: true, after: null, limit: MAX_OPEN });
    const finished = await listPayouts(db, { isOpen: false, after, limit });
    const ids = new Set(finished.map(({ id }) => id));
    return { open: unfinished.filter(({ id }) => !ids.has(id)), finished };
  }

  async #changePayout(
    id: string,
    action: AuditAction,
    person: string,
    change: (payout: PayoutRecord, actor: Actor) => PayoutRecord,
  ): Promise<Payout> {
    const actor = this.#actor(person);
    const changed = await changePayout(this.store, id, { action, actor, change }).catch(throwStoreProblem);
    this.options.onEvent();
    return serializePayout(changed);
  }

  /** Closes a store that `openStaff` has opened. */
  close(): Promise<void> {
    return this.store.close();
  }
}

/**
 * Opens the store of a proxy without creating or migrating it. The proxy may be running: it finds the changes in the store.
 * @param storePath path of the SQLite file, or URL of the PostgreSQL database
 * @param settings the settings of the proxy, read on demand
 * @throws {Error} if the store cannot be used; the message names the remedy
 */
export async function openStaff(
  storePath: string,
  settings: StaffSettings = { clock: systemClock, testMode: false, onePerson: false },
): Promise<Staff> {
  const store = await openStoreForAdmin(storePath);
  const checkouts = new CheckoutRepository({
    store,
    clock: settings.clock,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    get testMode() {
      return settings.testMode;
    },
    onChange: () => undefined,
    // Treats every change as visible to the payer.
    fingerprint: (record) => JSON.stringify(record),
  });
  return new Staff({ store, checkouts, settings, onEvent: () => undefined });
}

/** Describes a change of a checkout for the audit log. */
function describeChange(
  action: AuditAction,
  { person, nowMs: atMs }: Actor,
  summarize: (record: CheckoutRecord) => object,
): DescribeAction {
  return (before, after) => ({
    ...{ atMs, person, action, subject: paymentIdOf(after.id) },
    before: { state: ledgerOf(before).status.state, ...summarize(before) },
    after: { state: ledgerOf(after).status.state, ...summarize(after) },
  });
}

function parseToken<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof PayoutTokenError)) throw error;
    throw new ProblemError('invalid_request', error.message);
  }
}

/** @throws {ProblemError} `scope_missing` */
function assertOwn(signedFor: string, person: string): void {
  if (!isSamePerson(signedFor, person))
    throw new ProblemError(
      'scope_missing',
      'The token and the session are for different people. Sign the token for the person of the session.',
    );
}
