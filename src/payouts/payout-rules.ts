import { addAmounts, compareAmounts, type CurrencyCode } from '../payment/index.js';
import { isSamePerson, type PayoutRefusal } from '../protocol/index.js';
import { DAY_MS } from '../proxy/base/time.js';
import { PayoutTokenError, verifyApproval, verifyProposal } from '../proxy/domain/staff-tokens.js';
import { payoutDigest, type PayoutRecord } from '../proxy/domain/payout.js';
import type { Attempt, JournalContent, PastAttempt } from './journal.js';

/** The rules of the payouts process, from its own configuration. */
export interface PayoutRules {
  /** The key from the payout secret, which only the shop's server and this process know. */
  readonly key: Uint8Array;
  /** Whether a person may approve their own proposal. */
  readonly onePerson: boolean;
  /** Maximum sum per day (UTC) by currency, as exact decimal text. Other currencies are refused. `null`: no limits. */
  readonly limits: ReadonlyMap<CurrencyCode, string> | null;
}

export type Verdict =
  | { readonly is: 'allowed'; readonly attempt: Omit<Attempt, 'atMs'> }
  | { readonly is: 'refused'; readonly refusal: PayoutRefusal }
  /** The approval has expired: a person must approve the payout again. */
  | { readonly is: 'expired' };

interface AssessmentContext {
  readonly journal: JournalContent;
  readonly nowMs: number;
  /** Payouts with an unknown outcome that two people have marked as not sent. */
  readonly notSent: ReadonlySet<string>;
}

/**
 * Decides whether a payout may be sent. Trusts only its two tokens: people, address and amount in the store must match them. Reads earlier
 * attempts and daily sums from the journal alone. Refuses a second payout for a refund, unless two people have marked the first one as
 * not sent.
 */
export async function assessPayout(
  payout: PayoutRecord,
  { key, onePerson, limits }: PayoutRules,
  { journal, nowMs, notSent }: AssessmentContext,
): Promise<Verdict> {
  const tokens = await verifyTokens(payout, key, nowMs);
  if (!tokens) return { is: 'refused', refusal: 'approval_invalid' };
  const { proposal, approval } = tokens;
  const digest = payoutDigest(proposal);
  const isSameRefund = JSON.stringify(proposal.refund) === JSON.stringify(payout.refund);
  if (digest !== payoutDigest(payout) || digest !== approval.digest || !isSameRefund)
    return { is: 'refused', refusal: 'approval_invalid' };
  // The proxy checks this too (`assertSecondPerson` in `payout.ts`), but an attacker may control the proxy.
  if (isSamePerson(proposal.person, approval.person) && !onePerson)
    return { is: 'refused', refusal: 'same_person' };
  if (journal.isUsed({ payout: proposal.id, approval: approval.id }))
    return { is: 'refused', refusal: 'approval_used' };
  const { currency, amount, id, refund } = proposal;
  const isPaid = ({ payout: other, outcome }: PastAttempt) =>
    outcome?.outcome === 'sent' || !notSent.has(other);
  if (refund && journal.attemptsFor(refund).some(isPaid)) return { is: 'refused', refusal: 'approval_used' };
  if (limits) {
    const sent = journal.sumSince(currency, nowMs - (nowMs % DAY_MS));
    const limit = limits.get(currency) ?? '0';
    if (compareAmounts(addAmounts(sent, amount), limit) > 0)
      return { is: 'refused', refusal: 'limit_exceeded' };
  }
  if (nowMs >= approval.expiresAtMs) return { is: 'expired' };
  const attempt = { payout: id, approval: approval.id, currency, amount, refund };
  return { is: 'allowed', attempt: { ...attempt, proposal: payout.proposal, approvedBy: approval.person } };
}

async function verifyTokens({ proposal, approval }: PayoutRecord, key: Uint8Array, nowMs: number) {
  if (approval === null) return null;
  try {
    return {
      proposal: await verifyProposal(proposal, key, nowMs),
      approval: await verifyApproval(approval, key, nowMs),
    };
  } catch (error) {
    if (error instanceof PayoutTokenError) return null;
    throw error;
  }
}
