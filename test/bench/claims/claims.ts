import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { claimDeposits } from '../../../src/proxy/store/deposits.js';
import {
  claimDueInvoices,
  claimAnyDuePoll,
  claimPollsDueBy,
  claimFailingPolls,
  claimNextPolls,
  isAnyPollDue,
} from '../../../src/proxy/store/poll-queue.js';
import { claimEvents } from '../../../src/proxy/store/outbox.js';
import { claimApproved } from '../../../src/proxy/store/payouts.js';
import { openStore, type Store } from '../../../src/proxy/store/store.js';
import { startPostgres } from '../../postgres/server.js';
import { rows } from '../../proxy/test-stores.js';
import { figure, type PartOptions, type Report, type Table } from '../report.js';
import { fillWaiting, NOW_MS } from './waiting.js';

const SIZES = [1000, 10_000, 100_000] as const;
/** Claims of each kind in a round. */
const COUNT = 10;
/** A process that runs compiles the code of a claim once. */
const WARM_UP_COUNT = 200;

interface Times {
  readonly nowMs: number;
  readonly untilMs: number;
}

/** The claims of the proxy, with its limits. */
const CLAIMS: Readonly<Record<string, (store: Store, times: Times, turn: number) => Promise<unknown>>> = {
  'an event, 1': (store, times) => claimEvents(store, { ...times, limit: 1, except: [] }),
  'events, 20': (store, times) => claimEvents(store, { ...times, limit: 20, except: [] }),
  'new deposits, 13': (store, times, turn) =>
    claimDeposits(store, { ...times, limit: 13, lanes: ['new'], newestFirst: turn % 2 === 0 }),
  'checked deposits, 4': (store, times, turn) =>
    claimDeposits(store, { ...times, limit: 4, lanes: ['checked'], newestFirst: turn % 2 === 0 }),
  'next invoices, 100': (store, times) => claimNextPolls(store, { ...times, limit: 100 }),
  'invoices beside a request, 99': (store, times) =>
    claimPollsDueBy(store, { ...times, limit: 99 }, times.nowMs + 1000),
  'whether an invoice is due': (store, { nowMs }) => isAnyPollDue(store, nowMs),
  'an invoice after a failure, 1': (store, times) => claimAnyDuePoll(store, times),
  'suspected invoices, 100': (store, times) =>
    claimFailingPolls(store, 'suspected', { ...times, limit: 100 }),
  'lookups, 1000': (store, times) => claimDueInvoices(store, 'next_lookup_at', { ...times, limit: 1000 }),
  'cancellations, 5': (store, times) => claimDueInvoices(store, 'next_cancel_at', { ...times, limit: 5 }),
  'approved payout, 1': ({ db }, times) => claimApproved(db, times),
};

type Engine = 'SQLite' | 'PostgreSQL';
/** Milliseconds of a claim, by size. */
type Durations = ReadonlyMap<string, readonly number[]>;

/** How long a claim takes, by the number of waiting records: it should not depend on it. */
export async function claims({ rounds, progress, folder }: PartOptions): Promise<Report> {
  const place = await mkdtemp(join(folder, 'claims-'));
  const server = await startPostgres();
  try {
    const paths: Readonly<Record<Engine, (size: number) => Promise<string>>> = {
      SQLite: (size) => Promise.resolve(join(place, `${size}.sqlite`)),
      PostgreSQL: async (size) => {
        await rows(`${server.url}/postgres`, `create database claims_${size}`);
        return `${server.url}/claims_${size}`;
      },
    };
    const measured = new Map<Engine, Durations>();
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      const stores: Store[] = [];
      for (const size of SIZES) {
        progress(`${engine}: ${size} of each kind`);
        const path = await paths[engine](size);
        await fillWaiting(path, size);
        stores.push(await openStore(path));
      }
      measured.set(engine, await measure(stores, rounds));
      for (const store of stores) await store.close();
    }
    return report(measured);
  } finally {
    await server.remove();
    await rm(place, { recursive: true, force: true });
  }
}

/** In turns, so that a slow moment of the machine affects all sizes. */
async function measure(stores: readonly Store[], rounds: number): Promise<Durations> {
  const results = new Map<string, readonly number[]>();
  for (const [name, claim] of Object.entries(CLAIMS)) {
    const taken = stores.map((): number[] => []);
    let nowMs = NOW_MS;
    for (let turn = 0; turn < WARM_UP_COUNT + rounds * COUNT; turn += 1) {
      // The claims of the turn before have ended: always the same number waits.
      nowMs += 2;
      for (const [index, store] of stores.entries()) {
        const startedMs = performance.now();
        await claim(store, { nowMs, untilMs: nowMs + 1 }, turn);
        if (turn >= WARM_UP_COUNT) taken[index]?.push(performance.now() - startedMs);
      }
    }
    results.set(name, taken.map(fastest));
  }
  return results;
}

/** Other work of the machine only adds. Every second claim of deposits begins with the newest: the faster kind does not count. */
function fastest(ms: readonly number[]): number {
  const kinds = [0, 1].map((kind) => Math.min(...ms.filter((_, turn) => turn % 2 === kind)));
  return Math.max(...kinds);
}

const label = (size: number) => size.toLocaleString('en-GB');
const ratioOf = (ms: readonly number[]) => (ms.at(-1) ?? NaN) / (ms[0] ?? NaN);

function report(measured: ReadonlyMap<Engine, Durations>): Report {
  const tables = [...measured].map(([engine, durations]): Table => ({
    title: `Milliseconds of a claim on ${engine}, by the number of waiting records`,
    columns: ['', ...SIZES.map(label), '100,000 / 1,000'],
    rows: [...durations].map(([name, ms]) => [name, ...ms.map(figure), figure(ratioOf(ms))]),
    notes: ['The fastest by the clock, one claim at a time. A name ends in the number of claimed records.'],
  }));
  const entries = [...measured].flatMap(([engine, durations]) =>
    [...durations].map(([name, ms]) => ({ name: `${engine}: ${name}`, ms })),
  );
  const slowest = entries.toSorted((a, b) => (b.ms.at(-1) ?? 0) - (a.ms.at(-1) ?? 0))[0];
  const slowestMs = slowest?.ms.at(-1) ?? NaN;
  const steepest = Math.max(...entries.map(({ ms }) => ratioOf(ms)));
  return {
    tables,
    figures: Object.fromEntries(
      entries.flatMap(({ name, ms }) => [
        [`${name}, 100,000, ms`, ms.at(-1) ?? NaN],
        [`${name}, 100,000 × 1,000`, ratioOf(ms)],
      ]),
    ),
    targets: [
      {
        name: 'a claim takes ≤ 2 × the time with 100 × the waiting records',
        holds: steepest <= 2,
        found: figure(steepest),
      },
      {
        name: 'a claim takes ≤ 3 ms with 100,000 waiting records',
        holds: slowestMs <= 3,
        found: `${figure(slowestMs)} ms (${slowest?.name})`,
      },
    ],
  };
}
