import { PREFETCH_MS, TICK_MS } from '../../../src/proxy/domain/poll-schedule.js';
import { figure } from '../report.js';
import type { PartOptions, Report, Table, Target } from '../report.js';
import { ASSUMED, payersOf } from './payers.js';
import { RealPoller } from './real-poller.js';
import { perBrowser, Simulation } from './simulation.js';
import type { Counted, Strategy } from './simulation.js';
import { NAIVE, OURS, slow, SLOW_MS, SWEEP, STRATEGIES } from './strategies.js';

const HOUR_MS = 3_600_000;
const SEED = 7;

/** The counted part of the day: all minutes of it are alike, and a crowd needs fewer of them for the same certainty. */
const COUNTED_HOURS: Readonly<Record<number, number>> = { 100: 24, 1000: 2, 10_000: 0.1 };
const SIZES = Object.keys(COUNTED_HOURS).map(Number);
/** Earlier invoices, with all deadlines and the day after them, are estimated; then this time is simulated. */
const WARM_UP_MS = 0.1 * HOUR_MS;
const TAIL_MS = 25 * HOUR_MS;

type Outcome = Pick<Target, 'holds' | 'found'>;

interface Line {
  readonly open: number;
  readonly name: string;
  readonly counted: Counted;
  readonly naive: Counted;
}

/** The number of calls to the service, and the delay of a payment on screen, at 100, 1,000 and 10,000 open invoices. */
export async function polling({ progress }: PartOptions): Promise<Report> {
  const lines: Line[] = [];
  for (const open of SIZES) {
    for (const [name, strategy] of [[NAIVE, null] as const, ...Object.entries(STRATEGIES)]) {
      progress(`${open.toLocaleString('en-GB')} open invoices: ${name}`);
      lines.push(counted(open, name, strategy));
    }
  }
  const sweep = sweepAt(10_000, progress);
  const [ours] = Object.entries(STRATEGIES).filter(([name]) => name === OURS);
  const slowly = ours ? [counted(10_000, `${OURS}, answers in ${SLOW_MS} ms`, slow(ours[1]))] : [];
  progress('100 open invoices for an hour: the simulation against the watcher itself before a sandbox');
  const same = await isSame();
  const last = lines.find(({ open, name }) => open === 10_000 && name === OURS);
  return {
    tables: [
      table('Calls to the service', [...lines, ...slowly], NOTES),
      table('Other constants, at 10,000 open', sweep, []),
    ],
    figures: Object.fromEntries(
      lines.map((line) => [`${line.open} ${line.name}, calls/min`, perMinute(line)]),
    ),
    targets: [
      {
        name: 'at least 80 times fewer calls than a poll per browser at 10,000 open',
        holds: last !== undefined && fewerThanNaive(last) >= 80,
        found: last ? `${figure(fewerThanNaive(last))} times fewer` : 'not measured',
      },
      {
        name: 'a median delay under 3 s for a payer with an open page',
        holds: (last?.counted.seen.quantile(0.5) ?? Infinity) < 3000,
        found: last ? `${seconds(last.counted.seen.quantile(0.5))} s` : 'not measured',
      },
      { name: 'N due invoices cost ⌈N/100⌉ calls in every round', ...isLawful(lines) },
      { name: 'the simulation makes the calls that a sandbox counts (100 open, one hour)', ...same },
    ],
  };
}

const NOTES = [
  `Assumed: invoices of ${ASSUMED.lifetimeMs / 60_000} min; ${100 * ASSUMED.paid} % paid, log-normal with the ` +
    `median ${ASSUMED.payment.medianMs / 60_000} min and the spread ${ASSUMED.payment.spread}, ` +
    `${100 * ASSUMED.slow} % of them ${ASSUMED.slowMs / HOUR_MS} h after the deadline on average; ` +
    `pages open for ${ASSUMED.pageMs / 60_000} min on average. No postbacks.`,
  '"first polls": one information call for each new invoice, in a poll per browser its first poll. Ours carry the invoices ' +
    `due within ${PREFETCH_MS / 1000} s.`,
  '"calls/round": on average, in rounds in which any are due; "⌈due/100⌉": what the law allows them.',
  'By default the service responds immediately; the calls of a round follow one another. If they ' +
    'cannot keep up, calls are few because payers wait, as the delay shows.',
  `Counted: ${SIZES.map((open) => `${COUNTED_HOURS[open]} h at ${open}`).join(', ')}; seed ${SEED}.`,
];

function counted(open: number, name: string, strategy: Strategy | null): Line {
  const untilMs = (COUNTED_HOURS[open] ?? 1) * HOUR_MS;
  const period = { fromMs: -WARM_UP_MS, countedFromMs: 0, untilMs };
  const crowd = () => payersOf({ open, seed: SEED, fromMs: -TAIL_MS, untilMs, grainMs: 1 });
  const naive = perBrowser(crowd(), period, strategy?.answerMs ?? 0);
  return { open, name, naive, counted: strategy ? new Simulation(strategy, period).run(crowd()) : naive };
}

function sweepAt(open: number, progress: (text: string) => void): readonly Line[] {
  return Object.entries(SWEEP).map(([name, strategy]) => {
    progress(`constants: ${name}`);
    return counted(open, name, strategy);
  });
}

/** The real poller with a sandbox, with the same payers, must make the same number of calls. */
async function isSame(): Promise<Outcome> {
  const strategy = STRATEGIES[OURS];
  const crowd = () => payersOf({ open: 100, seed: SEED, fromMs: 0, untilMs: HOUR_MS, grainMs: TICK_MS });
  if (!strategy) throw new Error(`there is no strategy "${OURS}"`);
  const real = await RealPoller.run(crowd(), HOUR_MS);
  const period = { fromMs: 0, countedFromMs: 0, untilMs: HOUR_MS };
  const { calls, creationLooks } = new Simulation(strategy, period).run(crowd());
  const holds = calls === real.calls && creationLooks === real.creationLooks;
  const found = `${calls} and ${creationLooks} first polls simulated, ${real.calls} and ${real.creationLooks} counted`;
  return { holds, found };
}

function isLawful(lines: readonly Line[]): Outcome {
  const rounds = lines.filter(({ counted }) => counted.rounds > 0);
  const wrong = rounds.find(({ counted: { calls, lawful } }) => calls !== lawful);
  if (wrong) return { holds: false, found: `${wrong.counted.calls} calls for ${wrong.counted.lawful}` };
  return { holds: true, found: `so in ${rounds.length} days` };
}

const perMinute = ({ counted: { calls, creationLooks, minutes } }: Line) => (calls + creationLooks) / minutes;
const fewerThanNaive = (line: Line) => line.naive.calls / line.naive.minutes / perMinute(line);
const seconds = (ms: number | null) => (ms === null ? '–' : figure(ms / 1000));

function table(title: string, lines: readonly Line[], notes: readonly string[]): Table {
  return {
    title,
    columns: [
      ...['open', 'strategy', 'calls/min', 'of these first polls', 'times fewer', 'calls/round', '⌈due/100⌉'],
      ...['seen: median s', '95th s', 'late money: median s', '95th s', 'places: attended/open/closed %'],
    ],
    rows: lines.map(row),
    notes,
  };
}

function row(line: Line): readonly string[] {
  const { seen, late, places, creationLooks, minutes, calls, lawful, rounds } = line.counted;
  const all = places.attended + places.unattended + places.over;
  const perRound = (count: number) => (rounds === 0 ? null : count / rounds);
  const shares = [places.attended, places.unattended, places.over].map((part) =>
    all === 0 ? '–' : Math.round((100 * part) / all),
  );
  return [
    ...[
      line.open.toLocaleString('en-GB'),
      line.name,
      figure(perMinute(line)),
      figure(creationLooks / minutes),
    ],
    ...[figure(fewerThanNaive(line)), figure(perRound(calls)), figure(perRound(lawful))],
    ...[seconds(seen.quantile(0.5)), seconds(seen.quantile(0.95))],
    ...[seconds(late.quantile(0.5)), seconds(late.quantile(0.95)), shares.join(' / ')],
  ];
}
