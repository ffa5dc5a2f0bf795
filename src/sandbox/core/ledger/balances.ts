import type { Currency, CurrencyCode } from '../../../payment/index.js';
import { CURRENCY_CODES, currencyOf } from '../../../payment/index.js';

/** What the merchant owns in one currency, in the coin's smallest unit. */
export interface Balance {
  readonly currency: Currency;
  readonly units: bigint;
}

/** What the merchant owns: a running sum per currency. */
export class Balances {
  readonly #units = new Map<CurrencyCode, bigint>();
  /** The balance that moved last, as it was before; absent when there was none. */
  #former: { readonly code: CurrencyCode; readonly units: bigint | undefined } | null = null;

  /** Money that came, or that went if `units` is below zero. What fees took as a whole comes as zero. */
  move({ code }: Currency, units: bigint): void {
    this.#former = { code, units: this.#units.get(code) };
    this.#units.set(code, this.of(code) + units);
  }

  of(code: CurrencyCode): bigint {
    return this.#units.get(code) ?? 0n;
  }

  /**
   * One balance per currency in which money ever came, in the order of the payment currencies. `stale`: as they were
   * before the last movement of money.
   */
  list(stale: boolean): readonly Balance[] {
    return CURRENCY_CODES.flatMap((code) => {
      const units = stale && this.#former?.code === code ? this.#former.units : this.#units.get(code);
      return units === undefined ? [] : [{ currency: currencyOf(code), units }];
    });
  }
}
