import type { CheckoutEvent } from '../domain/event.js';
import { withTimeout } from '../base/with-timeout.js';
import type { Attempt, Transport } from './transport.js';

/** Handles an event in the shop. If the promise rejects, the event is delivered again. */
export type OnEvent = (event: CheckoutEvent) => unknown;

/** A callback that never settles must not block its checkout forever. */
const TIMEOUT_MS = 30_000;

/** Delivers events by calling the shop's function in this process. */
export function callbackTransport(onEvent: OnEvent): Transport {
  return {
    async send({ payload }): Promise<Attempt> {
      try {
        const content: CheckoutEvent = JSON.parse(payload);
        const isDone = await withTimeout(
          TIMEOUT_MS,
          Promise.resolve().then(() => onEvent(content)),
          { keepsAlive: false },
        );
        if (!isDone) throw new Error(`onEvent did not complete within ${TIMEOUT_MS / 1000} s`);
        return { isDelivered: true };
      } catch (error) {
        return { isDelivered: false, failure: 'onEvent failed', error };
      }
    },
  };
}
