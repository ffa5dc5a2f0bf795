// What one client can do to the others: it floods one path after another, while the health check is called beside it.
import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCustomerToken, createMerchantSession, createOrderToken } from 'crypto-checkout/server';
import { files } from '#elements-files';
import { saveBrowserFiles } from '../../../src/proxy/store/browser-files.js';
import { openStore } from '../../../src/proxy/store/store.js';
import { figure, median } from '../report.js';
import type { PartOptions, Report } from '../report.js';
import { MERCHANT_SECRET, ORDER_SECRET } from './account.js';
import { BenchEnvironment } from './bench-environment.js';
import type { Served, Work } from './bench-environment.js';

const CONNECTIONS = 20;
const FLOOD_MS = 3000;
/** Just before each flood, since the other work of the machine changes. */
const QUIET_MS = 1500;
/** Answered requests for the cost of one, by a client of their own. */
const CALM = 40;
const PROBE_EVERY_MS = 10;
const GOAL_MS = 50;
const ORDERS = 300;
/** More than a flood can send. */
const MANY = 1e9;

/** What a client sends, in turn. */
type Flood = Pick<Work, 'method' | 'paths' | 'bodies' | 'headers' | 'isServer'>;

interface Measured {
  /** Of the answered requests. */
  readonly statuses: string;
  readonly answered: number;
  readonly refused: number;
  readonly cpuMs: number;
  readonly healthMs: number;
  /** Without the flood. */
  readonly quietMs: number;
}

export async function floods({ rounds, progress, folder }: PartOptions): Promise<Report> {
  const place = await mkdtemp(join(folder, 'floods-'));
  const environment = await BenchEnvironment.start();
  try {
    const store = join(place, 'floods.sqlite');
    await storeOlderRelease(store);
    const proxy = await environment.publicProxy(store);
    const rows: (readonly [name: string, measured: Measured])[] = [];
    for (const [name, flood] of Object.entries(await floodsOf(environment, proxy))) {
      progress(name);
      const taken: Measured[] = [];
      for (let round = 0; round < rounds; round += 1) taken.push(await measure(environment, proxy, flood));
      rows.push([name, middle(taken)]);
    }
    await proxy.child.end();
    return report(rows);
  } finally {
    await environment.end();
    await rm(place, { recursive: true, force: true });
  }
}

const middle = (taken: readonly Measured[]): Measured => ({
  statuses: taken[0]?.statuses ?? '',
  answered: median(taken.map(({ answered }) => answered)),
  refused: median(taken.map(({ refused }) => refused)),
  cpuMs: median(taken.map(({ cpuMs }) => cpuMs)),
  healthMs: median(taken.map(({ healthMs }) => healthMs)),
  quietMs: median(taken.map(({ quietMs }) => quietMs)),
});

/** Stores the largest file of this release under the names of an older one. */
async function storeOlderRelease(path: string): Promise<void> {
  const [largest] = files.toSorted((one, other) => other.brotli.length - one.brotli.length);
  if (!largest) throw new Error('the build has no files');
  const store = await openStore(path);
  const names = Array.from({ length: 20 }, (_, index) => `elements/older-${index}.js`);
  await saveBrowserFiles(
    store,
    names.map((name) => ({ name, brotli: largest.brotli })),
    Date.now(),
  );
  await store.close();
}

/** Of each path, the requests of one client that cost most. */
async function floodsOf(
  environment: BenchEnvironment,
  proxy: Served,
): Promise<Readonly<Record<string, Flood>>> {
  const sign = (id: string, description: string) =>
    createOrderToken({ id, amount: '49.00', currency: 'EUR', description }, { secret: ORDER_SECRET });
  const tokens = (name: string, description: string) =>
    Promise.all(Array.from({ length: ORDERS }, (_, index) => sign(`${name}-${index}`, description)));
  const short = await tokens('A', 'Two cups');
  const long = await tokens('L', 'Two cups, blue, with a saucer each. '.repeat(12));
  const forged = short.map((token) => `${token.slice(0, -2)}xx`);
  const [first = ''] = short;
  const open = async (order: string) => {
    const { last } = await environment.request(proxy, {
      ...{ method: 'POST', paths: ['/checkouts'], bodies: [{ order }], count: 1 },
      headers: { origin: ORIGIN },
    });
    return (JSON.parse(last.text) as { readonly id: string }).id;
  };
  const id = await open(first);
  const chosen = await open(await sign('C-1', 'Two cups'));
  const canceled = await open(await sign('C-2', 'Two cups'));
  const formPage = `/form/${createHash('sha256').update(id).digest('base64url').slice(0, 22)}`;
  const signIn = async (person: string) => {
    const scopes = ['payments:read', 'balances:read', 'statistics:read'] as const;
    const session = await createMerchantSession({ person, scopes }, { secret: MERCHANT_SECRET });
    return { authorization: `Bearer ${session}` };
  };
  const customer = await createCustomerToken('c-1', { secret: ORDER_SECRET });
  const post = (path: string, bodies: readonly (object | string)[], headers = {}): Flood => ({
    ...{ method: 'POST', paths: [path], bodies, headers },
  });
  const reading = (paths: readonly string[], headers: Readonly<Record<string, string>> = {}): Flood => ({
    paths,
    headers,
  });
  const locales = ['de', 'fr', 'ar', 'ja', 'zh', 'ru', 'hi', 'ko'];
  const inLanguages = (path: string, index: number) =>
    `${path}?locale=${locales[index % locales.length] ?? 'en'}-x-${index}`;
  const own = files.find(({ role }) => role === 'payment-steps')?.name ?? '';
  const old = Array.from({ length: 20 }, (_, index) => `/elements/older-${index}.js`);
  const server = (level: string): Flood => ({
    ...post(
      '/render',
      short.map((order) => ({ order, level })),
    ),
    isServer: true,
  });
  return {
    'GET /healthz': reading(['/healthz']),
    'GET /pay/:token, one link': reading([`/pay/${first}`]),
    'GET /pay/:token, many links and languages': reading(
      short.map((token, index) => inLanguages(`/pay/${token}`, index)),
    ),
    'GET /pay/:token, long links': reading(long.map((token, index) => inLanguages(`/pay/${token}`, index))),
    'GET /pay/:token, forged': reading(forged.map((token, index) => inLanguages(`/pay/${token}`, index))),
    'GET /c': reading(short.map((_, index) => inLanguages('/c', index))),
    'POST /checkouts, one order': post('/checkouts', [{ order: first }]),
    'POST /checkouts, many orders': post(
      '/checkouts',
      short.map((order) => ({ order })),
    ),
    'POST /checkouts, forged': post(
      '/checkouts',
      forged.map((order) => ({ order })),
    ),
    'GET /checkouts/:id': reading([`/checkouts/${id}`]),
    'GET /checkouts/:id/events': reading([`/checkouts/${id}/events`]),
    'POST /checkouts/:id/invoice': post(`/checkouts/${chosen}/invoice`, [
      { currency: 'BTC' },
      { currency: 'LTC' },
    ]),
    'POST /checkouts/:id/cancel': post(`/checkouts/${canceled}/cancel`, [{}]),
    'POST /form': {
      ...post('/form', [new URLSearchParams({ order: first, currency: 'BTC', locale: 'de' }).toString()]),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    'GET /form/:id': reading(
      short.map((_, index) => inLanguages(formPage, index)),
      { cookie: `crypto-checkout=${id}` },
    ),
    'POST /deposit-addresses': post('/deposit-addresses', [{ customer, currency: 'BTC' }]),
    'POST /render, state': server('state'),
    'POST /render, shell': server('shell'),
    'POST /postbacks': post('/postbacks', [{ invoice_id: 'ABCDEFGH', status: 'success' }]),
    'GET /elements.js': reading(['/elements.js']),
    'GET /elements/:file': reading([`/${own}`], { 'accept-encoding': 'gzip' }),
    'GET /elements/:file, older release': reading(old, { 'accept-encoding': 'br' }),
    'GET /elements/:file, older release, gzip': reading(old, { 'accept-encoding': 'gzip' }),
    'GET /logo.svg': reading(['/logo.svg']),
    'GET /tonconnect-manifest.json': reading(['/tonconnect-manifest.json']),
    'GET /merchant-elements.js': reading(['/merchant-elements.js']),
    'GET /merchant/payments, no session': reading(['/merchant/payments'], {
      authorization: 'Bearer a.b.c',
    }),
    'GET /merchant/payments': reading(['/merchant/payments'], await signIn('Person 1')),
    'GET /merchant/attention': reading(['/merchant/attention'], await signIn('Person 2')),
    'GET /merchant/balances': reading(['/merchant/balances'], await signIn('Person 3')),
    'GET /readyz': reading(['/readyz']),
    'GET /metrics': reading(['/metrics']),
    'GET /unknown': reading(['/unknown']),
  };
}

const ORIGIN = 'https://pay.shop.example';
let clients = 0;

async function measure(environment: BenchEnvironment, proxy: Served, flood: Flood): Promise<Measured> {
  const send = (work: Pick<Work, 'count' | 'forMs' | 'connections'> & Partial<Flood>) => {
    clients += 1;
    const client = `10.0.${clients >> 8}.${clients & 255}`;
    const headers = { ...(flood.isServer ? {} : { origin: ORIGIN }), ...flood.headers };
    return environment.request(proxy, {
      ...flood,
      headers: { ...headers, 'x-forwarded-for': client },
      ...work,
    });
  };
  // Optimizes the code, with requests that are not those of the measurement.
  await send({
    paths: flood.paths.toReversed(),
    ...(flood.bodies && { bodies: flood.bodies.toReversed() }),
    count: CALM,
    connections: 4,
  });
  const before = await proxy.child.used();
  const calm = await send({ count: CALM, connections: 4 });
  const { cpuMs } = await proxy.child.used();
  const quiet = watchHealth(proxy);
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const quietMs = await quiet();
  const health = watchHealth(proxy);
  const { statuses } = await send({ count: MANY, forMs: FLOOD_MS, connections: CONNECTIONS });
  const healthMs = await health();
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const refused = statuses[429] ?? 0;
  return {
    statuses: Object.keys(calm.statuses).join(', '),
    answered: (1000 * (total - refused)) / FLOOD_MS,
    refused: (1000 * refused) / FLOOD_MS,
    cpuMs: (cpuMs - before.cpuMs) / CALM,
    healthMs,
    quietMs,
  };
}

/** Calls the health path until the returned function is called. That resolves to the 99th percentile of the times. */
function watchHealth({ port }: Served): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let isOver = false;
  const probe = () =>
    new Promise<void>((resolve, reject) => {
      const startedMs = performance.now();
      get({ host: '127.0.0.1', port, path: '/crypto-checkout/healthz', agent }, (incoming) => {
        incoming.resume().once('end', () => {
          times.push(performance.now() - startedMs);
          resolve();
        });
      }).once('error', reject);
    });
  const watching = (async () => {
    while (!isOver) {
      await probe();
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
    agent.destroy();
  })();
  return async () => {
    isOver = true;
    await watching;
    return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? NaN;
  };
}

function report(rows: readonly (readonly [name: string, measured: Measured])[]): Report {
  return {
    tables: [
      {
        title: `One client on ${CONNECTIONS} connections, with the default limits`,
        columns: [
          'path',
          'status',
          'answered/s',
          'refused/s',
          'CPU-ms of one',
          'health p99, ms',
          'quiet',
          '×',
        ],
        rows: rows.map(([name, { statuses, answered, refused, cpuMs, healthMs, quietMs }]) => [
          ...[
            name,
            statuses,
            figure(answered),
            figure(refused),
            figure(cpuMs),
            figure(healthMs),
            figure(quietMs),
            figure(healthMs / quietMs),
          ],
        ]),
        notes: [
          'CPU-milliseconds of the proxy for one answered request, without the flood.',
          'Quiet: the health check just before the flood. On a machine with other work, only × means something.',
        ],
      },
    ],
    figures: Object.fromEntries(
      rows.flatMap(([name, { cpuMs, healthMs }]) => [
        [`${name}, CPU-ms`, cpuMs],
        [`${name}, health p99`, healthMs],
      ]),
    ),
    targets: rows.map(([name, { healthMs }]) => ({
      name: `${name}: health p99 < ${GOAL_MS} ms`,
      holds: healthMs < GOAL_MS,
      found: `${figure(healthMs)} ms`,
    })),
  };
}
