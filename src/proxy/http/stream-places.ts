export interface Place {
  readonly key: string;
  readonly most: number;
}

/** How many event streams are open, by who holds them and by what they show. A key without a stream takes no memory. */
export class StreamPlaces {
  readonly #taken = new Map<string, number>();

  /** One place of each, or none: `null`. They are free again when the function is called. */
  take(places: readonly Place[]): (() => void) | null {
    if (places.some(({ key, most }) => this.#count(key) >= most)) return null;
    this.#add(places, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(places, -1);
      isHeld = false;
    };
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  #add(places: readonly Place[], change: 1 | -1): void {
    for (const { key } of places) {
      const count = this.#count(key) + change;
      if (count === 0) this.#taken.delete(key);
      else this.#taken.set(key, count);
    }
  }
}
