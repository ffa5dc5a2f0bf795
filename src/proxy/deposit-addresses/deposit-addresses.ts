import { validateAddress } from '../../payment/addresses/index.js';
import { caipIds } from '../../payment/index.js';
import { ServiceError, type StaticWallet } from '../../service/index.js';
import type { CreationLimits } from '../upstream/creation-limits.js';
import type { ServiceTime } from '../upstream/service-time.js';
import type { DepositAddressReviewEvent } from '../../protocol/events.js';
import { eventIdOf } from '../domain/events.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import type { StoreContext } from '../store/store.js';
import { LEASE_MS, withLease } from '../store/claim.js';
import {
  claimDepositAddress,
  findDepositAddresses,
  recordCreationAttempt,
  releaseDepositAddress,
  renewDepositAddress,
  saveDepositAddress,
} from '../store/deposit-addresses.js';
import {
  type ServiceCalls,
  serviceErrorFields,
  throwServiceProblem,
} from '../upstream/service-connection.js';
import { DAY_MS, iso, MINUTE_MS } from '../base/time.js';
import type { DepositAddressIntent, DepositAddressKey, DepositAddressRecord } from '../domain/deposit.js';

interface DepositAddressesOptions extends StoreContext {
  readonly service: Pick<ServiceCalls, 'createStaticWallet' | 'listStaticWallets'>;
  readonly serviceTime: Pick<ServiceTime, 'nowMs'>;
  readonly limits: Pick<CreationLimits, 'acquireSlot'>;
  readonly acceptsTestMode: boolean;
  /** Called when a new event is in the outbox. */
  readonly onEvent: () => void;
}

/** Delay for requests while another request creates the address. */
const RETRY_AFTER_S = 2;
/** Time after which a create call with an unknown outcome counts as failed, if the service's list lacks the address. */
const DEFINITELY_NOT_CREATED_MS = 2 * MINUTE_MS;

/**
 * Creates deposit addresses, once per customer and currency. Stores the intent before the create call. If the outcome is unknown,
 * searches the service's list before repeating the call.
 */
export class DepositAddresses {
  readonly #running = new Map<string, Promise<DepositAddressRecord>>();

  constructor(private readonly options: DepositAddressesOptions) {}

  /**
   * Returns the deposit address of a customer. Creates it on the first call. Concurrent requests share one result.
   * @throws {ProblemError} `address_unusable` if the address must not be displayed; `service_unavailable` while another process
   *   creates it
   */
  async openAddress(key: DepositAddressKey): Promise<DepositAddressRecord> {
    const name = `${key.currency} ${key.customer}`;
    const running = this.#running.get(name);
    const work = running ?? this.#open(key).finally(() => this.#running.delete(name));
    this.#running.set(name, work);
    const record = await work;
    if (!record.isAddressValid) throw new ProblemError('address_unusable');
    return record;
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
    if (claim.stage === 'created') return claim.address;
    if (claim.stage === 'busy') throw busy('The deposit address is being created');
    const renew = (...times: [number, number]) => renewDepositAddress(store, key, times);
    return await withLease(clock, { untilMs, renew }, async (endLease) => {
      try {
        return await this.#obtain(claim.intent);
      } catch (error) {
        await releaseDepositAddress(store, key, await endLease()).catch(throwStoreProblem);
        throwServiceProblem(error);
      }
    });
  }

  async #obtain(intent: DepositAddressIntent): Promise<DepositAddressRecord> {
    const created =
      (intent.requestedAtMs !== null && (await this.#findExisting(intent))) || (await this.#create(intent));
    await this.#rejectShared(intent, created);
    return this.#save(intent, created);
  }

  /**
   * Rejects an address of another customer: their deposits would be indistinguishable.
   * @throws {ProblemError} `address_unusable`
   */
  async #rejectShared(key: DepositAddressKey, { id, address }: StaticWallet): Promise<void> {
    const { customer, currency } = key;
    const { store, logger } = this.options;
    const known = await findDepositAddresses(store, { customer: null, address }).catch(throwStoreProblem);
    if (known.every((record) => record.customer === customer || !record.isAddressValid)) return;
    const fields = { alert: 'deposit_address_shared', depositAddressId: id, currency };
    logger.error(fields, 'address of another customer hidden');
    throw new ProblemError('address_unusable');
  }

  async #create(intent: DepositAddressIntent): Promise<StaticWallet> {
    const { service, store, clock, logger } = this.options;
    const { customer, currency, requestedAtMs } = intent;
    const nowMs = clock.nowMs();
    if (requestedAtMs !== null && Math.abs(nowMs - requestedAtMs) < DEFINITELY_NOT_CREATED_MS) {
      throw busy('The deposit address is being looked up');
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
   * @throws {ServiceError} if the list cannot be read, or may contain it in an unreadable form
   */
  async #findExisting(intent: DepositAddressIntent): Promise<StaticWallet | null> {
    const { service, clock, logger } = this.options;
    const { customer, currency, intendedAtMs } = intent;
    const nowMs = clock.nowMs();
    // A clock that was ahead may have stored a future time.
    const sinceMs = Math.min(intendedAtMs, nowMs);
    const period = { start: new Date(sinceMs - DAY_MS), end: new Date(nowMs + DAY_MS) };
    let first: StaticWallet | null = null;
    const unreadable = new Set<string | null | undefined>();
    const wallets = service.listStaticWallets(period, (_id, _field, owner) => void unreadable.add(owner));
    for await (const wallet of wallets) {
      if (wallet.customer !== customer || wallet.currency.code !== currency) continue;
      if (!first || (wallet.createdAtMs ?? 0) < (first.createdAtMs ?? 0)) first = wallet;
    }
    if (!first && (unreadable.has(undefined) || unreadable.has(customer)))
      throw new ServiceError('invalid_response', 'list static wallets');
    if (first) logger.info({ depositAddressId: first.id, currency }, 'listed deposit address adopted');
    return first;
  }

  async #save(key: DepositAddressKey, created: StaticWallet): Promise<DepositAddressRecord> {
    const { customer, currency } = key;
    const { store, serviceTime, logger, onEvent } = this.options;
    const check = validateAddress(currency, created.address);
    const record: DepositAddressRecord = {
      id: created.id,
      customer,
      currency,
      address: created.address,
      isAddressValid: check.valid,
      createdAtMs: created.createdAtMs ?? serviceTime.nowMs(),
    };
    const review = check.valid ? null : this.#reviewEvent(record);
    const stored = await saveDepositAddress(store, record, review).catch(throwStoreProblem);
    if (check.valid) return stored;
    const fields = { alert: 'address_invalid', depositAddressId: created.id, currency, fault: check.reason };
    logger.error(fields, 'invalid deposit address hidden');
    onEvent();
    return stored;
  }

  #reviewEvent({ id, customer, currency }: DepositAddressRecord): DepositAddressReviewEvent {
    const { clock, acceptsTestMode: testMode } = this.options;
    const createdAt = iso(clock.nowMs());
    const type = 'deposit_address.review_required';
    return {
      id: eventIdOf(`${type} ${id}`),
      type,
      createdAt,
      testMode,
      reason: 'address_invalid',
      wallet: { id },
      customer,
      currency,
      ...caipIds(currency),
    };
  }
}

function busy(reason: string): ProblemError {
  const detail = `${reason}. Try again in ${RETRY_AFTER_S} s.`;
  return new ProblemError('service_unavailable', detail, { retryAfterS: RETRY_AFTER_S });
}
