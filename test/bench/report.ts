/** The result of one suite of the bench. */
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
  /** The measurement, as text. */
  readonly found: string;
}

export interface PartOptions {
  readonly rounds: number;
  readonly progress: (text: string) => void;
  /** The folder of the results. */
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
  /** The ratio of both, turn by turn, as a median: a slow moment of the machine affects both sides of a turn. */
  readonly ratio: number;
}

export function compared(one: readonly number[], other: readonly number[]): Compared {
  const ratios = one.map((value, turn) => value / (other[turn] ?? NaN));
  return { one: median(one), other: median(other), ratio: median(ratios) };
}

/** With a useful number of digits. */
export function figure(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
