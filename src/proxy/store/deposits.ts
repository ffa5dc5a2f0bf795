import type { Selectable } from 'kysely';
import { isCurrencyCode, isZeroAmount } from '../../payment/index.js';
import type { DepositReceivedEvent } from '../../protocol/events.js';
import type { DepositOutcome, PendingDeposit } from '../domain/deposit.js';
import { lockQueue, releaseQueue } from './delivery-queues.js';
import { selectDueDeposits, turnsOf, type DueDeposits } from './deposit-turns.js';
import type { DepositTable } from './schema.js';
import { claim } from './claim.js';
import type { ClaimTimes } from './lease.js';
import { UNDELIVERED } from './outbox.js';
import type { Store } from './store.js';
import { deliveryKeyOf, type StoreTransaction } from './store-transaction.js';

/** Records a deposit once. A further postback about one that is not verified starts its checks again. */
export async function recordDeposit(
  { db }: Store,
  deposit: PendingDeposit,
  nextCheckAtMs: number,
): Promise<void> {
  const claims = {
    currency: deposit.currency,
    amount: deposit.amount,
    transaction_id: deposit.transaction,
    is_signed: deposit.isSigned,
    sender: deposit.sender,
  };
  const schedule = await scheduleOf(db, deposit, { checks: 0, nextCheckAtMs });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deposits')
    .values({
      ...claims,
      ...schedule,
      id: deposit.id,
      customer: deposit.customer,
      invoice_id: deposit.invoiceId,
      recorded_at: deposit.recordedAtMs,
      outcome: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) > 0) return;
  // A slow payment, for example, may have become money after the last check.
  await db
    .updateTable('deposits')
    .set({ ...schedule, sender: deposit.sender, recorded_at: deposit.recordedAtMs })
    .where('id', '=', deposit.id)
    .where('next_lookup_at', 'is', null)
    .where('invoice_id', 'is not', null)
    .where('outcome', 'in', ['mismatch', 'unverified'])
    .execute();
  if (!deposit.isSigned) return;
  // An attacker may have sent the same id first: a signed postback replaces an unsigned one.
  await db
    .updateTable('deposits')
    .set(claims)
    .where('id', '=', deposit.id)
    .where('is_signed', '=', false)
    .where('next_lookup_at', 'is not', null)
    .execute();
}

export type DepositClaim = DueDeposits & ClaimTimes;

/** Claims due deposits, in turn. */
export async function claimDeposits(
  { db }: Store,
  { untilMs, ...due }: DepositClaim,
): Promise<readonly PendingDeposit[]> {
  const queue = { table: 'deposits', key: ['id'], end: ['next_lookup_at'], returns: 'all' } as const;
  return (await claim(db, queue, { due: selectDueDeposits(db, due), untilMs })).map(toPending);
}

export async function renewDeposits(
  { db }: Store,
  deposits: readonly PendingDeposit[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  const ids = deposits.map(({ id }) => id);
  await db
    .updateTable('deposits')
    .set({ next_lookup_at: untilMs })
    .where('id', 'in', ids)
    .where('next_lookup_at', '=', fromMs)
    .execute();
}

export interface NextCheck {
  readonly checks: number;
  readonly nextCheckAtMs: number;
}

async function scheduleOf(db: Store['db'], deposit: PendingDeposit, { checks, nextCheckAtMs }: NextCheck) {
  const turns = await turnsOf(db, { ...deposit, checks }, nextCheckAtMs);
  return { lookups: checks, next_lookup_at: nextCheckAtMs, ...turns };
}

const SETTLED = { next_lookup_at: null, sender_turn_at: null, customer_turn_at: null, sender: null } as const;

/** Schedules the next check, unless the deposit is settled. */
export async function postponeDeposit(
  { db }: Store,
  deposit: PendingDeposit,
  next: NextCheck,
): Promise<void> {
  await db
    .updateTable('deposits')
    .set(await scheduleOf(db, deposit, next))
    .where('id', '=', deposit.id)
    .where('next_lookup_at', 'is not', null)
    .execute();
}

export interface DepositSettlement {
  readonly outcome: DepositOutcome;
  /** The event for the shop; none for a mismatch. */
  readonly event?: DepositReceivedEvent;
  /** The next check of a deposit that stays unverified. */
  readonly next?: NextCheck | null;
}

/** Stores the outcome of a deposit together with its event. */
export function settleDeposit(
  store: Store,
  deposit: PendingDeposit,
  { outcome, event, next = null }: DepositSettlement,
): Promise<void> {
  return store.transaction(async (transaction) => {
    const schedule = next ? await scheduleOf(transaction.tx, deposit, next) : SETTLED;
    const { numUpdatedRows } = await transaction.tx
      .updateTable('deposits')
      .set({ outcome, ...schedule })
      .where('id', '=', deposit.id)
      .where('next_lookup_at', 'is not', null)
      .executeTakeFirst();
    if (!event || Number(numUpdatedRows) === 0) return;
    await addDepositEvent(transaction, event);
    if (event.verified) await addReceived(transaction, event);
  });
}

/** Adds the money of a verified deposit to the book, once. */
async function addReceived(
  { tx }: StoreTransaction,
  { id, amount, currency, invoiceId, transaction, createdAt }: DepositReceivedEvent,
): Promise<void> {
  if (amount === null || isZeroAmount(amount)) return;
  const received = { kind: 'received', source: 'service', amount, currency, at: Date.parse(createdAt) };
  await tx
    .insertInto('movements')
    .values({
      ...{ ...received, deposit_id: id, position: 1, invoice_id: invoiceId },
      reference: JSON.stringify(transaction === null ? [] : [transaction]),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds the deposit's event, or replaces it under the same id. A running attempt with the earlier content is ignored. */
async function addDepositEvent(transaction: StoreTransaction, event: DepositReceivedEvent): Promise<void> {
  const { tx } = transaction;
  const key = deliveryKeyOf(event);
  await lockQueue(tx, key, Date.parse(event.createdAt));
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ ...UNDELIVERED, payload: JSON.stringify(event) })
    .where('id', '=', event.id)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) await transaction.addEvent(event);
  else await releaseQueue(tx, key);
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
    isSigned: row.is_signed,
    sender: row.sender,
    recordedAtMs: row.recorded_at,
    checks: row.lookups,
    isReported: row.outcome === 'unverified',
  };
}
