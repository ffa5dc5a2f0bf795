import type { MovableClock } from '../base/clock.js';

/** Milliseconds UTC: from midnight of the first day, inclusive, to the midnight after the last day, exclusive. */
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

/** Ids in the order of creation, which finds a period by binary search. */
export class Timeline {
  readonly #ids: string[] = [];
  readonly #timesMs: number[] = [];

  get length(): number {
    return this.#ids.length;
  }

  /** Returns the creation time for a new record. It is never earlier than that of the last one, even if the system clock is set back. */
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

interface Dated {
  /** `INV-` and 8 characters. */
  readonly id: string;
  readonly createdAtMs: number;
}

/** A version of a record, and the time for which its status is computed. */
export interface RecordView<R> {
  readonly record: R;
  readonly atMs: number;
}

interface RecordEntry<R> {
  readonly current: R;
  readonly recordedAtMs: number;
  /** The version before the last change; the first version if there was none. */
  readonly previous: RecordView<R>;
}

/** Immutable records of one kind, by id and in the order of creation. */
export class Records<R extends Dated> {
  readonly #entries = new Map<string, RecordEntry<R>>();
  readonly #timeline = new Timeline();

  constructor(
    private readonly clock: MovableClock,
    /** The records of all kinds. */
    private readonly all: Timeline,
  ) {}

  get length(): number {
    return this.#timeline.length;
  }

  /** Returns the current time, which is never earlier than the newest record. */
  nowMs(): number {
    return this.all.nextMs(this.clock.nowMs());
  }

  put(record: R, recordedAtMs: number): R {
    const before = this.#entries.get(record.id);
    const previous = before
      ? { record: before.current, atMs: before.recordedAtMs }
      : { record, atMs: recordedAtMs };
    this.#entries.set(record.id, { current: record, recordedAtMs, previous });
    if (!before)
      for (const timeline of [this.#timeline, this.all]) timeline.add(record.id, record.createdAtMs);
    return record;
  }

  /** @param id with or without `INV-` */
  find(id: string): R | undefined {
    return this.#entry(id)?.current;
  }

  view(id: string, stale: boolean): RecordView<R> | undefined {
    const entry = this.#entry(id);
    return entry && viewOf(entry, stale, this.nowMs());
  }

  newest(period: Period, page: PageRange, stale = false): readonly RecordView<R>[] {
    const atMs = this.nowMs();
    return this.#timeline.newest(period, page).flatMap((id) => {
      const entry = this.#entries.get(id);
      return entry ? viewOf(entry, stale, atMs) : [];
    });
  }

  #entry(id: string): RecordEntry<R> | undefined {
    return this.#entries.get(id.startsWith('INV-') ? id : `INV-${id}`);
  }
}

function viewOf<R>({ current, previous }: RecordEntry<R>, stale: boolean, atMs: number): RecordView<R> {
  return stale ? previous : { record: current, atMs };
}
