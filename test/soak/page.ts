import { setTimeout as pause } from 'node:timers/promises';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import type { Chance } from './seeded-random.js';
import { seen } from './page-observations.js';
import type { Stories, Story } from './order-history.js';

export interface PageOptions {
  readonly stories: Stories;
  readonly story: Story;
  readonly chance: Chance;
  /** The address of a proxy, another one each time. */
  readonly url: () => string;
  /** The run comes to its end: nobody waits any more. */
  readonly ending: AbortSignal;
}

/** The answer to something that was asked for: a checkout, a refusal by its code, or none at all. */
export type Answer =
  | { readonly is: 'checkout'; readonly checkout: Checkout }
  | { readonly is: 'refused'; readonly code: string }
  | { readonly is: 'lost' };

const TIMEOUT_MS = 25_000;
const LOST: Answer = { is: 'lost' };

/** A page of a browser with a checkout in it: asks, listens, and looks at what it gets. */
export class Page {
  requests = 0;

  constructor(private readonly options: PageOptions) {}

  open(order: string): Promise<Answer> {
    return this.#ask('POST', '/checkouts', { order });
  }

  choose(currency: CurrencyCode): Promise<Answer> {
    return this.#ask('POST', `${this.#path()}/invoice`, { currency });
  }

  cancel(): Promise<Answer> {
    return this.#ask('POST', `${this.#path()}/cancel`, {});
  }

  look(): Promise<Answer> {
    return this.#ask('GET', this.#path());
  }

  /** Tries until there is a checkout, or a word that more tries would not change. */
  async insist(ask: () => Promise<Answer>, tries = 25): Promise<Answer> {
    for (let left = tries; ; left -= 1) {
      const answer = await ask();
      const isOver = answer.is === 'checkout' || (answer.is === 'refused' && !PASSING.has(answer.code));
      if (isOver || left <= 1 || this.options.ending.aborted) return answer;
      await this.#pause(this.options.chance.between(50, 800));
    }
  }

  /** Looks on until it is so, at most so long; by a stream, or by asking again and again. */
  async until(isSo: (checkout: Checkout) => boolean, patienceMs: number): Promise<boolean> {
    const { chance, ending } = this.options;
    const untilMs = performance.now() + patienceMs;
    const isStream = chance.percent(60);
    while (performance.now() < untilMs && !ending.aborted) {
      if (isStream) {
        if (await this.#listen(isSo, untilMs - performance.now())) return true;
      } else {
        const answer = await this.look();
        if (answer.is === 'checkout' && isSo(answer.checkout)) return true;
      }
      await this.#pause(isStream ? chance.between(100, 600) : chance.between(1000, 3000));
    }
    return false;
  }

  #path(): string {
    return `/checkouts/${this.options.story.checkoutId ?? 'none'}`;
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.options.ending }).catch(() => undefined);
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const { stories, story } = this.options;
    const atLeast = story.latest?.version ?? 0;
    this.requests += 1;
    try {
      const response = await this.#fetch(method, path, body, AbortSignal.timeout(TIMEOUT_MS));
      const answer: Checkout & { code: string } = await response.json();
      if (!response.ok) return { is: 'refused', code: answer.code };
      seen(stories, story, answer, atLeast);
      return { is: 'checkout', checkout: answer };
    } catch (error) {
      if (isConnection(error)) return LOST;
      throw error;
    }
  }

  #fetch(method: string, path: string, body: object | undefined, signal: AbortSignal): Promise<Response> {
    const base = this.options.url();
    const headers =
      method === 'POST' ? { 'content-type': 'application/json', 'origin': new URL(base).origin } : {};
    return fetch(base + path, { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
  }

  async #listen(isSo: (checkout: Checkout) => boolean, patienceMs: number): Promise<boolean> {
    const { stories, story, ending } = this.options;
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    const timer = setTimeout(leave, Math.max(1, patienceMs));
    ending.addEventListener('abort', leave, { once: true });
    // As long as it lives, a stream never goes back; when it is opened, it knows what was known.
    let atLeast = story.latest?.version ?? 0;
    try {
      const response = await this.#fetch('GET', `${this.#path()}/events`, undefined, leaving.signal);
      if (!response.ok || !response.body) return false;
      for await (const checkout of checkoutsOf(response.body)) {
        seen(stories, story, checkout, atLeast);
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

/** Those who try again may get another answer. */
const PASSING = new Set([
  'service_unavailable',
  'service_refused',
  'store_unavailable',
  'internal_error',
  'stopping',
]);

/** Anything that a killed process or a broken line does to a request. */
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
