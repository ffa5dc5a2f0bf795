import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import { InvoiceReconciler } from '../invoices/invoice-reconciler.js';
import { Checkouts } from '../checkouts/checkouts.js';
import { ClockGuard } from './clock-guard.js';
import { InvoiceCoordinator } from '../invoices/invoice-coordinator.js';
import { CreationLimits } from '../invoices/creation-limits.js';
import { DepositVerifier } from '../deposit-addresses/deposit-verifier.js';
import { EventDispatcher } from '../delivery/event-dispatcher.js';
import type { Logger } from '../base/log.js';
import { errorFields } from '../base/log.js';
import { BackgroundLoop } from '../base/background-loop.js';
import { InvoiceCreator } from '../invoices/invoice-creator.js';
import { memoizeFor } from './memoize-for.js';
import type { ResolvedOptions } from '../options/options.js';
import type { CheckoutRecord } from '../domain/record.js';
import { PendingCancellations } from '../invoices/pending-cancellations.js';
import { PostbackHandler } from '../polling/postbacks.js';
import { DepositAddresses } from '../deposit-addresses/deposit-addresses.js';
import { Retention } from '../checkouts/retention.js';
import { HOUR_MS } from '../base/time.js';
import { SUSPECTS_TICK_MS, TICK_MS } from '../domain/schedule.js';
import type { ServiceCalls } from '../upstream/service-calls.js';
import { ServiceTime } from '../upstream/service-time.js';
import { readFigures } from '../store/figures.js';
import type { Figures } from '../store/figures.js';
import { isDatabaseUrl } from '../store/engine/postgres.js';
import { openSharedCounts } from '../store/shared-counts.js';
import type { SharedCounts } from '../store/shared-counts.js';
import { openStore } from '../store/store.js';
import { StreamHub } from '../streams/stream-hub.js';
import type { ViewSettings } from '../domain/serialize-checkout.js';
import { fingerprint, offersOf, serializeCheckout } from '../domain/serialize-checkout.js';
import { CheckoutCache } from '../checkouts/checkout-cache.js';
import { InvoicePoller } from '../polling/invoice-poller.js';

/** The parts of a proxy whose store is open. */
export interface ProxyRuntime {
  readonly checkouts: Checkouts;
  readonly creation: InvoiceCoordinator;
  readonly adoption: InvoiceReconciler;
  readonly wishes: PendingCancellations;
  readonly wallets: DepositAddresses;
  readonly deposits: DepositVerifier;
  readonly postbacks: PostbackHandler;
  readonly watcher: InvoicePoller;
  readonly clockGuard: ClockGuard;
  readonly retention: Retention;
  readonly streams: StreamHub;
  readonly service: ServiceCalls;
  readonly logger: Logger;
  readonly offersOf: (record: CheckoutRecord) => readonly CurrencyCode[];
  readonly view: (record: CheckoutRecord) => Checkout;
  /** For who reads the same ones again and again. */
  readonly views: CheckoutCache;
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
export async function createRuntime(
  settings: ResolvedOptions,
  service: ServiceCalls,
  logger: Logger,
  {
    limits = new CreationLimits(settings.rateLimits, settings.clock),
    // Without one, our own clock alone counts.
    serviceTime = new ServiceTime(Infinity),
  }: { readonly limits?: CreationLimits; readonly serviceTime?: ServiceTime } = {},
): Promise<ProxyRuntime> {
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
  const view = (record: CheckoutRecord) => serializeCheckout(record, viewSettings, clock.nowMs());

  const streams: StreamHub = new StreamHub({
    read: async (id) => view(await checkouts.find(id)),
    onError: (error) => logger.error(errorFields(error), 'a stream could not be served'),
    heartbeatMs: HEARTBEAT_MS,
  });
  const { transport } = settings;
  const delivery = transport && new EventDispatcher({ store, clock, logger, transport });
  const checkouts = new Checkouts({
    store,
    clock,
    logger,
    fingerprint: (record) => fingerprint(record, viewSettings),
    onChange: (ids) => {
      void streams.publish(ids);
      void store.tell(ids);
      delivery?.wake();
    },
  });
  const views = new CheckoutCache({
    settings: viewSettings,
    nowMs: () => clock.nowMs(),
    checkouts,
    pulses: store.pulses,
  });
  const common = {
    ...{ service, serviceTime, store, checkouts, clock, logger },
    acceptsTestMode: account.testMode,
  };
  const watcher = new InvoicePoller({
    ...common,
    graceMs,
    signal,
    streamed: () => streams.ids(),
    onTrouble: () => void streams.publishAll(),
  });
  const offersFor = (record: CheckoutRecord) => offersOf(record, viewSettings);
  const making = new InvoiceCreator({ ...common, watcher, lifetime });
  const creation = new InvoiceCoordinator({ checkouts, making, limits, clock, offersOf: offersFor });
  const adoption = new InvoiceReconciler({ ...common, making });
  const wishes = new PendingCancellations({ ...common, watcher });
  const onEvent = () => delivery?.wake();
  const wallets = new DepositAddresses({ ...common, limits, onEvent });
  const hasPostbackSecret = settings.postbackKeys.length > 0;
  const deposits = new DepositVerifier({ ...common, hasPostbackSecret, onEvent });
  const postbacks = new PostbackHandler({ ...common, watcher, deposits, keys: settings.postbackKeys });
  const { retentionDays, maxOrderTokenDays } = settings;
  const retention = new Retention({ store, clock, logger, signal, retentionDays, maxOrderTokenDays });
  const clockGuard = new ClockGuard({ store, clock, logger, onJump: () => streams.resendAll() });
  const guarding = new BackgroundLoop(() => clockGuard.round(), TICK_MS);
  const watching = new BackgroundLoop(() => watcher.round(), TICK_MS);
  const suspecting = new BackgroundLoop(() => watcher.suspectRound(), SUSPECTS_TICK_MS);
  const removing = new BackgroundLoop(() => retention.round(), TICK_MS);
  const reporting = new BackgroundLoop(() => deposits.round(), TICK_MS);
  const searching = new BackgroundLoop(() => adoption.round(), TICK_MS);
  const cancelling = new BackgroundLoop(() => wishes.round(), TICK_MS);
  const comparing = new BackgroundLoop(async () => {
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
      clockGuard,
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
      guarding.start();
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
    figures: memoizeFor(FIGURES_MS, () => readFigures(store, clock.nowMs())),
    async stop(requests) {
      stopping.abort();
      streams.close();
      const loops = [guarding, watching, suspecting, searching, cancelling, removing, reporting, comparing];
      await Promise.all([...loops.map((loop) => loop.stop()), delivery?.stop(), requests]);
      await watcher.settled();
      await store.close();
    },
  };
}
