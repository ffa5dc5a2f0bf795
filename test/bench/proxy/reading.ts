import { compared } from '../report.js';
import type { Compared } from '../report.js';
import type { Served, World } from './world.js';
import { inTurns, serve } from './world.js';

const COUNT = 2000;
/** So many of each kind before the first one counts: as fast as it gets is how a server runs. */
const WARM_UP = 5000;

/** The proxy, and the bare server. */
export type Reading = Readonly<Record<'status' | '304', Compared>>;

/** Requests per CPU-second of the server: reading a checkout, and being told that it is the same. */
export async function measureReading(
  world: World,
  store: string,
  ids: readonly string[],
  rounds: number,
): Promise<Reading> {
  const paths = ids.slice(0, 50).map((id) => `/checkouts/${id}`);
  const proxy = await world.proxy(store, true);
  const { last } = await world.ask(proxy, { paths, count: 50 });
  const { etag = '' } = last.headers;
  const { 'content-type': type = '', 'cache-control': cache = '' } = last.headers;
  const headers = { 'content-type': type, 'cache-control': cache, 'x-content-type-options': 'nosniff', etag };
  const bare = await serve('bare', { headers, body: JSON.parse(last.text), event: '' });
  const rate = async (served: Served, isKnown: boolean, count = COUNT) => {
    const known = isKnown ? { 'if-none-match': etag } : {};
    const work = { paths, count, headers: known };
    return (1000 * count) / (await world.cost(served, work, isKnown ? 304 : 200)).cpuMs;
  };
  for (const isKnown of [false, true]) {
    for (const served of [proxy, bare]) await rate(served, isKnown, WARM_UP);
  }
  const taken = await inTurns(rounds, {
    'status': () => rate(proxy, false),
    'bare status': () => rate(bare, false),
    '304': () => rate(proxy, true),
    'bare 304': () => rate(bare, true),
  });
  await proxy.child.end();
  await bare.child.end();
  return {
    'status': compared(taken.status, taken['bare status']),
    '304': compared(taken['304'], taken['bare 304']),
  };
}
