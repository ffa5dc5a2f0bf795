import { stringify } from 'lossless-json';
import { jsonOf } from '../base/fields.js';
import type { SandboxReply } from '../base/reply.js';

/** One call of the payment service's interface. Headers are left out: they hold the key. */
export interface LoggedRequest {
  /** Counts on from 1, over every clearing. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The JSON that was sent, or its text where it is none. */
  readonly body: unknown;
  /** The fault that was played on it. */
  readonly fault: string | null;
  /** Such as `HTTP 200`; `null` until it is answered. */
  readonly outcome: string | null;
}

/** Enough to read back a session; a day of polling must not fill the memory. */
const MAX_REQUESTS = 1000;

/** What the sandbox was asked. Counts go on when old requests are dropped. */
export class RequestLog {
  readonly #counts = new Map<string, number>();
  #requests: LoggedRequest[] = [];
  #lastNumber = 0;
  #changes = 0;

  /** How often the log has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** @returns its number, for `answered` */
  add(request: Pick<LoggedRequest, 'at' | 'method' | 'path' | 'fault'>, body: string): number {
    const number = (this.#lastNumber += 1);
    this.#counts.set(request.path, (this.#counts.get(request.path) ?? 0) + 1);
    this.#requests.push({ number, ...request, body: readable(body), outcome: null });
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
    this.#changes += 1;
    return number;
  }

  answered(number: number, reply: SandboxReply): void {
    const index = this.#requests.findLastIndex((request) => request.number === number);
    const request = this.#requests[index];
    if (request) this.#requests[index] = { ...request, outcome: describeOutcome(reply) };
    this.#changes += 1;
  }

  clear(): void {
    this.#counts.clear();
    this.#requests = [];
    this.#changes += 1;
  }

  /** Oldest first; only the last ones if `last` is given. `bodies` may be text, which keeps every digit. */
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

/** JSON over several lines, with every digit of its amounts; `null` for nothing. */
export function prettyText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  return stringify(value, undefined, 2) ?? null;
}

function readable(body: string): unknown {
  return body === '' ? null : (jsonOf(body) ?? body);
}
