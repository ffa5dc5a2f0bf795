import { randomBytes } from 'node:crypto';
import { ledgerOf, withPayingInvoice, type Tolerance } from '../domain/settlement.js';
import { withAttention } from '../domain/pending-decisions.js';
import { deriveEvents } from '../domain/events.js';
import { isOutdated, isSamePrice, withCurrentPrice, type ResolvedOrder } from '../domain/reprice.js';
import {
  type CheckoutRecord,
  type InvoiceRecord,
  findInvoice,
  nextVersion,
  withReview,
  withInvoice,
} from '../domain/record.js';
import { DuplicateIdError } from '../domain/verify-invoice.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import { withView } from '../domain/viewer.js';
import { CONNECTED_PAGE_TTL_MS } from '../domain/poll-schedule.js';
import { appendAudit, type AuditedAction } from '../store/audit-log.js';
import { withdrawOutdatedPayouts } from '../store/payout-changes.js';
import type { VersionStamp } from '../store/version-stamp.js';
import type { StoreContext } from '../store/store.js';
import type { StoreTransaction } from '../store/store-transaction.js';
import type { Logger } from '../base/log.js';

interface CheckoutRepositoryOptions extends StoreContext {
  /** Returns a text of all data that a payer can see. The version increases when the text changes. */
  readonly fingerprint: (record: CheckoutRecord) => string;
  readonly tolerance?: Tolerance | undefined;
  readonly testMode: boolean;
  /** Called after each commit with the ids of the changed checkouts. */
  readonly onChange: (ids: readonly string[]) => void;
}

/** A pure function that runs within the transaction. Returns the next record, or throws a `ProblemError`. */
export type CheckoutUpdate = (record: CheckoutRecord) => CheckoutRecord;

/** Describes a change for the audit log; `null` if there is nothing to record. */
export type DescribeAction = (before: CheckoutRecord, after: CheckoutRecord) => AuditedAction | null;

export interface OpenedCheckout {
  readonly record: CheckoutRecord;
  readonly isNew: boolean;
}

/** Changes a record within a transaction, and stores it with its events. */
type Apply = (before: CheckoutRecord, change: CheckoutUpdate) => Promise<CheckoutRecord>;

/** 192 random bits: the id is a capability to see and pay the checkout. */
const ID_BYTES = 24;
/** Minimum interval at which a connected page is recorded. */
const TOUCH_INTERVAL_MS = 10_000;

/** Reads and changes all checkouts. If the store fails, throws a `ProblemError` `store_unavailable`. */
export class CheckoutRepository {
  constructor(private readonly options: CheckoutRepositoryOptions) {}

  /**
   * Returns the checkout of this order: a new one, or the known one with the newest price. The newest price applies until the order is
   * paid, even after a payment was detected. If the store is read-only, returns the known checkout unless its price has changed.
   * @throws {ProblemError} if retention has deleted the checkout: `checkout_closed` if the order was paid, `order_expired` if the
   *   token states an older price
   */
  async openCheckout(order: ResolvedOrder): Promise<OpenedCheckout> {
    try {
      return await this.#openOrCreate(order);
    } catch (error) {
      const known = await this.findOpenedCheckout(order).catch(() => undefined);
      if (!known?.hasPrice) throw error;
      return { record: known.record, isNew: false };
    }
  }

  /**
   * Returns the known checkout of this order unchanged; `undefined` if there is none. Also returns whether `openCheckout` would change nothing,
   * and whether the checkout has the current price.
   */
  async findOpenedCheckout(order: ResolvedOrder) {
    const record = await this.options.store.findCheckoutByOrder(order.terms.id).catch(throwStoreProblem);
    if (!record) return undefined;
    return {
      record,
      isCurrent: withPayingInvoice(withCurrentPrice(record, order)) === record,
      hasPrice: isOutdated(order, record) || isSamePrice(order, record),
    };
  }

  /** Returns the checkout that `openCheckout` would return, without storing it: the id of a new checkout is not valid. */
  async previewCheckout(order: ResolvedOrder): Promise<CheckoutRecord> {
    const known = await this.options.store.findCheckoutByOrder(order.terms.id).catch(throwStoreProblem);
    return known ? withCurrentPrice(known, order) : newCheckout(order, this.options.clock.nowMs());
  }

  async #openOrCreate(order: ResolvedOrder): Promise<OpenedCheckout> {
    const opened = await this.#write(async (tx, apply): Promise<OpenedCheckout | null> => {
      const known = await tx.findCheckout({ orderId: order.terms.id });
      if (known) {
        return { record: await apply(known, (record) => withCurrentPrice(record, order)), isNew: false };
      }
      const tombstone = await tx.findTombstone(order.terms.id);
      if (tombstone?.isPaid) {
        // Does not throw within the transaction: the renewed tombstone must be stored to outlive this token.
        await tx.renewTombstone(order.terms.id, order.issuedAtMs);
        return null;
      }
      if (tombstone && isOutdated(order, tombstone)) throw new ProblemError('order_expired');
      const record = newCheckout(order, this.options.clock.nowMs());
      await tx.insertCheckout(record);
      return { record, isNew: true };
    });
    if (!opened) throw new ProblemError('checkout_closed');
    return opened;
  }

  /** @throws {ProblemError} `checkout_not_found` */
  async findCheckout(id: string): Promise<CheckoutRecord> {
    const record = await this.options.store.findCheckout(id).catch(throwStoreProblem);
    if (!record) throw new ProblemError('checkout_not_found');
    return record;
  }

  /** Finds a checkout by the id that staff use. @throws {ProblemError} `checkout_not_found` */
  async findCheckoutByPayment(paymentId: string): Promise<CheckoutRecord> {
    const record = await this.options.store.findCheckoutByPayment(paymentId).catch(throwStoreProblem);
    if (!record) throw new ProblemError('checkout_not_found');
    return record;
  }

  /** Returns the version stamp of a checkout and of one of its invoices; `undefined` if there is no such checkout. */
  readVersion(id: string, sequence: number | null): Promise<VersionStamp | undefined> {
    return this.options.store.versions.readVersionStamp(id, sequence).catch(throwStoreProblem);
  }

  /**
   * Changes a checkout, and stores its events in the same transaction.
   * @param describe for a change by staff: returns the entry in the audit log
   * @throws {ProblemError} `checkout_not_found`, or what `change` throws
   */
  changeCheckout(id: string, change: CheckoutUpdate, describe?: DescribeAction): Promise<CheckoutRecord> {
    return this.#write(async (tx, apply) => {
      const before = await tx.findCheckout({ id });
      if (!before) throw new ProblemError('checkout_not_found');
      const after = await apply(before, change);
      const action = describe?.(before, after);
      if (action) await appendAudit(tx, action);
      return after;
    });
  }

  /**
   * Records which browsers view the displayed address. Call it before each response that contains an address, so that no view is missing
   * from the record. Writes only if the record changes.
   * @param browsers see `withView`
   * @returns the checkout to display
   * @throws {ProblemError} `checkout_not_found`, `store_unavailable`
   */
  async recordViews(record: CheckoutRecord, browsers: Iterable<string | null>): Promise<CheckoutRecord> {
    const shown = [...browsers];
    const change = (current: CheckoutRecord) => shown.reduce(withView, current);
    return change(record) === record ? record : this.changeCheckout(record.id, change);
  }

  /** Changes several checkouts in one transaction. Ignores unknown ids. */
  changeCheckouts(ids: readonly string[], change: CheckoutUpdate): Promise<readonly CheckoutRecord[]> {
    return this.#write(async (tx, apply) => {
      const changed: CheckoutRecord[] = [];
      for (const before of await tx.findCheckouts(ids)) changed.push(await apply(before, change));
      return changed;
    });
  }

  /** Records that a page is connected, which raises the poll priority. Ignores failures: reads work with a read-only store. */
  recordConnectedPage({ id, lastSeenAtMs }: Pick<CheckoutRecord, 'id' | 'lastSeenAtMs'>): void {
    const nowMs = this.options.clock.nowMs();
    // A clock that was ahead may have recorded a future time.
    const sinceMs = Math.abs(nowMs - lastSeenAtMs);
    if (sinceMs < TOUCH_INTERVAL_MS) return;
    this.options.store
      .recordConnectedPage(id, nowMs, sinceMs >= CONNECTED_PAGE_TTL_MS)
      .catch(() => undefined);
  }

  async #apply(
    tx: StoreTransaction,
    before: CheckoutRecord,
    change: CheckoutUpdate,
  ): Promise<CheckoutRecord> {
    const changing = withPayingInvoice(change(before));
    if (changing === before) return before;
    await assertUniqueIds(tx, before, changing);
    const { clock, tolerance, logger } = this.options;
    const nowMs = clock.nowMs();
    const changed = withAttention(await withReusedAddresses(tx, before, changing, logger), nowMs);
    const isVisible = this.options.fingerprint(changed) !== this.options.fingerprint(before);
    const after =
      isVisible || hasMoved(before, changed) ? { ...changed, version: nextVersion(before, nowMs) } : changed;
    await tx.saveCheckout(before, after, deriveEvents(before, after, nowMs, tolerance));
    await withdrawOutdatedPayouts(tx, before, after, { nowMs, testMode: this.options.testMode });
    return after;
  }

  async #write<T>(work: (tx: StoreTransaction, apply: Apply) => Promise<T>): Promise<T> {
    const { store, onChange } = this.options;
    let changed: string[] = [];
    const result = await store
      .transaction((tx) => {
        // The store may repeat the transaction after a conflict.
        changed = [];
        return work(tx, async (before, change) => {
          const after = await this.#apply(tx, before, change);
          if (after !== before) changed.push(after.id);
          return after;
        });
      })
      .catch(throwStoreProblem);
    if (changed.length > 0) onChange(changed);
    return result;
  }
}

/** Returns whether a sum or a decision about one has changed: all sums of one version must agree. */
function hasMoved(before: CheckoutRecord, after: CheckoutRecord): boolean {
  return (
    before.decisions !== after.decisions ||
    before.refunds !== after.refunds ||
    sumsText(before) !== sumsText(after)
  );
}

/** Returns a text of all sums. Payers see only those of one invoice, and time alone may change those of another. */
function sumsText(record: CheckoutRecord): string {
  const { invoices } = ledgerOf(record);
  return JSON.stringify(invoices.map(({ invoice: _, ...sums }) => sums));
}

function newCheckout(
  { terms, issuedAtMs, expiresAtMs = null, reference = null }: ResolvedOrder,
  nowMs: number,
): CheckoutRecord {
  return {
    id: newCheckoutId(),
    version: nowMs,
    order: terms,
    issuedAtMs,
    quotableUntilMs: expiresAtMs,
    reference,
    shop: { name: null },
    email: null,
    current: null,
    paidBy: null,
    transfer: null,
    decisions: [],
    refunds: [],
    attentionSinceMs: null,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    invoices: [],
  };
}

/** Returns a random id without a leading hyphen, which a command line would parse as an option. */
export function newCheckoutId(): string {
  const id = randomBytes(ID_BYTES).toString('base64url');
  return id.startsWith('-') ? newCheckoutId() : id;
}

/** Checks the ids of new invoices. @throws {DuplicateIdError} if another invoice that is not rejected has the same id */
async function assertUniqueIds(
  tx: StoreTransaction,
  before: CheckoutRecord,
  after: CheckoutRecord,
): Promise<void> {
  for (const invoice of after.invoices) {
    const { sequence } = invoice;
    const id = serviceIdOf(invoice);
    if (id === null || serviceIdOf(findInvoice(before, sequence)) === id) continue;
    const isOwn = after.invoices.some((other) => other.sequence !== sequence && serviceIdOf(other) === id);
    if (isOwn || (await tx.isServiceIdTaken(after.id, id))) throw new DuplicateIdError();
  }
}

function serviceIdOf(invoice: InvoiceRecord | undefined): string | null {
  return invoice?.stage === 'created' || invoice?.stage === 'open' ? invoice.serviceId : null;
}

/**
 * Hides each new address that a polled invoice of another order already has, and requires a review: payments to it would be
 * indistinguishable. Invoices of one order may share an address. So may invoices in two coins, which the service distinguishes.
 */
export async function withReusedAddresses(
  tx: StoreTransaction,
  before: CheckoutRecord,
  after: CheckoutRecord,
  logger: Logger,
): Promise<CheckoutRecord> {
  let checked = after;
  for (const invoice of after.invoices) {
    const address = addressOf(invoice);
    if (address === null || addressOf(findInvoice(before, invoice.sequence)) !== null) continue;
    const { currency } = invoice;
    if (!(await tx.isAddressReused(after.id, currency, address))) continue;
    const fields = { alert: 'address_reused', orderId: invoice.orderId, currency };
    logger.error(fields, 'address of another open order hidden');
    checked = withInvoice(checked, withReview(invoice, 'address_reused'));
  }
  return checked;
}

function addressOf(invoice: InvoiceRecord | undefined): string | null {
  return invoice?.stage === 'created' || invoice?.stage === 'open' ? invoice.address : null;
}
