/** Milliseconds UTC, from midnight of the first day to the midnight after the last day, exclusive. */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

export const ALWAYS: Period = { fromMs: -Infinity, untilMs: Infinity };

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export const EVERYTHING: PageRange = { offset: 0, limit: Infinity };

/** Ids in the order of creation. A period is found by binary search. */
export class Timeline {
  readonly #ids: string[] = [];
  readonly #timesMs: number[] = [];

  get length(): number {
    return this.#ids.length;
  }

  /** Returns the creation time of the next record: never before the last one, even if the system clock is set back. */
  nextMs(nowMs: number): number {
    return Math.max(nowMs, this.#timesMs.at(-1) ?? -Infinity);
  }

  /** @param createdAtMs from `nextMs` */
  add(id: string, createdAtMs: number): void {
    this.#ids.push(id);
    this.#timesMs.push(createdAtMs);
  }

  count({ fromMs, untilMs }: Period): number {
    return this.#firstSince(untilMs) - this.#firstSince(fromMs);
  }

  /** Returns ids, newest first. The limit counts from the record at the offset (service doc, "List invoices"). */
  newest({ fromMs, untilMs }: Period, { offset, limit }: PageRange): readonly string[] {
    const first = this.#firstSince(fromMs);
    const end = Math.max(first, this.#firstSince(untilMs) - offset);
    return this.#ids.slice(Math.max(first, end - limit), end).reverse();
  }

  /** Returns the number of older records. */
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
