import { median } from '../report.js';
import { Child } from './child.js';
import type { Served, World } from './world.js';
import { serve } from './world.js';

const COUNT = 10_000;

export interface StreamFigures {
  readonly bytesEach: number;
  /** To tell one change to all. */
  readonly tellCpuMs: number;
}

/** Memory of open event streams, and what one change costs that all of them are told. */
export async function measureStreams(
  world: World,
  store: string,
  rounds: number,
): Promise<{ readonly proxy: StreamFigures; readonly bare: StreamFigures }> {
  const proxy = await world.proxy(store, true);
  const order = async (amount: string) => {
    await proxy.child.ask({ kind: 'price', amount });
    const work = {
      method: 'POST',
      paths: ['/checkouts'],
      bodies: [{ order: 'streamed' }],
      count: 1,
    } as const;
    return world.ask(proxy, work);
  };
  const checkout = JSON.parse((await order('1.00')).last.text);
  const path = `/crypto-checkout/checkouts/${checkout.id}/events`;
  const event = `event: checkout\nid: 1\ndata: ${JSON.stringify(checkout)}\n\n`;
  const bare = await serve('bare', { headers: {}, body: {}, event });
  let price = 1;
  const figures = {
    bare: await measureOne(bare, path, rounds, () => bare.child.ask({ kind: 'tell' })),
    proxy: await measureOne(proxy, path, rounds, () => order(`${(price += 1)}.00`)),
  };
  await bare.child.end();
  await proxy.child.end();
  return figures;
}

async function measureOne(
  { child, port }: Served,
  path: string,
  rounds: number,
  tell: () => Promise<unknown>,
): Promise<StreamFigures> {
  const { child: pages } = await Child.start('listeners', {});
  const empty = await child.held();
  await pages.ask({ kind: 'open', port, path, count: COUNT });
  const full = await child.held();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await pages.ask({ kind: 'expect', count: COUNT });
    const before = await child.used();
    await tell();
    await pages.ask({ kind: 'arrived' });
    taken.push((await child.used()).cpuMs - before.cpuMs);
  }
  await pages.ask({ kind: 'close' });
  await pages.end();
  return { bytesEach: (full.rssBytes - empty.rssBytes) / COUNT, tellCpuMs: median(taken) };
}
