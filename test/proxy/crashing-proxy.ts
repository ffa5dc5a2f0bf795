// Run by tests as a process of its own: plays a story, and is killed at one moment of it. It writes what a page would
// know to stdout, and the events for the shop to a file.
import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import { openStore } from '../../src/proxy/store/store.js';
import type { Checkout, DepositAddress } from '../../src/protocol/index.js';
import type { Moment, Plan } from './crash-plan.js';
import { watchCommits } from './commits.js';
import { json, orderToken, SECRETS } from './test-environment.js';
import { portOf } from '../listen.js';
import { control } from '../sandbox-control.js';
import { until } from '../until.js';

const [url = '', store = '', reported = '', text = ''] = process.argv.slice(2);
const plan: Plan = JSON.parse(text);
const { apiKey, shopId, orderSecret } = SECRETS;

const seen = new Map<string, number>();

/** Reports that something of this name happens: the process crashes if it is the moment of the plan. */
function pass(seam: Moment['seam'], when: Moment['when'], isIt: (of: string) => boolean): void {
  const { at } = plan;
  if (at.seam !== seam || at.when !== when || !isIt(at.of ?? '')) return;
  const times = (seen.get(seam) ?? 0) + 1;
  seen.set(seam, times);
  if (times === (at.nth ?? 1)) process.kill(process.pid, 'SIGKILL');
}

const mortalFetch: typeof fetch = async (input, init) => {
  const isIt = (of: string) => String(input).endsWith(of);
  await keepServiceInStep();
  pass('service', 'before', isIt);
  const answering = fetch(input, init);
  if (plan.at.when === 'during' && isIt(plan.at.of ?? '')) await isAsked();
  pass('service', 'during', isIt);
  const response = await answering;
  pass('service', 'after', isIt);
  return response;
};

/** The request has reached the service, which is slow. */
async function isAsked(): Promise<void> {
  for (;;) {
    const { counts } = await json<{ counts: Record<string, number> }>(
      await fetch(`${url}/_sandbox/requests`),
    );
    if ((counts[plan.at.of ?? ''] ?? 0) > 0) return;
  }
}

// The creation of the store takes some time, which must not run fast.
await (await openStore(store)).close();
watchCommits((when, written) => pass('store', when, (of) => written.includes(of)));
const startedAtMs = Date.now();
const MOST_AHEAD_MS = 240_000;

/** Its time runs fast, so that the test does not wait for poll intervals; but not past that of its successor. */
function fastMs(): number {
  const sinceMs = Date.now() - startedAtMs;
  return startedAtMs + sinceMs + Math.min(sinceMs * (plan.speed ?? 20), MOST_AHEAD_MS);
}

let serviceAheadS = 0;

/** A service with a stopped clock would seem to have created everything before it was requested. */
async function keepServiceInStep(): Promise<void> {
  const advance = Math.floor((fastMs() - Date.now()) / 1000) - serviceAheadS;
  if (advance <= 0) return;
  serviceAheadS += advance;
  await control(url, 'clock', { advance });
}

const proxy = createCheckoutProxy({
  service: { url, apiKey, shopId, testMode: true, fetch: mortalFetch },
  orderSecrets: [orderSecret],
  store,
  clock: { nowMs: fastMs },
  rateLimits: false,
  logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  ...(plan.webhook === undefined
    ? {
        onEvent: (event) => {
          pass('shop', 'before', () => true);
          appendFileSync(reported, `${JSON.stringify(event)}\n`);
          pass('shop', 'after', () => true);
        },
      }
    : { webhook: plan.webhook }),
});

async function post<T>(path: string, body: object): Promise<T> {
  const origin = 'https://shop.example';
  const headers = { 'content-type': 'application/json', origin };
  const request = new Request(`${origin}/crypto-checkout${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return json<T>(await proxy.fetch(request));
}

async function choose(): Promise<Checkout> {
  const { id } = await post<Checkout>('/checkouts', { order: await orderToken() });
  process.stdout.write(id);
  return post<Checkout>(`/checkouts/${id}/invoice`, { currency: 'USDT_TRC20' });
}

/** On a busy machine, the proxy answers a choice before the service has told it what is due. */
async function chooseAndWait(): Promise<Checkout> {
  const { id } = await choose();
  return until(
    () => read(id),
    'there is an invoice',
    ({ invoice }) => invoice !== null,
  );
}

async function takePostbacks(): Promise<void> {
  const server = createServer(toNodeListener(proxy)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${portOf(server)}/crypto-checkout/postbacks`;
  await control(url, 'postbacks', { url: address, invoices: true });
}

const STORIES: Readonly<Record<Plan['story'], () => Promise<void>>> = {
  'choosing': async () => {
    await choose();
    await proxy.start();
  },
  'paying': async () => {
    const { invoice } = await chooseAndWait();
    await control(url, 'payments', { uuid: invoice?.id });
    await proxy.start();
  },
  'paying in parts': async () => {
    const { id, invoice } = await chooseAndWait();
    await control(url, 'payments', { uuid: invoice?.id, amount: '2' });
    await proxy.start();
    await until(
      () => read(id),
      'a part is seen',
      ({ state }) => state === 'partial',
    );
    await control(url, 'payments', { uuid: invoice?.id });
  },
  'notified': async () => {
    await takePostbacks();
    const { invoice } = await chooseAndWait();
    await control(url, 'payments', { uuid: invoice?.id });
  },
  'canceling': async () => {
    const { id } = await choose();
    await post(`/checkouts/${id}/cancel`, {});
  },
  'opening a wallet': async () => {
    await openWallet();
  },
  'depositing': async () => {
    await takePostbacks();
    const { address } = await openWallet();
    await control(url, 'payments', { address, amount: '5' });
    await proxy.start();
  },
};

async function read(id: string): Promise<Checkout> {
  return json<Checkout>(await proxy.fetch(new Request(`http://x/crypto-checkout/checkouts/${id}`)));
}

async function openWallet(): Promise<DepositAddress> {
  const customer = await createCustomerToken('c-7', { secret: orderSecret });
  return post<DepositAddress>('/deposit-addresses', { customer, currency: 'USDT_TRC20' });
}

// The loops of the proxy alone keep no process alive, and a listening server keeps it for ever.
setTimeout(() => {
  console.error('the moment did not come');
  process.exit(1);
}, 60_000);
await STORIES[plan.story]();
