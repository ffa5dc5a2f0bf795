import { claim } from './claim.js';
import type { Claim } from './lease.js';
import type { Store } from './store.js';

export interface InvoiceKey {
  readonly checkoutId: string;
  readonly sequence: number;
}

/** Times of the lookups of intents and of pending cancellations. */
type DueColumn = 'next_lookup_at' | 'next_cancel_at';

/** Claims due invoices, most overdue first, until `untilMs`. */
export async function claimDue(
  { db }: Store,
  column: DueColumn,
  { nowMs, untilMs, limit }: Claim,
): Promise<readonly InvoiceKey[]> {
  const due = db
    .selectFrom('invoices')
    .select(['checkout_id', 'sequence'])
    .where(column, '<=', nowMs)
    .orderBy(column)
    .limit(limit);
  const key = ['checkout_id', 'sequence'] as const;
  const queue = { table: 'invoices', key, end: [column], returns: key } as const;
  const rows = await claim(db, queue, { due, untilMs });
  return rows.map(({ checkout_id: checkoutId, sequence }) => ({ checkoutId, sequence }));
}

export async function renewDue(
  { db }: Store,
  column: DueColumn,
  keys: readonly InvoiceKey[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  for (const { checkoutId, sequence } of keys) {
    await db
      .updateTable('invoices')
      .set(column, untilMs)
      .where('checkout_id', '=', checkoutId)
      .where('sequence', '=', sequence)
      .where(column, '=', fromMs)
      .execute();
  }
}

/** Returns the ids that are in the store. */
export async function knownServiceIds({ db }: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('invoices').select('service_id').where('service_id', 'in', ids).execute();
  return new Set(rows.flatMap(({ service_id: id }) => id ?? []));
}
