import { errorFields } from '../base/log.js';
import { BackgroundLoop } from '../base/background-loop.js';
import { LEASE_MS, withLease } from '../store/claim.js';
import {
  claimEvents,
  recordAttempt,
  renewEvent,
  type AttemptResult,
  type ClaimedEvent,
} from '../store/outbox.js';
import type { StoreContext } from '../store/store.js';
import type { Attempt, Transport } from './transport.js';
import { DAY_MS, HOUR_MS } from '../base/time.js';
import { withTimeout } from '../base/async.js';

type Failure = Extract<Attempt, { isDelivered: false }>;

const CONCURRENCY = 20;
const TICK_MS = 500;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = HOUR_MS;
/** An event becomes a dead letter after this time, but not before this number of attempts: a stopped process makes none. */
const ABANDON_AFTER_MS = 3 * DAY_MS;
const MIN_ATTEMPTS = 20;
/** Time for which `stop` waits for running deliveries. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Delivers the events of the outbox: at least once, in order per checkout, several checkouts concurrently. Retries a failed delivery
 * with increasing delays, while later events of the checkout wait. After 3 days and at least 20 attempts, or immediately after a 410,
 * the event becomes a dead letter. It stays in the store for a manual redelivery, and no longer blocks the others.
 */
export class EventDispatcher {
  readonly #running = new Map<string, Promise<void>>();
  readonly #loop = new BackgroundLoop(
    () => this.#round(),
    TICK_MS,
    (error) => this.options.logger.error(errorFields(error), 'outbox could not be read'),
  );
  #isStopped = false;

  constructor(private readonly options: StoreContext & { readonly transport: Transport }) {}

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  /**
   * Resolves when the running deliveries are done, or after a timeout. The next process retries an unfinished delivery when its claim
   * expires.
   */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const isDone = await withTimeout(STOP_TIMEOUT_MS, Promise.all(this.#running.values()));
    this.#isStopped = true;
    if (isDone) return;
    const fields = { events: this.#running.size };
    this.options.logger.warn(fields, 'deliveries unfinished at stop, retrying after the next start');
  }

  async #round(): Promise<void> {
    const { store, clock } = this.options;
    const busy = [...this.#running.keys()];
    const nowMs = clock.nowMs();
    const times = { nowMs, untilMs: nowMs + LEASE_MS };
    const events = await claimEvents(store, { ...times, limit: CONCURRENCY - busy.length, except: busy });
    for (const event of events) this.#begin(event);
  }

  #begin(event: ClaimedEvent): void {
    const { logger } = this.options;
    const work = this.#deliver(event)
      .catch((error: unknown) => logger.error(errorFields(error), 'outbox could not be written'))
      .finally(() => {
        this.#running.delete(event.checkoutId);
        this.wake();
      });
    this.#running.set(event.checkoutId, work);
  }

  async #deliver(event: ClaimedEvent): Promise<void> {
    const { store, clock, transport } = this.options;
    let { claimedUntilMs } = event;
    const renew = async (...times: [number, number]) => {
      await renewEvent(store, event, times);
      [, claimedUntilMs] = times;
    };
    const lease = { untilMs: claimedUntilMs, renew };
    const attempt = await withLease(clock, lease, () => transport.send(event));
    if (this.#isStopped) return;
    const nowMs = clock.nowMs();
    const delivered = { outcome: 'delivered', atMs: nowMs } as const;
    const result = attempt.isDelivered ? delivered : afterFailure(event, attempt, nowMs);
    if (!attempt.isDelivered) this.#log(event, attempt, result, nowMs);
    await recordAttempt(store, { ...event, claimedUntilMs }, result);
  }

  #log({ id, type, attempts }: ClaimedEvent, failure: Failure, result: AttemptResult, nowMs: number): void {
    const { logger } = this.options;
    const cause = failure.error === undefined ? {} : { error: errorFields(failure.error).error };
    const fields = { eventId: id, type, attempts: attempts + 1, failure: failure.failure, ...cause };
    if (result.outcome === 'postponed') {
      logger.error({ ...fields, delayMs: result.untilMs - nowMs }, 'event delivery failed, retrying');
      return;
    }
    const reason = failure.isGone ? 'endpoint gone' : 'retries exhausted';
    logger.error({ alert: 'dead_letter', ...fields, reason }, 'event delivery abandoned');
  }
}

function afterFailure(
  { attempts, firstAttemptAtMs }: ClaimedEvent,
  { failure, isGone = false, retryAfterMs = 0 }: Failure,
  nowMs: number,
): AttemptResult {
  const hasTriedEnough = attempts + 1 >= MIN_ATTEMPTS && nowMs - firstAttemptAtMs >= ABANDON_AFTER_MS;
  if (isGone || hasTriedEnough) return { outcome: 'dead', atMs: nowMs, failure };
  const wantedMs = Math.min(MAX_DELAY_MS, retryAfterMs);
  return { outcome: 'postponed', untilMs: nowMs + Math.max(retryDelayMs(attempts), wantedMs), failure };
}

/** Returns an exponential delay. Half of it is random, so that events are not all retried at the same time. */
function retryDelayMs(attempts: number): number {
  const maxMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 20));
  return Math.round(maxMs * (0.5 + Math.random() / 2));
}
