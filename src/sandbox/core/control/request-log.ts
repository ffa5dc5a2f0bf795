import { parse } from 'lossless-json';

/** One call of the payment service's interface. Headers are left out: they hold the key. */
export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The JSON that was sent, or its text where it is none. */
  readonly body: unknown;
  /** The fault that was played on it. */
  readonly fault: string | null;
}

/** Enough to read back a session; a day of polling must not fill the memory. */
const MAX_KEPT = 1000;

/** What the sandbox was asked. Counts go on when old requests are dropped. */
export class RequestLog {
  readonly #counts = new Map<string, number>();
  #requests: LoggedRequest[] = [];

  add(request: Omit<LoggedRequest, 'body'>, body: string): void {
    this.#counts.set(request.path, (this.#counts.get(request.path) ?? 0) + 1);
    this.#requests.push({ ...request, body: readable(body) });
    if (this.#requests.length > MAX_KEPT) this.#requests.shift();
  }

  clear(): void {
    this.#counts.clear();
    this.#requests = [];
  }

  /** Oldest first; only the last ones if `last` is given. */
  toJson(last = MAX_KEPT): object {
    const requests = last === 0 ? [] : this.#requests.slice(-last);
    return { counts: Object.fromEntries(this.#counts), requests };
  }
}

function readable(body: string): unknown {
  try {
    return body === '' ? null : parse(body);
  } catch {
    return body;
  }
}
