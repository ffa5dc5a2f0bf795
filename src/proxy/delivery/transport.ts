/** How an attempt to tell the shop ended. */
export type Attempt =
  | { readonly isTold: true }
  | {
      readonly isTold: false;
      /** In our words, for the log and the operator; nothing that the shop has sent. */
      readonly failure: string;
      /** For the log only. */
      readonly error?: unknown;
      /** The shop wants to be left alone for so long. */
      readonly retryAfterMs?: number;
      /** The shop wants no more of it. */
      readonly isGone?: boolean;
    };

/** A way to the shop. */
export interface Transport {
  /** @param payload the event as JSON text; never rejects */
  send(event: { readonly id: string; readonly payload: string }): Promise<Attempt>;
}
