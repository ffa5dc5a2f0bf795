import type { InvoiceCalls } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import type { Clock } from '../base/clock.js';
import type { DepositReceived } from '../domain/event.js';
import type { Logger } from '../base/log.js';
import { errorFields } from '../base/log.js';
import type { Postback } from '../domain/postback.js';
import {
  claimDeposits,
  recordDeposit,
  postponeDeposit,
  renewDeposits,
  settleDeposit,
} from '../store/deposits.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import type { Lane, NextCheck } from '../store/deposits.js';
import { knownServiceIds } from '../store/due-invoices.js';
import type { Store } from '../store/store.js';
import { findDepositAddresses } from '../store/deposit-addresses.js';
import { serviceErrorFields } from '../upstream/service-problems.js';
import type { PendingDeposit } from '../domain/deposit.js';
import { fromPostback, depositIn, checkDeposit } from '../domain/deposit.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.js';

export interface DepositVerifierOptions {
  readonly service: Pick<InvoiceCalls, 'invoices'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly acceptsTestMode: boolean;
  /** The secret is known with which the service signs its postbacks. */
  readonly hasPostbackSecret: boolean;
  /** There is something to tell the shop. */
  readonly onEvent: () => void;
}

/** Between the looks: what a postback speaks of may not be in the information yet, and a chain may be slow. */
const PAUSES_MS = [
  ...[2, 10, 30, 60].map((seconds) => seconds * SECOND_MS),
  ...[5, 30].map((minutes) => minutes * MINUTE_MS),
  ...[2, 8, 24].map((hours) => hours * HOUR_MS),
];
/** After so many vain looks the shop is told of what the service does not know: a person may know more. */
const REPORT_AFTER_CHECKS = 4;
/** While it cannot be asked about: after half of the age, within these limits; in the end it is taken as unknown. */
const FAILURE_PAUSE_MS = { least: 15 * SECOND_MS, most: HOUR_MS } as const;
const FAILURE_LIMIT_MS = 72 * HOUR_MS;
/**
 * Of those that are due, so many are looked at in a round. Each is a call of its own: one that is unknown would break the
 * others. As many new ones as one client may send within a round, so that it cannot outrun the looks.
 */
const LANES: readonly Lane[] = [
  { isNew: true, limit: 10 },
  { isNew: false, limit: 5 },
];
/** Where the service signs its postbacks, one without a signature is a stranger's, or the shop has the wrong secret. */
const LANES_OF_SIGNED: readonly Lane[] = [
  { isSigned: true, limit: 10 },
  { isSigned: false, limit: 1 },
];

/**
 * Money that comes to static wallets: the service tells of it by a postback alone, and is asked what is true
 * of it.
 */
export class DepositVerifier {
  #newestFirst = false;

  constructor(private readonly options: DepositVerifierOptions) {}

  /**
   * Stores what a postback says about a wallet, if it does. @param signed the invoice ids that its token
   * proves
   */
  async record(postback: Postback, signed: ReadonlySet<string>): Promise<boolean> {
    const { store, clock } = this.options;
    const { orderId: customer, address, invoiceIds } = postback;
    const wallets = await findDepositAddresses(store, { customer, address });
    const nowMs = clock.nowMs();
    const deposit = depositIn(postback, wallets, signed, nowMs);
    if (!deposit || (await knownServiceIds(store, invoiceIds)).size > 0) return false;
    await recordDeposit(store, deposit, nowMs);
    return true;
  }

  /** One round: those that are due are asked about. Never throws. */
  async verifyDue(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const untilMs = nowMs + LEASE_MS;
      this.#newestFirst = !this.#newestFirst;
      const claim = { nowMs, untilMs, newestFirst: this.#newestFirst };
      const due: PendingDeposit[] = [];
      for (const lane of this.options.hasPostbackSecret ? LANES_OF_SIGNED : LANES)
        due.push(...(await claimDeposits(store, { ...claim, ...lane })));
      if (due.length === 0) return;
      const renew = (...times: [number, number]) => renewDeposits(store, due, times);
      await withLease(clock, { untilMs, renew }, () =>
        Promise.all(due.map((deposit) => this.#verify(deposit))),
      );
    } catch (error) {
      logger.error(errorFields(error), 'the store cannot be used: deposits are looked at later');
    }
  }

  async #verify(deposit: PendingDeposit): Promise<void> {
    const { store, service, clock, logger, acceptsTestMode } = this.options;
    try {
      const { invoiceId } = deposit;
      const answer = invoiceId === null ? undefined : await this.#fetch(service, invoiceId);
      const named = { customer: answer?.orderId ?? null, address: answer?.address ?? null };
      const wallets = await findDepositAddresses(store, named);
      const reading = checkDeposit(deposit, answer, wallets, { nowMs: clock.nowMs(), acceptsTestMode });
      switch (reading.is) {
        case 'deposit':
          return await this.#settle(deposit, reading.event);
        case 'doubtful':
          if (deposit.isTold) return await this.#continue(deposit, true);
          logger.error({ invoice: invoiceId }, `${reading.why}: a person has to look`);
          return await this.#settle(deposit, reading.event, this.#nextCheck(deposit));
        case 'of another':
          await recordDeposit(store, reading.deposit, clock.nowMs());
          return await this.#drop(deposit, 'it is the money of another customer');
        case 'other':
          return await this.#drop(deposit, 'it is about something else');
        case 'unknown':
          // What the service knows, and has no money for, is no deposit yet, whoever says so.
          return await this.#continue(deposit, answer !== undefined);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.options.logger.warn(serviceErrorFields(error), 'a deposit cannot be asked about: trying again');
      await this.#afterFailure(deposit, error);
    }
  }

  /** It may be the service, and it may be this one that makes every call fail. */
  async #afterFailure(deposit: PendingDeposit, { retryAfterMs = 0 }: ServiceError): Promise<void> {
    const { store, clock } = this.options;
    const nowMs = clock.nowMs();
    const ageMs = nowMs - deposit.notedAtMs;
    if (ageMs >= FAILURE_LIMIT_MS) return this.#continue({ ...deposit, looks: PAUSES_MS.length }, false);
    const { least, most } = FAILURE_PAUSE_MS;
    const pauseMs = Math.min(most, Math.max(retryAfterMs, least, Math.floor(ageMs / 2)));
    await postponeDeposit(store, deposit.id, { looks: deposit.looks, nextLookAtMs: nowMs + pauseMs });
  }

  /** The service may refuse an id that it does not know ("Errors": not shown). */
  async #fetch(service: DepositVerifierOptions['service'], id: string) {
    try {
      const [answer] = (await service.invoices([id])).values();
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'refused') return undefined;
      throw error;
    }
  }

  /** Still in doubt. */
  async #continue(deposit: PendingDeposit, isKnown: boolean): Promise<void> {
    const { store, clock, acceptsTestMode } = this.options;
    const { looks, isTold, customer } = deposit;
    const next = this.#nextCheck(deposit);
    const isEarly = looks < REPORT_AFTER_CHECKS || isKnown || isTold;
    if (next && isEarly) return postponeDeposit(store, deposit.id, next);
    if (isTold) return settleDeposit(store, deposit.id, { outcome: 'unverified' });
    if (isKnown) return this.#drop(deposit, 'the service has no money for it');
    const wallets = await findDepositAddresses(store, { customer, address: null });
    const event = fromPostback(deposit, wallets, { nowMs: clock.nowMs(), acceptsTestMode });
    if (!event) return this.#drop(deposit, 'it does not say which wallet it means');
    await this.#settle(deposit, event, next);
  }

  /** `null` when it is asked about no more. */
  #nextCheck({ invoiceId, looks }: PendingDeposit): NextCheck | null {
    const pauseMs = invoiceId === null ? undefined : PAUSES_MS[looks];
    if (pauseMs === undefined) return null;
    return { looks: looks + 1, nextLookAtMs: this.options.clock.nowMs() + pauseMs };
  }

  async #settle(
    { id }: PendingDeposit,
    event: DepositReceived,
    next: NextCheck | null = null,
  ): Promise<void> {
    const { store, logger, onEvent } = this.options;
    await settleDeposit(store, id, { outcome: event.verified ? 'verified' : 'unverified', event, next });
    if (!event.verified)
      logger.warn({ event: id }, 'a deposit is reported that the service does not confirm');
    onEvent();
  }

  async #drop({ id, invoiceId: invoice, isTold }: PendingDeposit, why: string): Promise<void> {
    this.options.logger.warn({ invoice }, `a postback is no deposit: ${why}`);
    await settleDeposit(this.options.store, id, { outcome: isTold ? 'unverified' : 'mismatch' });
  }
}
