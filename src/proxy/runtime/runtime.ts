import { InvoiceReconciler } from '../invoices/invoice-reconciler.js';
import { CheckoutRepository } from '../checkouts/checkout-repository.js';
import { ClockGuard } from './clock-guard.js';
import { InvoiceCoordinator } from '../invoices/invoice-coordinator.js';
import { CreationLimits } from '../upstream/creation-limits.js';
import { DepositVerifier } from '../deposit-addresses/deposit-verifier.js';
import { ReleaseFiles } from '../elements/served-files.js';
import { EventDispatcher } from '../delivery/event-dispatcher.js';
import { withTimeout, memoizeFor } from '../base/async.js';
import { errorFields } from '../base/log.js';
import { BackgroundLoop } from '../base/background-loop.js';
import { InvoiceCreator } from '../invoices/invoice-creator.js';
import type { ResolvedOptions } from '../options/parse.js';
import type { CheckoutRecord } from '../domain/record.js';
import { Staff } from '../staff/staff.js';
import { PendingCancellations } from '../invoices/cancel-checkout.js';
import { PostbackHandler } from '../polling/postback-handler.js';
import { DepositAddresses } from '../deposit-addresses/deposit-addresses.js';
import { Retention } from '../checkouts/retention.js';
import { HOUR_MS, MINUTE_MS } from '../base/time.js';
import { ISOLATION_TICK_MS, TICK_MS } from '../domain/poll-schedule.js';
import { RefusedCurrencies } from '../invoices/refused-currencies.js';
import type { ServiceCalls } from '../upstream/service-connection.js';
import { presentTime, ServiceTime } from '../upstream/service-time.js';
import { readStoreMetrics } from '../store/store-metrics.js';
import { isDatabaseUrl } from '../store/engine/postgres.js';
import { openSharedRateLimits } from '../store/shared-rate-limits.js';
import type { BrowserFile } from '../store/browser-files.js';
import { findPolledInvoice } from '../store/poll-queue.js';
import { openStore } from '../store/store.js';
import { openStoreClock } from '../store/store-clock.js';
import { StaffStreams } from '../streams/staff-streams.js';
import { StreamHub } from '../streams/stream-hub.js';
import { offersOf } from '../domain/offers.js';
import { fingerprint, serializeCheckout } from '../domain/serialize-checkout.js';
import { CheckoutCache } from '../checkouts/checkout-cache.js';
import { walletSupport } from '../domain/transfer.js';
import { InvoicePoller } from '../polling/invoice-poller.js';

/** The parts of a started proxy. */
export type ProxyRuntime = Awaited<ReturnType<typeof createRuntime>>;

/** Interval at which the proxy polls changes of other processes: notifications may be lost. */
const CHANGE_POLL_INTERVAL_MS = 1000;
/** Maximum delay of the start if the service does not respond. */
const MAX_FIRST_CALL_MS = 2000;
/** Limits the load by several collectors, or by an attacker. */
const METRICS_CACHE_MS = 2000;

/** Opens the store and connects the parts of the proxy. @throws {Error} if the store cannot be opened */
export async function createRuntime(
  settings: ResolvedOptions,
  service: ServiceCalls,
  {
    limits = new CreationLimits(settings.rateLimits, settings.clock),
    serviceTime = new ServiceTime(settings.clock),
    listBrowserFiles = () => Promise.resolve([]),
  }: {
    readonly limits?: CreationLimits;
    readonly serviceTime?: ServiceTime;
    readonly listBrowserFiles?: () => Promise<readonly BrowserFile[]>;
  } = {},
) {
  const { logger, service: account, offers, shop, supportUrl } = settings;
  const lifetimes = { lifetime: settings.lifetime, longestLifetime: settings.longestLifetime };
  const monitoringMs = settings.monitoringHours * HOUR_MS;
  const stopping = new AbortController();
  const { signal } = stopping;
  const store = await openStore(settings.store);
  const clock = await openStoreClock(store, settings.clock);
  serviceTime.fallBackTo(clock);
  const present = () => presentTime({ clock, serviceTime });
  const sharedRateLimits = isDatabaseUrl(settings.store)
    ? await openSharedRateLimits(store).catch((error: unknown) => {
        logger.warn(errorFields(error), 'shared rate limits unavailable, each process counts separately');
        return null;
      })
    : null;
  const refused = new RefusedCurrencies(clock);
  const serializeSettings = {
    offers,
    shop,
    supportUrl,
    testMode: account.testMode,
    monitoringMs,
    refused,
    refunds: settings.refunds,
    ...lifetimes,
    wallets: walletSupport(settings),
  };
  const serialize = (record: CheckoutRecord) => serializeCheckout(record, serializeSettings, present());

  const streams: StreamHub = new StreamHub({
    read: async (id, browsers) =>
      serialize(await checkouts.recordViews(await checkouts.findCheckout(id), browsers)),
    onError: (error) => logger.error(errorFields(error), 'stream failed'),
  });
  const staffStreams: StaffStreams = new StaffStreams({ read: () => staff.readChange() });
  const { transport } = settings;
  const dispatcher = transport && new EventDispatcher({ store, clock, logger, transport });
  const checkouts = new CheckoutRepository({
    store,
    clock,
    logger,
    tolerance: settings.tolerance,
    testMode: account.testMode,
    fingerprint: (record) => fingerprint(record, serializeSettings),
    onChange: (ids) => {
      staffStreams.changed();
      void streams.publish(ids);
      void store.notifyChanged(ids);
      dispatcher?.wake();
    },
  });
  const checkoutCache = new CheckoutCache({
    settings: serializeSettings,
    present,
    checkouts,
    versions: store.versions,
  });
  const common = {
    service,
    serviceTime,
    store,
    checkouts,
    clock,
    logger,
    acceptsTestMode: account.testMode,
  };
  const runningCancellations = new Map<string, Promise<CheckoutRecord>>();
  const poller = new InvoicePoller({
    ...common,
    monitoringMs,
    signal,
    subscribedIds: () => streams.ids(),
    onOutage: () => void streams.publishAll(),
  });
  const offersFor = (record: CheckoutRecord) => offersOf(record, serializeSettings);
  const creator = new InvoiceCreator({ ...common, ...lifetimes, poller, refused });
  const invoices = new InvoiceCoordinator({ ...common, creator, limits, poller, offersOf: offersFor });
  const reconciler = new InvoiceReconciler({ ...common, creator });
  const pendingCancellations = new PendingCancellations({ ...common, poller, runningCancellations });
  const onEvent = () => dispatcher?.wake();
  const depositAddresses = new DepositAddresses({ ...common, limits, onEvent });
  const staff = new Staff({
    store,
    checkouts,
    onEvent,
    settings: { clock, testMode: account.testMode, onePerson: settings.hasOnePersonPayouts },
  });
  const hasPostbackSecret = settings.postbackKeys.length > 0;
  const deposits = new DepositVerifier({ ...common, hasPostbackSecret, onEvent });
  const postbacks = new PostbackHandler({ ...common, poller, deposits, keys: settings.postbackKeys });
  const { retentionDays, auditRetentionDays, maxOrderTokenDays } = settings;
  const days = { retentionDays, auditRetentionDays, maxOrderTokenDays };
  const retention = new Retention({ store, clock, logger, signal, ...days });
  const releaseFiles = new ReleaseFiles({ store, clock, logger }, listBrowserFiles);
  const clockGuard = new ClockGuard({
    store,
    clock,
    logger,
    serviceTime,
    onServiceTimeChange: () => streams.resendAll(),
  });
  /** Learns the service's time, so that pages do not receive the time of this machine after a restart. The poller logs failures. */
  const learnServiceTime = async () => {
    const id = await findPolledInvoice(store).catch(() => null);
    // A very different time needs a second response to confirm it.
    for (let call = 0; call < 2 && id !== null && serviceTime.aheadMs === null; call += 1)
      await service.invoices([id]).catch(() => undefined);
  };
  const publishChanged = async () => {
    // If the store fails, the next round retries, and the poller logs the outage.
    const ids = await store.findChangedCheckouts(streams.versions()).catch(() => []);
    await streams.publish(ids);
    await staffStreams.publish().catch(() => undefined);
  };
  const loops = [
    { name: 'clock', work: () => clockGuard.checkClock(), everyMs: TICK_MS },
    { name: 'polls', work: () => poller.pollDue(), everyMs: TICK_MS },
    { name: 'quarantine', work: () => poller.pollQuarantined(), everyMs: ISOLATION_TICK_MS },
    { name: 'retention', work: () => retention.removeDue(), everyMs: TICK_MS },
    { name: 'reconciliation', work: () => reconciler.reconcileDue(), everyMs: TICK_MS },
    { name: 'cancellations', work: () => pendingCancellations.cancelDue(), everyMs: TICK_MS },
    { name: 'deposits', work: () => deposits.verifyDue(), everyMs: TICK_MS },
    { name: 'release files', work: () => releaseFiles.refreshDue(), everyMs: MINUTE_MS },
    { name: 'streams', work: publishChanged, everyMs: CHANGE_POLL_INTERVAL_MS },
  ].map(
    ({ name, work, everyMs }) =>
      new BackgroundLoop(work, everyMs, (error) =>
        logger.error({ work: name, ...errorFields(error) }, 'background work failed, continuing'),
      ),
  );

  return {
    checkouts,
    checkoutCache,
    invoices,
    reconciler,
    pendingCancellations,
    poller,
    postbacks,
    depositAddresses,
    deposits,
    clockGuard,
    retention,
    streams,
    sharedRateLimits,
    service,
    logger,
    store,
    serialize,
    serviceTime,
    present,
    offersOf: offersFor,
    staff,
    staffStreams,
    runningCancellations,
    /**
     * Stores the browser files for processes of other versions, and learns the time of the service. Then starts the background work.
     */
    async start() {
      await releaseFiles.refreshDue();
      await withTimeout(MAX_FIRST_CALL_MS, learnServiceTime());
      if (!dispatcher) logger.warn({ option: 'webhook.url' }, 'no receiver is set, events stay in the store');
      for (const loop of loops) loop.start();
      store.onChange((id) => void streams.publish([id]));
      dispatcher?.start();
    },
    readMetrics: memoizeFor(METRICS_CACHE_MS, () => readStoreMetrics(store, clock.nowMs())),
    /**
     * Closes the streams, waits for running work and for `requests`, and closes the store. The caller limits the time of `requests`
     * (`http/lifecycle.ts`).
     */
    async stop(requests?: Promise<unknown>) {
      stopping.abort();
      streams.close();
      staffStreams.close();
      await Promise.all([...loops.map((loop) => loop.stop()), dispatcher?.stop(), requests]);
      await poller.drain();
      await store.close();
    },
  };
}
