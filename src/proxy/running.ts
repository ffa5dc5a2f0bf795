import type { Checkout } from '../protocol/index.js';
import type { InvoiceCalls } from '../service/index.js';
import { Checkouts } from './checkouts.js';
import { clockJumps } from './clock-jump.js';
import { Creation } from './creation.js';
import { Delivery } from './delivery.js';
import type { Logger } from './log.js';
import { errorFields } from './log.js';
import { Loop } from './loop.js';
import type { Settings } from './options.js';
import type { CheckoutRecord } from './record.js';
import { openStore } from './store/store.js';
import { Streams } from './streams.js';
import type { ViewSettings } from './view.js';
import { fingerprint, offersOf, toCheckout } from './view.js';
import { Watcher } from './watching.js';

/** The parts of a proxy whose store is open. */
export interface Running {
  readonly checkouts: Checkouts;
  readonly creation: Creation;
  readonly watcher: Watcher;
  readonly streams: Streams;
  readonly service: InvoiceCalls;
  readonly logger: Logger;
  readonly view: (record: CheckoutRecord) => Checkout;
  /** Begins to watch and to deliver. */
  start(): void;
  isReady(): Promise<boolean>;
  /** Waits for the running work, ends the streams and closes the store. */
  stop(): Promise<void>;
}

/** Short, since due times are compared with a clock that may be moved. */
const TICK_MS = 500;
const HEARTBEAT_MS = 15_000;

/** Opens the store and puts the parts together. @throws {Error} when the store cannot be opened */
export async function openParts(settings: Settings, service: InvoiceCalls, logger: Logger): Promise<Running> {
  const { clock, service: account, offers, support, lifetime } = settings;
  const store = await openStore(settings.store);
  const viewSettings: ViewSettings = { offers, support, testMode: account.testMode };
  const view = (record: CheckoutRecord) => toCheckout(record, viewSettings, clock.nowMs());

  const streams: Streams = new Streams({
    read: async (id) => view(await checkouts.find(id)),
    onError: (error) => logger.error(errorFields(error), 'a stream could not be served'),
    heartbeatMs: HEARTBEAT_MS,
  });
  const { onEvent } = settings;
  const delivery = onEvent && new Delivery({ store, clock, logger, onEvent });
  const checkouts = new Checkouts({
    store,
    clock,
    fingerprint: (record) => fingerprint(record, viewSettings),
    onChange: (ids) => {
      void streams.publish(ids);
      delivery?.wake();
    },
  });
  const common = { service, store, checkouts, clock, logger, acceptsTestMode: account.testMode };
  const watcher = new Watcher({
    ...common,
    hasStream: (id) => streams.has(id),
    onTrouble: () => void streams.publishAll(),
  });
  const offersFor = (record: CheckoutRecord) => offersOf(record, viewSettings);
  const creation = new Creation({ ...common, watcher, lifetime, offersOf: offersFor });
  const hasJumped = clockJumps(clock);
  const watching = new Loop(async () => {
    if (hasJumped()) streams.resendAll();
    await watcher.round();
  }, TICK_MS);

  return {
    ...{ checkouts, creation, watcher, streams, service, logger, view },
    start() {
      if (!delivery) logger.warn({}, 'onEvent is not set: events wait in the store until it is');
      watching.start();
      delivery?.start();
    },
    isReady: async () => (await store.countDue(0)) >= 0,
    async stop() {
      streams.close();
      await Promise.all([watching.stop(), delivery?.stop()]);
      await store.close();
    },
  };
}
