import type { CheckoutEvent } from '../domain/event.js';
import type { Attempt, Transport } from './transport.js';

/** Resolves when the shop has taken the event in; an event whose promise rejects is told again. */
export type OnEvent = (event: CheckoutEvent) => unknown;

/** A callback that never ends must not hold up its checkout for ever. */
const TIMEOUT_MS = 30_000;

/** Tells the shop by calling its function in this process. */
export function callbackTransport(onEvent: OnEvent): Transport {
  return {
    async send({ payload }): Promise<Attempt> {
      try {
        const content: CheckoutEvent = JSON.parse(payload);
        await withTimeout(Promise.resolve().then(() => onEvent(content)));
        return { isTold: true };
      } catch (error) {
        return { isTold: false, failure: 'onEvent failed', error };
      }
    },
  };
}

async function withTimeout(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`onEvent has not ended within ${TIMEOUT_MS / 1000} s`)),
      TIMEOUT_MS,
    );
    // A callback alone must not keep a process alive that ends.
    timer.unref();
  });
  try {
    await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
