import { staffChangeSchema, type StaffChange } from '../../protocol/index.js';
import { parseMessage } from '../../protocol/schema.js';

/**
 * Called when lists may have changed and must be loaded again.
 * @param change what the stream reports; `null` while polling replaces the stream
 */
export type ChangeListener = (change: StaffChange | null) => void;

export interface ChangeStreamOptions {
  /** Opens the stream with a session. @throws if there is no session */
  readonly open: (signal: AbortSignal) => Promise<Response>;
}

/** The proxy sends a heartbeat every 7 s, so a stream that is silent for this long is dead. */
const HEARTBEAT_TIMEOUT_MS = 40_000;
const REOPEN_MS = 2_000;
/** Delays between attempts while there is no stream. The lists are loaded after each one, so that polling replaces the stream. */
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 5 * 60_000;

const CHANGE = /^event: change$/m;

/**
 * The stream of changes that all elements of a page share. It is open while there is a listener, and opens again after it has
 * ended. While it cannot be opened, listeners are called at growing intervals, and when a person returns to the page.
 */
export class ChangeStream {
  readonly #listeners = new Set<ChangeListener>();
  #ending: AbortController | null = null;
  #wake: () => void = () => undefined;

  constructor(private readonly options: ChangeStreamOptions) {}

  /** @returns a function that ends the subscription */
  subscribe(listener: ChangeListener): () => void {
    // Wrapped, so that the same function can subscribe twice.
    const own: ChangeListener = (change) => listener(change);
    this.#listeners.add(own);
    if (!this.#ending) this.#start();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  #start(): void {
    this.#ending = new AbortController();
    window.addEventListener('focus', this.#onReturn);
    document.addEventListener('visibilitychange', this.#onReturn);
    void this.#run(this.#ending.signal);
  }

  #stop(): void {
    this.#ending?.abort();
    this.#ending = null;
    this.#wake();
    window.removeEventListener('focus', this.#onReturn);
    document.removeEventListener('visibilitychange', this.#onReturn);
  }

  readonly #onReturn = (): void => {
    if (!document.hidden) this.#wake();
  };

  async #run(signal: AbortSignal): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const hasWorked = await this.#follow(signal);
      if (signal.aborted) return;
      await this.#wait(hasWorked ? REOPEN_MS : waitMs);
      // Every stream starts with a change. If there was no stream, this call replaces it.
      if (!hasWorked && !signal.aborted) this.#notify(null);
      waitMs = hasWorked ? FIRST_WAIT_MS : Math.min(waitMs * 2, MAX_WAIT_MS);
    }
  }

  /** Reads one stream to its end. @returns whether a change has arrived, so the stream worked */
  async #follow(signal: AbortSignal): Promise<boolean> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), HEARTBEAT_TIMEOUT_MS);
    let hasWorked = false;
    try {
      const response = await this.options.open(AbortSignal.any([signal, silence.signal]));
      if (!response.ok || !response.body) return false;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ''; ;) {
        const { value, done } = await reader.read();
        if (done) return hasWorked;
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), HEARTBEAT_TIMEOUT_MS);
        const blocks = (text + value).split('\n\n');
        text = blocks.pop() ?? '';
        const last = blocks.findLast((block) => CHANGE.test(block));
        if (last === undefined) continue;
        hasWorked = true;
        this.#notify(changeOf(last));
      }
    } catch {
      return hasWorked;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits, on a hidden page until a person returns. A return ends the wait early. */
  #wait(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(() => {
        if (!document.hidden) end();
      }, ms);
      this.#wake = end;
    });
  }

  #notify(change: StaffChange | null): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}

/** Returns the content of an event; `null` if it is unreadable: the lists have changed all the same. */
function changeOf(block: string): StaffChange | null {
  const [, data = ''] = /^data: (.*)$/m.exec(block) ?? [];
  try {
    return parseMessage(staffChangeSchema, JSON.parse(data), 'event');
  } catch {
    return null;
  }
}
