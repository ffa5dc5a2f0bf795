import type { Kysely } from 'kysely';
import type { CheckoutRecord } from '../domain/record.js';
import { fromDecisionRow, fromMovementRow, fromRefundRow, fromTransferRow } from './ledger-rows.js';
import { fromCheckoutRow, fromInvoiceRow } from './rows.js';
import type { CheckoutRow, Schema } from './schema.js';

/** Ids per statement: databases limit the number of parameters. */
export const MAX_IDS = 500;

/**
 * Completes checkout rows to records. @param isLocked whether to lock the invoices, in a transaction that has locked the
 * checkouts
 */
export async function readRecords(
  db: Kysely<Schema>,
  rows: readonly CheckoutRow[],
  isLocked = false,
): Promise<readonly CheckoutRecord[]> {
  const records: CheckoutRecord[] = [];
  for (let start = 0; start < rows.length; start += MAX_IDS)
    records.push(...(await readPage(db, rows.slice(start, start + MAX_IDS), isLocked)));
  return records;
}

async function readPage(
  db: Kysely<Schema>,
  rows: readonly CheckoutRow[],
  isLocked: boolean,
): Promise<readonly CheckoutRecord[]> {
  const ids = rows.map(({ id }) => id);
  const invoiceRows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('checkout_id', 'in', ids)
    .orderBy('checkout_id')
    .orderBy('sequence')
    .$if(isLocked, (query) => query.forUpdate())
    .execute();
  const movementRows = await db
    .selectFrom('movements')
    .selectAll()
    .where('checkout_id', 'in', ids)
    .orderBy('checkout_id')
    .orderBy('sequence')
    .orderBy('position')
    .execute();
  const decisionRows = await db
    .selectFrom('decisions')
    .selectAll()
    .where('checkout_id', 'in', ids)
    .orderBy('checkout_id')
    .orderBy('number')
    .execute();
  const refundRows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('checkout_id', 'in', ids)
    .orderBy('checkout_id')
    .orderBy('number')
    .execute();
  const transferRows = await db.selectFrom('transfers').selectAll().where('checkout_id', 'in', ids).execute();
  const [invoices, movements] = [groupById(invoiceRows), groupById(movementRows)];
  const [decisions, refunds] = [groupById(decisionRows), groupById(refundRows)];
  const transfers = new Map(transferRows.map((transfer) => [transfer.checkout_id, transfer]));
  return rows.map((row) => {
    const { id } = row;
    const ofCheckout = movements.get(id) ?? [];
    const transfer = transfers.get(id);
    return fromCheckoutRow(row, {
      invoices: (invoices.get(id) ?? []).map((invoice) => {
        const ofInvoice = ofCheckout.filter(({ sequence }) => sequence === invoice.sequence);
        return fromInvoiceRow(invoice, ofInvoice.map(fromMovementRow));
      }),
      decisions: (decisions.get(id) ?? []).map(fromDecisionRow),
      refunds: (refunds.get(id) ?? []).map(fromRefundRow),
      transfer: transfer ? fromTransferRow(transfer) : null,
    });
  });
}

function groupById<R extends { readonly checkout_id: string | null }>(
  rows: readonly R[],
): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(row.checkout_id ?? '');
    if (group) group.push(row);
    else groups.set(row.checkout_id ?? '', [row]);
  }
  return groups;
}
