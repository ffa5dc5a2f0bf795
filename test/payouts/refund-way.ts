import type { PayoutStaff } from './payout-fixture.js';
import type { refundsOf } from './refund-fixture.js';

/** Which way a process takes, and where it dies. */
export interface RefundPlan {
  /** Of the service. */
  readonly url: string;
  readonly store: string;
  /** The path of the journal. */
  readonly journal: string;
  readonly checkoutId: string;
  readonly amount: string;
  /** How far the clock of the service is ahead. */
  readonly aheadMs: number;
  /** Whether another process was killed on this way. */
  readonly isRestarted: boolean;
  readonly at: Moment | null;
}

export interface Moment {
  readonly when: 'before' | 'after';
  /** Which write, from 1. */
  readonly nth: number;
}

/** A write that a process is about to do. */
export interface Write {
  readonly name: string;
  /** Whether it holds the lock of the journal. */
  readonly isLocked: boolean;
}

export const CLAIM = 'the claim of the payout';
export const WITHDRAWAL = 'the service: a withdrawal';

/** Does the next thing that the payer and the staff do for a refund, if it waits for one of them. */
export async function advanceRefund(
  refunds: ReturnType<typeof refundsOf>,
  { propose: _, approve, find }: Pick<PayoutStaff, 'propose' | 'approve' | 'find'>,
  amount: string,
): Promise<void> {
  const refund = (await refunds.list()).at(-1);
  if (!refund) await refunds.asked({ amount });
  else if (refund.state === 'requested') await refunds.propose(refund, amount);
  else if (refund.state === 'proposed') await approve(await find(refund.payout ?? ''));
}
