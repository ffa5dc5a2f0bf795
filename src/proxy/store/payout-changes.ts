import type { AuditAction } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import type { Actor } from '../domain/actor.js';
import { withAttention } from '../domain/pending-decisions.js';
import { deriveEvents, derivePayoutEvent } from '../domain/events.js';
import { sentMovement, summarizePayout, withOutdatedRefund, type PayoutRecord } from '../domain/payout.js';
import { nextVersion, type CheckoutRecord, type RefundRecord } from '../domain/record.js';
import {
  competingRefunds,
  findRefund,
  withForgottenPayout,
  withPayoutState,
  withProposedPayout,
} from '../domain/refund.js';
import { withPayingInvoice } from '../domain/settlement.js';
import { appendAudit } from './audit-log.js';
import {
  addPayoutMovement,
  addTransactionOfPayout,
  fromMovementRow,
  listPayoutMovements,
} from './ledger-rows.js';
import {
  countProposed,
  findRefundOf,
  findWithdrawalsOfPayouts,
  insertPayout,
  listPayouts,
  lockPayout,
  savePayout,
} from './payouts.js';
import type { Store } from './store.js';
import type { StoreTransaction } from './store-transaction.js';

/** Maximum number of pending proposals per person: one person must not fill the list of all. */
const MAX_PROPOSED = 50;

/**
 * Stores a new payout with its event and its audit entry. If it pays a refund, reserves its amount.
 * @throws {ProblemError} `record_changed` if it exists, `too_many_proposals`, or what `withProposedPayout` throws
 */
export async function addPayout(store: Store, payout: PayoutRecord, actor: Actor): Promise<void> {
  await store.transaction(async (tx) => {
    const { refund } = payout;
    if (refund) {
      const isFound = await changeCheckout(tx, refund.payment, actor.nowMs, (checkout) =>
        withProposedPayout(checkout, refund.id, payout, actor.nowMs),
      );
      if (!isFound) throw new ProblemError('record_not_found', 'There is no such refund.');
    }
    if (!(await insertPayout(tx.tx, payout)))
      throw new ProblemError('record_changed', 'This proposal was already submitted.');
    await recordChange(tx, 'payout.propose', [null, payout], actor);
    // `recordChange` has locked the audit log: no other transaction can add a payout between this count and the commit.
    if ((await countProposed(tx.tx, payout.proposedBy)) > MAX_PROPOSED)
      throw new ProblemError(
        'too_many_proposals',
        `${MAX_PROPOSED} of your proposals are pending. Take back the ones that are no longer needed, or wait until they are approved or declined.`,
      );
  });
}

interface PayoutChange {
  readonly action: AuditAction;
  readonly actor: Actor;
  /** Pure; throws a `ProblemError`, or returns the same payout for no change. */
  readonly change: (payout: PayoutRecord, actor: Actor) => PayoutRecord;
}

/**
 * Changes a payout and the refund that it pays. Stores the change, its event and its audit entry in one transaction.
 * @throws {ProblemError} `record_not_found`, `record_changed` if another payout has the withdrawal, or what `change` throws
 */
export async function changePayout(
  store: Store,
  id: string,
  { action, actor, change }: PayoutChange,
): Promise<PayoutRecord> {
  return store.transaction(async (tx) => {
    const refund = await findRefundOf(tx.tx, id);
    // Every transaction locks the checkout before the payout: otherwise two transactions could wait for each other.
    if (refund) await tx.findCheckout({ paymentId: refund.payment });
    const before = await lockPayout(tx.tx, id);
    if (!before) throw new ProblemError('record_not_found', 'There is no such payout.');
    const after = change(before, actor);
    if (after === before) return before;
    const { serviceId } = after;
    if (serviceId !== before.serviceId && serviceId !== null)
      if ((await findWithdrawalsOfPayouts(tx.tx, [serviceId])).has(serviceId))
        throw new ProblemError(
          'record_changed',
          'This withdrawal belongs to another payout by now. Read the payout again.',
        );
    await savePayout(tx.tx, after);
    await recordChange(tx, action, [before, after], actor);
    if (refund)
      await changeCheckout(tx, refund.payment, actor.nowMs, (checkout) =>
        withPayoutState(checkout, refund.id, after, actor.nowMs),
      );
    await bookPayout(tx.tx, after, actor.nowMs);
    return after;
  });
}

/** Rules for booking a forgotten payout. */
export interface BookingRules {
  /** Whether a person has confirmed that it may have refunded money that pays the order. */
  readonly includesPayment: boolean;
  /** Whether to store only the payout, because the order's ledger is correct without it. */
  readonly leavesRefund: boolean;
  /** Whether a payout was or may have been sent, even if the store does not record it. */
  readonly isAttempted: (payout: string) => boolean;
}

/**
 * How a forgotten payout was booked.
 *
 * - `booked`: with its refund, if it has one
 * - `left`: without a ledger change, as `leavesRefund` requires
 * - `order forgotten`: without its refund, because the store does not know the order
 * - `no money`: not booked, see `withForgottenPayout`
 */
export type Booking = 'booked' | 'left' | 'order forgotten' | 'no money';

class NoMoneyError extends Error {}

/**
 * Stores a payout that was or may have been sent, and that the store has forgotten. Books its amount to its refund, and withdraws
 * other unsent payouts of the same money.
 */
export async function bookForgottenPayout(
  store: Store,
  payout: PayoutRecord,
  rules: BookingRules,
  actor: Actor,
): Promise<Booking> {
  const { refund, id } = payout;
  try {
    return await store.transaction(async (tx) => {
      const checkout = refund ? await tx.findCheckout({ paymentId: refund.payment }) : undefined;
      const before = (await lockPayout(tx.tx, id)) ?? null;
      if (before) await savePayout(tx.tx, payout);
      else if (!(await insertPayout(tx.tx, payout))) throw new ProblemError('record_changed');
      await recordChange(tx, 'payout.outcome', [before, payout], actor);
      if (!refund) {
        for (const other of await listPayouts(tx.tx, { isOpen: true, after: null, limit: MAX_OPEN }))
          if (isSamePayment(other, payout) && !rules.isAttempted(other.id))
            await withdrawUnsent(tx, other.id, actor);
        await bookPayout(tx.tx, payout, actor.nowMs);
        return 'booked';
      }
      if (!checkout) {
        await bookPayout(tx.tx, payout, actor.nowMs);
        return rules.leavesRefund ? 'left' : 'order forgotten';
      }
      // A ledger that has reserved its money has the payout.
      const leavesRefund = rules.leavesRefund && findRefund(checkout, refund.id)?.payout?.id !== id;
      const forgotten = { payout, refundId: refund.id, includesPayment: rules.includesPayment };
      const competing = competingRefunds(checkout, forgotten, leavesRefund).filter(
        ({ payout: other }) => other && !rules.isAttempted(other.id),
      );
      const released = await withdrawAll(tx, checkout, competing, actor);
      const changed = leavesRefund ? released : withForgottenPayout(released, forgotten, actor.nowMs);
      if (!changed) throw new NoMoneyError();
      await changeCheckout(tx, refund.payment, actor.nowMs, () => changed);
      await bookPayout(tx.tx, payout, actor.nowMs);
      return leavesRefund ? 'left' : 'booked';
    });
  } catch (error) {
    if (error instanceof NoMoneyError) return 'no money';
    throw error;
  }
}

/** Withdraws the payouts of refunds, except those that may have been sent. @returns the checkout without them */
async function withdrawAll(
  tx: StoreTransaction,
  checkout: CheckoutRecord,
  refunds: readonly RefundRecord[],
  actor: Actor,
): Promise<CheckoutRecord> {
  let rest = checkout;
  for (const { id, payout } of refunds) {
    const withdrawn = payout && (await withdrawUnsent(tx, payout.id, actor));
    if (withdrawn) rest = withPayoutState(rest, id, withdrawn, actor.nowMs);
  }
  return rest;
}

/** @returns the withdrawn payout; `null` if it may have been sent, or is closed */
async function withdrawUnsent(tx: StoreTransaction, id: string, actor: Actor): Promise<PayoutRecord | null> {
  const known = await lockPayout(tx.tx, id);
  if (!known || (known.state !== 'proposed' && known.state !== 'approved')) return null;
  const withdrawn = { ...known, state: 'withdrawn', finishedAtMs: actor.nowMs } as const;
  await savePayout(tx.tx, withdrawn);
  await recordChange(tx, 'payout.outdate', [known, withdrawn], actor);
  return withdrawn;
}

/** More than people leave open. */
const MAX_OPEN = 1000;

/** Whether a payout without a refund may be one that was proposed again. */
function isSamePayment(other: PayoutRecord, { id, currency, address, amount }: PayoutRecord): boolean {
  return (
    other.id !== id &&
    other.refund === null &&
    other.currency === currency &&
    other.address === address &&
    other.amount === amount
  );
}

/** Withdraws the proposed payouts of refunds that the payer has corrected. The caller must hold the lock on the checkout. */
export async function withdrawOutdatedPayouts(
  tx: StoreTransaction,
  before: CheckoutRecord,
  after: CheckoutRecord,
  { nowMs, testMode }: Omit<Actor, 'person'>,
): Promise<void> {
  if (before.refunds === after.refunds) return;
  for (const { id, payout } of before.refunds) {
    if (!payout || findRefund(after, id)?.state !== 'replaced') continue;
    const known = await lockPayout(tx.tx, payout.id);
    const withdrawn = known && withOutdatedRefund(known, nowMs);
    if (!withdrawn || withdrawn === known) continue;
    await savePayout(tx.tx, withdrawn);
    const actor = { person: 'payer', nowMs, testMode };
    await recordChange(tx, 'payout.outdate', [known, withdrawn], actor);
  }
}

/** @returns whether there is such a checkout */
async function changeCheckout(
  tx: StoreTransaction,
  paymentId: string,
  nowMs: number,
  change: (checkout: CheckoutRecord) => CheckoutRecord,
): Promise<boolean> {
  const before = await tx.findCheckout({ paymentId });
  if (!before) return false;
  const changed = withPayingInvoice(change(before));
  if (changed === before) return true;
  const after = { ...withAttention(changed, nowMs), version: nextVersion(before, nowMs) };
  await tx.saveCheckout(before, after, deriveEvents(before, after, nowMs));
  return true;
}

/**
 * Adds the movement of a sent payout, unless the movements of its refund include it, and the payout's transaction once it is known.
 * The balance of the account falls, whether or not an order's ledger knows the payout.
 */
async function bookPayout(tx: StoreTransaction['tx'], payout: PayoutRecord, nowMs: number): Promise<void> {
  if (payout.state !== 'sent') return;
  const rows = await listPayoutMovements(tx, payout.id);
  const isOfRefund = rows.some(({ kind, checkout_id: id }) => kind === 'sent' && id !== null);
  if (!isOfRefund) {
    const own = rows.filter(({ checkout_id: id }) => id === null);
    const refund = payout.refund?.id ?? null;
    const earlier = own.map(fromMovementRow);
    const movement = sentMovement(payout, refund, { amount: payout.amount, earlier, atMs: nowMs });
    if (movement) await addPayoutMovement(tx, payout, { ...movement, position: own.length + 1 });
  }
  if (payout.transaction !== null) await addTransactionOfPayout(tx, payout.id, payout.transaction);
}

/** Adds an entry to the audit log, and an event if the state has changed. */
async function recordChange(
  tx: StoreTransaction,
  action: AuditAction,
  [before, after]: readonly [PayoutRecord | null, PayoutRecord],
  actor: Actor,
): Promise<void> {
  await appendAudit(tx, {
    ...{ atMs: actor.nowMs, person: actor.person, action, subject: after.id },
    before: before && summarizePayout(before),
    after: summarizePayout(after),
  });
  const event = derivePayoutEvent(before, after, actor);
  if (event) await tx.addEvent(event);
}
