/** Repeatable random decisions: every name below a seed has an independent sequence. */
export class SeededRandom {
  #state: [number, number, number, number];

  constructor(private readonly seed: string) {
    this.#state = hash(seed);
    for (let round = 0; round < 12; round += 1) this.#next();
  }

  /** Returns an independent sequence. */
  of(name: string): SeededRandom {
    return new SeededRandom(`${this.seed}/${name}`);
  }

  /** Returns a number from 0 up to, but not including, 1. */
  share(): number {
    return this.#next() / 2 ** 32;
  }

  /** Returns an integer, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.share() * (most - least + 1));
  }

  /** Returns true with this probability. */
  percent(percent: number): boolean {
    return this.share() * 100 < percent;
  }

  one<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0];
  }

  /** Returns one of the names with the probability of its weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries<number>(weights);
    let rest = this.share() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    const [name] = entries.find(([, weight]) => (rest -= weight) < 0) ?? entries[0] ?? [];
    for (const candidate in weights) if (candidate === name) return candidate;
    throw new Error('nothing to choose from');
  }

  /** Returns a random time to the next event, exponentially distributed. */
  waitMs(averageMs: number): number {
    return -Math.log(1 - this.share()) * averageMs;
  }

  /** sfc32 by Chris Doty-Humphrey. */
  #next(): number {
    const [a, b, c, counter] = this.#state;
    const value = (a + b + counter) | 0;
    const rotated = (c << 21) | (c >>> 11);
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (rotated + value) | 0, (counter + 1) | 0];
    return value >>> 0;
  }
}

/** Hashes a text to four numbers by FNV-1a with four offsets. */
function hash(text: string): [number, number, number, number] {
  const from = (start: number): number => {
    let value = start | 0;
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
    return value ^ (value >>> 15);
  };
  return [from(0x811c9dc5), from(0x01234567), from(0x5bd1e995), from(0x27d4eb2f)];
}
