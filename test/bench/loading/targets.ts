// The targets for the time between opening a page and paying: counts, which can fail a build, and ratios within one run.
import { median } from '../report.js';
import type { Mark, Visit } from './visit.js';
import type { Counts } from './visits.js';

export interface Finding {
  readonly name: string;
  readonly value: number;
  readonly must: number;
  readonly goal: number;
  /** Least and most of the single turns, where there were several. */
  readonly turns?: readonly [number, number];
}

type Counted = readonly [
  ...[name: string, subjects: readonly string[], must: number, goal: number],
  value: (counts: Counts, all: ReadonlyMap<string, Counts>) => number | undefined,
];

const TAG_ALONE = ['bundle', 'single file', 'from the proxy'];
const RENDERED = ['state', 'shell'];
const PAYMENTS = ['open payment', 'open payment, shell'];

const isDrawings = (path: string) => /\/drawings[\w-]*\.js$/.test(path);
const drawings = ({ view }: Counts) => view.requests.filter(isDrawings).length;
const firstStage = ({ use }: Counts) =>
  use.requests.filter((path) => path.endsWith('.js') && !isDrawings(path)).length;

/** Without the bytes of L7: they are a budget of `npm run size`. */
const COUNTED: readonly Counted[] = [
  ['L1 rounds until the picker can be used', TAG_ALONE, 3, 3, ({ use }) => use.rounds.usable],
  ['L2 rounds until the picker can be used', ['head()', ...RENDERED], 3, 2, ({ use }) => use.rounds.usable],
  ['L3 rounds until a coin is seen', ['shell'], 1, 1, ({ view }) => view.rounds.seen],
  ['L4 rounds until the code is drawn', ['open payment, shell'], 2, 2, ({ view }) => view.rounds.code],
  ['L5 requests until the picker can be used', TAG_ALONE, 7, 5, ({ use }) => use.requests.length],
  ['L6 requests for drawings', TAG_ALONE, 1, 0, drawings],
  ['L7 requests of the first stage', TAG_ALONE, 2, 1, firstStage],
  [
    ...(['L8 bytes that rendering adds to the page', ['shell'], 14_000, 8000] as const),
    ({ pageBytes }, all) => pageBytes - (all.get('from the proxy')?.pageBytes ?? NaN),
  ],
  ['L9 layout shift', [...TAG_ALONE, 'head()', ...RENDERED, ...PAYMENTS], 0, 0, ({ view }) => view.shift],
  ['L10 recalculations of styles', TAG_ALONE, 5, 3, ({ view }) => view.recalculations],
];

export function countedFindings(counts: ReadonlyMap<string, Counts>): readonly Finding[] {
  return COUNTED.flatMap(([name, subjects, must, goal, valueOf]) =>
    subjects.flatMap((subject) => {
      const counted = counts.get(subject);
      return counted
        ? { name: `${name}, ${subject}`, value: valueOf(counted, counts) ?? NaN, must, goal }
        : [];
    }),
  );
}

type Ratio = readonly [
  ...[name: string, subjects: readonly string[], mark: Mark],
  ...[other: string, otherMark: Mark, must: number, goal: number],
];

/** The code of bitcoin-connect is drawn a tenth of a second after the first content; both are measured. */
const RATIOS: readonly Ratio[] = [
  ['R1 usable / floor-lit', TAG_ALONE, 'usable', 'floor-lit', 'usable', 1.8, 1.4],
  ['R2 first content / floor-rendered', ['shell'], 'content', 'floor-rendered', 'content', 1.5, 1.2],
  ['R3 coins seen / floor-rendered', ['shell'], 'seen', 'floor-rendered', 'seen', 2.2, 1.5],
  ["R4 coins seen / bitcoin-connect's code", ['shell'], 'seen', 'bitcoin-connect', 'code', 0.5, 0.35],
  ["R5 usable / bitcoin-connect's code", TAG_ALONE, 'usable', 'bitcoin-connect', 'code', 0.75, 0.55],
  ["R5 usable / bitcoin-connect's content", TAG_ALONE, 'usable', 'bitcoin-connect', 'content', 0.75, 0.55],
  ["R6 code / bitcoin-connect's code", PAYMENTS, 'code', 'bitcoin-connect', 'code', 0.85, 0.65],
  ['R7 usable, shell / from the proxy', ['shell'], 'usable', 'from the proxy', 'usable', 1.15, 1],
  ["R6 code / bitcoin-connect's content", PAYMENTS, 'code', 'bitcoin-connect', 'content', 0.85, 0.65],
];

/** @param taken visits by subject, in turns: a slow moment of the machine affects both sides of a turn */
export function ratioFindings(taken: ReadonlyMap<string, readonly Visit[]>): readonly Finding[] {
  return RATIOS.flatMap(([name, subjects, mark, other, otherMark, must, goal]) =>
    subjects.flatMap((subject) => {
      const others = taken.get(other) ?? [];
      const ratios = (taken.get(subject) ?? []).map(
        ({ ms }, turn) => (ms[mark] ?? NaN) / (others[turn]?.ms[otherMark] ?? NaN),
      );
      if (ratios.length === 0 || others.length === 0) return [];
      const turns = [Math.min(...ratios), Math.max(...ratios)] as const;
      return { name: `${name}, ${subject}`, value: median(ratios), turns, must, goal };
    }),
  );
}
