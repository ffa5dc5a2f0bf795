import type { Selectable } from 'kysely';
import { isCurrencyCode } from '../../payment/index.js';
import type { DepositReceived } from '../domain/event.js';
import type { DepositOutcome, PendingDeposit } from '../domain/deposit.js';
import type { DepositTable } from './schema.js';
import { UNDELIVERED } from './outbox.js';
import type { Store, StoreTransaction } from './store.js';

/** Whether it was news: the same deposit is noted once. */
export async function recordDeposit(
  { db }: Store,
  deposit: PendingDeposit,
  nextLookAtMs: number,
): Promise<boolean> {
  const row = {
    id: deposit.id,
    customer: deposit.customer,
    currency: deposit.currency,
    invoice_id: deposit.invoiceId,
    amount: deposit.amount,
    transaction_id: deposit.transaction,
    is_signed: Number(deposit.isSigned),
    noted_at_ms: deposit.notedAtMs,
    next_look_at_ms: nextLookAtMs,
    looks: 0,
    outcome: null,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deposits')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) > 0) return true;
  // A stranger may have been quicker with the same id: what is signed says more.
  if (deposit.isSigned) await replaceUnsigned({ db }, row);
  return false;
}

async function replaceUnsigned({ db }: Pick<Store, 'db'>, row: Omit<DepositRow, 'looks'>): Promise<void> {
  const { currency, amount, transaction_id, is_signed } = row;
  await db
    .updateTable('deposits')
    .set({ currency, amount, transaction_id, is_signed })
    .where('id', '=', row.id)
    .where('is_signed', '=', 0)
    .where('next_look_at_ms', 'is not', null)
    .execute();
}

/** Which of the deposits that are due are claimed together, so that one kind does not take the turn of another. */
export interface Lane {
  readonly isSigned?: boolean;
  /** The service was not asked about it before. */
  readonly isNew?: boolean;
  readonly limit: number;
}

export interface DepositClaim extends Lane {
  readonly nowMs: number;
  readonly untilMs: number;
  /** Where there are more than the limit, what came in between waits: with turns, neither end does for long. */
  readonly newestFirst: boolean;
}

/**
 * Claims deposits that are due, of every customer as many as of any other: noise about one must not hold up the others.
 * It is one statement: of several processes each goes to one, until `untilMs`.
 */
export async function claimDeposits({ db }: Store, claim: DepositClaim): Promise<readonly PendingDeposit[]> {
  const { nowMs, untilMs, limit, isSigned, isNew } = claim;
  const order = claim.newestFirst ? 'desc' : 'asc';
  const rows = await db
    .with(
      (cte) => cte('queue').materialized(),
      (queries) =>
        queries
          .selectFrom('deposits')
          .select(({ fn }) => [
            'id as queued',
            fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('customer').orderBy('noted_at_ms', order))
              .as('turn'),
          ])
          .where('next_look_at_ms', '<=', nowMs)
          .$if(isSigned !== undefined, (query) => query.where('is_signed', '=', Number(isSigned)))
          .$if(isNew !== undefined, (query) => query.where('looks', isNew ? '=' : '>', 0)),
    )
    .with(
      (cte) => cte('due').materialized(),
      (queries) =>
        queries
          .selectFrom('queue')
          .innerJoin('deposits', 'id', 'queued')
          .select('id')
          // Again, since another process may have claimed it between the two readings.
          .where('next_look_at_ms', '<=', nowMs)
          .orderBy('turn')
          .orderBy('noted_at_ms', order)
          .limit(limit)
          .forUpdate('deposits')
          .skipLocked(),
    )
    .updateTable('deposits')
    .set({ next_look_at_ms: untilMs })
    .where('id', 'in', ({ selectFrom }) => selectFrom('due').select('id'))
    .returningAll()
    .execute();
  return rows.map(toPending);
}

/** They are still being looked at. */
export async function renewDeposits(
  { db }: Store,
  deposits: readonly PendingDeposit[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ next_look_at_ms: untilMs })
    .where(
      'id',
      'in',
      deposits.map(({ id }) => id),
    )
    .where('next_look_at_ms', '=', fromMs)
    .execute();
}

/** When it is to be looked at again, and how often it has been by then. */
export interface NextCheck {
  readonly looks: number;
  readonly nextLookAtMs: number;
}

/** It is to be looked at again. */
export async function postponeDeposit(
  { db }: Store,
  id: string,
  { looks, nextLookAtMs }: NextCheck,
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ looks, next_look_at_ms: nextLookAtMs })
    .where('id', '=', id)
    .where('next_look_at_ms', 'is not', null)
    .execute();
}

export interface DepositSettlement {
  readonly outcome: DepositOutcome;
  /** What the shop is told, if it is told. */
  readonly event?: DepositReceived;
  /** It stays in doubt, and the service is asked again. */
  readonly next?: NextCheck | null;
}

/** What it was is known, or as good as known: the shop is told once, again when it is verified after all, or never. */
export function settleDeposit(
  store: Store,
  id: string,
  { outcome, event, next = null }: DepositSettlement,
): Promise<void> {
  return store.transaction(async (transaction) => {
    const look = next ? { looks: next.looks, next_look_at_ms: next.nextLookAtMs } : { next_look_at_ms: null };
    const { numUpdatedRows } = await transaction.tx
      .updateTable('deposits')
      .set({ outcome, ...look })
      .where('id', '=', id)
      .where('next_look_at_ms', 'is not', null)
      .executeTakeFirst();
    if (event && Number(numUpdatedRows) > 0) await addDepositEvent(transaction, event);
  });
}

/** Under its one id; an attempt that is under way with what it said before does not count. */
async function addDepositEvent(transaction: StoreTransaction, event: DepositReceived): Promise<void> {
  const { numUpdatedRows } = await transaction.tx
    .updateTable('events')
    .set({ ...UNDELIVERED, payload: JSON.stringify(event), claimed_until_ms: 0 })
    .where('id', '=', event.id)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) await transaction.addEvent(event);
}

type DepositRow = Selectable<DepositTable>;

function toPending(row: DepositRow): PendingDeposit {
  const { currency } = row;
  return {
    id: row.id,
    customer: row.customer,
    currency: currency !== null && isCurrencyCode(currency) ? currency : null,
    invoiceId: row.invoice_id,
    amount: row.amount,
    transaction: row.transaction_id,
    isSigned: row.is_signed === 1,
    notedAtMs: row.noted_at_ms,
    looks: row.looks,
    isTold: row.outcome === 'unverified',
  };
}
