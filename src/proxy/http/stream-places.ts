export interface Place {
  readonly key: string;
  readonly most: number;
}

/** The open streams of one key. */
interface Taken {
  readonly key: string;
  count: number;
}

/** How many event streams are open, by who holds them and by what they show. A key without a stream takes no memory. */
export class StreamPlaces {
  readonly #taken = new Map<string, Taken>();

  /** One place of each, or none: `null`. They are free again when the function is called. */
  take(places: readonly Place[]): (() => void) | null {
    if (places.some(({ key, most }) => (this.#taken.get(key)?.count ?? 0) >= most)) return null;
    return this.#leave(places.map(({ key }) => this.#enter(key)));
  }

  #enter(key: string): Taken {
    const taken = this.#taken.get(key) ?? { key, count: 0 };
    taken.count += 1;
    this.#taken.set(key, taken);
    return taken;
  }

  /** It stays as long as its stream, and keeps nothing else of the request. */
  #leave(held: readonly Taken[]): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const taken of held) {
        taken.count -= 1;
        if (taken.count === 0) this.#taken.delete(taken.key);
      }
    };
  }
}
