import { createHash } from 'node:crypto';
import { validateAddress } from '../../payment/addresses/index.js';
import type { StaticWallet } from '../../service/index.js';
import { ServiceError } from '../../service/index.js';
import type { Clock } from '../base/clock.js';
import type { CreationLimits } from '../invoices/creation-limits.js';
import type { WalletAlarm } from '../domain/event.js';
import { iso } from '../domain/serialize-checkout.js';
import type { Logger } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import type { Store } from '../store/store.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import {
  claimDepositAddress,
  findDepositAddresses,
  recordCreationAttempt,
  releaseDepositAddress,
  renewDepositAddress,
  saveDepositAddress,
} from '../store/deposit-addresses.js';
import type { ServiceCalls } from '../upstream/service-calls.js';
import { serviceErrorFields, toServiceProblem } from '../upstream/service-problems.js';
import { DAY_MS } from '../base/time.js';
import type {
  DepositAddressIntent,
  DepositAddressKey,
  DepositAddressRecord,
} from '../domain/deposit-address.js';

export interface DepositAddressesOptions {
  readonly service: Pick<ServiceCalls, 'createStaticWallet' | 'listStaticWallets'>;
  readonly store: Store;
  readonly limits: Pick<CreationLimits, 'enter'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly acceptsTestMode: boolean;
  /** There is something to tell the shop. */
  readonly onEvent: () => void;
}

/** For who asks while it is being made. */
const RETRY_LATER = { retryAfterS: 2 } as const;
/** A wallet whose answer was lost, and that is in no list so long after, has not been made. */
const DEFINITELY_NOT_CREATED_MS = 2 * 60_000;

/**
 * Makes static wallets, once per customer and currency: the intent is in the store before the service is
 * asked, and a wallet whose answer was lost is looked for in the service's list before it is asked again.
 */
export class DepositAddresses {
  readonly #running = new Map<string, Promise<DepositAddressRecord>>();

  constructor(private readonly options: DepositAddressesOptions) {}

  /** Requests for the same wallet wait for one result. @throws {ProblemError} */
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
    let entered: ReturnType<CreationLimits['enter']> | undefined;
    const admit = (): void => {
      // The store may ask once more, where another process was quicker.
      entered ??= this.options.limits.enter();
      if (entered instanceof ProblemError) throw entered;
    };
    try {
      return await this.#withClaim(key, admit);
    } finally {
      if (typeof entered === 'function') entered();
    }
  }

  async #withClaim(key: DepositAddressKey, admit: () => void): Promise<DepositAddressRecord> {
    const nowMs = this.options.clock.nowMs();
    const untilMs = nowMs + LEASE_MS;
    const claim = await this.#stored((store) => claimDepositAddress(store, key, { nowMs, untilMs }, admit));
    if (claim.stage === 'made') return claim.wallet;
    if (claim.stage === 'busy')
      throw new ProblemError('service_unavailable', 'the wallet is being made', RETRY_LATER);
    const renew = (...times: [number, number]) => renewDepositAddress(this.options.store, key, times);
    try {
      return await withLease(this.options.clock, { untilMs, renew }, () => this.#obtain(claim.intent));
    } catch (error) {
      await this.#stored((store) => releaseDepositAddress(store, key));
      throw error instanceof ServiceError ? toServiceProblem(error) : error;
    }
  }

  async #obtain(intent: DepositAddressIntent): Promise<DepositAddressRecord> {
    const made =
      (intent.askedAtMs !== null && (await this.#findExisting(intent))) || (await this.#create(intent));
    await this.#rejectShared(intent, made);
    return this.#save(intent, made);
  }

  /** An answer need not name the customer: money at an address of two could not be told apart. @throws {ProblemError} */
  async #rejectShared(
    { customer, currency }: DepositAddressKey,
    { id, address }: StaticWallet,
  ): Promise<void> {
    const known = await this.#stored((store) => findDepositAddresses(store, { customer: null, address }));
    if (known.every((wallet) => wallet.customer === customer || !wallet.isAddressValid)) return;
    const message = 'ALARM: the service gives the address of another customer: it is not shown';
    this.options.logger.error({ wallet: id, currency }, message);
    throw new ProblemError('address_unusable');
  }

  async #create(intent: DepositAddressIntent): Promise<StaticWallet> {
    const { service, clock, logger } = this.options;
    const { customer, currency, askedAtMs } = intent;
    const nowMs = clock.nowMs();
    if (askedAtMs !== null && Math.abs(nowMs - askedAtMs) < DEFINITELY_NOT_CREATED_MS) {
      throw new ProblemError('service_unavailable', 'the wallet is being looked for', RETRY_LATER);
    }
    await this.#stored((store) => recordCreationAttempt(store, intent, nowMs));
    try {
      return await service.createStaticWallet({ customer, currency });
    } catch (error) {
      logger.error({ currency, ...serviceErrorFields(error) }, 'the service has not answered with a wallet');
      const isLost = !(error instanceof ServiceError) || error.code === 'lost_answer';
      if (!isLost) await this.#stored((store) => recordCreationAttempt(store, intent, askedAtMs));
      const found = isLost ? await this.#findExisting(intent) : null;
      if (found) return found;
      throw error;
    }
  }

  /**
   * The first one that the list has for this customer and currency. @throws {ServiceError} when it cannot be
   * read
   */
  async #findExisting({
    customer,
    currency,
    intendedAtMs,
  }: DepositAddressIntent): Promise<StaticWallet | null> {
    const { service, clock, logger } = this.options;
    const nowMs = clock.nowMs();
    // A clock that was ahead may have written down the intent.
    const sinceMs = Math.min(intendedAtMs, nowMs);
    const period = { start: new Date(sinceMs - DAY_MS), end: new Date(nowMs + DAY_MS) };
    let first: StaticWallet | null = null;
    for await (const wallet of service.listStaticWallets(period)) {
      if (wallet.customer !== customer || wallet.currency.code !== currency) continue;
      if (!first || (wallet.createdAtMs ?? 0) < (first.createdAtMs ?? 0)) first = wallet;
    }
    if (first) logger.info({ wallet: first.id, currency }, 'the lost wallet was found in the list');
    return first;
  }

  async #save({ customer, currency }: DepositAddressKey, made: StaticWallet): Promise<DepositAddressRecord> {
    const { clock, logger, onEvent } = this.options;
    const check = validateAddress(currency, made.address);
    const wallet: DepositAddressRecord = {
      ...{ id: made.id, customer, currency, address: made.address },
      isAddressValid: check.valid,
      createdAtMs: made.createdAtMs ?? clock.nowMs(),
    };
    const alarm = check.valid ? null : this.#alarm(wallet);
    const kept = await this.#stored((store) => saveDepositAddress(store, wallet, alarm));
    if (check.valid) return kept;
    const fields = { wallet: made.id, currency, fault: check.reason };
    logger.error(fields, 'ALARM: the service gives a wallet whose address cannot be right: it is not shown');
    onEvent();
    return kept;
  }

  /** By its id the same one, whoever finds it. */
  #alarm({ id, customer, currency }: DepositAddressRecord): WalletAlarm {
    const { clock, acceptsTestMode: testMode } = this.options;
    const mark = createHash('sha256').update(`wallet.alarm ${id}`).digest('base64url');
    return {
      ...{ id: `evt_${mark}`, type: 'wallet.alarm', createdAt: iso(clock.nowMs()), testMode },
      ...{ reason: 'address_invalid', wallet: { id }, customer, currency },
    };
  }

  async #stored<T>(work: (store: Store) => Promise<T>): Promise<T> {
    try {
      return await work(this.options.store);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      throw new ProblemError('store_unavailable', undefined, { cause: error });
    }
  }
}
