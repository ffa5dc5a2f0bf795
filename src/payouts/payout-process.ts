import { setTimeout as pause } from 'node:timers/promises';
import {
  ServiceError,
  type RequestLimiter,
  type ServiceClient,
  type Withdrawal,
  type WithdrawalClient,
} from '../service/index.js';
import { OPEN_PAYOUT_STATES, type AuditAction, type PayoutState } from '../protocol/index.js';
import { errorFields } from '../proxy/base/log.js';
import { ProblemError } from '../proxy/base/problem-error.js';
import { MINUTE_MS } from '../proxy/base/time.js';
import type { PayoutRecord } from '../proxy/domain/payout.js';
import { statedWithdrawalOf } from '../proxy/domain/stated-change.js';
import { LEASE_MS, withLease } from '../proxy/store/claim.js';
import { changePayout } from '../proxy/store/payout-changes.js';
import { readJournalHead, saveJournalRefusal, type KnownJournal } from '../proxy/store/payout-journal.js';
import {
  claimApproved,
  findPayoutStates,
  listDuePayouts,
  postponeLookup,
  renewPayout,
} from '../proxy/store/payouts.js';
import type { StoreClock } from '../proxy/store/store-clock.js';
import type { StoreContext } from '../proxy/store/store.js';
import { assessPayout, type PayoutRules } from './payout-rules.js';
import { checkJournal, checkStore, PayoutsRefusedError, saveHead, saveRefusal } from './check-store.js';
import {
  JournalDamagedError,
  type Journal,
  type JournalContent,
  type Outcome,
  type PastAttempt,
} from './journal.js';
import { findPayoutCandidates, findTransaction, scheduleNextLookup, withCandidate } from './lookups.js';

export interface PayoutProcessOptions extends StoreContext {
  /** Clock for claims, shared by all processes of the store. */
  readonly storeClock: StoreClock;
  readonly rules: PayoutRules;
  readonly journal: Pick<Journal, 'use'>;
  readonly testMode: boolean;
  /** Creates a client with the withdrawal key and this limiter. */
  readonly connect: (limiter: RequestLimiter) => WithdrawalClient;
  /** Limiters of the requests: one for this machine, one for all processes of the store. */
  readonly limiters: readonly RequestLimiter[];
  /** Client with the API key, for lookups. */
  readonly service: Pick<ServiceClient, 'listInvoices' | 'invoices'>;
  /** Ends waits when it aborts, but never a request that was sent. */
  readonly signal: AbortSignal;
}

/** Name of this process in the audit log. */
const AUDIT_NAME = 'payouts process';
const TICK_MS = 1000;
/** Pause after a request that could not reach the service. */
const UNREACHABLE_MS = 15_000;

/** Age at which a recorded refusal is outdated: a process that still refuses renews its record earlier. */
const MAX_REFUSAL_AGE_MS = MINUTE_MS;

/** The payout must not be sent: it is no longer allowed, or another process or a person changed it first. */
class SendAborted extends Error {}

/** An outcome that this process has not recorded completely. */
interface KnownOutcome {
  readonly payoutId: string;
  readonly outcome: Outcome['outcome'];
  readonly serviceId: string | null;
  /** The remaining steps, in order. */
  steps: readonly (() => Promise<void>)[];
  /** Whether each step requires the previous one. */
  readonly isOrdered: boolean;
}

/** Returns whether the process refuses to send because it cannot know what was sent. */
function isRefusal(error: unknown): error is PayoutsRefusedError | JournalDamagedError {
  return error instanceof PayoutsRefusedError || error instanceof JournalDamagedError;
}

/** Ignores a refusal that `#checkJournal` has already reported. */
function ignoreRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error;
}

/**
 * Sends approved payouts, one at a time. Only this process holds the withdrawal key. It trusts neither the store nor the proxy: see
 * `assessPayout`. If the response to a request is lost, it never sends that payout again. If several processes share a store, the one
 * that changes a payout from `approved` to `sending` sends it: see `#beginAttempt`.
 *
 * The journal decides what was sent. The store holds the head of the newest journal. A process with another journal, such as an old
 * backup, refuses to send until it has the newest one. If a payout of the journal is missing from the store, the process refuses to
 * send until a person books it: see `checkStore`.
 */
export class PayoutProcess {
  /** Outcomes that are not completely recorded, by payout. */
  readonly #known = new Map<string, KnownOutcome>();
  /** Whether journal and store match; `null` before the first check. */
  #isUsable: boolean | null = null;

  constructor(private readonly options: PayoutProcessOptions) {}

  /** Runs until the signal aborts. Never throws. */
  async run(): Promise<void> {
    const { signal, logger } = this.options;
    while (!signal.aborted) {
      const isBusy = await this.runOnce().catch((error: unknown) => {
        if (!signal.aborted) logger.error(errorFields(error), 'payouts postponed');
        return false;
      });
      if (!isBusy) await pause(TICK_MS, undefined, { signal }).catch(() => undefined);
    }
    for (const known of this.#known.values()) await this.#runSteps(known);
    for (const { payoutId, outcome, serviceId } of this.#known.values())
      logger.error({ payoutId, outcome, serviceId }, 'payout outcome not recorded');
  }

  /** Runs due lookups, and handles one approved payout. @returns whether there was an approved payout */
  runOnce(): Promise<boolean> {
    return this.#round().catch((error: unknown) => {
      // `#refuse` has logged and stored it.
      if (isRefusal(error)) return false;
      throw error;
    });
  }

  async #round(): Promise<boolean> {
    const { store, storeClock } = this.options;
    for (const known of this.#known.values()) await this.#runSteps(known);
    const isUsable = await this.#checkJournal();
    await storeClock.measure();
    for (const payout of await listDuePayouts(store.db, storeClock.nowMs())) {
      if (payout.state !== 'sending') await this.#lookUp(payout);
      else if (!this.#known.has(payout.id)) await this.#recoverCrashed(payout).catch(ignoreRefusal);
    }
    if (!isUsable) return false;
    const nowMs = storeClock.nowMs();
    const payout = await claimApproved(store.db, { nowMs, untilMs: nowMs + LEASE_MS });
    if (!payout) return false;
    const lease = {
      untilMs: nowMs + LEASE_MS,
      renew: (...times: [number, number]) => renewPayout(store.db, payout.id, times),
    };
    await withLease(storeClock, lease, () => this.#send(payout));
    return true;
  }

  /** Checks journal and store at the start, and while a process refuses to send. `#beginAttempt` checks them again for each payout. */
  async #checkJournal(): Promise<boolean> {
    const { store, clock, logger } = this.options;
    const stored = await readJournalHead(store.db);
    const ageMs = stored?.refusal ? Math.abs(clock.nowMs() - stored.refusal.atMs) : 0;
    if (this.#isUsable === true && ageMs <= MAX_REFUSAL_AGE_MS) return true;
    try {
      await this.#useJournal((journal, known) => this.#saveHead(journal, known));
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
    if (stored?.refusal) await saveJournalRefusal(store.db, null);
    if (this.#isUsable === false) logger.info({}, 'journal and store match again, payouts resumed');
    this.#isUsable = true;
    return true;
  }

  /**
   * Runs `work` with the journal, if it is the newest and the store has not forgotten a payout.
   * @throws {PayoutsRefusedError | JournalDamagedError} otherwise; the refusal is then logged and stored
   */
  #useJournal<T>(work: (journal: JournalContent, known: KnownJournal) => Promise<T>): Promise<T> {
    const { journal, store } = this.options;
    return journal
      .use(async (content) => {
        const known = await checkStore(store, content).catch(async (error: unknown) => {
          // Otherwise an older copy would match this store, since it lacks the same payouts.
          if (error instanceof PayoutsRefusedError && error.alert === 'store_outdated')
            await saveHead(store, {
              journal: content,
              known: await checkJournal(store, content),
              isBooked: false,
            });
          throw error;
        });
        return work(content, known);
      })
      .catch(async (error: unknown) => {
        if (isRefusal(error)) await this.#refuse(error);
        throw error;
      });
  }

  async #refuse(refusal: PayoutsRefusedError | JournalDamagedError): Promise<void> {
    const { store, clock, logger } = this.options;
    const fields =
      refusal instanceof PayoutsRefusedError
        ? { alert: refusal.alert, ...refusal.fields }
        : { alert: 'journal_damaged' };
    if (this.#isUsable !== false) logger.error(fields, refusal.message);
    this.#isUsable = false;
    await saveRefusal(store, clock);
  }

  /** Stores the journal as the newest. @throws {PayoutsRefusedError} if another process has stored another journal meanwhile */
  async #saveHead(journal: JournalContent, known: KnownJournal): Promise<void> {
    await saveHead(this.options.store, { journal, known, isBooked: true });
  }

  async #send(payout: PayoutRecord): Promise<void> {
    if (!(await this.#isAllowed(payout))) return;
    const { currency, address, amount } = payout;
    const attempt: { approval: string | null } = { approval: null };
    const limiter = inTurn(this.options.limiters, async () => {
      attempt.approval = await this.#beginAttempt(payout);
    });
    // Only this call decides the outcome: a failure after the response does not change it.
    const response = await this.options
      .connect(limiter)
      .withdraw({ currency, address, amount })
      .then(
        (withdrawal) => ({ withdrawal }),
        (error: unknown) => ({ error }),
      );
    if ('withdrawal' in response)
      return this.#recordSent(payout, attempt.approval ?? '', response.withdrawal);
    if (attempt.approval !== null) return this.#recordFailure(payout, attempt.approval, response.error);
    if (!(response.error instanceof SendAborted)) throw response.error;
  }

  /** Assesses a payout. Stores a refusal, or returns an expired approval to the staff. */
  async #isAllowed(payout: PayoutRecord): Promise<boolean> {
    const [verdict, past] = await this.#useJournal(async (journal) => [
      await this.#assess(payout, journal),
      journal.pastAttempt(payout.id),
    ]);
    if (verdict.is === 'allowed') return true;
    // The journal takes precedence over the tokens of the payout.
    if (past) this.#logPast(past);
    else {
      const { currency } = payout;
      // Distinguishes a currency without a limit from an exceeded limit.
      const limit = this.options.rules.limits?.get(currency) ?? null;
      this.options.logger.warn({ payoutId: payout.id, ...verdict, currency, limit }, 'payout not sent');
    }
    await this.#change(payout, ['approved'], 'payout.outcome', (current, nowMs) => {
      // The journal has an attempt that is missing from the store. State `refused` would mean that nothing was sent.
      if (past) return withOutcome({ ...current, attemptedAtMs: past.atMs }, past.outcome, nowMs);
      return verdict.is === 'expired'
        ? { ...current, state: 'proposed', approval: null, approvedBy: null, approvedAtMs: null }
        : { ...current, state: 'refused', refusal: verdict.refusal, finishedAtMs: nowMs };
    });
    return false;
  }

  #logPast({ payout: payoutId, outcome }: PastAttempt): void {
    const { logger } = this.options;
    const { serviceId = null } = outcome ?? {};
    if (outcome?.outcome === 'sent')
      logger.info({ payoutId, serviceId }, 'payout was sent before, outcome taken from the journal');
    else logger.warn({ payoutId, serviceId }, 'payout may have been sent before, outcome unknown');
  }

  async #assess(payout: PayoutRecord, journal: JournalContent) {
    const { rules, clock, store } = this.options;
    const others = payout.refund ? journal.attemptsFor(payout.refund).map((attempt) => attempt.payout) : [];
    const states = await findPayoutStates(store.db, others);
    const notSent = new Set(others.filter((id) => states.get(id) === 'not_sent'));
    return assessPayout(payout, rules, { journal, nowMs: clock.nowMs(), notSent });
  }

  /**
   * Records the attempt in the journal and in the store, just before the request and in the turn of this process. Assesses the payout
   * again: another process may have sent it since.
   * @returns the id of the approval
   * @throws {SendAborted} @throws {PayoutsRefusedError}
   */
  #beginAttempt(payout: PayoutRecord): Promise<string> {
    return this.#useJournal(async (journal, known) => {
      const verdict = await this.#assess(payout, journal);
      // The next round stores the reason.
      if (verdict.is !== 'allowed') throw new SendAborted();
      const { approval } = verdict.attempt;
      // The same time in both: `#recoverCrashed` finds the attempt by it.
      const atMs = this.options.clock.nowMs();
      await journal.begin({ atMs, ...verdict.attempt });
      try {
        // Before the request: from now on, older journals are rejected.
        await this.#saveHead(journal, known);
        await this.#change(payout, ['approved'], 'payout.attempt', (current) => {
          if (current.approval !== payout.approval) throw new SendAborted();
          return { ...current, state: 'sending', attemptedAtMs: atMs };
        });
        return approval;
      } catch (error) {
        await journal.end({ approval, outcome: 'aborted', serviceId: null, amount: null });
        throw error;
      }
    });
  }

  async #recordSent(payout: PayoutRecord, approval: string, withdrawal: Withdrawal): Promise<void> {
    const { id, amount } = withdrawal;
    const stated = statedWithdrawalOf(withdrawal, payout.currency);
    this.options.logger.info({ payoutId: payout.id, serviceId: id }, 'payout sent');
    const outcome: Outcome = { approval, outcome: 'sent', serviceId: id, amount };
    await this.#record(payout, outcome, (current, nowMs) => ({
      ...withOutcome(current, outcome, nowMs),
      stated,
    }));
  }

  async #recordFailure(payout: PayoutRecord, approval: string, error: unknown): Promise<void> {
    const { logger, signal } = this.options;
    const code = error instanceof ServiceError ? error.code : 'outcome_unknown';
    const created = error instanceof ServiceError ? error.created : undefined;
    const id = created && { serviceId: created.id };
    logger.error({ payoutId: payout.id, code, ...id, ...errorFields(error) }, 'payout failed');
    if (code === 'refused' || code === 'unauthorized' || code === 'unreachable') {
      const outcome: Outcome = { approval, outcome: 'not sent', serviceId: null, amount: null };
      await this.#record(payout, outcome, (current, nowMs) => {
        // Nothing was sent, so a later round can send the payout while the approval is valid.
        if (code === 'unreachable') return { ...current, state: 'approved', attemptedAtMs: null };
        const refusal = code === 'refused' ? 'service_refused' : 'key_rejected';
        return { ...current, state: 'refused', refusal, finishedAtMs: nowMs };
      });
      if (code === 'unreachable') await pause(UNREACHABLE_MS, undefined, { signal }).catch(() => undefined);
    } else if (created) {
      const { id: serviceId, amount } = created;
      const outcome: Outcome = { approval, outcome: 'unknown', serviceId, amount };
      await this.#record(payout, outcome, (current, nowMs) => withOutcome(current, outcome, nowMs));
    } else {
      // If this fails, `#recoverCrashed` sets the state later.
      await this.#change(payout, ['sending'], 'payout.outcome', (current, nowMs) => ({
        ...current,
        state: 'unknown',
        nextLookupAtMs: nowMs,
      }));
    }
  }

  /** Records the outcome of an attempt. If that fails, each round retries. */
  async #record(
    payout: PayoutRecord,
    outcome: Outcome,
    change: (current: PayoutRecord, nowMs: number) => PayoutRecord,
  ): Promise<void> {
    // Another process may have assumed that this one crashed, or the store may have been restored.
    const expected: readonly PayoutState[] =
      outcome.outcome === 'sent' ? OPEN_PAYOUT_STATES : ['sending', 'unknown'];
    const inStore = () => this.#change(payout, expected, 'payout.outcome', change);
    // Even if the payout is missing from the store: the journal has its attempt.
    const inJournal = () => this.options.journal.use((journal) => journal.end(outcome));
    const withHead = () => this.#useJournal((journal, known) => this.#saveHead(journal, known));
    // If nothing was sent, the journal must have the outcome before the store allows another attempt.
    const isOrdered = outcome.outcome === 'not sent';
    const steps = isOrdered ? [inJournal, withHead, inStore] : [inStore, inJournal, withHead];
    const known = { payoutId: payout.id, outcome: outcome.outcome, serviceId: outcome.serviceId, isOrdered };
    await this.#runSteps({ ...known, steps });
  }

  async #runSteps(known: KnownOutcome): Promise<void> {
    const { logger } = this.options;
    const { payoutId, outcome, serviceId, isOrdered } = known;
    const fields = { payoutId, outcome, serviceId };
    const isRetry = this.#known.has(payoutId);
    this.#known.set(payoutId, known);
    const remaining: (() => Promise<void>)[] = [];
    for (const step of known.steps) {
      if (isOrdered && remaining.length > 0) {
        remaining.push(step);
        continue;
      }
      try {
        await step();
      } catch (error) {
        // A contradiction by another process or a person is final. If the payout is missing from the store, `bookJournal` can still book
        // it, unless it was not sent.
        const isForgotten =
          outcome !== 'not sent' && error instanceof ProblemError && error.code === 'record_not_found';
        const isFinal = !isForgotten && (error instanceof SendAborted || error instanceof ProblemError);
        if (!isFinal) remaining.push(step);
        const message = isFinal
          ? 'payout outcome contradicts the store'
          : 'payout outcome could not be recorded, retrying';
        if (isFinal || !isRetry) logger.error({ ...fields, ...errorFields(error) }, message);
      }
    }
    known.steps = remaining;
    if (remaining.length > 0) return;
    this.#known.delete(payoutId);
    if (isRetry) logger.info(fields, 'payout outcome recorded');
  }

  /**
   * Finishes a payout whose process crashed while sending it. Does so even if other payouts are missing from the store.
   * @throws {PayoutsRefusedError | JournalDamagedError} if the journal cannot know the outcome
   */
  async #recoverCrashed(payout: PayoutRecord): Promise<void> {
    const { journal, store } = this.options;
    const { id, attemptedAtMs } = payout;
    const known = await journal.use(async (content) => {
      await checkJournal(store, content);
      return attemptedAtMs === null ? null : content.outcomeOf({ payout: id, atMs: attemptedAtMs });
    });
    await this.#change(payout, ['sending'], 'payout.outcome', (current, nowMs) =>
      withOutcome(current, known, nowMs),
    );
  }

  /** Looks up the candidates for an unknown payout, or the transaction and the fees of a sent one. */
  async #lookUp(payout: PayoutRecord): Promise<void> {
    const { store, storeClock, logger } = this.options;
    const nowMs = storeClock.nowMs();
    await postponeLookup(store.db, payout, scheduleNextLookup(payout, nowMs));
    try {
      const found =
        payout.state === 'sent'
          ? await findTransaction(payout, this.options)
          : await findPayoutCandidates(payout, this.options);
      if (Object.keys(found).length === 0) return;
      await this.#change(payout, [payout.state], 'payout.outcome', (current) => ({ ...current, ...found }));
    } catch (error) {
      logger.warn({ payoutId: payout.id, ...errorFields(error) }, 'payout cannot be looked up, retrying');
    }
  }

  /** Changes a payout. @throws {SendAborted} unless it is in one of the expected states */
  async #change(
    payout: PayoutRecord,
    expected: readonly PayoutState[],
    action: AuditAction,
    change: (current: PayoutRecord, nowMs: number) => PayoutRecord,
  ): Promise<void> {
    const { store, storeClock, testMode } = this.options;
    const nowMs = storeClock.nowMs();
    await changePayout(store, payout.id, {
      ...{ action, actor: { person: AUDIT_NAME, nowMs, testMode } },
      change: (current) => {
        if (!expected.includes(current.state)) throw new SendAborted(`The payout is now ${current.state}.`);
        return change(current, nowMs);
      },
    });
  }
}

/** Returns a payout with its outcome from the journal. @param known `null` if the outcome is unknown */
export function withOutcome(payout: PayoutRecord, known: Outcome | null, nowMs: number): PayoutRecord {
  if (known?.outcome === 'sent') {
    const { serviceId, amount: sentAmount } = known;
    return { ...payout, state: 'sent', serviceId, sentAmount, finishedAtMs: nowMs, nextLookupAtMs: nowMs };
  }
  if (known?.outcome === 'not sent')
    return { ...payout, state: 'refused', refusal: 'service_refused', finishedAtMs: nowMs };
  const unknown: PayoutRecord = { ...payout, state: 'unknown', nextLookupAtMs: nowMs };
  if (!known || known.serviceId === null) return unknown;
  return withCandidate(unknown, { id: known.serviceId, amount: known.amount });
}

/** Combines limiters, the first one outermost. The result runs `begin` right before each request. */
function inTurn(limiters: readonly RequestLimiter[], begin: () => Promise<void>): RequestLimiter {
  return {
    take: (minIntervalMs, send) =>
      limiters.reduceRight<() => ReturnType<typeof send>>(
        (inner, limiter) => () => limiter.take(minIntervalMs, inner),
        async () => {
          await begin();
          return send();
        },
      )(),
  };
}
