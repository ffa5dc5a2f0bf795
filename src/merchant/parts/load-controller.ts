import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MerchantProblem, MerchantResult } from '../client/merchant-client.js';
import { CryptoMerchantSessionEndedEvent } from './events.js';

/** Holds the result of a request of its host. If requests overlap, the latest one counts. */
export class LoadController<T> implements ReactiveController {
  /** The last value. It stays if a later request fails. */
  value: T | null = null;
  /** The reason the last request failed. */
  problem: MerchantProblem | null = null;
  isLoading = false;
  /** The time at which the last value arrived (ISO 8601), by the clock of the browser. */
  loadedAt: string | null = null;
  #turn = 0;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#turn += 1;
    this.isLoading = false;
  }

  /** Runs a request, unless the host is removed: what it shows then nobody sees. @returns whether it succeeded and is still the latest */
  async load(request: () => Promise<MerchantResult<T>>): Promise<boolean> {
    if (!this.host.isConnected) return false;
    this.#turn += 1;
    const turn = this.#turn;
    this.isLoading = true;
    this.host.requestUpdate();
    const result = await request();
    if (turn !== this.#turn) return false;
    this.isLoading = false;
    const hadEnded = this.problem?.kind === 'session_ended';
    this.problem = result.ok ? null : result.problem;
    if (this.problem?.kind === 'session_ended' && !hadEnded)
      this.host.dispatchEvent(new CryptoMerchantSessionEndedEvent());
    if (result.ok) {
      this.value = result.value;
      this.loadedAt = new Date().toISOString();
    }
    this.host.requestUpdate();
    return result.ok;
  }

  /** Forgets the result, before a request about something else. */
  reset(value: T | null = null): void {
    this.#turn += 1;
    this.value = value;
    this.problem = null;
    this.isLoading = false;
    this.host.requestUpdate();
  }
}
