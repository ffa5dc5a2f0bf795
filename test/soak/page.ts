import { setTimeout as pause } from 'node:timers/promises';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Checkout, RefundRequest, TransferRequest } from '../../src/protocol/index.js';
import { browserOfKey } from '../../src/proxy/domain/viewer.js';
import type { SeededRandom } from './seeded-random.js';
import { observePage } from './page-observations.js';
import type { OrderHistories, OrderHistory } from './order-history.js';

export interface PageOptions {
  readonly histories: OrderHistories;
  readonly history: OrderHistory;
  readonly random: SeededRandom;
  /** Returns the base URL of a random proxy. */
  readonly url: () => string;
  /** Aborted when the run ends: nothing waits any longer. */
  readonly ending: AbortSignal;
}

/** The response to a request: a checkout, a problem, or none. */
export type Answer =
  | { readonly is: 'checkout'; readonly checkout: Checkout }
  | { readonly is: 'refused'; readonly code: string }
  | { readonly is: 'lost' };

const TIMEOUT_MS = 25_000;
const LOST: Answer = { is: 'lost' };

/** Simulates a browser page with a checkout: sends requests, opens streams, and checks every response. */
export class Page {
  requests = 0;

  constructor(private readonly options: PageOptions) {}

  open(order: string): Promise<Answer> {
    return this.#send('POST', '/checkouts', { order });
  }

  choose(currency: CurrencyCode): Promise<Answer> {
    return this.#send('POST', `${this.#path()}/invoice`, { currency });
  }

  cancel(): Promise<Answer> {
    return this.#send('POST', `${this.#path()}/cancel`, {});
  }

  askBack(request: RefundRequest): Promise<Answer> {
    return this.#send('POST', `${this.#path()}/refund`, request);
  }

  report(transfer: TransferRequest): Promise<Answer> {
    return this.#send('POST', `${this.#path()}/transfer`, transfer);
  }

  refresh(): Promise<Answer> {
    return this.#send('GET', this.#path());
  }

  /** Repeats the request until it returns a checkout or a permanent problem. */
  async insist(send: () => Promise<Answer>, tries = 25): Promise<Answer> {
    for (let left = tries; ; left -= 1) {
      const answer = await send();
      const isOver = answer.is === 'checkout' || (answer.is === 'refused' && !RETRYABLE.has(answer.code));
      if (isOver || left <= 1 || this.options.ending.aborted) return answer;
      await this.#pause(this.options.random.between(50, 800));
    }
  }

  /** Watches the checkout by a stream or by polling until the condition holds. Returns false after `patienceMs`. */
  async until(isSo: (checkout: Checkout) => boolean, patienceMs: number): Promise<boolean> {
    const { random, ending } = this.options;
    const untilMs = performance.now() + patienceMs;
    const isStream = random.percent(60);
    while (performance.now() < untilMs && !ending.aborted) {
      if (isStream) {
        if (await this.#listen(isSo, untilMs - performance.now())) return true;
      } else {
        const answer = await this.refresh();
        if (answer.is === 'checkout' && isSo(answer.checkout)) return true;
      }
      await this.#pause(isStream ? random.between(100, 600) : random.between(1000, 3000));
    }
    return false;
  }

  #path(): string {
    return `/checkouts/${this.options.history.checkoutId ?? 'none'}`;
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.options.ending }).catch(() => undefined);
  }

  async #send(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const { histories, history } = this.options;
    const atLeast = history.latest?.version ?? 0;
    this.requests += 1;
    try {
      const response = await this.#fetch(method, path, body, AbortSignal.timeout(TIMEOUT_MS));
      const answer: Checkout & { code: string } = await response.json();
      if (!response.ok) return { is: 'refused', code: answer.code };
      observePage(histories, history, answer, atLeast);
      return { is: 'checkout', checkout: answer };
    } catch (error) {
      if (isConnection(error)) return LOST;
      throw error;
    }
  }

  #fetch(method: string, path: string, body: object | undefined, signal: AbortSignal): Promise<Response> {
    const base = this.options.url();
    const url = `${base}${path}?browser=${browserOfKey(this.options.history.claimKey)}`;
    const headers =
      method === 'POST' ? { 'content-type': 'application/json', 'origin': new URL(base).origin } : {};
    return fetch(url, { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
  }

  async #listen(isSo: (checkout: Checkout) => boolean, patienceMs: number): Promise<boolean> {
    const { histories, history, ending } = this.options;
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    const timer = setTimeout(leave, Math.max(1, patienceMs));
    ending.addEventListener('abort', leave, { once: true });
    // Versions never fall within a stream, and start at the highest version known before.
    let atLeast = history.latest?.version ?? 0;
    try {
      const response = await this.#fetch('GET', `${this.#path()}/events`, undefined, leaving.signal);
      if (!response.ok || !response.body) return false;
      for await (const checkout of checkoutsOf(response.body)) {
        observePage(histories, history, checkout, atLeast);
        atLeast = Math.max(atLeast, checkout.version);
        if (isSo(checkout)) return true;
      }
    } catch (error) {
      if (!isConnection(error)) throw error;
    } finally {
      clearTimeout(timer);
      ending.removeEventListener('abort', leave);
      leaving.abort();
    }
    return false;
  }
}

/** Problems that a retry may solve. */
const RETRYABLE = new Set([
  'service_unavailable',
  'service_refused',
  'store_unavailable',
  'internal_error',
  'stopping',
]);

/** Whether a killed process or a broken line caused the error. */
function isConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException;
}

async function* checkoutsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Checkout> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const line = block.split('\n').find((candidate) => candidate.startsWith('data: '));
      if (line !== undefined) yield JSON.parse(line.slice(6));
    }
  }
}
