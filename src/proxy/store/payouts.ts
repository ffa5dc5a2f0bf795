import type { Kysely } from 'kysely';
import * as v from 'valibot';
import {
  isSamePerson,
  OPEN_PAYOUT_STATES,
  PAYOUT_REFUSALS,
  PAYOUT_STATES,
  type PayoutState,
  type RefundLink,
} from '../../protocol/index.js';
import { MINUTE_MS } from '../base/time.js';
import type { PayoutRecord } from '../domain/payout.js';
import { claimRows, isClaimable, MAX_AHEAD_MS, type ClaimTimes } from './claim.js';
import type { PayoutRow, Schema } from './schema.js';
import type { ListPosition } from './payment-list.js';
import { currencyCode } from './rows.js';

type Database = Kysely<Schema>;

/** Maximum number of lookups per round. */
const MAX_DUE = 20;
/** Far more than a shop ever has concurrently. */
const MAX_PENDING = 500;

const candidatesSchema = v.array(
  v.object({
    id: v.string(),
    status: v.string(),
    amount: v.nullable(v.string()),
    isSameAmount: v.boolean(),
    createdAt: v.nullable(v.string()),
  }),
);

const resolutionSchema = v.object({
  outcome: v.picklist(['sent', 'not_sent']),
  candidate: v.nullable(v.string()),
  person: v.string(),
});

const amountSchema = v.nullable(v.string());
const statedSchema = v.object({
  total: amountSchema,
  serviceFee: amountSchema,
  networkFee: amountSchema,
  usd: amountSchema,
});

const refusalSchema = v.nullable(v.picklist(PAYOUT_REFUSALS));
const stateSchema = v.picklist(PAYOUT_STATES);

function fromPayoutRow(row: PayoutRow): PayoutRecord {
  return {
    id: row.id,
    state: v.parse(stateSchema, row.state),
    currency: currencyCode(row.currency),
    address: row.address,
    amount: row.amount,
    purpose: row.purpose,
    refund:
      row.refund_payment_id === null || row.refund_id === null
        ? null
        : { payment: row.refund_payment_id, id: row.refund_id },
    proposedBy: row.proposed_by,
    proposal: row.proposal,
    proposedAtMs: row.proposed_at,
    approvedBy: row.approved_by,
    approval: row.approval,
    approvedAtMs: row.approved_at,
    attemptedAtMs: row.attempted_at,
    finishedAtMs: row.finished_at,
    refusal: v.parse(refusalSchema, row.refusal),
    declined: row.declined,
    serviceId: row.service_id,
    sentAmount: row.sent_amount,
    stated: row.stated === null ? null : v.parse(statedSchema, JSON.parse(row.stated)),
    transaction: row.transaction_id,
    candidates: v.parse(candidatesSchema, JSON.parse(row.candidates)),
    resolution: row.resolution === null ? null : v.parse(resolutionSchema, JSON.parse(row.resolution)),
    nextLookupAtMs: row.next_lookup_at,
  };
}

function toPayoutRow(payout: PayoutRecord): Omit<PayoutRow, 'claimed_until'> {
  return {
    ...{ id: payout.id, state: payout.state, currency: payout.currency, address: payout.address },
    ...{ amount: payout.amount, purpose: payout.purpose, refusal: payout.refusal, declined: payout.declined },
    ...{ proposal: payout.proposal, approval: payout.approval },
    proposed_by: payout.proposedBy,
    proposed_at: payout.proposedAtMs,
    approved_by: payout.approvedBy,
    approved_at: payout.approvedAtMs,
    attempted_at: payout.attemptedAtMs,
    finished_at: payout.finishedAtMs,
    service_id: payout.serviceId,
    sent_amount: payout.sentAmount,
    stated: payout.stated && JSON.stringify(payout.stated),
    transaction_id: payout.transaction,
    refund_payment_id: payout.refund?.payment ?? null,
    refund_id: payout.refund?.id ?? null,
    candidates: JSON.stringify(payout.candidates),
    resolution: payout.resolution && JSON.stringify(payout.resolution),
    next_lookup_at: payout.nextLookupAtMs,
  };
}

/** Inserts a payout; `false` if one with this id exists. */
export async function insertPayout(db: Database, payout: PayoutRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payouts')
    .values({ ...toPayoutRow(payout), claimed_until: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Counts the proposals of a person, in any spelling of the name, that wait for a decision. */
export async function countProposed(db: Database, person: string): Promise<number> {
  const proposals = await db
    .selectFrom('payouts')
    .select('proposed_by')
    .where('state', '=', 'proposed')
    .execute();
  return proposals.filter((one) => isSamePerson(one.proposed_by, person)).length;
}

/** Reads the refund that a payout pays, which never changes. */
export async function findRefundOf(db: Database, payoutId: string): Promise<RefundLink | null> {
  const row = await db
    .selectFrom('payouts')
    .select(['refund_payment_id as payment', 'refund_id as id'])
    .where('id', '=', payoutId)
    .executeTakeFirst();
  return row && row.payment !== null && row.id !== null ? { payment: row.payment, id: row.id } : null;
}

/** Reads a payout and locks it until the transaction ends. */
export async function lockPayout(db: Database, id: string): Promise<PayoutRecord | undefined> {
  const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && fromPayoutRow(row);
}

/** Writes a locked payout. Ends the lease of the sending process, unless sending begins. */
export async function savePayout(db: Database, payout: PayoutRecord): Promise<void> {
  const lease = payout.state === 'sending' ? {} : { claimed_until: 0 };
  await db
    .updateTable('payouts')
    .set({ ...toPayoutRow(payout), ...lease })
    .where('id', '=', payout.id)
    .execute();
}

/** Lists payouts, newest first. `isOpen` selects the unfinished ones. */
export async function listPayouts(
  db: Database,
  {
    isOpen,
    after,
    limit,
  }: { readonly isOpen: boolean; readonly after: ListPosition | null; readonly limit: number },
): Promise<readonly PayoutRecord[]> {
  let query = db
    .selectFrom('payouts')
    .selectAll()
    .where('state', isOpen ? 'in' : 'not in', OPEN_PAYOUT_STATES);
  if (after) {
    const { atMs, id } = after;
    query = query
      .where('proposed_at', '<=', atMs)
      .where(({ eb, or }) => or([eb('proposed_at', '<', atMs), eb('id', '>', id)]));
  }
  const rows = await query.orderBy('proposed_at', 'desc').orderBy('id').limit(limit).execute();
  return rows.map(fromPayoutRow);
}

/** Claims the oldest approved payout without a claim, until `untilMs`. */
export async function claimApproved(
  db: Database,
  { nowMs, untilMs }: ClaimTimes,
): Promise<PayoutRecord | undefined> {
  const due = db
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'approved')
    .where(isClaimable(nowMs))
    .orderBy('approved_at')
    .limit(1);
  const queue = { table: 'payouts', key: ['id'], end: ['claimed_until'], returns: 'all' } as const;
  const [row] = await claimRows(db, queue, { due, untilMs });
  return row && fromPayoutRow(row);
}

/**
 * Lists payouts whose process crashed while sending them, and payouts whose lookup at the service is due: unknown ones, and sent
 * ones without a known transaction.
 */
export async function listDuePayouts(db: Database, nowMs: number): Promise<readonly PayoutRecord[]> {
  const all = db.selectFrom('payouts').selectAll();
  const [interrupted, due] = await Promise.all([
    all.where('state', '=', 'sending').where(isClaimable(nowMs)).execute(),
    all.where('next_lookup_at', '<=', nowMs).orderBy('next_lookup_at').limit(MAX_DUE).execute(),
  ]);
  return [...interrupted, ...due.filter(({ state }) => state !== 'sending')].map(fromPayoutRow);
}

/** Schedules the next lookup of a payout at the service, if it is still in this state. @param atMs `null`: no further lookup */
export async function postponeLookup(
  db: Database,
  { id, state }: Pick<PayoutRecord, 'id' | 'state'>,
  atMs: number | null,
): Promise<void> {
  await db
    .updateTable('payouts')
    .set({ next_lookup_at: atMs })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
}

/** Extends the lease of a payout that this process sends. */
export async function renewPayout(
  db: Database,
  id: string,
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  await db
    .updateTable('payouts')
    .set({ claimed_until: untilMs })
    .where('id', '=', id)
    .where('state', 'in', ['approved', 'sending'])
    .where('claimed_until', '=', fromMs)
    .execute();
}

/** Returns the states of the payouts that the store knows, by id. */
export async function findPayoutStates(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayoutState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('payouts').select(['id', 'state']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, state }) => [id, v.parse(stateSchema, state)]));
}

/** Returns the ids of withdrawals at the service that belong to known payouts. */
export async function findWithdrawalsOfPayouts(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('payouts').select('service_id').where('service_id', 'in', ids).execute();
  return new Set(rows.flatMap(({ service_id: id }) => id ?? []));
}

/** An approval expires after this time. A payout that still waits means that no payouts process is running. */
const STUCK_MS = 5 * MINUTE_MS;

/**
 * Lists payouts that need a person, oldest first: they wait for an approval, for a decision about an unknown outcome, or for a
 * payouts process to be started.
 */
export async function listPendingPayouts(db: Database, nowMs: number): Promise<readonly PayoutRecord[]> {
  const pending = db.selectFrom('payouts').selectAll().orderBy('proposed_at').limit(MAX_PENDING);
  const lists = await Promise.all([
    // A separate query: many proposals must not hide stuck payouts.
    pending.where('state', '=', 'proposed').execute(),
    pending
      .where('state', 'in', ['approved', 'sending', 'unknown'])
      .where(({ eb, or }) =>
        or([
          eb('state', '=', 'unknown'),
          eb('approved_at', '<=', nowMs - STUCK_MS),
          // Stored by a clock that was ahead.
          eb('approved_at', '>', nowMs + MAX_AHEAD_MS),
        ]),
      )
      .execute(),
  ]);
  return lists
    .flat()
    .map(fromPayoutRow)
    .sort((one, other) => one.proposedAtMs - other.proposedAtMs);
}
