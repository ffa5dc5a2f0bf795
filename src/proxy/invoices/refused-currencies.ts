import { compareAmounts, type CurrencyCode } from '../../payment/index.js';
import type { Clock } from '../base/clock.js';
import { MINUTE_MS } from '../base/time.js';
import type { Price } from '../domain/record.js';

/** The range of prices in one fiat currency for which the service refused a currency. */
interface Refusal {
  readonly lowest: string;
  readonly highest: string;
  readonly untilMs: number;
}

const REMEMBERED_MS = 10 * MINUTE_MS;

/**
 * Caches for ten minutes, in this process, the currencies in which the service refused to create an invoice. The service states no
 * reason, but the price may be too low or too high for the coin. So refusals apply to all prices between them.
 */
export class RefusedCurrencies {
  readonly #refusals = new Map<string, Refusal>();
  #revision = 0;

  constructor(private readonly clock: Clock) {}

  /** A number that changes whenever the result of `has` may have changed. */
  get revision(): number {
    this.#removeExpired();
    return this.#revision;
  }

  has(currency: CurrencyCode, price: Price): boolean {
    const refusal = this.#find(currency, price);
    if (!refusal) return false;
    const { lowest, highest } = refusal;
    return compareAmounts(lowest, price.amount) <= 0 && compareAmounts(price.amount, highest) <= 0;
  }

  add(currency: CurrencyCode, price: Price): void {
    const { amount } = price;
    const { lowest = amount, highest = amount } = this.#find(currency, price) ?? {};
    this.#set(keyOf(currency, price), {
      lowest: compareAmounts(amount, lowest) < 0 ? amount : lowest,
      highest: compareAmounts(amount, highest) > 0 ? amount : highest,
      untilMs: this.clock.nowMs() + REMEMBERED_MS,
    });
  }

  /** Removes the refusals of a currency, which the service accepts again. */
  remove(currency: CurrencyCode, price: Price): void {
    if (this.#find(currency, price)) this.#set(keyOf(currency, price), null);
  }

  #find(currency: CurrencyCode, price: Price): Refusal | undefined {
    this.#removeExpired();
    return this.#refusals.get(keyOf(currency, price));
  }

  #removeExpired(): void {
    if (this.#refusals.size === 0) return;
    const nowMs = this.clock.nowMs();
    for (const [key, { untilMs }] of this.#refusals) {
      // A later expiry is possible only if the clock was set back.
      if (untilMs <= nowMs || untilMs > nowMs + REMEMBERED_MS) this.#set(key, null);
    }
  }

  #set(key: string, refusal: Refusal | null): void {
    if (refusal) this.#refusals.set(key, refusal);
    else this.#refusals.delete(key);
    this.#revision += 1;
  }
}

function keyOf(currency: CurrencyCode, { currency: fiat }: Price): string {
  return `${currency} ${fiat}`;
}
