import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultyLine } from '../faults/faulty-line.js';
import { startFaultyLine } from '../faults/faulty-line.js';
import { SeededRandom } from './seeded-random.js';
import { Deposits } from './deposits.js';
import { Fleet, type FleetOptions } from './fleet.js';
import type { SoakOptions } from './options.js';
import { startLoadBalancer } from './load-balancer.js';
import { ServiceProcess } from './sandbox.js';
import { SOAK_SECRETS } from './settings.js';
import { Shop } from './shop.js';
import { OrderHistories } from './order-history.js';
import { Staff } from './staff.js';
import type { BookedWithdrawal } from './books.js';
import { readWithdrawals } from './sandbox.js';
import { SharedTime } from './shared-time.js';
import { FaultInjector } from './fault-injection.js';

const PAYOUT_PROCESSES = 2;

/** The participants of a run. */
export interface RunContext {
  /** Contains the logs, and the store if it is a file. */
  readonly folder: string;
  readonly store: string;
  readonly random: SeededRandom;
  readonly service: ServiceProcess;
  readonly line: FaultyLine;
  readonly fleet: Fleet;
  readonly shop: Shop;
  readonly time: SharedTime;
  readonly histories: OrderHistories;
  readonly deposits: Deposits;
  readonly staff: Staff;
  /** Reads all withdrawals of the service. */
  readonly withdrawals: () => Promise<readonly BookedWithdrawal[]>;
  /** The processes that send payouts. */
  readonly payouts: Fleet;
  readonly faults: FaultInjector;
  /** The proxies' warnings and errors, with their numbers. */
  readonly messages: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Starts service, line, proxies and shop, without faults. */
export async function startRun(options: SoakOptions, ending: AbortSignal): Promise<RunContext> {
  const { seed, processes } = options;
  const random = new SeededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-soak-'));
  const store =
    options.store === 'postgres' ? (process.env['DATABASE_URL'] ?? '') : join(folder, 'store.sqlite');
  const service = await ServiceProcess.start({ seed });
  const line = await startFaultyLine(service.url);
  const time: SharedTime = new SharedTime(service, () => [fleet, payouts]);
  const histories = new OrderHistories(time.nowMs);
  const deposits: Deposits = new Deposits({
    ...{ random: random.of('deposits'), service, histories },
    url: () => fleet.url(random),
  });
  const shop = new Shop(histories, random.of('shop'), (event) => deposits.received(event));
  const messages = new Map<string, number>();
  const common = {
    ...{ folder, store, serviceUrl: line.url },
    webhook: { url: await shop.start(), secrets: [SOAK_SECRETS.webhookSecret] },
    onViolation: (invariant, what) => histories.report(invariant, null, what),
    onWarning: (message) => void messages.set(message, (messages.get(message) ?? 0) + 1),
  } satisfies Omit<FleetOptions, 'kind'>;
  const fleet: Fleet = new Fleet({ ...common, kind: 'proxy' });
  const payouts: Fleet = new Fleet({ ...common, kind: 'payouts' });
  await fleet.start(processes);
  await payouts.start(PAYOUT_PROCESSES);
  const startedMs = time.nowMs();
  const withdrawals = () => readWithdrawals(service.url, { startMs: startedMs, endMs: time.nowMs() });
  const staff = new Staff({
    ...{ random: random.of('staff'), histories, time, withdrawals },
    url: () => fleet.url(random),
  });
  // A killed process must not cost a postback: the service sends each only five times.
  const balancer = await startLoadBalancer(
    () => fleet.url(random),
    (body) => deposits.announced(body),
  );
  await service.control('postbacks', { url: `${balancer.url}/postbacks`, invoices: true });
  const others = { line, service, fleet, payouts, shop, time };
  const faults = new FaultInjector({ ...others, histories, random: random.of('faults'), ending });
  const close = async (): Promise<void> => {
    await payouts.stop();
    await fleet.stop();
    await service.stop();
    await line.close();
    balancer.server.close();
    balancer.server.closeAllConnections();
    shop.stop();
  };
  return {
    ...others,
    folder,
    store,
    random,
    histories,
    deposits,
    staff,
    withdrawals,
    faults,
    messages,
    close,
  };
}
