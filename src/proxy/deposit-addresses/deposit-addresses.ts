import { createHash } from 'node:crypto';
import { validateAddress } from '../../payment/addresses/index.js';
import { caipIds } from '../../payment/index.js';
import { ServiceError, type StaticWallet } from '../../service/index.js';
import type { CreationLimits } from '../upstream/creation-limits.js';
import type { DepositAddressReviewEvent } from '../domain/event.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import type { StoreContext } from '../store/store.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import {
  claimDepositAddress,
  findDepositAddresses,
  recordCreationAttempt,
  releaseDepositAddress,
  renewDepositAddress,
  saveDepositAddress,
} from '../store/deposit-addresses.js';
import type { ServiceCalls } from '../upstream/service-connection.js';
import { serviceErrorFields, toServiceProblem } from '../upstream/service-problems.js';
import { DAY_MS, iso } from '../base/time.js';
import type {
  DepositAddressIntent,
  DepositAddressKey,
  DepositAddressRecord,
} from '../domain/deposit-address.js';

export interface DepositAddressesOptions extends StoreContext {
  readonly service: Pick<ServiceCalls, 'createStaticWallet' | 'listStaticWallets'>;
  readonly limits: Pick<CreationLimits, 'acquireSlot'>;
  readonly acceptsTestMode: boolean;
  /** Called when a new event is in the outbox. */
  readonly onEvent: () => void;
}

/** For requests while the address is being created. */
const RETRY_LATER = { retryAfterS: 2 } as const;
/** A create call with an unknown outcome has failed if the address is in no list after this time. */
const DEFINITELY_NOT_CREATED_MS = 2 * 60_000;

/**
 * Creates deposit addresses, once per customer and currency. The intent is stored before the create call. If the outcome
 * is unknown, the address is searched in the service's list before the call is repeated.
 */
export class DepositAddresses {
  readonly #running = new Map<string, Promise<DepositAddressRecord>>();

  constructor(private readonly options: DepositAddressesOptions) {}

  /** Returns the deposit address of a customer. Concurrent requests share one result. @throws {ProblemError} */
  async open(key: DepositAddressKey): Promise<DepositAddressRecord> {
    const name = `${key.currency} ${key.customer}`;
    const running = this.#running.get(name);
    const work = running ?? this.#open(key).finally(() => this.#running.delete(name));
    this.#running.set(name, work);
    const wallet = await work;
    if (!wallet.isAddressValid) throw new ProblemError('address_unusable');
    return wallet;
  }

  async #open(key: DepositAddressKey): Promise<DepositAddressRecord> {
    let slot: ReturnType<CreationLimits['acquireSlot']> | undefined;
    const admit = (): void => {
      // The store may repeat the transaction after a conflict: acquire only one slot.
      slot ??= this.options.limits.acquireSlot();
      if (slot instanceof ProblemError) throw slot;
    };
    try {
      return await this.#withClaim(key, admit);
    } finally {
      if (typeof slot === 'function') slot();
    }
  }

  async #withClaim(key: DepositAddressKey, admit: () => void): Promise<DepositAddressRecord> {
    const { store, clock } = this.options;
    const nowMs = clock.nowMs();
    const untilMs = nowMs + LEASE_MS;
    const times = { nowMs, untilMs };
    const claim = await claimDepositAddress(store, key, times, admit).catch(throwStoreProblem);
    if (claim.stage === 'made') return claim.wallet;
    if (claim.stage === 'busy')
      throw new ProblemError('service_unavailable', 'deposit address is being created', RETRY_LATER);
    const renew = (...times: [number, number]) => renewDepositAddress(store, key, times);
    try {
      return await withLease(clock, { untilMs, renew }, () => this.#obtain(claim.intent));
    } catch (error) {
      await releaseDepositAddress(store, key).catch(throwStoreProblem);
      throw error instanceof ServiceError ? toServiceProblem(error) : error;
    }
  }

  async #obtain(intent: DepositAddressIntent): Promise<DepositAddressRecord> {
    const created =
      (intent.requestedAtMs !== null && (await this.#findExisting(intent))) || (await this.#create(intent));
    await this.#rejectShared(intent, created);
    return this.#save(intent, created);
  }

  /** Rejects the address of another customer: their deposits could not be distinguished. @throws {ProblemError} */
  async #rejectShared(key: DepositAddressKey, { id, address }: StaticWallet): Promise<void> {
    const { customer, currency } = key;
    const { store, logger } = this.options;
    const known = await findDepositAddresses(store, { customer: null, address }).catch(throwStoreProblem);
    if (known.every((wallet) => wallet.customer === customer || !wallet.isAddressValid)) return;
    const fields = { alert: 'deposit_address_shared', depositAddressId: id, currency };
    logger.error(fields, 'address of another customer hidden');
    throw new ProblemError('address_unusable');
  }

  async #create(intent: DepositAddressIntent): Promise<StaticWallet> {
    const { service, store, clock, logger } = this.options;
    const { customer, currency, requestedAtMs } = intent;
    const nowMs = clock.nowMs();
    if (requestedAtMs !== null && Math.abs(nowMs - requestedAtMs) < DEFINITELY_NOT_CREATED_MS) {
      throw new ProblemError('service_unavailable', 'deposit address is being looked up', RETRY_LATER);
    }
    await recordCreationAttempt(store, intent, nowMs).catch(throwStoreProblem);
    try {
      return await service.createStaticWallet({ customer, currency });
    } catch (error) {
      logger.error({ currency, ...serviceErrorFields(error) }, 'deposit address creation failed');
      const isOutcomeUnknown = !(error instanceof ServiceError) || error.code === 'outcome_unknown';
      if (!isOutcomeUnknown)
        await recordCreationAttempt(store, intent, requestedAtMs).catch(throwStoreProblem);
      const found = isOutcomeUnknown ? await this.#findExisting(intent) : null;
      if (found) return found;
      throw error;
    }
  }

  /**
   * Returns the oldest listed address of this customer and currency.
   * @throws {ServiceError} if the list cannot be read
   */
  async #findExisting(intent: DepositAddressIntent): Promise<StaticWallet | null> {
    const { service, clock, logger } = this.options;
    const { customer, currency, intendedAtMs } = intent;
    const nowMs = clock.nowMs();
    // A clock that was ahead may have stored a future time.
    const sinceMs = Math.min(intendedAtMs, nowMs);
    const period = { start: new Date(sinceMs - DAY_MS), end: new Date(nowMs + DAY_MS) };
    let first: StaticWallet | null = null;
    for await (const wallet of service.listStaticWallets(period)) {
      if (wallet.customer !== customer || wallet.currency.code !== currency) continue;
      if (!first || (wallet.createdAtMs ?? 0) < (first.createdAtMs ?? 0)) first = wallet;
    }
    if (first) logger.info({ depositAddressId: first.id, currency }, 'listed deposit address adopted');
    return first;
  }

  async #save(key: DepositAddressKey, created: StaticWallet): Promise<DepositAddressRecord> {
    const { customer, currency } = key;
    const { store, clock, logger, onEvent } = this.options;
    const check = validateAddress(currency, created.address);
    const wallet: DepositAddressRecord = {
      ...{ id: created.id, customer, currency, address: created.address },
      isAddressValid: check.valid,
      createdAtMs: created.createdAtMs ?? clock.nowMs(),
    };
    const review = check.valid ? null : this.#reviewEvent(wallet);
    const stored = await saveDepositAddress(store, wallet, review).catch(throwStoreProblem);
    if (check.valid) return stored;
    const fields = { alert: 'address_invalid', depositAddressId: created.id, currency, fault: check.reason };
    logger.error(fields, 'invalid deposit address hidden');
    onEvent();
    return stored;
  }

  /** Its id derives from the address id, so that every process creates the same event. Its former name is a part of it. */
  #reviewEvent({ id, customer, currency }: DepositAddressRecord): DepositAddressReviewEvent {
    const { clock, acceptsTestMode: testMode } = this.options;
    const mark = createHash('sha256').update(`wallet.alarm ${id}`).digest('base64url');
    return {
      ...{
        id: `evt_${mark}`,
        type: 'deposit_address.review_required',
        createdAt: iso(clock.nowMs()),
        testMode,
      },
      ...{ reason: 'address_invalid', wallet: { id }, customer, currency },
      ...caipIds(currency),
    };
  }
}
