import { iso, type MovableClock } from '../base/clock.js';
import { prettyText } from '../control/request-log.js';
import type { JsonFields } from '../base/fields.js';
import type { SandboxChange } from '../ledger/change.js';
import { encodePostback, type Postback, postbackFields, postbackOf, signToken } from './postback.js';
import type { WireOptions } from '../wire/formats.js';
import type { PostbackOptions, PostbackSettings } from './settings.js';
import { changedSettings, parsePostbackSettings } from './settings.js';

/** One postback, with the settings at the time of its change. */
interface PostbackDelivery {
  /** Counts from 1. */
  readonly number: number;
  readonly postback: Postback;
  readonly settings: PostbackSettings & { readonly url: string };
  readonly at: string;
  readonly attempts: { readonly at: string; readonly outcome: string }[];
  state: 'waiting' | 'delivered' | 'given up';
}

const DEADLINE_MS = 10_000;
/** Delays between five attempts, in real time. */
const PAUSES_MS: readonly number[] = [1_000, 5_000, 25_000, 125_000];
/** Maximum number of concurrent requests, so that a slow receiver does not hold a connection per payment. */
const CONCURRENCY = 20;
const MAX_DELIVERIES = 1000;

/** Sends postbacks to the merchant's server in the background. */
export class Postbacks {
  /** Number of changes of settings and deliveries. */
  changes = 0;
  readonly #secret: string | undefined;
  readonly #fetch: NonNullable<PostbackOptions['fetch']>;
  readonly #timer: NonNullable<PostbackOptions['timer']>;
  readonly #stop = new AbortController();
  readonly #deliveries: PostbackDelivery[] = [];
  readonly #queue: PostbackDelivery[] = [];
  /** Cancels each running timer. */
  readonly #timers = new Set<() => void>();
  #sendingCount = 0;
  #lastNumber = 0;
  #settings: PostbackSettings;

  constructor(
    private readonly clock: MovableClock,
    options: PostbackOptions,
    private readonly wire: WireOptions,
  ) {
    this.#settings = parsePostbackSettings(options);
    this.#secret = options.postbackSecret || undefined;
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#timer = options.timer ?? startTimer;
  }

  /** Schedules the postback for a change. Sends it after the change has been applied. */
  onChange(change: SandboxChange): void {
    const { url, invoices } = this.#settings;
    const nowMs = this.clock.nowMs();
    const postback = url === null ? null : postbackOf(change, invoices, nowMs, this.wire);
    if (url === null || postback === null) return;
    const settings = { ...this.#settings, url };
    const number = (this.#lastNumber += 1);
    const at = iso(nowMs);
    const delivery: PostbackDelivery = { number, postback, settings, at, attempts: [], state: 'waiting' };
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > MAX_DELIVERIES) this.#deliveries.shift();
    this.changes += 1;
    this.#enqueue(delivery);
  }

  change(fields: JsonFields): object {
    this.#settings = changedSettings(fields, this.#settings);
    this.changes += 1;
    return { ...this.#settings, signed: this.#secret !== undefined };
  }

  /** Returns the settings and the latest deliveries, oldest first, without secret and tokens. @param last maximum number of deliveries */
  toJson(last = MAX_DELIVERIES, bodies: 'json' | 'text' = 'json'): object {
    const deliveries = last === 0 ? [] : this.#deliveries.slice(-last);
    const postbacks = deliveries.map(
      ({ number, at, settings: { url, format }, state, postback, attempts }) => {
        const fields = postbackFields(postback, format);
        const formatted = bodies === 'json' ? fields : prettyText(fields);
        return { number, at, url, format, state, fields: formatted, attempts };
      },
    );
    return { ...this.#settings, signed: this.#secret !== undefined, postbacks };
  }

  /** Aborts requests and drops pending deliveries. */
  stop(): void {
    this.#queue.length = 0;
    this.#stop.abort();
    for (const cancel of this.#timers) cancel();
  }

  #enqueue(delivery: PostbackDelivery): void {
    if (this.#stop.signal.aborted) return;
    if (this.#sendingCount < CONCURRENCY) void this.#attempt(delivery);
    else this.#queue.push(delivery);
  }

  async #attempt(delivery: PostbackDelivery): Promise<void> {
    this.#sendingCount += 1;
    const { delivered, text } = await this.#send(delivery);
    this.#sendingCount -= 1;
    delivery.attempts.push({ at: iso(this.clock.nowMs()), outcome: text });
    const pauseMs = PAUSES_MS[delivery.attempts.length - 1];
    if (delivered) delivery.state = 'delivered';
    else if (pauseMs === undefined) delivery.state = 'given up';
    else this.#after(pauseMs, () => this.#enqueue(delivery));
    this.changes += 1;
    const next = this.#queue.shift();
    if (next) this.#enqueue(next);
  }

  async #send({ postback, settings: { url, format } }: PostbackDelivery) {
    // Awaits even without a secret, so that the change is applied first.
    const token = await (this.#secret && signToken(this.#secret, postback.invoice_id, this.clock.nowMs()));
    const { type, body } = encodePostback(postback, token, format);
    const deadline = new AbortController();
    const cancel = this.#after(DEADLINE_MS, () => deadline.abort());
    try {
      const signal = AbortSignal.any([deadline.signal, this.#stop.signal]);
      const headers = { 'content-type': type };
      const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
      const response = await this.#fetch(url, init);
      await response.body?.cancel();
      return { delivered: response.ok, text: `HTTP ${response.status}` };
    } catch (error) {
      const isTimeout = deadline.signal.aborted;
      const text = isTimeout ? `no response within ${DEADLINE_MS / 1000} s` : reasonOf(error);
      return { delivered: false, text };
    } finally {
      cancel();
    }
  }

  /** Runs `work` after a delay, unless the sandbox stops or the returned function is called before. */
  #after(ms: number, work: () => void): () => void {
    if (this.#stop.signal.aborted) return () => undefined;
    const end = this.#timer(() => {
      this.#timers.delete(cancel);
      work();
    }, ms);
    const cancel = (): void => {
      this.#timers.delete(cancel);
      end();
    };
    this.#timers.add(cancel);
    return cancel;
  }
}

function startTimer(work: () => void, afterMs: number): () => void {
  const timer = setTimeout(work, afterMs);
  return () => clearTimeout(timer);
}

/** Returns the reason for a failure, with the system's error code, such as ECONNREFUSED, if there is one. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `no connection${code}`;
}
