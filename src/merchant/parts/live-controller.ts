import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { MerchantClient } from '../client/merchant-client.js';
import { ChangeController } from './change-controller.js';

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

/**
 * Loads what its host shows again when the client's stream reports changes: once for several, and only while a person can see the
 * host. What has changed meanwhile is loaded when the host is shown again, or the page.
 */
export class LiveController implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loadedAtMs = -Infinity;
  #isDue = false;
  /** Reports that the host is shown: in a hidden tab it has no size. The environments of unit tests have none. */
  #size: ResizeObserver | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly options: LiveOptions,
  ) {
    host.addController(this);
    new ChangeController(host, {
      client: options.client,
      onChange: () => {
        this.#isDue = true;
        this.#schedule();
      },
      // The host has just started to load.
      onClient: () => {
        this.#loadedAtMs = performance.now();
      },
    });
  }

  hostConnected(): void {
    if (isServer) return;
    document.addEventListener('visibilitychange', this.#schedule);
    this.#size = 'ResizeObserver' in globalThis ? new ResizeObserver(this.#schedule) : null;
    this.#size?.observe(this.host);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#schedule);
    this.#size?.disconnect();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }

  readonly #schedule = (): void => {
    if (!this.#isDue || !this.#isVisible) return;
    const { gapMs = GAP_MS } = this.options;
    const waitMs = Math.max(this.#loadedAtMs + gapMs - performance.now(), 0);
    this.#timer ??= setTimeout(() => this.#load(), waitMs);
  };

  #load(): void {
    this.#timer = undefined;
    if (!this.#isVisible) return;
    this.#isDue = false;
    this.#loadedAtMs = performance.now();
    void this.options.load();
  }

  get #isVisible(): boolean {
    return !document.hidden && this.host.getClientRects().length > 0;
  }
}
