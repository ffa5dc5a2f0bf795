import type { Transaction } from 'kysely';
import { OPEN_PAYOUT_STATES } from '../../protocol/index.js';
import { PAYOUT_EVENT_TYPES } from '../../protocol/event-types.js';
import type { Schema } from './schema.js';
import type { Store } from './store.js';

export interface Removal {
  /** Only records without changes and requests since then are deleted. */
  readonly beforeMs: number;
  /** Order tokens that were issued before this have expired. */
  readonly tokensBeforeMs: number;
  readonly limit: number;
}

/**
 * Deletes old checkouts with their invoices and events, but keeps their movements. A checkout stays while it has a polled
 * invoice, a scheduled lookup, an undelivered event, a pending decision or an unfinished payout.
 * @returns the number of deleted checkouts
 */
export function removeFinishedCheckouts(
  store: Store,
  { beforeMs, tokensBeforeMs, limit }: Removal,
): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('checkouts')
      .select('id')
      .where('last_seen_at', '<', beforeMs)
      .where('created_at', '<', beforeMs)
      .where('attention_since', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payouts')
              .select('payouts.id')
              .whereRef('payouts.refund_payment_id', '=', 'checkouts.payment_id')
              .where('payouts.state', 'in', OPEN_PAYOUT_STATES),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('invoices')
              .select('invoices.sequence')
              .whereRef('invoices.checkout_id', '=', 'checkouts.id')
              .where(({ eb, or }) =>
                or([
                  eb('next_poll_at', 'is not', null),
                  eb('next_lookup_at', 'is not', null),
                  eb('checked_at', '>=', beforeMs),
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
              .where('delivered_at', 'is', null),
          ),
        ),
      )
      .orderBy('created_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await keepTombstones(tx, ids, tokensBeforeMs);
    await keepMovements(tx, ids);
    await tx.deleteFrom('events').where('checkout_id', 'in', ids).execute();
    await tx.deleteFrom('checkouts').where('id', 'in', ids).execute();
    return ids.length;
  });
}

/** Keeps the movements for accounting, without the names and notes of people. */
async function keepMovements(tx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('movements')
    .set({ person: null, note: null })
    .where('checkout_id', 'in', ids)
    .where(({ eb, or }) => or([eb('person', 'is not', null), eb('note', 'is not', null)]))
    .execute();
}

/** Keeps the price of each order while a token may be valid: an older token must not change it. */
async function keepTombstones(
  tx: Transaction<Schema>,
  ids: readonly string[],
  tokensBeforeMs: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('checkouts')
    .select(['order_id', 'amount', 'currency', 'issued_at', 'paid_by_sequence'])
    .where('id', 'in', ids)
    .where('issued_at', '>=', tokensBeforeMs)
    .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('tombstones')
    .values(rows.map(({ paid_by_sequence, ...kept }) => ({ ...kept, is_paid: paid_by_sequence !== null })))
    .execute();
}

/** Deletes the tombstones of orders whose tokens have all expired. @returns the number of deleted tombstones */
export function removeTombstones(store: Store, { tokensBeforeMs, limit }: Removal): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('tombstones')
      .select('order_id')
      .where('issued_at', '<', tokensBeforeMs)
      .orderBy('issued_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ order_id }) => order_id);
    if (ids.length > 0) await tx.deleteFrom('tombstones').where('order_id', 'in', ids).execute();
    return ids.length;
  });
}

/** Deletes old deposits with their events, unless an event is undelivered. @returns the number of deleted deposits */
export function removeDeposits(store: Store, { beforeMs, limit }: Removal): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('deposits')
      .select('id')
      .where('recorded_at', '<', beforeMs)
      .where('next_lookup_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('events')
              .select('events.sequence')
              .whereRef('events.id', '=', 'deposits.id')
              .where('delivered_at', 'is', null),
          ),
        ),
      )
      .orderBy('recorded_at')
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

/** Deletes finished payouts, but keeps their movements. @returns the number of deleted payouts */
export function removePayouts(
  store: Store,
  { beforeMs, limit }: Pick<Removal, 'beforeMs' | 'limit'>,
): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('payouts')
      .select('id')
      .where('proposed_at', '<', beforeMs)
      .where('finished_at', '<', beforeMs)
      .where('next_lookup_at', 'is', null)
      .orderBy('proposed_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx
      .updateTable('movements')
      .set({ person: null })
      .where('payout_id', 'in', ids)
      .where('person', 'is not', null)
      .execute();
    await tx.deleteFrom('payouts').where('id', 'in', ids).execute();
    return ids.length;
  });
}

/** Deletes delivered events about payouts and deposit addresses, which no other function deletes. @returns their number */
export function removeOtherEvents(
  store: Store,
  { beforeMs, limit }: Pick<Removal, 'beforeMs' | 'limit'>,
): Promise<number> {
  return store.transaction(async ({ tx }) => {
    const rows = await tx
      .selectFrom('events')
      .select('sequence')
      .where('type', 'in', [...PAYOUT_EVENT_TYPES, 'deposit_address.review_required'])
      .where('delivered_at', '<', beforeMs)
      .orderBy('sequence')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const sequences = rows.map(({ sequence }) => sequence);
    if (sequences.length > 0) await tx.deleteFrom('events').where('sequence', 'in', sequences).execute();
    return sequences.length;
  });
}
