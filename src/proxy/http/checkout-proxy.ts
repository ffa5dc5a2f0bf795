export interface CheckoutProxy {
  /**
   * Answers what is below the base path; anything else is a 404. Never rejects. Without the client's address nobody's
   * requests are counted, and only the limits per order hold.
   */
  fetch(request: Request, source?: RequestSource): Promise<Response>;
  /**
   * Opens the store and begins to watch invoices and to deliver events.
   * @throws {Error} when the store cannot be opened; the message names the remedy
   */
  start(): Promise<void>;
  /** The figures of this proxy in Prometheus' text format, also when `/metrics` is off. Never rejects. */
  metrics(): Promise<string>;
  /**
   * Takes no more requests (503, `Retry-After`), ends the event streams, waits for the running work and closes the store:
   * within 10 s. What could not be finished is taken up by the next start.
   */
  stop(): Promise<void>;
}

/** What a `Request` does not say. */
export interface RequestSource {
  /** The address at the other end of the connection, as `socket.remoteAddress` gives it. */
  readonly clientAddress?: string | undefined;
}
