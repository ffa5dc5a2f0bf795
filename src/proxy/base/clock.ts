/** Clock of the proxy. Tests can move it and share it with the sandbox. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds from any origin, by a clock that is never set. Default: `performance.now()`. */
  monotonicMs?(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** The present time by both clocks. Only the service's is comparable with the times that it states, such as deadlines. */
export interface PresentTime {
  readonly nowMs: number;
  readonly serviceNowMs: number;
}
