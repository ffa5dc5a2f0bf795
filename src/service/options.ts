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

/** What is wrong with an option. Problem and remedy are sentences without the period; the subject of the problem is the option. */
export interface OptionFault {
  /** Its path as written in code, such as `webhook.url` or `orderSecrets[0]`. */
  readonly option: string;
  /** Path of a second option that the problem is about too. */
  readonly other?: string | undefined;
  readonly problem: string;
  readonly remedy: string;
}

/** Returns the subject and the problem, without the period. @param nameOf returns the name of an option for the reader */
export function describeProblem(
  { option, other, problem }: OptionFault,
  nameOf: (option: string) => string = (option) => option,
): string {
  const subject = other === undefined ? nameOf(option) : `${nameOf(option)} and ${nameOf(other)}`;
  return `${subject} ${problem}`;
}

/** Invalid options. The message states each problem and its remedy, for readers of code. */
export class OptionError extends TypeError {
  // Private, since Node prints the fields of an error after its message, which has all of them.
  readonly #faults: readonly OptionFault[];

  /** @param caller begins the message */
  constructor(faults: OptionFault | readonly OptionFault[], caller = '') {
    const all = [faults].flat();
    super(caller + all.map((fault) => `${describeProblem(fault)}. ${fault.remedy}.`).join('\n'));
    this.#faults = all;
  }

  get faults(): readonly OptionFault[] {
    return this.#faults;
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
  const fail = (problem: string, remedy: string) => new OptionError({ option: 'url', problem, remedy });
  const remedy = 'Use the base URL of the payment service';
  if (!url) throw fail('is not a URL', `${remedy}, such as https://pay.example`);
  // Not quoted: the part before a colon may be a password.
  if (!/^https?:$/.test(url.protocol)) throw fail('does not begin with https:// (or http://)', remedy);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    const problem = `"${url.origin}" would send the key unencrypted`;
    throw fail(problem, 'Use https://; http:// is accepted for localhost only');
  }
  if (url.username || url.password || url.search || url.hash)
    throw fail(`of "${url.origin}" contains more than host and path`, `${remedy} only`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Validates a key here, since an error of `fetch` about a forbidden character would quote the whole header.
 * @throws {OptionError} without the key in its message
 */
export function validateKey(key: string, option: 'apiKey' | 'withdrawalKey'): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const problem = 'is empty or contains an invalid character';
  throw new OptionError({ option, problem, remedy: 'Copy it again from the account' });
}

/** @throws {TypeError} */
export function validateAttempts(attempts: number): number {
  if (Number.isInteger(attempts) && attempts >= 1 && attempts <= 10) return attempts;
  throw new TypeError(`attempts ${attempts} is invalid. Use a whole number from 1 (no retry) to 10.`);
}
