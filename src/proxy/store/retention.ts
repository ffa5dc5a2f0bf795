import type { Transaction } from 'kysely';
import type { Schema } from './schema.js';
import type { Store } from './store.js';

export interface Removal {
  /** Nothing has happened to it, and nobody has looked at it, since then. */
  readonly beforeMs: number;
  /** Order tokens that were issued before are valid no more. */
  readonly tokensBeforeMs: number;
  readonly limit: number;
}

/**
 * Removes old checkouts with their invoices and events. One stays while an invoice of it is watched or looked for, and
 * while an event of it has not been taken in by the shop. How many were removed.
 */
export function removeFinished(store: Store, { beforeMs, tokensBeforeMs, limit }: Removal): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('checkouts')
      .select('id')
      .where('looked_at_ms', '<', beforeMs)
      .where('created_at_ms', '<', beforeMs)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('invoices')
              .select('invoices.sequence')
              .whereRef('invoices.checkout_id', '=', 'checkouts.id')
              .where(({ eb, or }) =>
                or([
                  eb('next_check_at_ms', 'is not', null),
                  eb('next_look_at_ms', 'is not', null),
                  eb('checked_at_ms', '>=', beforeMs),
                ]),
              ),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('events')
              .select('events.sequence')
              .whereRef('events.checkout_id', '=', 'checkouts.id')
              .where('delivered_at_ms', 'is', null),
          ),
        ),
      )
      .orderBy('created_at_ms')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await keepTombstones(tx, ids, tokensBeforeMs);
    await tx.deleteFrom('events').where('checkout_id', 'in', ids).execute();
    await tx.deleteFrom('invoices').where('checkout_id', 'in', ids).execute();
    await tx.deleteFrom('checkouts').where('id', 'in', ids).execute();
    return ids.length;
  });
}

/** Keeps of each order what an old token must not change, for as long as one can be valid. */
async function keepTombstones(
  tx: Transaction<Schema>,
  ids: readonly string[],
  tokensBeforeMs: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('checkouts')
    .select(['order_id', 'amount', 'currency', 'issued_at_ms', 'paid_by_sequence'])
    .where('id', 'in', ids)
    .where('issued_at_ms', '>=', tokensBeforeMs)
    .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('tombstones')
    .values(
      rows.map(({ paid_by_sequence, ...kept }) => ({ ...kept, is_paid: Number(paid_by_sequence !== null) })),
    )
    .execute();
}

/** Deletes the tombstones of orders whose tokens are all expired. @returns how many were deleted */
export function removeTombstones(store: Store, { tokensBeforeMs, limit }: Removal): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('tombstones')
      .select('order_id')
      .where('issued_at_ms', '<', tokensBeforeMs)
      .orderBy('issued_at_ms')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ order_id }) => order_id);
    if (ids.length > 0) await tx.deleteFrom('tombstones').where('order_id', 'in', ids).execute();
    return ids.length;
  });
}

/** Removes old deposits with their events, except those that the shop has not taken in. How many were removed. */
export function removeDeposits(store: Store, { beforeMs, limit }: Removal): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('deposits')
      .select('id')
      .where('noted_at_ms', '<', beforeMs)
      .where('next_look_at_ms', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('events')
              .select('events.sequence')
              .whereRef('events.id', '=', 'deposits.id')
              .where('delivered_at_ms', 'is', null),
          ),
        ),
      )
      .orderBy('noted_at_ms')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.deleteFrom('events').where('id', 'in', ids).execute();
    await tx.deleteFrom('deposits').where('id', 'in', ids).execute();
    return ids.length;
  });
}
