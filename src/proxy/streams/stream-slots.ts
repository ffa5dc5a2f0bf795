/** What a new stream needs a slot for. */
interface StreamSlotRequest {
  readonly checkoutId: string;
  readonly maxOfCheckout: number;
  /** Shares the slots of the checkout with other holders. */
  readonly holder: string;
  /** What else the stream counts against. */
  readonly counted: readonly { readonly key: string; readonly max: number }[];
}

/** A slot for an open stream, until it is released. */
export interface StreamSlot {
  release(): void;
  /** @param callback called when another stream gets the slot: it ends the stream */
  onEvict(callback: () => void): void;
}

/** It lives as long as its stream, and must keep nothing else of the request. */
class Slot implements StreamSlot {
  #onEvicted = (): void => undefined;
  #isHeld = true;

  constructor(
    readonly holder: string,
    private readonly onRelease: (slot: Slot) => void,
  ) {}

  onEvict(callback: () => void): void {
    this.#onEvicted = callback;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.onRelease(this);
  }

  evict(): void {
    this.release();
    this.#onEvicted();
  }
}

/** Counts the open event streams, by holder and by checkout. A key without a stream takes no memory. */
export class StreamSlots {
  readonly #counts = new Map<string, number>();
  /** The oldest comes first. */
  readonly #byCheckout = new Map<string, Set<Slot>>();

  /**
   * Returns a slot, or `null` if a limit of the client is reached. A checkout always has one: if its slots are taken, the
   * oldest stream of the holder with the most is evicted, so that no other client with the link can keep the payer out.
   */
  acquire({ checkoutId, maxOfCheckout, holder, counted }: StreamSlotRequest): StreamSlot | null {
    if (counted.some(({ key, max }) => (this.#counts.get(key) ?? 0) >= max)) return null;
    const taken = this.#byCheckout.get(checkoutId);
    if (taken && taken.size >= maxOfCheckout) oldestOfLargestHolder(taken, holder)?.evict();
    const keys = counted.map(({ key }) => key);
    const slot = new Slot(holder, () => {
      for (const key of keys) this.#add(key, -1);
      this.#remove(checkoutId, slot);
    });
    for (const key of keys) this.#add(key, 1);
    this.#byCheckout.set(checkoutId, (this.#byCheckout.get(checkoutId) ?? new Set()).add(slot));
    return slot;
  }

  #add(key: string, by: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  #remove(checkoutId: string, slot: Slot): void {
    const taken = this.#byCheckout.get(checkoutId);
    taken?.delete(slot);
    if (taken?.size === 0) this.#byCheckout.delete(checkoutId);
  }
}

/** The newcomer counts as if it had a slot already: a holder with as many as any other evicts its own oldest stream. */
function oldestOfLargestHolder(slots: ReadonlySet<Slot>, newcomer: string): Slot | undefined {
  const counts = new Map([[newcomer, 1]]);
  for (const { holder } of slots) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  const max = Math.max(...counts.values());
  return [...slots].find(({ holder }) => counts.get(holder) === max);
}
