import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { ChangeListener } from '../client/change-stream.js';
import type { MerchantClient } from '../client/merchant-client.js';

interface ChangeOptions {
  readonly client: () => MerchantClient | null;
  readonly onChange: ChangeListener;
  /** Called when the host has another client. */
  readonly onClient?: () => void;
}

/** Listens to the changes that the client's stream reports, while its host is in the page. */
export class ChangeController implements ReactiveController {
  #client: MerchantClient | null = null;
  #end: () => void = () => undefined;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly options: ChangeOptions,
  ) {
    host.addController(this);
  }

  /** Called after each update, because the properties of the host determine the client. A removed host may still be updated. */
  hostUpdated(): void {
    const client = this.options.client();
    if (isServer || !this.host.isConnected || client === this.#client) return;
    this.hostDisconnected();
    this.#client = client;
    this.options.onClient?.();
    this.#end = client?.subscribe(this.options.onChange) ?? this.#end;
  }

  hostDisconnected(): void {
    this.#end();
    this.#end = () => undefined;
    this.#client = null;
  }
}
