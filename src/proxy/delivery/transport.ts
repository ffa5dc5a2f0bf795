import type { CheckoutEvent } from '../../protocol/events.js';
import { withTimeout } from '../base/with-timeout.js';

export type Attempt = {
  /** HTTP status of the response, if there was one. */
  readonly status?: number;
} & (
  | { readonly isDelivered: true }
  | {
      readonly isDelivered: false;
      /** Reason for the log and the operator. Contains nothing from the shop's response. */
      readonly failure: string;
      /** For the log only. */
      readonly error?: unknown;
      /** Delay that the shop has requested by `Retry-After`. */
      readonly retryAfterMs?: number;
      /** Whether the endpoint rejects all further events (410 Gone). */
      readonly isGone?: boolean;
    }
);

/** A way to deliver events to the shop. */
export interface Transport {
  /** Makes one attempt to deliver an event, whose `payload` is JSON text. Never rejects. */
  send(event: { readonly id: string; readonly payload: string }): Promise<Attempt>;
}

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
