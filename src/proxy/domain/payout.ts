import { createHash } from 'node:crypto';
import { plainAmount, type CurrencyCode } from '../../payment/index.js';
import { negateAmount } from '../../payment/signed-amount.js';
import {
  isSamePerson,
  type CandidateChoice,
  type Payout,
  type PayoutCandidate,
  type PayoutRefusal,
  type PayoutResolution,
  type PayoutState,
  type RefundLink,
} from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { iso, isoOrNull } from '../base/time.js';
import { mayConfirm, type Actor } from './actor.js';
import type { Movement, NewMovement } from './movement.js';
import { changeOf, nextChange, type StatedTotals } from './stated-change.js';

/** The part of a payout that a second person approves. */
export interface PayoutContent {
  /** Identifies the payout: two payouts with the same content have different digests. */
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly address: string;
  /** Exact decimal text in the coin. */
  readonly amount: string;
}

/** The content of a proposal. `verifyProposal` verifies its signature, `readProposal` does not. */
export interface ProposalContent extends PayoutContent {
  readonly person: string;
  readonly purpose: string | null;
  readonly refund: RefundLink | null;
}

/** A stored payout. The payouts process trusts only its two tokens, see `src/payouts`. */
export interface PayoutRecord extends PayoutContent {
  /**
   * `withdrawn`: the proposer took it back, the payer corrected its refund, or another payout paid the same money. Unrelated to
   * the service's withdrawals.
   */
  readonly state: PayoutState;
  readonly purpose: string | null;
  readonly refund: RefundLink | null;
  readonly proposedBy: string;
  /** The token of the proposal. */
  readonly proposal: string;
  readonly proposedAtMs: number;
  readonly approvedBy: string | null;
  /** The token of the approval. */
  readonly approval: string | null;
  readonly approvedAtMs: number | null;
  /** Time just before the request was sent. */
  readonly attemptedAtMs: number | null;
  readonly finishedAtMs: number | null;
  readonly refusal: PayoutRefusal | null;
  /** The reason, if a person declined it. */
  readonly declined: string | null;
  /** The service's id of the withdrawal. */
  readonly serviceId: string | null;
  readonly sentAmount: string | null;
  /** What the service states about the withdrawal; `null`: nothing so far. */
  readonly stated: StatedTotals | null;
  readonly transaction: string | null;
  readonly candidates: readonly PayoutCandidate[];
  readonly resolution: PayoutResolution | null;
  /** When the next lookup at the service is due: for an unknown payout in the list, or for the transaction of a sent one. */
  readonly nextLookupAtMs: number | null;
}

/** Returns the SHA-256 of a payout in hexadecimal. An approval contains it. */
export function payoutDigest({ id, currency, address, amount }: PayoutContent): string {
  const text = JSON.stringify(['payout', id, currency, address, plainAmount(amount)]);
  return createHash('sha256').update(text).digest('hex');
}

/** Returns a new payout from a proposal. @param proposal its token */
export function proposedPayout(content: ProposalContent, proposal: string, nowMs: number): PayoutRecord {
  const { id, currency, address, amount, purpose, refund, person } = content;
  return {
    ...{ id, currency, address, amount, purpose, refund, proposal },
    state: 'proposed',
    proposedBy: person,
    proposedAtMs: nowMs,
    ...{ approvedBy: null, approval: null, approvedAtMs: null, attemptedAtMs: null, finishedAtMs: null },
    ...{ refusal: null, declined: null, serviceId: null, sentAmount: null, candidates: [] },
    ...{ resolution: null, nextLookupAtMs: null, transaction: null, stated: null },
  };
}

/** Approves a proposed payout. @throws {ProblemError} `record_changed`, `second_person_required` */
export function approvePayout(
  payout: PayoutRecord,
  { approval, digest }: { readonly approval: string; readonly digest: string },
  actor: Actor,
): PayoutRecord {
  assertState(payout, 'proposed');
  if (digest !== payoutDigest(payout))
    throw new ProblemError('record_changed', 'The approval is for another payout. Read the payout again.');
  assertSecondPerson(payout.proposedBy, actor);
  return { ...payout, state: 'approved', approval, approvedBy: actor.person, approvedAtMs: actor.nowMs };
}

/** Declines a proposed payout. @throws {ProblemError} `record_changed`, `second_person_required` */
export function declinePayout(payout: PayoutRecord, reason: string, actor: Actor): PayoutRecord {
  assertState(payout, 'proposed');
  assertSecondPerson(payout.proposedBy, actor);
  return { ...payout, state: 'declined', declined: reason, finishedAtMs: actor.nowMs };
}

/** Withdraws the proposed payout of a corrected refund: nothing must be sent to the former address. */
export function withOutdatedRefund(payout: PayoutRecord, nowMs: number): PayoutRecord {
  return payout.state === 'proposed' ? { ...payout, state: 'withdrawn', finishedAtMs: nowMs } : payout;
}

/** Withdraws a proposed payout for its proposer. @throws {ProblemError} `record_changed`; `scope_missing` for another person */
export function takeBackPayout(payout: PayoutRecord, { person, nowMs }: Actor): PayoutRecord {
  assertState(payout, 'proposed');
  if (!isSamePerson(person, payout.proposedBy))
    throw new ProblemError('scope_missing', 'Only the person who proposed a payout can take it back.');
  return { ...payout, state: 'withdrawn', finishedAtMs: nowMs };
}

/**
 * Records one person's decision about a payout with an unknown outcome. The same decision by a second person closes the payout. A
 * different decision replaces the first.
 * @throws {ProblemError} `record_changed`, `invalid_request`
 */
export function resolvePayout(payout: PayoutRecord, choice: CandidateChoice, actor: Actor): PayoutRecord {
  assertState(payout, 'unknown');
  const { outcome, candidate } = choice;
  const found = payout.candidates.find(({ id }) => id === candidate);
  if ((outcome === 'sent') !== (found !== undefined))
    throw new ProblemError(
      'invalid_request',
      'candidate is invalid. With outcome sent, send the id of a candidate, otherwise null.',
    );
  const { resolution } = payout;
  const { person, nowMs, onePerson = false } = actor;
  const isSame = resolution?.outcome === outcome && resolution.candidate === candidate;
  if (!(onePerson || (isSame && mayConfirm(actor, resolution.person))))
    return { ...payout, resolution: { outcome, candidate, person } };
  const resolved = { ...payout, resolution: { outcome, candidate, person }, finishedAtMs: nowMs };
  return found
    ? { ...resolved, state: 'sent', nextLookupAtMs: nowMs, serviceId: found.id, sentAmount: found.amount }
    : { ...resolved, state: 'not_sent', nextLookupAtMs: null };
}

function assertState({ state }: PayoutRecord, expected: PayoutState): void {
  if (state !== expected)
    throw new ProblemError(
      'record_changed',
      `The payout is ${state}, not ${expected}. Read the payout again.`,
    );
}

/**
 * Checks that a second person acts. An attacker with write access to the store can pass this check. Therefore `assessPayout` in
 * `src/payouts/payout-rules.ts` also compares the names in the tokens.
 * @throws {ProblemError} `second_person_required`
 */
function assertSecondPerson(first: string, actor: Actor): void {
  if (!mayConfirm(actor, first)) throw new ProblemError('second_person_required');
}

/**
 * Returns the movement of a sent payout: its amount or, if that is recorded, fees that the service states differently by now.
 * @param earlier the movements of the same money
 * @returns `null` if nothing is new
 */
export function sentMovement(
  payout: Pick<PayoutRecord, 'id' | 'approvedBy' | 'serviceId' | 'stated'>,
  refund: string | null,
  {
    amount,
    earlier,
    atMs,
  }: { readonly amount: string; readonly earlier: readonly Movement[]; readonly atMs: number },
): NewMovement | null {
  const { id, approvedBy: person, serviceId: withdrawal, stated: totals } = payout;
  const known = earlier.filter(
    (one) => (one.kind === 'sent' || one.kind === 'adjusted') && one.payout === id,
  );
  const stated = totals && nextChange(negateAmount(amount), totals, known.map(changeOf));
  const base = { payout: id, refund, withdrawal, atMs } as const;
  if (known.length === 0)
    return { kind: 'sent', source: 'payout', ...base, amount, person, stated, usd: totals?.usd ?? null };
  return stated && stated.change !== '0'
    ? { kind: 'adjusted', source: 'service', ...base, amount: '0', stated }
    : null;
}

/** Serializes a payout for the API. Names each field, so that no token leaks. */
export function serializePayout(record: PayoutRecord): Payout {
  return {
    id: record.id,
    state: record.state,
    currency: record.currency,
    address: record.address,
    amount: record.amount,
    purpose: record.purpose,
    refund: record.refund,
    digest: payoutDigest(record),
    refusal: record.refusal,
    declined: record.declined,
    proposedBy: record.proposedBy,
    approvedBy: record.approvedBy,
    serviceId: record.serviceId,
    sentAmount: record.sentAmount,
    transaction: record.transaction,
    candidates: record.candidates,
    resolution: record.resolution,
    proposedAt: iso(record.proposedAtMs),
    approvedAt: isoOrNull(record.approvedAtMs),
    attemptedAt: isoOrNull(record.attemptedAtMs),
    finishedAt: isoOrNull(record.finishedAtMs),
  };
}

/** Summarizes a payout for the audit log, without its address and its purpose. */
export function summarizePayout(payout: PayoutRecord) {
  const { id, state, currency, amount, refund, refusal, declined, proposedBy, approvedBy } = payout;
  const { serviceId, sentAmount, transaction, resolution } = payout;
  return {
    ...{ id, state, currency, amount, refund, refusal, declined, proposedBy, approvedBy },
    ...{ serviceId, sentAmount, transaction, resolution },
  };
}
