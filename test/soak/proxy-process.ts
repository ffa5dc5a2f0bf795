// A proxy behind node:http. The soak starts it as a separate process and kills it.
import { createServer } from 'node:http';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { contradict } from './contradictions.js';
import { listening } from './listening.js';
import type { ProxySettings, ProxyTime } from './settings.js';
import { SOAK_SECRETS } from './settings.js';

const settings: ProxySettings = JSON.parse(process.argv[2] ?? '{}');
const { apiKey, shopId, orderSecret, merchantSecret } = SOAK_SECRETS;

let { aheadMs, hasContradictions } = settings.time;
process.on('message', (time: ProxyTime) => void ({ aheadMs, hasContradictions } = time));
process.once('disconnect', () => process.exit());

/** Adds contradictions to the information responses of the service. */
const fetchContradicted: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (input !== `${settings.serviceUrl}/v2/invoice/merchant/info` || !response.ok) return response;
  const answer = contradict(await response.text(), Date.now(), hasContradictions);
  return new Response(answer, { status: response.status, headers: response.headers });
};

const proxy = createCheckoutProxy({
  service: { url: settings.serviceUrl, apiKey, shopId, testMode: true, fetch: fetchContradicted },
  orderSecrets: [orderSecret],
  merchant: { secrets: [merchantSecret] },
  store: settings.store,
  webhook: settings.webhook,
  clock: { nowMs: () => Date.now() + aheadMs },
  // All payers of the run have the same client address.
  rateLimits: false,
});
const port = await listening(createServer(toNodeListener(proxy)), settings.port);
await proxy.start();
process.send?.({ port });
