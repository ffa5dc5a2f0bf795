// Run by the soak as a process of its own, and killed by it: one proxy behind node:http.
import { createServer } from 'node:http';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { listening } from './listening.js';
import type { ProxySettings, ProxyTime } from './settings.js';
import { SOAK_SECRETS } from './settings.js';

const settings: ProxySettings = JSON.parse(process.argv[2] ?? '{}');
const { apiKey, shopId, orderSecret } = SOAK_SECRETS;

let { aheadMs } = settings.time;
process.on('message', (time: ProxyTime) => void ({ aheadMs } = time));
process.once('disconnect', () => process.exit());

const proxy = createCheckoutProxy({
  service: { url: settings.serviceUrl, apiKey, shopId, testMode: true },
  orderSecrets: [orderSecret],
  store: settings.store,
  webhook: settings.webhook,
  clock: { nowMs: () => Date.now() + aheadMs },
  // Every payer of the run has the same address.
  rateLimits: false,
});
const port = await listening(createServer(toNodeListener(proxy)), settings.port);
await proxy.start();
process.send?.({ port });
