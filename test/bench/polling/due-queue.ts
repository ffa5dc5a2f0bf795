/** A queue by due time; of two items with the same time the first added one is first. */
export interface Due {
  readonly sequence: number;
  nextAtMs: number;
}

/** A binary heap by time. The times are in an array of their own, since millions of them are compared. */
export class DueQueue<T extends Due> {
  readonly #items: T[] = [];
  #moments = new Float64Array(1024);

  /** `Infinity` if nothing is due. */
  get firstAtMs(): number {
    return this.#items.length === 0 ? Infinity : (this.#moments[0] ?? Infinity);
  }

  push(item: T): void {
    const index = this.#items.length;
    if (index === this.#moments.length) this.#grow();
    this.#items.push(item);
    this.#rise(index, item);
  }

  pop(): T | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#moments.length);
    larger.set(this.#moments);
    this.#moments = larger;
  }

  #rise(from: number, item: T): void {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!this.#isBefore(item, above)) break;
      this.#move(above, index);
      index = above;
    }
    this.#put(index, item);
  }

  #sink(item: T): void {
    const { length } = this.#items;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= length) break;
      const right = this.#items[left + 1];
      const child = right !== undefined && this.#isBefore(right, left) ? left + 1 : left;
      if (this.#isBefore(item, child)) break;
      this.#move(child, index);
      index = child;
    }
    this.#put(index, item);
  }

  #isBefore(item: T, index: number): boolean {
    const moment = this.#moments[index] ?? Infinity;
    if (item.nextAtMs !== moment) return item.nextAtMs < moment;
    return item.sequence < (this.#items[index]?.sequence ?? Infinity);
  }

  #move(from: number, to: number): void {
    const item = this.#items[from];
    if (item) this.#put(to, item);
  }

  #put(index: number, item: T): void {
    this.#items[index] = item;
    this.#moments[index] = item.nextAtMs;
  }
}
