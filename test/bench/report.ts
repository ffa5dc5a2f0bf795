/** What one part of the bench has to say. */
export interface Report {
  readonly tables: readonly Table[];
  /** By name, for the comparison with earlier results. */
  readonly figures: Readonly<Record<string, number>>;
  readonly targets: readonly Target[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

export interface Target {
  readonly name: string;
  readonly holds: boolean;
  /** What was measured, in words. */
  readonly found: string;
}

export interface PartOptions {
  readonly rounds: number;
  readonly progress: (text: string) => void;
  /** Where results lie. */
  readonly folder: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Two sides that were measured in turns. */
export interface Compared {
  readonly one: number;
  readonly other: number;
  /** Of the one to the other, turn by turn, its median: a slow moment of the machine meets both sides of a turn. */
  readonly ratio: number;
}

export function compared(one: readonly number[], other: readonly number[]): Compared {
  const ratios = one.map((value, turn) => value / (other[turn] ?? NaN));
  return { one: median(one), other: median(other), ratio: median(ratios) };
}

/** With as many digits as are of use. */
export function figure(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
