import { ServiceError, type InvoiceCalls } from '../../service/index.js';
import type { DepositReceivedEvent } from '../../protocol/events.js';
import { errorFields } from '../base/log.js';
import type { Postback } from '../domain/postback.js';
import { backoff } from '../domain/poll-schedule.js';
import {
  claimDeposits,
  postponeDeposit,
  recordDeposit,
  renewDeposits,
  settleDeposit,
  type NextCheck,
} from '../store/deposits.js';
import { LEASE_MS, withLease } from '../store/claim.js';
import type { Lane } from '../store/schema.js';
import { knownServiceIds } from '../store/poll-queue.js';
import type { StoreContext } from '../store/store.js';
import { findDepositAddresses } from '../store/deposit-addresses.js';
import { serviceErrorFields } from '../upstream/service-connection.js';
import {
  checkDeposit,
  depositIn,
  unverifiedDeposit,
  type PendingDeposit,
  type PostbackOrigin,
} from '../domain/deposit.js';
import type { StatedPayment } from '../domain/stated-change.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.js';

interface DepositVerifierOptions extends StoreContext {
  readonly service: Pick<InvoiceCalls, 'invoices'>;
  readonly acceptsTestMode: boolean;
  /** Whether `postbackSecrets` is set. */
  readonly hasPostbackSecret: boolean;
  /** Called when a new event is in the outbox. */
  readonly onEvent: () => void;
}

/** Delays between checks: the service's record may appear after the postback, and a chain may be slow. */
const CHECK_DELAYS_MS = [
  ...[2, 10, 30, 60].map((seconds) => seconds * SECOND_MS),
  ...[5, 30].map((minutes) => minutes * MINUTE_MS),
  ...[2, 8, 24].map((hours) => hours * HOUR_MS),
];
/** Number of checks after which a deposit that the service does not know is reported as unverified. */
const REPORT_AFTER_CHECKS = 4;
/** Delay after a failed check: half the age of the deposit, within these limits. */
const FAILURE_DELAY_MS = { min: 15 * SECOND_MS, max: HOUR_MS } as const;
/** Time after which a deposit whose checks fail counts as unknown to the service. */
const FAILURE_LIMIT_MS = 72 * HOUR_MS;

/** The number of deposits of some lanes to check per round. */
interface Quota {
  readonly lanes: readonly Lane[];
  readonly limit: number;
}

/**
 * Maximum number of checks per round, without a postback secret. Each deposit takes a separate call, since an unknown id may fail a
 * batch. One client may send ten new deposits per round on average. A round checks more, so that a flood cannot make the queue grow:
 * rounds begin with the oldest or the newest deposits, and would never reach the middle.
 * @internal
 */
export const QUOTAS: readonly Quota[] = [
  { lanes: ['signed', 'new'], limit: 13 },
  { lanes: ['checked'], limit: 4 },
];
/**
 * Maximum number of checks per round, with a postback secret. An unsigned postback then comes from an attacker, or the secret is wrong.
 */
const QUOTAS_WITH_SECRET: readonly Quota[] = [
  { lanes: ['signed'], limit: 10 },
  { lanes: ['new', 'checked'], limit: 1 },
];

/** Verifies deposits. The service announces a deposit only by a postback, so the proxy fetches its record. */
export class DepositVerifier {
  #newestFirst = false;

  constructor(private readonly options: DepositVerifierOptions) {}

  /**
   * Records the deposit that a postback reports.
   * @returns whether the postback reports a deposit
   */
  async recordDeposit(postback: Postback, origin: PostbackOrigin): Promise<boolean> {
    const { store, clock } = this.options;
    const { orderId: customer, address, invoiceIds } = postback;
    const addresses = await findDepositAddresses(store, { customer, address });
    const nowMs = clock.nowMs();
    const deposit = depositIn(postback, addresses, origin, nowMs);
    if (!deposit || (await knownServiceIds(store, invoiceIds)).size > 0) return false;
    await recordDeposit(store, deposit, nowMs);
    return true;
  }

  /** Runs one round of due checks. Never throws. */
  async verifyDue(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const untilMs = nowMs + LEASE_MS;
      this.#newestFirst = !this.#newestFirst;
      const claim = { nowMs, untilMs, newestFirst: this.#newestFirst };
      const due: PendingDeposit[] = [];
      for (const quota of this.options.hasPostbackSecret ? QUOTAS_WITH_SECRET : QUOTAS)
        due.push(...(await claimDeposits(store, { ...claim, ...quota })));
      if (due.length === 0) return;
      const renew = (...times: [number, number]) => renewDeposits(store, due, times);
      await withLease(clock, { untilMs, renew }, () =>
        Promise.all(due.map((deposit) => this.#verify(deposit))),
      );
    } catch (error) {
      logger.error(errorFields(error), 'store unavailable, deposit checks postponed');
    }
  }

  async #verify(deposit: PendingDeposit): Promise<void> {
    const { store, clock, logger, acceptsTestMode } = this.options;
    try {
      const { invoiceId, customer } = deposit;
      const knownIds = await knownServiceIds(store, invoiceId === null ? [] : [invoiceId]);
      if (knownIds.size > 0) return await this.#drop(deposit, 'belongs to an order');
      const record = invoiceId === null ? undefined : await this.#fetch(invoiceId);
      const named = { customer: record?.orderId ?? null, address: record?.address ?? null };
      const addresses = {
        ofRecord: await findDepositAddresses(store, named),
        ofPostback: await findDepositAddresses(store, { customer, address: null }),
      };
      const check = checkDeposit(deposit, record, addresses, { nowMs: clock.nowMs(), acceptsTestMode });
      switch (check.is) {
        case 'deposit':
          return await this.#settle(deposit, check.event, null, check.payment);
        case 'doubtful':
          if (deposit.isReported) return await this.#continue(deposit);
          logger.error(
            { alert: 'deposit_in_doubt', invoiceId, reason: check.reason },
            'deposit needs review',
          );
          return await this.#settle(deposit, check.event, this.#nextCheck(deposit));
        case 'other customer':
          await recordDeposit(store, check.deposit, clock.nowMs());
          return await this.#drop(deposit, 'belongs to another customer');
        case 'not a deposit':
          return await this.#drop(deposit, check.reason);
        case 'unpaid':
          return await this.#awaitPayment(deposit, check.event);
        case 'unknown':
          return await this.#continue(deposit);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.options.logger.warn(serviceErrorFields(error), 'deposit check failed, retrying');
      await this.#afterFailure(deposit, error);
    }
  }

  /** Postpones a check after a failed call, which the service or this deposit may have caused. */
  async #afterFailure(deposit: PendingDeposit, { retryAfterMs = 0 }: ServiceError): Promise<void> {
    const { store, clock } = this.options;
    const nowMs = clock.nowMs();
    const ageMs = nowMs - deposit.recordedAtMs;
    if (ageMs >= FAILURE_LIMIT_MS) return this.#continue({ ...deposit, checks: CHECK_DELAYS_MS.length });
    const pauseMs = Math.max(backoff(ageMs, FAILURE_DELAY_MS), Math.min(FAILURE_DELAY_MS.max, retryAfterMs));
    await postponeDeposit(store, deposit, { checks: deposit.checks, nextCheckAtMs: nowMs + pauseMs });
  }

  /** Fetches the record of a deposit. The service may refuse an unknown id: service doc, "Errors", does not define it. */
  async #fetch(id: string) {
    try {
      const [record] = (await this.options.service.invoices([id])).values();
      return record;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'refused') return undefined;
      throw error;
    }
  }

  /**
   * Schedules the next check of a deposit whose record is not paid. It is no deposit yet, even if the postback is signed.
   * @param event the event for the shop after the last check, if the record has an amount
   */
  async #awaitPayment(deposit: PendingDeposit, event: DepositReceivedEvent | null): Promise<void> {
    const { store } = this.options;
    const next = this.#nextCheck(deposit);
    if (next) return postponeDeposit(store, deposit, next);
    if (deposit.isReported) return settleDeposit(store, deposit, { outcome: 'unverified' });
    if (event) return this.#settle(deposit, event);
    await this.#drop(deposit, 'unpaid at the service');
  }

  /** Schedules the next check of a deposit that the service does not know, and reports it as unverified. */
  async #continue(deposit: PendingDeposit): Promise<void> {
    const { store, clock, acceptsTestMode } = this.options;
    const { checks, isReported, customer } = deposit;
    const next = this.#nextCheck(deposit);
    const isEarly = checks < REPORT_AFTER_CHECKS || isReported;
    if (next && isEarly) return postponeDeposit(store, deposit, next);
    if (isReported) return settleDeposit(store, deposit, { outcome: 'unverified' });
    const addresses = await findDepositAddresses(store, { customer, address: null });
    const event = unverifiedDeposit(deposit, addresses, { nowMs: clock.nowMs(), acceptsTestMode });
    if (!event) return this.#drop(deposit, 'identifies no deposit address');
    await this.#settle(deposit, event, next);
  }

  /** Returns the next check; `null` after the last one. */
  #nextCheck({ invoiceId, checks }: PendingDeposit): NextCheck | null {
    const pauseMs = invoiceId === null ? undefined : CHECK_DELAYS_MS[checks];
    if (pauseMs === undefined) return null;
    return { checks: checks + 1, nextCheckAtMs: this.options.clock.nowMs() + pauseMs };
  }

  async #settle(
    deposit: PendingDeposit,
    event: DepositReceivedEvent,
    next: NextCheck | null = null,
    payment?: StatedPayment,
  ): Promise<void> {
    const { store, logger, onEvent } = this.options;
    const outcome = event.verified ? 'verified' : 'unverified';
    await settleDeposit(store, deposit, { outcome, event, payment, next });
    // The deposit and its event have the same id.
    if (!event.verified) logger.warn({ eventId: deposit.id }, 'deposit reported as unverified');
    onEvent();
  }

  async #drop(deposit: PendingDeposit, reason: string): Promise<void> {
    const { invoiceId, isReported } = deposit;
    this.options.logger.warn({ invoiceId, reason }, 'deposit postback dropped');
    await settleDeposit(this.options.store, deposit, { outcome: isReported ? 'unverified' : 'mismatch' });
  }
}
