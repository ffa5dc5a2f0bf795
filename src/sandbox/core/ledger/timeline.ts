import type { PageRange, Period } from './period.js';

/** Ids in the order of creation: a span of days, and a page of it, are found without a look at the rest. */
export class Timeline {
  readonly #ids: string[] = [];
  readonly #timesMs: number[] = [];

  get length(): number {
    return this.#ids.length;
  }

  /** The time for what is created next. A machine's clock may be set back; the order here may not. */
  nextMs(nowMs: number): number {
    return Math.max(nowMs, this.#timesMs.at(-1) ?? -Infinity);
  }

  /** `createdAtMs` comes from `nextMs`. */
  add(id: string, createdAtMs: number): void {
    this.#ids.push(id);
    this.#timesMs.push(createdAtMs);
  }

  count({ fromMs, untilMs }: Period): number {
    return this.#firstSince(untilMs) - this.#firstSince(fromMs);
  }

  /** Newest first. The limit counts from the record at the offset ("List invoices"). */
  newest({ fromMs, untilMs }: Period, { offset, limit }: PageRange): readonly string[] {
    const first = this.#firstSince(fromMs);
    const end = Math.max(first, this.#firstSince(untilMs) - offset);
    return this.#ids.slice(Math.max(first, end - limit), end).reverse();
  }

  /** How many are older: by halving. */
  #firstSince(atMs: number): number {
    let low = 0;
    let high = this.#timesMs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timesMs[middle] ?? Infinity) < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
