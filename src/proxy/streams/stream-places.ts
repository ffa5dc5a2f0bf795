/** What a new stream needs room for. */
export interface WantedPlace {
  readonly checkoutId: string;
  readonly mostOfCheckout: number;
  /** Who shares the places of the checkout with others. */
  readonly holder: string;
  /** Of what else it takes one. */
  readonly counted: readonly { readonly key: string; readonly most: number }[];
}

/** A place for an open stream, until it is left. */
export interface StreamPlace {
  leave(): void;
  /** @param end called when the place goes to somebody else: it ends the stream */
  heldBy(end: () => void): void;
}

/** It stays as long as its stream, and keeps nothing else of the request. */
class Place implements StreamPlace {
  #end = (): void => undefined;
  #isHeld = true;

  constructor(
    readonly holder: string,
    private readonly onLeave: (place: Place) => void,
  ) {}

  heldBy(end: () => void): void {
    this.#end = end;
  }

  leave(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.onLeave(this);
  }

  giveWay(): void {
    this.leave();
    this.#end();
  }
}

/** How many event streams are open, by who holds them and by what they show. A key without a stream takes no memory. */
export class StreamSlots {
  readonly #counts = new Map<string, number>();
  /** The oldest comes first. */
  readonly #byCheckout = new Map<string, Set<Place>>();

  /**
   * Returns a place, or `null` when somebody has come to a limit of his own. A checkout always has one: where its places
   * are taken, the oldest of whoever holds most gives way, so that nobody who has the link can keep the payer out.
   */
  take({ checkoutId, mostOfCheckout, holder, counted }: WantedPlace): StreamPlace | null {
    if (counted.some(({ key, most }) => (this.#counts.get(key) ?? 0) >= most)) return null;
    const taken = this.#byCheckout.get(checkoutId);
    if (taken && taken.size >= mostOfCheckout) oldestOfMost(taken, holder)?.giveWay();
    const keys = counted.map(({ key }) => key);
    const place = new Place(holder, () => {
      for (const key of keys) this.#add(key, -1);
      this.#leave(checkoutId, place);
    });
    for (const key of keys) this.#add(key, 1);
    this.#byCheckout.set(checkoutId, (this.#byCheckout.get(checkoutId) ?? new Set()).add(place));
    return place;
  }

  #add(key: string, by: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  #leave(checkoutId: string, place: Place): void {
    const taken = this.#byCheckout.get(checkoutId);
    taken?.delete(place);
    if (taken?.size === 0) this.#byCheckout.delete(checkoutId);
  }
}

/** The newcomer counts as if he had a place already: who has as many as anybody displaces himself, or the oldest. */
function oldestOfMost(places: ReadonlySet<Place>, newcomer: string): Place | undefined {
  const counts = new Map([[newcomer, 1]]);
  for (const { holder } of places) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...places].find(({ holder }) => counts.get(holder) === most);
}
