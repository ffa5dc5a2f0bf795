import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultyLine } from '../faults/faulty-line.js';
import { startFaultyLine } from '../faults/faulty-line.js';
import { Chance } from './seeded-random.js';
import { Deposits } from './deposits.js';
import { Fleet } from './fleet.js';
import type { SoakOptions } from './options.js';
import { ServiceProcess } from './sandbox.js';
import { SOAK_SECRETS } from './settings.js';
import { Shop } from './shop.js';
import { Stories } from './order-history.js';
import { Time } from './shared-time.js';
import { Trouble } from './fault-injection.js';

/** Everybody who takes part in a run. */
export interface Scene {
  /** The logs, and the store where it is a file. */
  readonly folder: string;
  readonly store: string;
  readonly chance: Chance;
  readonly service: ServiceProcess;
  readonly line: FaultyLine;
  readonly fleet: Fleet;
  readonly shop: Shop;
  readonly time: Time;
  readonly stories: Stories;
  readonly deposits: Deposits;
  readonly trouble: Trouble;
  /** What the proxies have warned of, and how often. */
  readonly messages: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Service, line, proxies and shop, all well: the trouble has not begun. */
export async function startScene(options: SoakOptions, ending: AbortSignal): Promise<Scene> {
  const { seed, processes } = options;
  const chance = new Chance(seed);
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-soak-'));
  const store =
    options.store === 'postgres' ? (process.env['DATABASE_URL'] ?? '') : join(folder, 'store.sqlite');
  const service = await ServiceProcess.start({ seed });
  const line = await startFaultyLine(service.url);
  const time: Time = new Time(service, () => fleet);
  const stories = new Stories(time.nowMs);
  const deposits: Deposits = new Deposits({
    ...{ chance: chance.of('deposits'), service, stories },
    url: () => fleet.url(chance),
  });
  const shop = new Shop(stories, chance.of('shop'), (event) => deposits.received(event));
  const messages = new Map<string, number>();
  const fleet: Fleet = new Fleet({
    ...{ folder, store, serviceUrl: line.url },
    webhook: { url: await shop.start(), secrets: [SOAK_SECRETS.webhookSecret] },
    onBroken: (law, what) => stories.break(law, null, what),
    onTrouble: (message) => void messages.set(message, (messages.get(message) ?? 0) + 1),
  });
  await fleet.start(processes);
  await service.control('postbacks', { url: `${fleet.urlOf(0)}/postbacks`, invoices: true });
  const others = { line, service, fleet, shop, time };
  const trouble = new Trouble({ ...others, stories, chance: chance.of('trouble'), ending });
  const close = async (): Promise<void> => {
    await fleet.stop();
    await service.stop();
    await line.close();
    shop.stop();
  };
  return { ...others, folder, store, chance, stories, deposits, trouble, messages, close };
}
