/** A request for a slot. */
interface StreamSlotRequest {
  readonly checkoutId: string;
  /** Maximum number of streams of the checkout. */
  readonly maxOfCheckout: number;
  /** The client that holds the slot. All holders share the slots of the checkout. */
  readonly holder: string;
  /** Other limits that the stream counts against. */
  readonly counted: readonly { readonly key: string; readonly max: number }[];
}

/** A slot for an open stream, until it is released. */
export interface StreamSlot {
  release(): void;
  /** Registers a callback that ends the stream when another stream gets the slot. */
  onEvict(callback: () => void): void;
}

/** A slot. Lives as long as its stream, so it must not retain the request. */
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

/** Limits the open event streams, by holder and by checkout. A key without a stream takes no memory. */
export class StreamSlots {
  readonly #counts = new Map<string, number>();
  /** The slots of each checkout, oldest first. */
  readonly #byCheckout = new Map<string, Set<Slot>>();

  /**
   * Returns a slot, or `null` if one of the `counted` limits is reached. If all slots of the checkout are in use, evicts the oldest
   * stream of the holder with the most streams: another client with the link must not lock out the payer.
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

/**
 * Returns the oldest slot of the holder with the most slots. The requested slot counts for the new holder: if it has as many as any
 * other, it loses its own oldest stream.
 */
function oldestOfLargestHolder(slots: ReadonlySet<Slot>, newHolder: string): Slot | undefined {
  const counts = new Map([[newHolder, 1]]);
  for (const { holder } of slots) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  const max = Math.max(...counts.values());
  return [...slots].find(({ holder }) => counts.get(holder) === max);
}
