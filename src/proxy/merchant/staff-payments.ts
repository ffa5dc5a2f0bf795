import type {
  Attention,
  AuditAction,
  AuditLog,
  CreateRefundRequest,
  DecideRefundRequest,
  MerchantEvent,
  MerchantPaymentDetails,
  MerchantPayments,
  SettleRequest,
} from '../../protocol/index.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import {
  type CheckoutUpdate,
  type DescribeAction,
  CheckoutRepository,
} from '../checkouts/checkout-repository.js';
import { mayCancel } from '../domain/cancellation.js';
import type { Actor } from '../domain/actor.js';
import { pendingDecisions, withDecision } from '../domain/attention.js';
import { type CheckoutRecord, paymentIdOf } from '../domain/record.js';
import { summarizeRefund, withRefundDecision, withShopRefund } from '../domain/refund.js';
import { ledgerOf } from '../domain/ledger.js';
import { listEvents, resendEvent } from '../store/admin-queries.js';
import { appendAudit, listAudit } from '../store/audit-log.js';
import { countPayments, listPayments, type PaymentFilter } from '../store/payment-list.js';
import type { StoreContext, Store } from '../store/store.js';
import type { Clock } from '../base/clock.js';
import { DEFAULT_LIMIT, formatCursor, readAttention, type PageRequest } from './attention-list.js';
import {
  serializeAudit,
  serializeDecision,
  serializeEvent,
  serializeMerchantInvoice,
  serializePayment,
  serializePending,
  serializeRefunds,
} from './serialize-payment.js';

export interface StaffPaymentsOptions extends StoreContext {
  readonly checkouts: CheckoutRepository;
  readonly testMode: boolean;
  /** Called after an event was scheduled for redelivery. */
  readonly onEvent: () => void;
}

const MAX_EVENTS = 100;

const decisionsOf = ({ decisions }: CheckoutRecord) => ({ decisions });
const refundsOf = ({ refunds }: CheckoutRecord) => ({ refunds: refunds.map(summarizeRefund) });

/** Reads and changes payments for the shop's staff. Checks no permissions: `requireScopes` in `http/staff.ts` does so before. */
export class StaffPayments {
  constructor(private readonly options: StaffPaymentsOptions) {}

  /** Lists cases that a person must resolve, see `readAttention`. */
  attention(page: PageRequest): Promise<Attention> {
    const { store, clock } = this.options;
    return readAttention(store.db, page, clock.nowMs()).catch(throwStoreProblem);
  }

  /** Lists payments newest first. */
  async payments(
    filter: PaymentFilter,
    { cursor, limit = DEFAULT_LIMIT }: PageRequest,
  ): Promise<MerchantPayments> {
    const { db } = this.options.store;
    const read = async () => {
      const { records, hasMore } = await listPayments(db, filter, { after: cursor, limit });
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

  /** @param id as in all methods, the staff's id of the checkout @throws {ProblemError} `checkout_not_found` */
  async payment(id: string): Promise<MerchantPaymentDetails> {
    return this.#serialize(await this.options.checkouts.findByPayment(id));
  }

  async #serialize(record: CheckoutRecord): Promise<MerchantPaymentDetails> {
    const { db } = this.options.store;
    const [events, audit] = await Promise.all([
      listEvents(db, { checkout: record.id, limit: MAX_EVENTS }),
      listAudit(db, { subject: paymentIdOf(record.id), limit: MAX_EVENTS }),
    ]).catch(throwStoreProblem);
    const ledger = ledgerOf(record);
    return {
      ...serializePayment(record, ledger),
      version: record.version,
      description: record.order.description,
      invoices: record.invoices.map((invoice) => serializeMerchantInvoice(invoice, ledger)),
      decisions: record.decisions.map(serializeDecision),
      pending: pendingDecisions(record, ledger).map(serializePending),
      refunds: serializeRefunds(record, ledger),
      events: events.map(serializeEvent),
      audit: audit.map(serializeAudit),
      cancelable: mayCancel(record),
    };
  }

  /** Records a decision about owed money, a late payment or a review. @throws {ProblemError} `record_changed` */
  async settle(
    id: string,
    request: Required<SettleRequest>,
    person: string,
  ): Promise<MerchantPaymentDetails> {
    const actor = this.#actor(person);
    return this.#change(
      id,
      (record) => withDecision(record, request, actor),
      this.describe('payment.settle', person, decisionsOf),
    );
  }

  /**
   * Creates a refund, for which a person then proposes a payout. Changes and records nothing if the same refund is open.
   * @throws {ProblemError} `invalid_request`, `refund_unavailable`, `confirmation_required`
   */
  async createRefund(
    id: string,
    request: Required<CreateRefundRequest>,
    person: string,
  ): Promise<MerchantPaymentDetails> {
    const nowMs = this.options.clock.nowMs();
    const describe = this.describe('refund.create', person, refundsOf);
    return this.#change(
      id,
      (record) => withShopRefund(record, request, nowMs),
      (before, after) => (after === before ? null : describe(before, after)),
    );
  }

  /** Declines a refund, or records how a person verified the payer. @throws {ProblemError} `record_not_found`, `record_changed` */
  async decideRefund(
    id: string,
    request: DecideRefundRequest,
    person: string,
  ): Promise<MerchantPaymentDetails> {
    const actor = this.#actor(person);
    const action = request.decision === 'declined' ? 'refund.decline' : 'refund.check';
    return this.#change(
      id,
      (record) => withRefundDecision(record, request, actor),
      this.describe(action, person, (record) => ({ refund: request.refund, ...refundsOf(record) })),
    );
  }

  /** Adds a note to the audit log of a payment. */
  async note(id: string, note: string, person: string): Promise<MerchantPaymentDetails> {
    const { store, clock, checkouts } = this.options;
    const record = await checkouts.findByPayment(id);
    await store
      .transaction((tx) =>
        appendAudit(tx, {
          atMs: clock.nowMs(),
          ...{ person, action: 'payment.note', subject: id, before: null, after: { note } },
        }),
      )
      .catch(throwStoreProblem);
    return this.#serialize(record);
  }

  #actor(person: string): Actor {
    const { clock, testMode } = this.options;
    return { person, nowMs: clock.nowMs(), testMode };
  }

  async #change(
    id: string,
    change: CheckoutUpdate,
    describe: DescribeAction,
  ): Promise<MerchantPaymentDetails> {
    const { checkouts } = this.options;
    const { id: checkoutId } = await checkouts.findByPayment(id);
    return this.#serialize(await checkouts.change(checkoutId, change, describe));
  }

  /** Schedules an event for redelivery under the same id. @throws {ProblemError} `record_not_found` */
  async resend(eventId: string, person: string): Promise<MerchantEvent> {
    const { store, onEvent } = this.options;
    const row = await resendEvent(store, eventId, this.#actor(person)).catch(throwStoreProblem);
    if (!row) throw new ProblemError('record_not_found', 'There is no such event.');
    onEvent();
    return serializeEvent(row);
  }

  /** Lists the audit log newest first. */
  async audit(before: number | undefined, limit = DEFAULT_LIMIT): Promise<AuditLog> {
    const rows = await listAudit(this.options.store.db, { before, limit: limit + 1 }).catch(
      throwStoreProblem,
    );
    const entries = rows.slice(0, limit).map(serializeAudit);
    return { entries, next: rows.length > limit ? String(entries.at(-1)?.number) : null };
  }

  /** Describes a change of a checkout for the audit log. */
  describe(
    action: AuditAction,
    person: string,
    summarize: (record: CheckoutRecord) => object,
  ): DescribeAction {
    const atMs = this.options.clock.nowMs();
    return (before, after) => ({
      ...{ atMs, person, action, subject: paymentIdOf(after.id) },
      before: { state: ledgerOf(before).status.state, ...summarize(before) },
      after: { state: ledgerOf(after).status.state, ...summarize(after) },
    });
  }
}

/** For a command that works on the store of a running proxy. The proxy detects the changes in the store. */
export function createStaffPayments(store: Store, clock: Clock, testMode: boolean): StaffPayments {
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const context = { store, clock, logger };
  const checkouts = new CheckoutRepository({
    ...{ ...context, testMode, onChange: () => undefined },
    // Every change counts as visible to the payer.
    fingerprint: (record) => JSON.stringify(record),
  });
  return new StaffPayments({ ...context, checkouts, testMode, onEvent: () => undefined });
}
