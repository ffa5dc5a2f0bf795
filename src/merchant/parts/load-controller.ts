import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MerchantProblem, MerchantResult } from '../client/session.js';

/** The last result of one request of its host; of several concurrent ones the latest counts. */
export class LoadController<T> implements ReactiveController {
  /** The last value, which stays when a later request fails. */
  value: T | null = null;
  /** The reason the last request failed. */
  problem: MerchantProblem | null = null;
  isLoading = false;
  #turn = 0;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#turn += 1;
    this.isLoading = false;
  }

  /** @returns whether the value is of this request */
  async load(request: () => Promise<MerchantResult<T>>): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    this.isLoading = true;
    this.host.requestUpdate();
    const result = await request();
    if (turn !== this.#turn) return false;
    this.isLoading = false;
    this.problem = result.ok ? null : result.problem;
    if (result.ok) this.value = result.value;
    this.host.requestUpdate();
    return result.ok;
  }

  /** Forgets everything: the next request is about something else. */
  reset(value: T | null = null): void {
    this.#turn += 1;
    this.value = value;
    this.problem = null;
    this.isLoading = false;
    this.host.requestUpdate();
  }
}
