import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { MerchantClient } from '../client/merchant-client.js';

interface LiveOptions {
  readonly client: () => MerchantClient | null;
  /** Loads what the host shows. */
  readonly load: () => Promise<unknown>;
  /** Minimum time between two loads, in milliseconds. Default: 500. */
  readonly gapMs?: number;
}

const GAP_MS = 500;
/** `gapMs` for lists that come from the payment service. */
export const SERVICE_GAP_MS = 30_000;

/** Loads what its host shows again whenever the client's stream reports a change. */
export class LiveController implements ReactiveController {
  #client: MerchantClient | null = null;
  #end: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loadedAtMs = -Infinity;

  constructor(
    host: ReactiveControllerHost,
    private readonly options: LiveOptions,
  ) {
    host.addController(this);
  }

  /** Called after each update, because the properties of the host determine the client. */
  hostUpdated(): void {
    const client = this.options.client();
    if (isServer || client === this.#client) return;
    this.hostDisconnected();
    this.#client = client;
    // The host has just started to load.
    this.#loadedAtMs = performance.now();
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
        this.#loadedAtMs = performance.now();
        void this.options.load();
      },
      Math.max(this.#loadedAtMs + gapMs - performance.now(), 0),
    );
  }
}
