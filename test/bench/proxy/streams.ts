import { compared } from '../report.js';
import type { Compared } from '../report.js';
import { Child } from './child.js';
import type { Served, BenchEnvironment } from './bench-environment.js';
import { inTurns, serve } from './bench-environment.js';

const COUNT = 10_000;

/** Of the proxy, and of the baseline server. */
export interface StreamFigures {
  readonly bytesEach: Readonly<Record<'proxy' | 'baseline', number>>;
  /** CPU-milliseconds to send one change to all pages. */
  readonly notifyMs: Compared;
}

/** Memory of open event streams, and the cost of one change that is sent to all of them. */
export async function measureStreams(
  environment: BenchEnvironment,
  store: string,
  rounds: number,
): Promise<StreamFigures> {
  const proxy = await environment.proxy(store, true);
  const order = async (amount: string) => {
    await proxy.child.call({ kind: 'price', amount });
    const work = {
      method: 'POST',
      paths: ['/checkouts'],
      bodies: [{ order: 'streamed' }],
      count: 1,
    } as const;
    return environment.request(proxy, work);
  };
  const checkout = JSON.parse((await order('1.00')).last.text);
  const path = `/crypto-checkout/checkouts/${checkout.id}/events`;
  const event = `event: checkout\nid: 1\ndata: ${JSON.stringify(checkout)}\n\n`;
  const baseline = await serve('baseline', { headers: {}, body: {}, event });
  let price = 1;
  const received = {
    proxy: await listenersOf(proxy, path, () => order(`${(price += 1)}.00`)),
    baseline: await listenersOf(baseline, path, () => baseline.child.call({ kind: 'notify' })),
  };
  const taken = await inTurns(rounds, { proxy: received.proxy.notify, baseline: received.baseline.notify });
  for (const { pages } of Object.values(received)) await pages.end();
  await baseline.child.end();
  await proxy.child.end();
  return {
    bytesEach: { proxy: received.proxy.bytesEach, baseline: received.baseline.bytesEach },
    notifyMs: compared(taken.proxy, taken.baseline),
  };
}

/** That many pages, each with an open stream. */
async function listenersOf({ child, port }: Served, path: string, change: () => Promise<unknown>) {
  const { child: pages } = await Child.start('listeners', {});
  const empty = await child.held();
  await pages.call({ kind: 'open', port, path, count: COUNT });
  const full = await child.held();
  const notify = async () => {
    await pages.call({ kind: 'expect', count: COUNT });
    const before = await child.used();
    await change();
    await pages.call({ kind: 'arrived' });
    return (await child.used()).cpuMs - before.cpuMs;
  };
  return { pages, notify, bytesEach: (full.rssBytes - empty.rssBytes) / COUNT };
}
