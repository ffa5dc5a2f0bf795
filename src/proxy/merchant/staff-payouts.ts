import {
  isSamePerson,
  type AuditAction,
  type CandidateChoice,
  type Payout,
  type Payouts,
} from '../../protocol/index.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import type { Actor } from '../domain/actor.js';
import {
  proposedPayout,
  serializePayout,
  approvePayout,
  declinePayout,
  resolvePayout,
  takeBackPayout,
  type PayoutRecord,
} from '../domain/payout.js';
import { PayoutTokenError, readApproval, readNewProposal } from '../domain/staff-tokens.js';
import { addPayout, changePayout } from '../store/payout-changes.js';
import type { ListPosition } from '../store/payment-list.js';
import { listPayouts } from '../store/payouts.js';
import type { StoreContext } from '../store/store.js';
import { DEFAULT_LIMIT, formatCursor, type PageRequest } from './attention-list.js';

export interface StaffPayoutsOptions extends Pick<StoreContext, 'store' | 'clock'> {
  readonly testMode: boolean;
  /** A person may approve their own proposal. */
  readonly onePerson: boolean;
  /** Called after an event was stored. */
  readonly onEvent: () => void;
}

/** Maximum number of listed open payouts. */
const MAX_OPEN = 500;

/**
 * Lists and changes payouts for the shop's staff. The shop's server signs the tokens with a secret that this process does not know.
 * So this process only compares their claims. The payouts process verifies them before it sends anything.
 */
export class StaffPayouts {
  constructor(private readonly options: StaffPayoutsOptions) {}

  /** Lists payouts, newest first. The first page also contains the unfinished ones. */
  async list({ cursor, limit = DEFAULT_LIMIT }: PageRequest): Promise<Payouts> {
    const { onePerson } = this.options;
    const { open, finished } = await this.#read(cursor, limit + 1).catch(throwStoreProblem);
    const page = finished.slice(0, limit);
    const last = page.at(-1);
    const next =
      finished.length > limit && last ? formatCursor({ atMs: last.proposedAtMs, id: last.id }) : null;
    return { payouts: [...open, ...page].map(serializePayout), next, onePerson };
  }

  /**
   * Stores a proposal as a new payout.
   * @throws {ProblemError} `invalid_request`, `scope_missing`, or what `addPayout` throws
   */
  async propose(proposal: string, person: string): Promise<Payout> {
    const { store, clock, testMode, onEvent } = this.options;
    const nowMs = clock.nowMs();
    const unverified = parseToken(() => readNewProposal(proposal, nowMs));
    assertOwn(unverified.person, person);
    const payout = proposedPayout(unverified, proposal, nowMs);
    await addPayout(store, payout, { person, nowMs, testMode }).catch(throwStoreProblem);
    onEvent();
    return serializePayout(payout);
  }

  /** @throws {ProblemError} `invalid_request`, `scope_missing`, `second_person_required`, `record_changed` */
  approve(id: string, approval: string, person: string): Promise<Payout> {
    const unverified = parseToken(() => readApproval(approval, this.options.clock.nowMs()));
    assertOwn(unverified.person, person);
    return this.#change(id, 'payout.approve', person, (payout, actor) =>
      approvePayout(payout, { approval, digest: unverified.digest }, actor),
    );
  }

  /** @throws {ProblemError} `second_person_required`, `record_changed` */
  decline(id: string, reason: string, person: string): Promise<Payout> {
    return this.#change(id, 'payout.decline', person, (payout, actor) =>
      declinePayout(payout, reason, actor),
    );
  }

  /** @throws {ProblemError} `scope_missing`, `record_changed` */
  takeBack(id: string, person: string): Promise<Payout> {
    return this.#change(id, 'payout.take_back', person, takeBackPayout);
  }

  /** @throws {ProblemError} `invalid_request`, `record_changed` */
  resolve(id: string, choice: CandidateChoice, person: string): Promise<Payout> {
    return this.#change(id, 'payout.resolve', person, (payout, actor) =>
      resolvePayout(payout, choice, actor),
    );
  }

  /** One after the other, since a payout that finishes meanwhile would be in neither list, or in both. */
  async #read(after: ListPosition | null, limit: number) {
    const { db } = this.options.store;
    const unfinished = after ? [] : await listPayouts(db, { isOpen: true, after: null, limit: MAX_OPEN });
    const finished = await listPayouts(db, { isOpen: false, after, limit });
    const ids = new Set(finished.map(({ id }) => id));
    return { open: unfinished.filter(({ id }) => !ids.has(id)), finished };
  }

  async #change(
    id: string,
    action: AuditAction,
    person: string,
    change: (payout: PayoutRecord, actor: Actor) => PayoutRecord,
  ): Promise<Payout> {
    const { store, clock, testMode, onePerson, onEvent } = this.options;
    const actor = { person, nowMs: clock.nowMs(), testMode, onePerson };
    const changed = await changePayout(store, id, { action, actor, change }).catch(throwStoreProblem);
    onEvent();
    return serializePayout(changed);
  }
}

function parseToken<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof PayoutTokenError)) throw error;
    throw new ProblemError('invalid_request', error.message);
  }
}

/** @throws {ProblemError} `scope_missing` */
function assertOwn(signedFor: string, person: string): void {
  if (!isSamePerson(signedFor, person))
    throw new ProblemError(
      'scope_missing',
      'The token and the session are for different persons. Sign the token for the person of the session.',
    );
}
