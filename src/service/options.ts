import type { Deadlines } from './deadlines.js';

/** Where the time of day is read: for a date in `Retry-After`. Deadlines are measured in real time. */
export interface Clock {
  nowMs(): number;
}

/**
 * Told of what goes wrong, with the fields `operation`, `code`, `status` and `durationMs`; never of what was
 * sent or answered. pino has this shape.
 */
export interface ServiceLogger {
  /** A call that failed, or is repeated. */
  warn(fields: object, message: string): void;
  /** A creating call whose answer was lost: somebody has to look. */
  error(fields: object, message: string): void;
}

/** What both clients need to know about the way to the service. */
export interface ConnectionOptions {
  /** The service's base address ("Conventions for every endpoint"): `https:`, or `http:` on this machine. */
  readonly url: string;
  /** In the place of Node's own HTTP client: for tests, and for runtimes with a `fetch` of their own. */
  readonly fetch?: typeof fetch;
  /**
   * Ends the calls that are running, at once, and every later one before it is sent (`unreachable`). Whoever has stopped
   * them tells it from other trouble by `signal.aborted`.
   */
  readonly signal?: AbortSignal;
  /** The system's unless set. */
  readonly clock?: Clock;
  /** Silent unless set. */
  readonly logger?: ServiceLogger;
  readonly deadlines?: Partial<Deadlines>;
  /** More than this is no answer; 4 MiB unless set. */
  readonly maxResponseBytes?: number;
}

export interface ServiceClientOptions extends ConnectionOptions {
  /** The project's API key ("Authentication"). It is not the one for withdrawals. */
  readonly apiKey: string;
  /** The store identifier from the account. */
  readonly shopId: string;
  /**
   * How often a call that only reads is sent at most, while the service cannot be reached or is unavailable;
   * 3 unless set, 1 for never again. Nothing that creates or cancels is ever repeated.
   */
  readonly attempts?: number;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Is it a host that only this machine reaches? @param hostname as `URL` has it */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The base address without a slash at its end.
 * @throws {TypeError} when it is none, or would send the key unprotected
 */
export function validateUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const remedy = 'give the base address of the payment service';
  if (!url) throw new TypeError(`url is not an address: ${remedy}, such as https://pay.example`);
  // Not quoted: what stands before a colon may be a password.
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError(`url does not begin with https:// (or http://): ${remedy}`);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe) {
    throw new TypeError(
      `url "${url.origin}" would send the key unprotected: use https:, or http: on localhost only`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(`url of "${url.origin}" holds more than host and path: ${remedy} alone`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Checked here, since an error of `fetch` about a forbidden character would quote the whole header.
 * @throws {TypeError} without the key in its message
 */
export function validateKey(key: string, name: 'apiKey' | 'withdrawalKey'): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError(
    `${name} is empty or holds a character that no key has: copy it again from the account`,
  );
}

/** @throws {TypeError} */
export function validateAttempts(attempts: number): number {
  if (Number.isInteger(attempts) && attempts >= 1 && attempts <= 10) return attempts;
  throw new TypeError(`attempts ${attempts} is not right: give a whole number from 1 (no repeat) to 10`);
}
