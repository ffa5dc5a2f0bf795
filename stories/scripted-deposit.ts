import type { DepositSession, DepositSnapshot } from '../src/checkout/deposit-session.js';

/** A scripted deposit session: it shows the state that a script sets and records the actions of the customer. */
export class ScriptedDeposit implements DepositSession {
  /** Every step of the customer, such as `choose USDT_TRC20`. */
  readonly steps: string[] = [];
  #snapshot: DepositSnapshot;
  readonly #listeners = new Set<() => void>();

  constructor(snapshot: DepositSnapshot) {
    this.#snapshot = snapshot;
  }

  get snapshot(): DepositSnapshot {
    return this.#snapshot;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  show(snapshot: DepositSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  choose(currency: string): void {
    this.steps.push(`choose ${currency}`);
  }

  change(changing: boolean): void {
    this.steps.push(`change ${changing}`);
  }

  renewCustomer(customer: string): void {
    this.steps.push(`renew ${customer}`);
  }

  refresh(): void {
    this.steps.push('refresh');
  }
}
