import { setTimeout as pause } from 'node:timers/promises';
import {
  ServiceError,
  type RequestLimiter,
  type ServiceClient,
  type Withdrawal,
  type WithdrawalClient,
} from '../service/index.js';
import type { AuditAction, PayoutState } from '../protocol/index.js';
import { errorFields } from '../proxy/base/log.js';
import { DAY_MS } from '../proxy/base/time.js';
import type { PayoutRecord } from '../proxy/domain/payout.js';
import { LEASE_MS, withLease } from '../proxy/store/lease.js';
import { changePayout } from '../proxy/store/payout-changes.js';
import {
  claimApproved,
  listDuePayouts,
  postponeLookup,
  renewPayout,
  sumAttempted,
} from '../proxy/store/payouts.js';
import type { StoreContext } from '../proxy/store/store.js';
import { assessPayout, type PayoutRules } from './payout-rules.js';
import type { Journal } from './journal.js';
import { findPayoutCandidates, findTransaction, scheduleNextLookup } from './lookups.js';

export interface PayoutProcessOptions extends StoreContext {
  readonly rules: PayoutRules;
  readonly journal: Journal;
  readonly testMode: boolean;
  /** Returns a client with the withdrawal key and this limiter. */
  readonly connect: (limiter: RequestLimiter) => WithdrawalClient;
  /** Ensure the interval between requests: one for this machine, one for all processes on the store. */
  readonly limiters: readonly RequestLimiter[];
  /** Client with the API key, for lookups. */
  readonly service: Pick<ServiceClient, 'listInvoices' | 'invoices'>;
  /** Ends waits when it aborts, but never a request that was sent. */
  readonly signal: AbortSignal;
}

/** The name of this process in the audit log. */
const AUDIT_NAME = 'payouts process';
const TICK_MS = 1000;
/** Pause after the service could not be reached. Nothing was sent then. */
const UNREACHABLE_MS = 15_000;

/** The payout must not be sent: it is no longer allowed, or another process or a person has changed it first. */
class SendAborted extends Error {}

/**
 * Sends approved payouts, one at a time. Only this process holds the withdrawal key. It trusts neither the store nor the proxy: see
 * `assessPayout`. If the response to a payout is lost, the payout is never sent again. If several processes share a store, only the
 * one that changes a payout from `approved` to `sending` sends it: see `#beginAttempt`.
 */
export class PayoutProcess {
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
  }

  /** Runs the due lookups, and handles one approved payout. @returns whether there was an approved payout */
  async runOnce(): Promise<boolean> {
    const { store, clock } = this.options;
    for (const payout of await listDuePayouts(store.db, clock.nowMs())) {
      if (payout.state === 'sending') await this.#recoverCrashed(payout);
      else await this.#lookUp(payout);
    }
    const nowMs = clock.nowMs();
    const payout = await claimApproved(store.db, { nowMs, untilMs: nowMs + LEASE_MS });
    if (!payout) return false;
    const lease = {
      untilMs: nowMs + LEASE_MS,
      renew: (_: number, untilMs: number) => renewPayout(store.db, payout.id, untilMs),
    };
    await withLease(clock, lease, () => this.#send(payout));
    return true;
  }

  async #send(payout: PayoutRecord): Promise<void> {
    if (!(await this.#isAllowed(payout))) return;
    const { currency, address, amount } = payout;
    const attempt: { approval: string | null } = { approval: null };
    const limiter = inTurn(this.options.limiters, async () => {
      attempt.approval = await this.#beginAttempt(payout);
    });
    try {
      const withdrawal = await this.options.connect(limiter).withdraw({ currency, address, amount });
      await this.#recordSent(payout, attempt.approval ?? '', withdrawal);
    } catch (error) {
      if (attempt.approval !== null) return this.#recordFailure(payout, attempt.approval, error);
      if (!(error instanceof SendAborted)) throw error;
    }
  }

  /** Assesses a payout. Stores a refusal, or returns an expired approval to the staff. */
  async #isAllowed(payout: PayoutRecord): Promise<boolean> {
    const verdict = await this.#assess(payout);
    if (verdict.is === 'allowed') return true;
    this.options.logger.warn({ payoutId: payout.id, ...verdict }, 'payout not sent');
    await this.#change(payout, ['approved'], 'payout.outcome', (current, nowMs) =>
      verdict.is === 'refused'
        ? { ...current, state: 'refused', refusal: verdict.refusal, finishedAtMs: nowMs }
        : { ...current, state: 'proposed', approval: null, approvedBy: null, approvedAtMs: null },
    );
    return false;
  }

  async #assess(payout: PayoutRecord) {
    const { rules, journal, store, clock } = this.options;
    const nowMs = clock.nowMs();
    const sentInStore = await sumAttempted(store.db, payout.currency, nowMs - (nowMs % DAY_MS));
    return assessPayout(payout, rules, { journal, nowMs, sentInStore });
  }

  /**
   * Records the attempt just before the request, in the journal and in the store. Runs in the turn of this process.
   * @returns the id of the approval
   * @throws {SendAborted}
   */
  async #beginAttempt(payout: PayoutRecord): Promise<string> {
    const verdict = await this.#assess(payout);
    // The next round stores the reason.
    if (verdict.is !== 'allowed') throw new SendAborted();
    const { journal, clock } = this.options;
    const { approval, content } = verdict;
    const { currency, amount } = content;
    // The same in both: `#recoverCrashed` finds the attempt by its time.
    const atMs = clock.nowMs();
    await journal.begin({ atMs, payout: content.id, approval, currency, amount });
    try {
      await this.#change(payout, ['approved'], 'payout.attempt', (current) => {
        if (current.approval !== payout.approval) throw new SendAborted();
        return { ...current, state: 'sending', attemptedAtMs: atMs };
      });
      return approval;
    } catch (error) {
      await journal.end({ approval, outcome: 'aborted', serviceId: null, amount: null });
      throw error;
    }
  }

  async #recordSent(payout: PayoutRecord, approval: string, { id, amount }: Withdrawal): Promise<void> {
    const { journal, logger } = this.options;
    logger.info({ payoutId: payout.id, serviceId: id }, 'payout sent');
    await journal.end({ approval, outcome: 'sent', serviceId: id, amount });
    // Another process may have assumed that this one had crashed.
    await this.#change(payout, ['sending', 'unknown'], 'payout.outcome', (current, nowMs) => ({
      ...current,
      ...{ state: 'sent', serviceId: id, sentAmount: amount, finishedAtMs: nowMs, nextLookupAtMs: nowMs },
    }));
  }

  async #recordFailure(payout: PayoutRecord, approval: string, error: unknown): Promise<void> {
    const { journal, logger, signal } = this.options;
    const code = error instanceof ServiceError ? error.code : 'outcome_unknown';
    logger.error({ payoutId: payout.id, code, ...errorFields(error) }, 'payout failed');
    const isCertain = code === 'refused' || code === 'unauthorized' || code === 'unreachable';
    if (isCertain) await journal.end({ approval, outcome: 'not sent', serviceId: null, amount: null });
    await this.#change(payout, ['sending'], 'payout.outcome', (current, nowMs) => {
      // Nothing was sent, so the payout can be sent while the approval is valid.
      if (code === 'unreachable') return { ...current, state: 'approved', attemptedAtMs: null };
      if (!isCertain) return { ...current, state: 'unknown', nextLookupAtMs: nowMs };
      const refusal = code === 'refused' ? 'service_refused' : 'key_rejected';
      return { ...current, state: 'refused', refusal, finishedAtMs: nowMs };
    });
    if (code === 'unreachable') await pause(UNREACHABLE_MS, undefined, { signal }).catch(() => undefined);
  }

  /** Finishes a payout whose process crashed while sending it. */
  async #recoverCrashed(payout: PayoutRecord): Promise<void> {
    const { id, attemptedAtMs } = payout;
    const known =
      attemptedAtMs === null ? null : this.options.journal.outcomeOf({ payout: id, atMs: attemptedAtMs });
    await this.#change(payout, ['sending'], 'payout.outcome', (current, nowMs) => {
      if (known?.outcome === 'sent') {
        const { serviceId, amount: sentAmount } = known;
        const times = { finishedAtMs: nowMs, nextLookupAtMs: nowMs };
        return { ...current, state: 'sent', serviceId, sentAmount, ...times };
      }
      if (known) return { ...current, state: 'refused', refusal: 'service_refused', finishedAtMs: nowMs };
      return { ...current, state: 'unknown', nextLookupAtMs: nowMs };
    });
  }

  /** Looks up the candidates for an unknown payout, or the transaction of a sent one. */
  async #lookUp(payout: PayoutRecord): Promise<void> {
    const { store, clock, logger } = this.options;
    const nowMs = clock.nowMs();
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

  /** Changes a payout that is still in one of these states. @throws {SendAborted} */
  async #change(
    payout: PayoutRecord,
    expected: readonly PayoutState[],
    action: AuditAction,
    change: (current: PayoutRecord, nowMs: number) => PayoutRecord,
  ): Promise<void> {
    const { store, clock, testMode } = this.options;
    const nowMs = clock.nowMs();
    await changePayout(store, payout.id, { person: AUDIT_NAME, action, nowMs, testMode }, (current) => {
      if (!expected.includes(current.state)) throw new SendAborted(`The payout is now ${current.state}.`);
      return change(current, nowMs);
    });
  }
}

/** Runs a request in the turns of several limiters, the first one outermost, right after `begin`. */
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
