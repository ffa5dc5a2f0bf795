// From the opening of a page until the coins are visible and usable, or the code is drawn: our ways beside floors and
// another payment element, in one interleaved run.
import { installConnect } from '../alternatives.js';
import { figure, median, type PartOptions, type Report, type Table, type Target } from '../report.js';
import { CONNECT } from './subjects/connect.js';
import { FLOORS } from './subjects/floors.js';
import { OURS } from './subjects/ours.js';
import type { Subject } from './subjects/subject.js';
import { countedFindings, ratioFindings, type Finding } from './targets.js';
import type { Mark, Visit } from './visit.js';
import { OTHER_CONDITIONS, SLOW_4G, Visits, type Conditions, type Counts } from './visits.js';

/** Those that are measured under all conditions. */
const FEATURED = ['from the proxy', 'shell'];
const TURNS_ELSEWHERE = 3;

type Taken = ReadonlyMap<string, readonly Visit[]>;

/** In turns; the first one changes. The first turn of a browser is slower than all that follow, and left out. */
async function inTurns(
  visits: Visits,
  subjects: readonly Subject[],
  turns: number,
  conditions: Conditions,
): Promise<Taken> {
  const taken = new Map(subjects.map(({ name }): [string, Visit[]] => [name, []]));
  for (let turn = -1; turn < turns; turn += 1) {
    for (let index = 0; index < subjects.length; index += 1) {
      const subject = subjects[(index + turn + subjects.length) % subjects.length];
      if (!subject) continue;
      const visit = await visits.time(subject, conditions);
      if (turn >= 0) taken.get(subject.name)?.push(visit);
    }
  }
  return taken;
}

export async function loading({ rounds, progress }: PartOptions): Promise<Report> {
  progress('installing bitcoin-connect');
  const isConnectThere = (await installConnect()) !== null;
  if (!isConnectThere) progress('bitcoin-connect could not be had: measuring without it');
  const subjects = [...FLOORS, ...(isConnectThere ? [CONNECT] : []), ...OURS];
  const featured = subjects.filter(({ name }) => FEATURED.includes(name));
  const visits = await Visits.start();
  try {
    const counts = new Map<string, Counts>();
    for (const subject of subjects) {
      progress(`counting: ${subject.name}`);
      counts.set(subject.name, await visits.count(subject));
    }
    progress(`Slow 4G, ${rounds} turns`);
    const taken = await inTurns(visits, subjects, rounds, SLOW_4G);
    const elsewhere = new Map<string, Taken>();
    for (const [name, conditions] of Object.entries(OTHER_CONDITIONS)) {
      progress(`${name}, ${TURNS_ELSEWHERE} turns`);
      elsewhere.set(name, await inTurns(visits, featured, TURNS_ELSEWHERE, conditions));
    }
    return report(counts, taken, elsewhere);
  } finally {
    await visits.stop();
  }
}

const TIMES: readonly (readonly [title: string, mark: Mark])[] = [
  ['first content', 'content'],
  ['coins seen', 'seen'],
  ['usable', 'usable'],
  ['answered', 'answered'],
  ['code', 'code'],
];

/** Median and minimum. */
function time(visits: readonly Visit[], mark: Mark): string {
  const found = visits.map(({ ms }) => ms[mark] ?? NaN);
  return found.some(Number.isNaN) ? '–' : `${figure(median(found))} (${figure(Math.min(...found))})`;
}

const timesOf = (visits: readonly Visit[]) => TIMES.map(([, mark]) => time(visits, mark));

function countsOf({ view, use }: Counts): readonly string[] {
  const { seen, usable, code = usable } = { ...use.rounds, seen: view.rounds.seen };
  const rounds = seen === undefined || seen === code ? `${code}` : `${code}; seen ${seen}`;
  const { shift, recalculations } = view;
  return [
    `${rounds}`,
    `${use.requests.length}`,
    figure(use.bytes / 1000),
    figure(shift),
    `${recalculations}`,
  ];
}

function report(
  counts: ReadonlyMap<string, Counts>,
  taken: Taken,
  elsewhere: ReadonlyMap<string, Taken>,
): Report {
  const titles = TIMES.map(([title]) => title);
  const main: Table = {
    title: 'Slow 4G, processor 4 × slower, HTTP/2, cold: ms from the navigation',
    columns: ['', ...titles, 'rounds', 'requests', 'kB', 'shift', 'styles'],
    rows: [...counts].map(([name, counted]) => [
      name,
      ...timesOf(taken.get(name) ?? []),
      ...countsOf(counted),
    ]),
    notes: [
      'Medians and, in brackets, the least. usable: the first press on a coin that is answered; answered: its answer.',
      'Counted with 0.8 s latency and no other limit. kB: as sent, with headers, until then. styles: passes by the trace.',
      'The event stream is no request that anything waits for. What a server needs to render a page is not in it.',
    ],
  };
  const other: Table = {
    title: 'Otherwise',
    columns: ['', ...titles],
    rows: [...elsewhere].flatMap(([conditions, ways]) =>
      [...ways].map(([name, visits]) => [`${name}, ${conditions}`, ...timesOf(visits)]),
    ),
    notes: ['Warm cache and HTTP/1.1: Slow 4G, processor 4 × slower.'],
  };
  const ratios = ratioFindings(taken);
  return {
    tables: [main, other],
    figures: Object.fromEntries(ratios.map(({ name, value }) => [name, value])),
    targets: [...countedFindings(counts), ...ratios].map(targetOf),
  };
}

function targetOf({ name, value, turns, must, goal }: Finding): Target {
  const spread = turns ? ` (turns ${turns.map((ratio) => ratio.toFixed(2)).join(' to ')})` : '';
  const found = `${figure(value)}${spread}, goal ${goal} ${value <= goal ? 'reached' : 'missed'}`;
  return { name: `${name} ≤ ${must}`, holds: value <= must, found };
}
