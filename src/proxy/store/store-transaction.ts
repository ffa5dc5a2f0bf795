import type { Kysely, Transaction } from 'kysely';
import { spellingsOf } from '../../payment/addresses/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutEvent } from '../../protocol/events.js';
import { transactionIds } from '../domain/merge-status-reports.js';
import {
  findInvoice,
  type CheckoutRecord,
  type InvoiceRecord,
  type TransferRecord,
} from '../domain/record.js';
import { lockQueue } from './delivery-queues.js';
import type { Engine } from './engine/engine.js';
import { toDecisionRow, toMovementRow, toRefundRow, toTransferRow } from './ledger-rows.js';
import { readRecords } from './records.js';
import { toCheckoutRow, toInvoiceRow } from './rows.js';
import type { Schema } from './schema.js';

export type CheckoutKey =
  | { readonly id: string }
  | { readonly paymentId: string }
  | { readonly orderId: string };
type CheckoutQuery = CheckoutKey | { readonly ids: readonly string[] };

/** A transaction that locks the records that it reads. */
export class StoreTransaction {
  constructor(
    readonly tx: Transaction<Schema>,
    private readonly engineLock: Engine['lock'],
  ) {}

  /** Locks a key until the transaction ends; waits for any other transaction with the same lock. */
  async lock(key: string): Promise<void> {
    await this.engineLock?.(key).execute(this.tx);
  }

  async findCheckout(key: CheckoutKey): Promise<CheckoutRecord | undefined> {
    return (await findLocked(this.tx, key))[0];
  }

  async findCheckouts(ids: readonly string[]): Promise<readonly CheckoutRecord[]> {
    return ids.length === 0 ? [] : findLocked(this.tx, { ids });
  }

  /**
   * Returns whether a polled invoice of another checkout has the same address and currency: a payment could be for either. Locks
   * the address for all processes until the transaction ends.
   */
  async isAddressReused(checkoutId: string, currency: CurrencyCode, address: string): Promise<boolean> {
    const spellings = spellingsOf(address);
    await this.lock(`${currency} ${spellings[0]}`);
    const found = await this.tx
      .selectFrom('invoices')
      .select('sequence')
      .where('address', 'in', spellings)
      .where('currency', '=', currency)
      .where('checkout_id', '!=', checkoutId)
      .where('next_poll_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  /**
   * Returns whether an invoice of another checkout has this service id. If a concurrent transaction stores one, the unique index
   * rejects the later of the two, which then runs again.
   */
  async isServiceIdTaken(checkoutId: string, serviceId: string): Promise<boolean> {
    const found = await this.tx
      .selectFrom('invoices')
      .select('sequence')
      .where('service_id', '=', serviceId)
      .where('checkout_id', '!=', checkoutId)
      .where('stage', '!=', 'rejected')
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Finds the tombstone of an order whose checkout retention has deleted. */
  async findTombstone(orderId: string) {
    const row = await this.tx
      .selectFrom('tombstones')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return (
      row && {
        order: { amount: row.amount, currency: row.currency },
        issuedAtMs: row.issued_at,
        isPaid: row.is_paid,
      }
    );
  }

  /** Keeps a tombstone while a token with this issue time can be valid. */
  async renewTombstone(orderId: string, issuedAtMs: number): Promise<void> {
    await this.tx
      .updateTable('tombstones')
      .set({ issued_at: issuedAtMs })
      .where('order_id', '=', orderId)
      .where('issued_at', '<', issuedAtMs)
      .execute();
  }

  /** Inserts a checkout and deletes the tombstone of its order. */
  async insertCheckout(record: CheckoutRecord): Promise<void> {
    await this.tx.insertInto('checkouts').values(toCheckoutRow(record)).execute();
    await this.tx.deleteFrom('tombstones').where('order_id', '=', record.order.id).execute();
  }

  /** Writes the difference between two records, and its events. */
  async saveCheckout(
    before: CheckoutRecord,
    after: CheckoutRecord,
    events: readonly CheckoutEvent[],
  ): Promise<void> {
    const changed = changedColumns(toCheckoutRow(before), toCheckoutRow(after));
    if (Object.keys(changed).length > 0) {
      await this.tx.updateTable('checkouts').set(changed).where('id', '=', after.id).execute();
    }
    const keptSequences = new Set(after.invoices.map(({ sequence }) => sequence));
    const dropped = before.invoices.filter(({ sequence }) => !keptSequences.has(sequence));
    for (const { sequence } of dropped) {
      await this.tx
        .deleteFrom('invoices')
        .where('checkout_id', '=', after.id)
        .where('sequence', '=', sequence)
        .execute();
    }
    for (const invoice of after.invoices) {
      const former = findInvoice(before, invoice.sequence);
      if (invoice === former) continue;
      await this.#saveInvoice(after.id, former, invoice);
      await this.#addMovements(after, former, invoice);
      const known = former ? transactionIds(former.money) : [];
      await this.#addTransactions(
        after.id,
        transactionIds(invoice.money).filter((id) => !known.includes(id)),
      );
    }
    await this.#saveDecisions(before, after);
    await this.#saveRefunds(before, after);
    if (after.transfer && after.transfer !== before.transfer)
      await this.#saveTransfer(after.id, after.transfer);
    for (const event of events) await this.addEvent(event);
  }

  async #saveInvoice(
    checkoutId: string,
    former: InvoiceRecord | undefined,
    invoice: InvoiceRecord,
  ): Promise<void> {
    const row = toInvoiceRow(checkoutId, invoice);
    if (!former) {
      await this.tx.insertInto('invoices').values(row).execute();
      return;
    }
    await this.tx
      .updateTable('invoices')
      // The update ends the claim of the process that polled the invoice.
      .set({ ...changedColumns(toInvoiceRow(checkoutId, former), row), claimed_until: 0 })
      .where('checkout_id', '=', checkoutId)
      .where('sequence', '=', invoice.sequence)
      .execute();
  }

  async #addMovements(
    after: CheckoutRecord,
    former: InvoiceRecord | undefined,
    invoice: InvoiceRecord,
  ): Promise<void> {
    const added = invoice.movements.slice(former?.movements.length ?? 0);
    if (added.length === 0) return;
    const rows = added.map((movement) => toMovementRow(after, invoice, movement));
    await this.tx.insertInto('movements').values(rows).execute();
  }

  async #saveDecisions(before: CheckoutRecord, after: CheckoutRecord): Promise<void> {
    const known = before.decisions.length;
    const added = after.decisions.slice(known);
    if (added.length === 0) return;
    const rows = added.map((decision, index) => toDecisionRow(after.id, decision, known + index + 1));
    await this.tx.insertInto('decisions').values(rows).execute();
  }

  async #saveRefunds(before: CheckoutRecord, after: CheckoutRecord): Promise<void> {
    for (const [index, refund] of after.refunds.entries()) {
      if (refund === before.refunds[index]) continue;
      const row = toRefundRow(after.id, refund, index + 1);
      await this.tx
        .insertInto('refunds')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
    }
  }

  async #saveTransfer(checkoutId: string, transfer: TransferRecord): Promise<void> {
    const row = toTransferRow(checkoutId, transfer);
    await this.tx
      .insertInto('transfers')
      .values(row)
      .onConflict((conflict) => conflict.column('checkout_id').doUpdateSet(row))
      .execute();
  }

  /** Makes transactions searchable. */
  async #addTransactions(checkoutId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.tx
      .insertInto('payment_transactions')
      .values(ids.map((id) => ({ transaction_id: id, checkout_id: checkoutId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async addEvent(event: CheckoutEvent): Promise<void> {
    const key = deliveryKeyOf(event);
    await lockQueue(this.tx, key, Date.parse(event.createdAt));
    await this.tx
      .insertInto('events')
      .values({
        id: event.id,
        checkout_id: key,
        type: event.type,
        payload: JSON.stringify(event),
        attempts: 0,
        next_attempt_at: 0,
      })
      .execute();
  }
}

/** Events with the same key are delivered in order. */
export function deliveryKeyOf(event: CheckoutEvent): string {
  if ('payout' in event) return `payout:${event.payout.id}`;
  return 'wallet' in event ? `wallet:${event.wallet.id}` : event.checkout.id;
}

function changedColumns<R extends object>(former: R, row: R): Partial<R> {
  const changed: Partial<R> = {};
  for (const column in row) if (row[column] !== former[column]) changed[column] = row[column];
  return changed;
}

/** Reads checkouts and locks them, with their invoices, until the transaction ends. */
async function findLocked(tx: Transaction<Schema>, key: CheckoutQuery): Promise<readonly CheckoutRecord[]> {
  const rows = await selectCheckouts(tx, key).forUpdate().execute();
  if (rows.length === 0) return [];
  return readRecords(tx, rows, true);
}

/** Selects checkouts in a fixed order, which prevents deadlocks. */
export function selectCheckouts(db: Kysely<Schema>, key: CheckoutQuery) {
  const query = db.selectFrom('checkouts').selectAll();
  if ('ids' in key) return query.where('id', 'in', key.ids).orderBy('id');
  if ('id' in key) return query.where('id', '=', key.id);
  return 'paymentId' in key
    ? query.where('payment_id', '=', key.paymentId)
    : query.where('order_id', '=', key.orderId);
}
