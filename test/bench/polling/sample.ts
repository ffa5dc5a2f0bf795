/** Many numbers, for their median and upper quantiles. */
export class Sample {
  readonly #values: number[] = [];
  #isSorted = true;

  add(value: number): void {
    this.#values.push(value);
    this.#isSorted = false;
  }

  get count(): number {
    return this.#values.length;
  }

  /** @param part 0.5 for the median; `null` without values */
  quantile(part: number): number | null {
    if (!this.#isSorted) this.#values.sort((a, b) => a - b);
    this.#isSorted = true;
    return this.#values[Math.min(this.#values.length - 1, Math.floor(part * this.#values.length))] ?? null;
  }
}
