import type { CurrencyCode } from '../payment/index.js';
import type { Checkout } from '../protocol/index.js';
import { Adoption } from './creation/adoption.js';
import { Checkouts } from './checkouts/checkouts.js';
import { clockJumps } from './clock-jump.js';
import { Creation } from './creation/creation.js';
import { Deposits } from './deposits/deposits.js';
import { Delivery } from './events/delivery.js';
import type { Logger } from './log.js';
import { errorFields } from './log.js';
import { Loop } from './loop.js';
import { Making } from './creation/making.js';
import { recent } from './operation/recent.js';
import type { Settings } from './options.js';
import type { CheckoutRecord } from './checkouts/record.js';
import { Wishes } from './checkouts/wishes.js';
import { Postbacks } from './postbacks/postbacks.js';
import { Wallets } from './wallets/wallets.js';
import { Retention } from './watching/retention.js';
import { HOUR_MS, SUSPECTS_TICK_MS, TICK_MS } from './watching/schedule.js';
import type { ServiceCalls } from './upstream/service-calls.js';
import { readFigures } from './store/figures.js';
import type { Figures } from './store/figures.js';
import { isDatabaseUrl } from './store/postgres.js';
import { openSharedCounts } from './store/shared-counts.js';
import type { SharedCounts } from './store/shared-counts.js';
import { openStore } from './store/store.js';
import { Streams } from './http/streams.js';
import type { ViewSettings } from './http/view.js';
import { fingerprint, offersOf, toCheckout } from './http/view.js';
import { Views } from './http/views.js';
import { Watcher } from './watching/watching.js';

/** The parts of a proxy whose store is open. */
export interface Running {
  readonly checkouts: Checkouts;
  readonly creation: Creation;
  readonly adoption: Adoption;
  readonly wishes: Wishes;
  readonly wallets: Wallets;
  readonly deposits: Deposits;
  readonly postbacks: Postbacks;
  readonly watcher: Watcher;
  readonly retention: Retention;
  readonly streams: Streams;
  readonly service: ServiceCalls;
  readonly logger: Logger;
  readonly offersOf: (record: CheckoutRecord) => readonly CurrencyCode[];
  readonly view: (record: CheckoutRecord) => Checkout;
  /** For who reads the same ones again and again. */
  readonly views: Views;
  /** Where several processes count together; `null`: each counts for itself. */
  readonly sharedCounts: SharedCounts | null;
  /** Begins to watch and to deliver. */
  start(): void;
  isReady(): Promise<boolean>;
  figures(): Promise<Figures>;
  /** Ends the streams, begins nothing new, waits for the running work and for `requests`, and closes the store. */
  stop(requests?: Promise<unknown>): Promise<void>;
}

/** What another process has changed is looked for so often, since its word of it may be lost. */
const NEWS_TICK_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** Several collectors, or somebody who asks without end, cost one reading in so much time. */
const FIGURES_MS = 2000;

/** Opens the store and puts the parts together. @throws {Error} when the store cannot be opened */
export async function openParts(settings: Settings, service: ServiceCalls, logger: Logger): Promise<Running> {
  const { clock, service: account, offers, support, lifetime } = settings;
  const graceMs = settings.watchHours * HOUR_MS;
  const stopping = new AbortController();
  const { signal } = stopping;
  const store = await openStore(settings.store);
  const sharedCounts = isDatabaseUrl(settings.store)
    ? await openSharedCounts(store).catch((error: unknown) => {
        logger.warn(errorFields(error), 'limits are counted by each process for itself');
        return null;
      })
    : null;
  const viewSettings: ViewSettings = { offers, support, testMode: account.testMode, graceMs };
  const view = (record: CheckoutRecord) => toCheckout(record, viewSettings, clock.nowMs());

  const streams: Streams = new Streams({
    read: async (id) => view(await checkouts.find(id)),
    onError: (error) => logger.error(errorFields(error), 'a stream could not be served'),
    heartbeatMs: HEARTBEAT_MS,
  });
  const { transport } = settings;
  const delivery = transport && new Delivery({ store, clock, logger, transport });
  const checkouts = new Checkouts({
    store,
    clock,
    fingerprint: (record) => fingerprint(record, viewSettings),
    onChange: (ids) => {
      void streams.publish(ids);
      void store.tell(ids);
      delivery?.wake();
    },
  });
  const views = new Views({
    settings: viewSettings,
    nowMs: () => clock.nowMs(),
    checkouts,
    pulses: store.pulses,
  });
  const common = { service, store, checkouts, clock, logger, acceptsTestMode: account.testMode };
  const watcher = new Watcher({
    ...common,
    graceMs,
    signal,
    streamed: () => streams.ids(),
    onTrouble: () => void streams.publishAll(),
  });
  const offersFor = (record: CheckoutRecord) => offersOf(record, viewSettings);
  const making = new Making({ ...common, watcher, lifetime });
  const creation = new Creation({ checkouts, making, clock, offersOf: offersFor });
  const adoption = new Adoption({ ...common, making });
  const wishes = new Wishes({ ...common, watcher });
  const onEvent = () => delivery?.wake();
  const wallets = new Wallets({ ...common, onEvent });
  const deposits = new Deposits({ ...common, onEvent });
  const postbacks = new Postbacks({ ...common, watcher, deposits, keys: settings.postbackKeys });
  const retention = new Retention({ store, clock, logger, signal, retentionDays: settings.retentionDays });
  const hasJumped = clockJumps(clock);
  const watching = new Loop(async () => {
    if (hasJumped()) {
      streams.resendAll();
      watcher.clockWasSet();
    }
    await watcher.round();
  }, TICK_MS);
  const suspecting = new Loop(() => watcher.suspectRound(), SUSPECTS_TICK_MS);
  const removing = new Loop(() => retention.round(), TICK_MS);
  const reporting = new Loop(() => deposits.round(), TICK_MS);
  const searching = new Loop(() => adoption.round(), TICK_MS);
  const cancelling = new Loop(() => wishes.round(), TICK_MS);
  const comparing = new Loop(async () => {
    // Who cannot be asked now is asked again; the watcher tells of it.
    const ids = await store.laterThan(streams.versions()).catch(() => []);
    await streams.publish(ids);
  }, NEWS_TICK_MS);

  return {
    ...{ wallets, deposits, postbacks },
    ...{
      checkouts,
      creation,
      adoption,
      wishes,
      watcher,
      retention,
      streams,
      service,
      logger,
      ...{ view, views },
      offersOf: offersFor,
      sharedCounts,
    },
    start() {
      if (!delivery)
        logger.warn({}, 'onEvent is not set, nor webhook: events wait in the store until one of them is');
      watching.start();
      suspecting.start();
      removing.start();
      searching.start();
      cancelling.start();
      reporting.start();
      comparing.start();
      store.listen((id) => void streams.publish([id]));
      delivery?.start();
    },
    isReady: () =>
      store.check().then(
        () => true,
        () => false,
      ),
    figures: recent(FIGURES_MS, () => readFigures(store, clock.nowMs())),
    async stop(requests) {
      stopping.abort();
      streams.close();
      const loops = [watching, suspecting, searching, cancelling, removing, reporting, comparing];
      await Promise.all([...loops.map((loop) => loop.stop()), delivery?.stop(), requests]);
      await watcher.settled();
      await store.close();
    },
  };
}
