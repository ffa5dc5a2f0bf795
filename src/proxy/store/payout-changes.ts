import type { AuditAction } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import type { PayoutEvent } from '../domain/event.js';
import { PAYOUT_EVENT_TYPES } from '../domain/event-types.js';
import { serializePayout, type PayoutRecord } from '../domain/payout.js';
import { iso } from '../domain/serialize-checkout.js';
import { appendAudit } from './audit-log.js';
import { insertPayout, lockPayout, savePayout } from './payouts.js';
import type { Store } from './store.js';
import type { StoreTransaction } from './store-transaction.js';

/** Who changes a payout. */
export interface PayoutActor {
  readonly person: string;
  readonly action: AuditAction;
  readonly nowMs: number;
  readonly testMode: boolean;
}

/** Stores a new payout with its event and its entry in the audit log. @throws {ProblemError} `record_changed` if it exists */
export async function addPayout(store: Store, payout: PayoutRecord, actor: PayoutActor): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await insertPayout(tx.tx, payout)))
      throw new ProblemError('record_changed', 'This proposal was handed in before.');
    await record(tx, null, payout, actor);
  });
}

/**
 * Changes a payout, and stores the change with its event and its entry in the audit log, in one transaction.
 * @param change pure; throws a `ProblemError`, or returns the same payout for no change
 * @throws {ProblemError} `record_not_found`, or what `change` throws
 */
export async function changePayout(
  store: Store,
  id: string,
  actor: PayoutActor,
  change: (payout: PayoutRecord) => PayoutRecord,
): Promise<PayoutRecord> {
  return store.transaction(async (tx) => {
    const before = await lockPayout(tx.tx, id);
    if (!before) throw new ProblemError('record_not_found', 'There is no such payout.');
    const after = change(before);
    if (after === before) return before;
    await savePayout(tx.tx, after);
    await record(tx, before, after, actor);
    return after;
  });
}

async function record(
  tx: StoreTransaction,
  before: PayoutRecord | null,
  after: PayoutRecord,
  { person, action, nowMs, testMode }: PayoutActor,
): Promise<void> {
  await appendAudit(tx, {
    ...{ atMs: nowMs, person, action, subject: after.id },
    before: before && serializePayout(before),
    after: serializePayout(after),
  });
  const type = PAYOUT_EVENT_TYPES.find((name) => name === `payout.${after.state}`);
  if (type === undefined || before?.state === after.state) return;
  const { id, currency, address, amount, purpose, proposedBy, approvedBy, ...rest } = after;
  const { refusal, serviceId, sentAmount } = rest;
  const event: PayoutEvent = {
    ...{ id: `evt_${crypto.randomUUID()}`, createdAt: iso(nowMs), testMode, type },
    payout: {
      ...{ id, currency, address, amount, purpose, proposedBy, approvedBy, refusal, serviceId, sentAmount },
    },
  };
  await tx.addEvent(event);
}
