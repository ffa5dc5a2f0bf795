import type { Deadlines } from './deadlines.js';

/** A clock, needed for a date in `Retry-After`. Deadlines use real time. */
export interface Clock {
  nowMs(): number;
}

/**
 * Receives failures with the fields `operation`, `code`, `status` and `durationMs`, without content of requests or responses.
 * A pino logger fits.
 */
export interface ServiceLogger {
  /** Called when a call fails, or is retried. */
  warn(fields: object, message: string): void;
  /** Called when the outcome of a create call is unknown, so that a person must check it. */
  error(fields: object, message: string): void;
}

/** Options of both clients for the connection to the service. */
export interface ConnectionOptions {
  /** Base URL of the service (service doc, "Conventions for every endpoint"): `https:`, or `http:` on this machine. */
  readonly url: string;
  /** For tests and other runtimes. Default: Node's HTTP client. */
  readonly fetch?: typeof fetch;
  /**
   * Aborts calls in flight, and rejects later calls as `unreachable` before they are sent. Check `signal.aborted` to distinguish
   * this from other failures.
   */
  readonly signal?: AbortSignal;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: no logging. */
  readonly logger?: ServiceLogger;
  readonly deadlines?: Partial<Deadlines>;
  /** Maximum size of a response in bytes. Default: 4 MiB. */
  readonly maxResponseBytes?: number;
}

export interface ServiceClientOptions extends ConnectionOptions {
  /** API key of the project (service doc, "Authentication"), not the withdrawal key. */
  readonly apiKey: string;
  /** Store identifier of the account. */
  readonly shopId: string;
  /**
   * Maximum number of attempts of a read call while the service is unreachable or unavailable (1–10). Default: 3. The client never
   * retries a call that creates or cancels.
   */
  readonly attempts?: number;
}

/** A fault of an option. Problem and remedy have no final period. The option is the subject of the problem. */
export interface OptionFault {
  /** Its path as written in code, such as `webhook.url` or `orderSecrets[0]`. */
  readonly option: string;
  /** Path of a second option that the problem also concerns. */
  readonly other?: string | undefined;
  readonly problem: string;
  readonly remedy: string;
}

/** Returns subject and problem, without a final period. @param nameOf returns the name of an option for the reader */
export function describeProblem(
  { option, other, problem }: OptionFault,
  nameOf: (option: string) => string = (option) => option,
): string {
  const subject = other === undefined ? nameOf(option) : `${nameOf(option)} and ${nameOf(other)}`;
  return `${subject} ${problem}`;
}

/** Invalid options. The message states each problem and its remedy, for readers of code. */
export class OptionError extends TypeError {
  // Private: Node would print the field after the message, which already contains all faults.
  readonly #faults: readonly OptionFault[];

  /** @param caller prefix of the message */
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

/** Returns the host and port of a URL without its scheme, such as `localhost:4010`; `null` for any other text, which may be secret. */
export function hostWithoutScheme(text: string): string | null {
  return /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d{1,5})?(?=\/|$)/i.exec(text)?.[0] ?? null;
}

/**
 * Returns the base URL without a trailing slash.
 * @throws {OptionError} if it is not a URL, or would send the key unencrypted
 */
export function validateUrl(text: string): string {
  const fail = (problem: string, remedy: string) => new OptionError({ option: 'url', problem, remedy });
  const remedy = 'Use the base URL of the payment service';
  // A caller without types may omit it.
  if (typeof text !== 'string') throw fail('is missing', `${remedy}, such as https://pay.example`);
  const host = hostWithoutScheme(text);
  if (host !== null)
    throw fail(
      `is "${host}", without https://`,
      `Use https://${host}, or http://${host} if it is on this machine`,
    );
  const url = URL.canParse(text) ? new URL(text) : null;
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
 * Rejects an invalid key before the first request: the error of `fetch` for a forbidden character quotes the whole header.
 * @throws {OptionError} without the key in its message
 */
export function validateKey(key: string, option: 'apiKey' | 'withdrawalKey'): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  // A caller without types may omit it.
  if (key === undefined)
    throw new OptionError({ option, problem: 'is missing', remedy: 'Copy it from the account' });
  const problem = 'is empty or contains an invalid character';
  throw new OptionError({ option, problem, remedy: 'Copy it again from the account' });
}

/** @throws {TypeError} */
export function validateAttempts(attempts: number): number {
  if (Number.isInteger(attempts) && attempts >= 1 && attempts <= 10) return attempts;
  throw new TypeError(`attempts ${attempts} is invalid. Use a whole number from 1 (no retry) to 10.`);
}
