import { type Currency, CURRENCY_CODES, type CurrencyCode, currencyOf } from '../../../payment/index.js';

export interface Balance {
  readonly currency: Currency;
  /** In the coin's smallest unit. */
  readonly units: bigint;
}

/** The balance of each currency. */
export class Balances {
  readonly #units = new Map<CurrencyCode, bigint>();
  /** The most recently changed balance, before that change. */
  #previous: { readonly code: CurrencyCode; readonly units: bigint | undefined } | null = null;

  /** Adds an amount to a balance. @param units negative for a withdrawal, zero if the fees consume a payment */
  move({ code }: Currency, units: bigint): void {
    this.#previous = { code, units: this.#units.get(code) };
    this.#units.set(code, this.of(code) + units);
  }

  of(code: CurrencyCode): bigint {
    return this.#units.get(code) ?? 0n;
  }

  /** Returns the balance of each currency that was ever received. @param stale whether to return the state before the last change */
  list(stale: boolean): readonly Balance[] {
    return CURRENCY_CODES.flatMap((code) => {
      const units = stale && this.#previous?.code === code ? this.#previous.units : this.#units.get(code);
      return units === undefined ? [] : [{ currency: currencyOf(code), units }];
    });
  }
}
