import { stringify } from 'lossless-json';
import { jsonOf } from '../base/fields.js';
import type { SandboxReply } from '../base/reply.js';

/** A call of the service's API, without headers: they contain the key. */
export interface LoggedRequest {
  /** Counts from 1, even after the log is cleared. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** JSON, or text if it is not JSON. */
  readonly body: unknown;
  readonly fault: string | null;
  /** Such as `HTTP 200`; `null` until the response. */
  outcome: string | null;
}

/** Limits the memory: a day of polling causes many more requests. */
const MAX_REQUESTS = 1000;

/** The latest requests, and the number of all requests per path. */
export class RequestLog {
  changes = 0;
  readonly #counts = new Map<string, number>();
  #requests: LoggedRequest[] = [];
  #lastNumber = 0;

  /** Adds an entry. @returns the entry, for `recordOutcome` */
  add(request: Pick<LoggedRequest, 'at' | 'method' | 'path' | 'fault'>, text: string): LoggedRequest {
    const body = text === '' ? null : (jsonOf(text) ?? text);
    const entry = { number: (this.#lastNumber += 1), ...request, body, outcome: null };
    this.#counts.set(request.path, (this.#counts.get(request.path) ?? 0) + 1);
    this.#requests.push(entry);
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
    this.changes += 1;
    return entry;
  }

  recordOutcome(entry: LoggedRequest, reply: SandboxReply): void {
    entry.outcome = describeOutcome(reply);
    this.changes += 1;
  }

  clear(): object {
    this.#counts.clear();
    this.#requests = [];
    this.changes += 1;
    return this.toJson();
  }

  /** Returns the latest requests, oldest first. @param last maximum number @param bodies `text` preserves all digits */
  toJson(last = MAX_REQUESTS, bodies: 'json' | 'text' = 'json'): object {
    const requests = last === 0 ? [] : this.#requests.slice(-last);
    return {
      counts: Object.fromEntries(this.#counts),
      requests:
        bodies === 'json' ? requests : requests.map((one) => ({ ...one, body: prettyText(one.body) })),
    };
  }
}

function describeOutcome(reply: SandboxReply): string {
  if (reply.kind === 'reset') return 'connection reset';
  const status = `HTTP ${reply.response.status}`;
  return reply.kind === 'truncated' ? `${status}, cut short` : status;
}

/** Formats JSON with indentation. Preserves all digits of amounts. */
export function prettyText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  return stringify(value, undefined, 2) ?? null;
}
