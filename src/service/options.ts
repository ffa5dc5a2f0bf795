import type { Deadlines } from './deadlines.js';

/** Time of day, needed for a date in `Retry-After`. Deadlines use real time. */
export interface Clock {
  nowMs(): number;
}

/**
 * Receives failures with the fields `operation`, `code`, `status` and `durationMs`, but no request or response content.
 * pino has this shape.
 */
export interface ServiceLogger {
  /** A call failed, or is retried. */
  warn(fields: object, message: string): void;
  /** A creating call has an unknown outcome: a person must check. */
  error(fields: object, message: string): void;
}

/** Options of both clients for the connection to the service. */
export interface ConnectionOptions {
  /** Base URL of the service (service doc, "Conventions for every endpoint"): https, or http on this machine. */
  readonly url: string;
  /** Replaces Node's HTTP client, for tests and for runtimes with their own `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * Aborts calls in flight immediately, and later calls before they are sent (`unreachable`). Check `signal.aborted` to
   * distinguish this from other failures.
   */
  readonly signal?: AbortSignal;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: no logging. */
  readonly logger?: ServiceLogger;
  readonly deadlines?: Partial<Deadlines>;
  /** Maximum size of a response. Default: 4 MiB. */
  readonly maxResponseBytes?: number;
}

export interface ServiceClientOptions extends ConnectionOptions {
  /** API key of the project (service doc, "Authentication"), not the withdrawal key. */
  readonly apiKey: string;
  /** Store identifier of the account. */
  readonly shopId: string;
  /**
   * Maximum attempts of a read call while the service is unreachable or unavailable, from 1 to 10. Default: 3. Calls that
   * create or cancel are never retried.
   */
  readonly attempts?: number;
}

/** An invalid option. Problem and remedy are sentences without the period; the message consists of both. */
export class OptionError extends TypeError {
  // Private, since Node prints the fields of an error after its message, which has both.
  readonly #problem: string;
  readonly #remedy: string;

  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(`${problem}. ${remedy}.`, options);
    this.#problem = problem;
    this.#remedy = remedy;
  }

  get problem(): string {
    return this.#problem;
  }

  get remedy(): string {
    return this.#remedy;
  }
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns whether only this machine can reach the host. @param hostname as in `URL` */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Returns the base URL without a trailing slash.
 * @throws {OptionError} if it is not a URL, or would send the key unencrypted
 */
export function validateUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const remedy = 'Use the base URL of the payment service';
  if (!url) throw new OptionError('url is not a URL', `${remedy}, such as https://pay.example`);
  // Not quoted: the part before a colon may be a password.
  if (!/^https?:$/.test(url.protocol))
    throw new OptionError('url does not begin with https:// (or http://)', remedy);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    const problem = `url "${url.origin}" would send the key unencrypted`;
    throw new OptionError(problem, 'Use https://; http:// is accepted for localhost only');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new OptionError(`url of "${url.origin}" contains more than host and path`, `${remedy} only`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Validates a key here, since an error of `fetch` about a forbidden character would quote the whole header.
 * @throws {OptionError} without the key in its message
 */
export function validateKey(key: string, name: 'apiKey' | 'withdrawalKey'): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const problem = `${name} is empty or contains an invalid character`;
  throw new OptionError(problem, 'Copy it again from the account');
}

/** @throws {TypeError} */
export function validateAttempts(attempts: number): number {
  if (Number.isInteger(attempts) && attempts >= 1 && attempts <= 10) return attempts;
  throw new TypeError(`attempts ${attempts} is invalid. Use a whole number from 1 (no retry) to 10.`);
}
