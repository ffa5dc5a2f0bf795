import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { MerchantClient } from '../client/session.js';

interface LiveOptions {
  readonly desk: () => MerchantClient | null;
  /** Reads again what its host shows. */
  readonly load: () => Promise<unknown>;
  /** The shortest time between two readings, in milliseconds. */
  readonly gapMs?: number;
}

const GAP_MS = 500;
/** The gap of a list that the payment service answers. */
export const SERVICE_GAP_MS = 30_000;

/** Reads anew what its host shows when the stream of its client says that something has changed. */
export class LiveController implements ReactiveController {
  #client: MerchantClient | null = null;
  #end: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAtMs = -Infinity;

  constructor(
    host: ReactiveControllerHost,
    private readonly options: LiveOptions,
  ) {
    host.addController(this);
  }

  /** After each update, since the properties of its host describe the client. */
  hostUpdated(): void {
    const client = this.options.desk();
    if (isServer || client === this.#client) return;
    this.hostDisconnected();
    this.#client = client;
    // Its host has just begun to read.
    this.#readAtMs = performance.now();
    this.#end = client?.subscribe(() => this.#changed()) ?? this.#end;
  }

  hostDisconnected(): void {
    this.#end();
    this.#end = () => undefined;
    this.#client = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #changed(): void {
    const { gapMs = GAP_MS } = this.options;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#readAtMs = performance.now();
        void this.options.load();
      },
      Math.max(this.#readAtMs + gapMs - performance.now(), 0),
    );
  }
}
