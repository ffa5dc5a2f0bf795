/** The proxy's time in milliseconds; moved by tests, and shared with a sandbox. */
export interface Clock {
  nowMs(): number;
}
