/** Decisions that a seed repeats: every name below a seed has a sequence of its own, whatever the others take. */
export class Chance {
  #state: [number, number, number, number];

  constructor(private readonly seed: string) {
    this.#state = hash(seed);
    for (let round = 0; round < 12; round += 1) this.#next();
  }

  /** A sequence of its own for somebody who decides beside others. */
  of(name: string): Chance {
    return new Chance(`${this.seed}/${name}`);
  }

  /** From 0 to below 1. */
  share(): number {
    return this.#next() / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.share() * (most - least + 1));
  }

  /** True in so many of a hundred cases. */
  percent(percent: number): boolean {
    return this.share() * 100 < percent;
  }

  one<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0];
  }

  /** One of these, each as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries<number>(weights);
    let rest = this.share() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    const [name] = entries.find(([, weight]) => (rest -= weight) < 0) ?? entries[0] ?? [];
    for (const candidate in weights) if (candidate === name) return candidate;
    throw new Error('nothing to choose from');
  }

  /** The time to the next of events that come by chance, so often on average. */
  waitMs(averageMs: number): number {
    return -Math.log(1 - this.share()) * averageMs;
  }

  /** sfc32, by Chris Doty-Humphrey: small, fast, and without visible patterns. */
  #next(): number {
    const [a, b, c, counter] = this.#state;
    const value = (a + b + counter) | 0;
    const rotated = (c << 21) | (c >>> 11);
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (rotated + value) | 0, (counter + 1) | 0];
    return value >>> 0;
  }
}

/** Four numbers out of a text, by FNV-1a with four starts. */
function hash(text: string): [number, number, number, number] {
  const from = (start: number): number => {
    let value = start | 0;
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
    return value ^ (value >>> 15);
  };
  return [from(0x811c9dc5), from(0x01234567), from(0x5bd1e995), from(0x27d4eb2f)];
}
