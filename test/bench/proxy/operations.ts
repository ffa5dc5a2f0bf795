import { median } from '../report.js';
import { leaveNothingDue } from './stored.js';
import type { Served, World } from './world.js';
import { inTurns } from './world.js';

/** In CPU-milliseconds of the proxy. */
export interface Costs {
  readonly read: number;
  readonly open: number;
  readonly create: number;
}

const READS = 500;
const ORDERS = 100;
/** Only after some two thousand creations is all of their code optimised; a proxy runs for days. */
const WARM_ROUNDS = 24;

/** What one operation costs in each of these stores: taken in turns, so that other work on the machine meets all. */
export async function measureOperations(
  world: World,
  stores: Readonly<Record<string, { readonly path: string; readonly ids: readonly string[] }>>,
  rounds: number,
): Promise<Readonly<Record<string, Costs>>> {
  const costs: Record<string, { readonly [Name in keyof Costs]: number[] }> = {};
  const works: Record<string, () => Promise<number>> = {};
  const served: Served[] = [];
  for (const [name, { path, ids }] of Object.entries(stores)) {
    const proxy = await world.proxy(path, true);
    const taken = { read: [], open: [], create: [] };
    served.push(proxy);
    costs[name] = taken;
    works[name] = async () => {
      const cpuMs = await takeRound(world, proxy, ids, taken);
      await leaveNothingDue(path);
      return cpuMs;
    };
    for (let round = 0; round < WARM_ROUNDS; round += 1) await works[name]();
    for (const list of Object.values(taken)) list.length = 0;
  }
  await inTurns(rounds, works);
  for (const { child } of served) await child.end();
  const medians = ({ read, open, create }: { readonly [Name in keyof Costs]: number[] }) => ({
    ...{ read: median(read), open: median(open), create: median(create) },
  });
  return Object.fromEntries(Object.entries(costs).map(([name, taken]) => [name, medians(taken)]));
}

let orders = 0;

async function takeRound(
  world: World,
  proxy: Served,
  ids: readonly string[],
  taken: { readonly [Name in keyof Costs]: number[] },
): Promise<number> {
  const some = Array.from({ length: 50 }, (_, index) => ids[Math.floor((index * ids.length) / 50)] ?? '');
  const paths = some.map((id) => `/checkouts/${id}`);
  // The first look of a while is written down; those after it are not.
  await world.ask(proxy, { paths, count: 50 });
  const read = await world.cost(proxy, { paths, count: READS }, 200);
  const bodies = Array.from({ length: ORDERS }, () => ({ order: `order-${(orders += 1)}` }));
  const open = { method: 'POST', paths: ['/checkouts'], bodies, count: ORDERS, connections: 4 } as const;
  const opened = await world.cost(proxy, open, 201);
  const made: string[] = [];
  for (const body of bodies) {
    const { last } = await world.ask(proxy, { ...open, bodies: [body], count: 1 });
    made.push(`/checkouts/${JSON.parse(last.text).id}/invoice`);
  }
  const choose = { ...open, paths: made, bodies: [{ currency: 'BTC' }] };
  const created = await world.cost(proxy, choose, 200);
  taken.read.push(read.cpuMs / READS);
  taken.open.push(opened.cpuMs / ORDERS);
  taken.create.push(created.cpuMs / ORDERS);
  return created.cpuMs;
}
