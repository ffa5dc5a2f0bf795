import { compared } from '../report.js';
import type { Compared } from '../report.js';
import type { Served, BenchEnvironment } from './bench-environment.js';
import { inTurns, serve } from './bench-environment.js';

const COUNT = 2000;
/** The number of warm-up requests of each kind: a server runs with optimized code. */
const WARM_UP = 5000;

/** The proxy, and the baseline server. */
export type Reading = Readonly<Record<'status' | '304', Compared>>;

/** Requests per CPU-second of the server: reading a checkout, and a 304 response. */
export async function measureReading(
  environment: BenchEnvironment,
  store: string,
  ids: readonly string[],
  rounds: number,
): Promise<Reading> {
  const paths = ids.slice(0, 50).map((id) => `/checkouts/${id}`);
  const proxy = await environment.proxy(store, true);
  const { last } = await environment.request(proxy, { paths, count: 50 });
  const { etag = '' } = last.headers;
  const { 'content-type': type = '', 'cache-control': cache = '' } = last.headers;
  const headers = { 'content-type': type, 'cache-control': cache, 'x-content-type-options': 'nosniff', etag };
  const baseline = await serve('baseline', { headers, body: JSON.parse(last.text), event: '' });
  const rate = async (served: Served, isKnown: boolean, count = COUNT) => {
    const known = isKnown ? { 'if-none-match': etag } : {};
    const work = { paths, count, headers: known };
    return (1000 * count) / (await environment.cost(served, work, isKnown ? 304 : 200)).cpuMs;
  };
  for (const isKnown of [false, true]) {
    for (const served of [proxy, baseline]) await rate(served, isKnown, WARM_UP);
  }
  const taken = await inTurns(rounds, {
    'status': () => rate(proxy, false),
    'baseline status': () => rate(baseline, false),
    '304': () => rate(proxy, true),
    'baseline 304': () => rate(baseline, true),
  });
  await proxy.child.end();
  await baseline.child.end();
  return {
    'status': compared(taken.status, taken['baseline status']),
    '304': compared(taken['304'], taken['baseline 304']),
  };
}
