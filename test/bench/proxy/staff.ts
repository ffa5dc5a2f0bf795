import { createMerchantSession } from 'crypto-checkout/server';
import { openStore } from '../../../src/proxy/store/store.js';
import { fill, NOW_MS, SHOP_DAYS } from '../../proxy/store-fixture.js';
import { compared } from '../report.js';
import type { Compared } from '../report.js';
import { MERCHANT_SECRET } from './account.js';
import type { BenchEnvironment, Served } from './bench-environment.js';
import { inTurns, serve } from './bench-environment.js';

const COUNT = 50;
const WARM_UP = 200;
const DAY_MS = 86_400_000;

/** Creates the store of a shop with this number of payments, of every state. */
export async function fillForStaff(path: string, payments: number): Promise<void> {
  await (await openStore(path)).close();
  await fill(path, payments);
}

/** By request of the staff: CPU-milliseconds of the proxy, and of the baseline server for a response of the same bytes. */
export async function measureStaff(
  environment: BenchEnvironment,
  store: string,
  rounds: number,
): Promise<ReadonlyMap<string, Compared>> {
  const proxy = await environment.proxy(store, true);
  const session = await createMerchantSession(
    { person: 'Maja Lind', scopes: ['payments:read'] },
    { secret: MERCHANT_SECRET },
  );
  const headers = { authorization: `Bearer ${session}` };
  const results = new Map<string, Compared>();
  for (const [name, path] of await requestsOf(environment, proxy, headers)) {
    const work = { paths: [path], headers, count: WARM_UP, connections: 4 };
    const { last } = await environment.cost(proxy, work, 200);
    const { 'content-type': type = '', 'cache-control': cache = '' } = last.headers;
    const answer = { 'content-type': type, 'cache-control': cache, 'x-content-type-options': 'nosniff' };
    const baseline = await serve('baseline', { headers: answer, body: JSON.parse(last.text), event: '' });
    await environment.cost(baseline, work, 200);
    const cost = async (served: Served) =>
      (await environment.cost(served, { ...work, count: COUNT }, 200)).cpuMs / COUNT;
    const taken = await inTurns(rounds, { proxy: () => cost(proxy), baseline: () => cost(baseline) });
    results.set(name, compared(taken.proxy, taken.baseline));
    await baseline.child.end();
  }
  await proxy.child.end();
  return results;
}

/** Each list, filter and search, with a path for it. */
async function requestsOf(
  environment: BenchEnvironment,
  proxy: Served,
  headers: Readonly<Record<string, string>>,
): Promise<readonly (readonly [name: string, path: string])[]> {
  const payments = (query: Readonly<Record<string, string>> = {}) =>
    `/merchant/payments?${new URLSearchParams(query)}`;
  const read = async (path: string) =>
    JSON.parse((await environment.request(proxy, { paths: [path], headers, count: 1 })).last.text);
  const { next } = await read(payments());
  const attention = await read('/merchant/attention');
  const [{ id }] = (await read(payments({ search: 'A-507' }))).payments;
  const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();
  const middle = `${NOW_MS - (SHOP_DAYS / 2) * DAY_MS}.a`;
  const none = { minAmount: '50', maxAmount: '60' };
  return [
    ['first page', payments()],
    ['next page', payments({ cursor: next })],
    ['page in the middle', payments({ cursor: middle })],
    ['state', payments({ state: 'paid' })],
    ['currency', payments({ currency: 'BTC' })],
    ['period', payments({ from: daysAgo(60), to: daysAgo(30) })],
    ['amount', payments({ minAmount: '40', maxAmount: '60' })],
    ['amount that none has', payments(none)],
    ['state and currency', payments({ state: 'paid', currency: 'BTC' })],
    ['state, amount that none has', payments({ state: 'paid', ...none })],
    ['currency, amount that none has', payments({ currency: 'BTC', ...none })],
    ['search: order id', payments({ search: 'A-507' })],
    ['search: invoice id', payments({ search: 'INV-507-1' })],
    ['search: address', payments({ search: `T${id}1` })],
    ['search: transaction', payments({ search: `0x${id}` })],
    ['search: nothing found', payments({ search: 'A-0' })],
    ['attention, with its counts', '/merchant/attention'],
    ['attention, next page', `/merchant/attention?cursor=${attention.next}`],
  ];
}
