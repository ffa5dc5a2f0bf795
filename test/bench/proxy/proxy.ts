import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { figure, median } from '../report.js';
import type { Compared, PartOptions, Report, Target } from '../report.js';
import { measureOperations } from './operations.js';
import { measureReading } from './reading.js';
import { fillForStaff, measureStaff } from './staff.js';
import { fill } from './stored.js';
import { measureStreams } from './streams.js';
import { BenchEnvironment } from './bench-environment.js';

const FEW = 1000;
const MANY = 100_000;

/** The proxy against a server that does nothing but respond. */
export async function proxy({ rounds, progress, folder }: PartOptions): Promise<Report> {
  const place = await mkdtemp(join(folder, 'stores-'));
  const environment = await BenchEnvironment.start();
  try {
    const store = (name: string) => join(place, `${name}.sqlite`);
    progress(`stores of ${FEW} and ${MANY} checkouts`);
    const few = { path: store('few'), ids: await fill(store('few'), FEW, 100) };
    const many = { path: store('many'), ids: await fill(store('many'), MANY, 100) };
    progress('reading');
    const reading = await measureReading(environment, few.path, few.ids, rounds);
    progress('operations on few and on many stored checkouts');
    const costs = await measureOperations(environment, { few, many }, rounds);
    progress(`start with ${MANY} stored checkouts`);
    const starts = await measureStarts(environment, many.path, rounds);
    progress('10,000 open streams');
    const streams = await measureStreams(environment, store('streams'), rounds);
    progress(`the staff's lists of ${MANY} payments`);
    await fillForStaff(store('staff'), MANY);
    const staff = await measureStaff(environment, store('staff'), rounds);
    return report({ reading, costs, starts, streams, staff });
  } finally {
    await environment.end();
    await rm(place, { recursive: true, force: true });
  }
}

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** From the start of the process to its first ready response, with everything running. */
async function measureStarts(environment: BenchEnvironment, path: string, rounds: number): Promise<Start> {
  const taken: Start[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    const served = await environment.proxy(path, false);
    const { last } = await environment.request(served, { paths: ['/readyz'], count: 1 });
    if (last.status !== 200) throw new Error(`not ready: ${last.text}`);
    const wallMs = performance.now() - startedMs;
    taken.push({ wallMs, cpuMs: (await served.child.used()).cpuMs });
    await served.child.end();
  }
  return {
    wallMs: median(taken.map(({ wallMs }) => wallMs)),
    cpuMs: median(taken.map(({ cpuMs }) => cpuMs)),
  };
}

interface Measured {
  readonly reading: Awaited<ReturnType<typeof measureReading>>;
  readonly costs: Awaited<ReturnType<typeof measureOperations>>;
  readonly starts: Start;
  readonly streams: Awaited<ReturnType<typeof measureStreams>>;
  readonly staff: ReadonlyMap<string, Compared>;
}

function report({ reading, costs, starts, streams, staff }: Measured): Report {
  const { bytesEach, notifyMs } = streams;
  const memory = {
    one: bytesEach.proxy,
    other: bytesEach.baseline,
    ratio: bytesEach.proxy / bytesEach.baseline,
  };
  const figures = {
    'status read, × baseline': reading.status.ratio,
    '304, × baseline': reading['304'].ratio,
    'memory of a stream, × baseline': memory.ratio,
    'one change sent to 10,000, × baseline': notifyMs.ratio,
    'creation, CPU-ms': costs.create.other,
    'start with 100,000, CPU-ms': starts.cpuMs,
    'read, 100,000 × 1,000': costs.read.ratio,
    'open, 100,000 × 1,000': costs.open.ratio,
    'create, 100,000 × 1,000': costs.create.ratio,
    'slowest search of the staff, × baseline': slowest(staff, isSearch),
    'slowest other list of the staff, × baseline': slowest(staff, (name) => !isSearch(name)),
  };
  const pair = (name: string, { one, other, ratio }: Compared, unit = 1) => [
    ...[name, figure(one / unit), figure(other / unit), figure(ratio)],
  ];
  return {
    tables: [
      {
        title: 'Against a baseline node:http server that answers the same bytes',
        columns: ['', 'proxy', 'baseline', 'ratio'],
        rows: [
          pair('status read, requests per CPU-second', reading.status),
          pair('304, requests per CPU-second', reading['304']),
          pair('memory of a stream, kB', memory, 1000),
          pair('one change sent to 10,000, CPU-ms', notifyMs),
        ],
        notes: [
          'Medians, also of the ratios turn by turn; SQLite file; one CPU-second is one of the server process.',
        ],
      },
      {
        title: 'CPU-milliseconds per operation, by stored checkouts',
        columns: ['', '100,000', '1,000', 'ratio'],
        rows: (['read', 'open', 'create'] as const).map((name) => pair(name, costs[name])),
        notes: [
          'create: from the choice of a currency to address and amount, with two calls to the service; no other is due.',
          `Start to ready with 100,000: ${figure(starts.wallMs)} ms by the clock, ${figure(starts.cpuMs)} CPU-ms.`,
        ],
      },
      {
        title: "CPU-milliseconds of the staff's requests with 100,000 payments, against the baseline server",
        columns: ['', 'proxy', 'baseline', 'ratio'],
        rows: [...staff].map(([name, costs]) => pair(name, costs)),
        notes: ['A page has 25 rows, and the number of all, up to 10,000.'],
      },
    ],
    figures,
    targets: targets(figures, starts),
  };
}

const isSearch = (name: string) => name.startsWith('search');

function slowest(staff: Measured['staff'], isMeant: (name: string) => boolean): number {
  return Math.max(...[...staff].flatMap(([name, { ratio }]) => (isMeant(name) ? ratio : [])));
}

function targets(figures: Readonly<Record<string, number>>, { wallMs, cpuMs }: Start): readonly Target[] {
  const target = (name: string, key: string, holds: (value: number) => boolean) => {
    const value = figures[key] ?? NaN;
    return { name, holds: holds(value), found: figure(value) };
  };
  const isFlat = (value: number) => value <= 1.2;
  return [
    target('status read ≥ 0.5 × baseline', 'status read, × baseline', (value) => value >= 0.5),
    target('304 ≥ 0.6 × baseline', '304, × baseline', (value) => value >= 0.6),
    target('memory of a stream ≤ 1.3 × baseline', 'memory of a stream, × baseline', (value) => value <= 1.3),
    target(
      'one change sent ≤ 1.3 × baseline',
      'one change sent to 10,000, × baseline',
      (value) => value <= 1.3,
    ),
    target('creation ≤ 3 CPU-ms', 'creation, CPU-ms', (value) => value <= 3),
    {
      name: 'start to ready ≤ 1.5 s with 100,000 stored',
      holds: wallMs <= 1500,
      found: `${figure(wallMs)} ms, of which ${figure(cpuMs)} CPU-ms`,
    },
    target('reading flat within 20 %', 'read, 100,000 × 1,000', isFlat),
    target('opening flat within 20 %', 'open, 100,000 × 1,000', isFlat),
    target('creation flat within 20 %', 'create, 100,000 × 1,000', isFlat),
    target(
      'searches of the staff ≤ 12 × baseline',
      'slowest search of the staff, × baseline',
      (value) => value <= 12,
    ),
    target(
      'lists of the staff ≤ 40 × baseline',
      'slowest other list of the staff, × baseline',
      (value) => value <= 40,
    ),
  ];
}
