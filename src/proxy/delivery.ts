import type { Clock } from './checkouts.js';
import type { CheckoutEvent } from './events.js';
import type { Logger } from './log.js';
import { errorFields } from './log.js';
import { Loop } from './loop.js';
import { markDelivered, nextEvents, postpone } from './store/outbox.js';
import type { WaitingEvent } from './store/outbox.js';
import type { Store } from './store/store.js';

/** Resolves when the shop has taken the event in; an event whose promise rejects is told again. */
export type OnEvent = (event: CheckoutEvent) => unknown;

export interface DeliveryOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onEvent: OnEvent;
}

const AT_ONCE = 20;
const TICK_MS = 500;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 3600_000;
/** A callback that never ends must not hold up its checkout for ever. */
const CALLBACK_TIMEOUT_MS = 30_000;

/** Tells the shop what is in the outbox: at least once, in order per checkout, several checkouts at a time. */
export class Delivery {
  readonly #running = new Map<string, Promise<void>>();
  readonly #loop = new Loop(() => this.#round(), TICK_MS);

  constructor(private readonly options: DeliveryOptions) {}

  start(): void {
    this.#loop.start();
  }

  /** Something new may be in the outbox. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when the running deliveries are done; the others wait in the outbox. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running.values());
  }

  async #round(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const busy = [...this.#running.keys()];
      const events = await nextEvents(store, {
        nowMs: clock.nowMs(),
        limit: AT_ONCE - busy.length,
        except: busy,
      });
      for (const event of events) this.#begin(event);
    } catch (error) {
      logger.error(errorFields(error), 'the outbox cannot be read');
    }
  }

  #begin(event: WaitingEvent): void {
    const { logger } = this.options;
    const work = this.#deliver(event)
      .catch((error: unknown) => logger.error(errorFields(error), 'the outbox cannot be written'))
      .finally(() => {
        this.#running.delete(event.checkoutId);
        this.wake();
      });
    this.#running.set(event.checkoutId, work);
  }

  async #deliver(event: WaitingEvent): Promise<void> {
    const { store, clock, logger, onEvent } = this.options;
    try {
      const content: CheckoutEvent = JSON.parse(event.payload);
      await withTimeout(Promise.resolve().then(() => onEvent(content)));
    } catch (error) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(event.attempts, 20));
      logger.error(
        { type: event.type, attempts: event.attempts + 1, pauseMs, ...errorFields(error) },
        'onEvent failed: the event is told again',
      );
      await postpone(store, event, clock.nowMs() + pauseMs);
      return;
    }
    await markDelivered(store, event.sequence, clock.nowMs());
  }
}

async function withTimeout(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`onEvent has not ended within ${CALLBACK_TIMEOUT_MS / 1000} s`)),
      CALLBACK_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
