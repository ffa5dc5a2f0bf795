import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/log.js';
import { errorFields } from '../base/log.js';
import { BackgroundLoop } from '../base/background-loop.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import { claimEvents, recordAttempt, renewEvent } from '../store/outbox.js';
import type { ClaimedEvent, AttemptResult } from '../store/outbox.js';
import type { Store } from '../store/store.js';
import type { Attempt, Transport } from './transport.js';
import { withTimeout } from '../base/with-timeout.js';

export interface EventDispatcherOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly transport: Transport;
}

type Failure = Extract<Attempt, { isTold: false }>;

const CONCURRENCY = 20;
const TICK_MS = 500;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 3600_000;
/** An event is put aside after so much time and so many attempts: a process that was away has not tried. */
const GIVE_UP_AFTER_MS = 3 * 24 * 3600_000;
const MIN_ATTEMPTS = 20;
/** Whoever stops waits no longer for the shop. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Tells the shop what is in the outbox: at least once, in order per checkout, several checkouts at a time. An event that
 * fails is told again after ever longer pauses, and those after it wait; after 3 days it becomes a dead letter, which
 * stays in the store, can be sent again by hand, and no longer holds up the others.
 */
export class EventDispatcher {
  readonly #running = new Map<string, Promise<void>>();
  readonly #loop = new BackgroundLoop(() => this.#round(), TICK_MS);
  #isOver = false;

  constructor(private readonly options: EventDispatcherOptions) {}

  start(): void {
    this.#loop.start();
  }

  /** Something new may be in the outbox. */
  wake(): void {
    this.#loop.wake();
  }

  /**
   * Resolves when the running deliveries are done, or when the shop has taken too long: such an event is told again when
   * its claim has run out. The others wait in the outbox.
   */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const isDone = await withTimeout(STOP_TIMEOUT_MS, Promise.all(this.#running.values()));
    this.#isOver = true;
    if (isDone) return;
    const { logger } = this.options;
    logger.warn({ events: this.#running.size }, 'the shop has not taken these events in: told again later');
  }

  async #round(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const busy = [...this.#running.keys()];
      const nowMs = clock.nowMs();
      const events = await claimEvents(store, {
        nowMs,
        untilMs: nowMs + LEASE_MS,
        limit: CONCURRENCY - busy.length,
        except: busy,
      });
      for (const event of events) this.#begin(event);
    } catch (error) {
      logger.error(errorFields(error), 'the outbox cannot be read');
    }
  }

  #begin(event: ClaimedEvent): void {
    const { logger } = this.options;
    const work = this.#deliver(event)
      .catch((error: unknown) => logger.error(errorFields(error), 'the outbox cannot be written'))
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
    if (this.#isOver) return;
    const nowMs = clock.nowMs();
    const ending = attempt.isTold ? delivered(nowMs) : afterFailure(event, attempt, nowMs);
    if (!attempt.isTold) this.#log(event, attempt, ending, nowMs);
    await recordAttempt(store, { ...event, claimedUntilMs }, ending);
  }

  #log({ id, type, attempts }: ClaimedEvent, failure: Failure, ending: AttemptResult, nowMs: number): void {
    const { logger } = this.options;
    const because = failure.error === undefined ? {} : { error: errorFields(failure.error).error };
    const fields = { event: id, type, attempts: attempts + 1, ...because };
    if (ending.became === 'postponed') {
      const pauseMs = ending.untilMs - nowMs;
      logger.error({ ...fields, pauseMs }, `${failure.failure}: the event is told again`);
      return;
    }
    const why = failure.isGone ? 'the shop wants no more events there' : 'it could not be told for days';
    logger.error(
      fields,
      `DEAD LETTER: ${failure.failure}: ${why}. The event is kept, and can be sent again by hand`,
    );
  }
}

function delivered(atMs: number): AttemptResult {
  return { became: 'delivered', atMs };
}

function afterFailure(
  { attempts, firstAttemptAtMs }: ClaimedEvent,
  { failure, isGone = false, retryAfterMs = 0 }: Failure,
  nowMs: number,
): AttemptResult {
  const hasTriedEnough = attempts + 1 >= MIN_ATTEMPTS && nowMs - firstAttemptAtMs >= GIVE_UP_AFTER_MS;
  if (isGone || hasTriedEnough) return { became: 'dead', atMs: nowMs, failure };
  const wantedMs = Math.min(MAX_PAUSE_MS, retryAfterMs);
  return { became: 'postponed', untilMs: nowMs + Math.max(pauseMs(attempts), wantedMs), failure };
}

/** Ever longer ones, half of each left to chance, so that many events do not come back at the same moment. */
function pauseMs(attempts: number): number {
  const longestMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
  return Math.round(longestMs * (0.5 + Math.random() / 2));
}
