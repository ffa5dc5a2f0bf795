// A payouts process. The soak starts it as a separate process and kills it.
import { Journal } from '../../src/payouts/journal.js';
import { PayoutProcess } from '../../src/payouts/payout-process.js';
import { createStoreLimiter } from '../../src/payouts/store-limiter.js';
import { createLineLogger, signingKey } from '../../src/proxy/settings.js';
import { StoreClock } from '../../src/proxy/store/store-clock.js';
import { openStore } from '../../src/proxy/store/store.js';
import { createServiceClient, createWithdrawalClient } from '../../src/service/node.js';
import type { ProxySettings, ProxyTime } from './settings.js';
import { SOAK_SECRETS } from './settings.js';

const settings: ProxySettings = JSON.parse(process.argv[2] ?? '{}');
const { apiKey, shopId, withdrawalKey, payoutSecret } = SOAK_SECRETS;

let { aheadMs } = settings.time;
process.on('message', (time: ProxyTime) => void ({ aheadMs } = time));
process.once('disconnect', () => process.exit());

const { signal } = new AbortController();
const clock = { nowMs: () => Date.now() + aheadMs };
const url = settings.serviceUrl;
const store = await openStore(settings.store);
const payouts = new PayoutProcess({
  ...{ store, clock, storeClock: new StoreClock(store, clock), signal, testMode: true },
  journal: await Journal.open(settings.journal),
  logger: createLineLogger((line) => process.stderr.write(line)),
  rules: { key: signingKey(payoutSecret, 'payoutSecret'), onePerson: false, limits: null },
  connect: (limiter) => createWithdrawalClient({ url, withdrawalKey, limiter }),
  limiters: [createStoreLimiter(store, clock, signal)],
  service: createServiceClient({ url, apiKey, shopId }),
});
process.send?.({ port: 0 });
await payouts.run();
