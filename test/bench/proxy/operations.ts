import { compared } from '../report.js';
import type { Compared } from '../report.js';
import { leaveNothingDue } from './stored.js';
import type { Served, BenchEnvironment } from './bench-environment.js';
import { inTurns } from './bench-environment.js';

/** In CPU-milliseconds of the proxy: with many stored checkouts, and with few. */
export type Costs = Readonly<Record<Operation, Compared>>;
type Operation = 'read' | 'open' | 'create';
type Taken = Readonly<Record<Operation, number[]>>;

interface StoredCheckouts {
  readonly path: string;
  readonly ids: readonly string[];
}

const READS = 500;
const ORDERS = 100;
/** Only after some two thousand creations is all of their code optimized; a proxy runs for days. */
const WARM_ROUNDS = 24;

/** The cost of one operation in each of two stores: measured in turns, so that other work on the machine affects both. */
export async function measureOperations(
  environment: BenchEnvironment,
  stores: Readonly<Record<'few' | 'many', StoredCheckouts>>,
  rounds: number,
): Promise<Costs> {
  const few = await operationsOn(environment, stores.few);
  const many = await operationsOn(environment, stores.many);
  await inTurns(rounds, { few: few.takeRound, many: many.takeRound });
  await few.served.child.end();
  await many.served.child.end();
  return {
    read: compared(many.taken.read, few.taken.read),
    open: compared(many.taken.open, few.taken.open),
    create: compared(many.taken.create, few.taken.create),
  };
}

/** A proxy on this store, whose code is warm. */
async function operationsOn(environment: BenchEnvironment, { path, ids }: StoredCheckouts) {
  const served = await environment.proxy(path, true);
  const taken: Taken = { read: [], open: [], create: [] };
  const takeRound = async () => {
    const cpuMs = await takeOne(environment, served, ids, taken);
    await leaveNothingDue(path);
    return cpuMs;
  };
  for (let round = 0; round < WARM_ROUNDS; round += 1) await takeRound();
  for (const list of Object.values(taken)) list.length = 0;
  return { served, taken, takeRound };
}

let orders = 0;

async function takeOne(
  environment: BenchEnvironment,
  proxy: Served,
  ids: readonly string[],
  taken: Taken,
): Promise<number> {
  const some = Array.from({ length: 50 }, (_, index) => ids[Math.floor((index * ids.length) / 50)] ?? '');
  const paths = some.map((id) => `/checkouts/${id}`);
  // The first subscription is stored; repeated ones within a while are not.
  await environment.request(proxy, { paths, count: 50 });
  const read = await environment.cost(proxy, { paths, count: READS }, 200);
  const bodies = Array.from({ length: ORDERS }, () => ({ order: `order-${(orders += 1)}` }));
  const open = { method: 'POST', paths: ['/checkouts'], bodies, count: ORDERS, connections: 4 } as const;
  const opened = await environment.cost(proxy, open, 201);
  const invoicePaths: string[] = [];
  for (const body of bodies) {
    const { last } = await environment.request(proxy, { ...open, bodies: [body], count: 1 });
    invoicePaths.push(`/checkouts/${JSON.parse(last.text).id}/invoice`);
  }
  const choose = { ...open, paths: invoicePaths, bodies: [{ currency: 'BTC' }] };
  const created = await environment.cost(proxy, choose, 200);
  taken.read.push(read.cpuMs / READS);
  taken.open.push(opened.cpuMs / ORDERS);
  taken.create.push(created.cpuMs / ORDERS);
  return created.cpuMs;
}
