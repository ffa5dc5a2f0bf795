// Contains only public types: the packed types of the package must not depend on another package.
export interface CheckoutProxy {
  /**
   * Handles requests below the base path. Responds to any other path with a 404. Never rejects. Pass the client's address: all
   * requests without one share one rate limit.
   */
  fetch(request: Request, source?: RequestSource): Promise<Response>;
  /**
   * With the option `merchant.separate`, this handler serves `/merchant` below the base path, and `fetch` does not. Pass it to
   * `toNodeListener` for a server that only the shop's staff can reach. Without the option, it responds to every request with a
   * 404.
   */
  readonly merchant: Pick<CheckoutProxy, 'fetch'>;
  /**
   * Opens the store, and starts polling invoices and delivering events.
   * @throws {Error} if the store cannot be opened; the message contains the remedy
   */
  start(): Promise<void>;
  /** Returns the metrics of this proxy in the text format of Prometheus, even if `/metrics` is off. Never rejects. */
  metrics(): Promise<string>;
  /**
   * Refuses new requests (503, `Retry-After`), ends the event streams, waits for running work and closes the store, within
   * 10 s. The next start continues unfinished work.
   */
  stop(): Promise<void>;
}

/** Information about the sender that a `Request` does not contain. */
export interface RequestSource {
  /** The peer address of the connection, as in `socket.remoteAddress`. */
  readonly clientAddress?: string | undefined;
}
