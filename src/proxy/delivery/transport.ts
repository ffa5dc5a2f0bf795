/** Outcome of a delivery attempt. */
export type Attempt =
  | { readonly isDelivered: true }
  | {
      readonly isDelivered: false;
      /** For the log and the operator; contains nothing that the shop has sent. */
      readonly failure: string;
      /** For the log only. */
      readonly error?: unknown;
      /** Delay that the shop has requested. */
      readonly retryAfterMs?: number;
      /** The shop has rejected all further events at this endpoint. */
      readonly isGone?: boolean;
    };

/** Delivers events to the shop. */
export interface Transport {
  /** @param payload the event as JSON text; never rejects */
  send(event: { readonly id: string; readonly payload: string }): Promise<Attempt>;
}
