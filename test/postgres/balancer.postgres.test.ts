import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkout } from '../../src/protocol/index.js';
import { program, proxyUrl } from '../cli/program.js';
import type { Program } from '../cli/program.js';
import {
  invoiceOf,
  json,
  orderToken,
  problemOf,
  SECRETS,
  startService,
  streamOf,
} from '../proxy/test-environment.js';
import { until } from '../until.js';
import { freshDatabase } from './database.js';
import { ANSWERED_BY, NGINX, startNginx } from './nginx.js';
import { control } from '../sandbox-control.js';

/** The default number of creations by one client within a minute. */
const CREATIONS = 120;

/** The share by which five pages stay below the limit of one client. */
const ASK_EVERY_MS = 150;

const LONGEST_WAIT_MS = 60_000;

interface Upstream {
  readonly url: string;
  readonly process: Program;
}

/** Two proxies as processes of their own, and the balancer of the example in front of them. */
async function startAll(t: TestContext) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const database = await freshDatabase();
  const start = (port: number) => startUpstream(t, { port, database, serviceUrl: sandbox.url });
  const [one, other] = await Promise.all([start(0), start(0)]);
  const url = await startNginx(t, [portOf(one), portOf(other)]);
  const base = `${url}/crypto-checkout`;
  await until(
    () => fetch(`${base}/readyz`).then(({ status }) => status, String),
    'the balancer serves',
    (status) => status === 200,
  );
  return { sandbox, base, origin: url, one, other, restarted: () => start(portOf(one)) };
}

type All = Awaited<ReturnType<typeof startAll>>;

const portOf = ({ url }: Upstream): number => Number(new URL(url).port);

async function startUpstream(
  t: TestContext,
  { port, database, serviceUrl }: { port: number; database: string; serviceUrl: string },
): Promise<Upstream> {
  const running = program(t, ['serve'], {
    ...{ PORT: String(port), DATABASE_URL: database, CRYPTO_CHECKOUT_SERVICE_URL: serviceUrl },
    ...{ CRYPTO_CHECKOUT_API_KEY: SECRETS.apiKey, CRYPTO_CHECKOUT_SHOP_ID: SECRETS.shopId },
    ...{ CRYPTO_CHECKOUT_ORDER_SECRET: SECRETS.orderSecret, CRYPTO_CHECKOUT_TEST_MODE: '1' },
    CRYPTO_CHECKOUT_TRUSTED_PROXIES: '127.0.0.1',
  });
  return { process: running, url: await proxyUrl(running) };
}

/** As a page of the balancer's own host sends it. */
function post({ base, origin }: All, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin };
  return fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function order(all: All, id: string): Promise<Checkout> {
  const opened = await json<Checkout>(await post(all, '/checkouts', { order: await orderToken({ id }) }));
  return json<Checkout>(await post(all, `/checkouts/${opened.id}/invoice`, { currency: 'BTC' }));
}

/** Sends requests from this address, with a forged header that names another one every time. */
function statusFrom(localAddress: string, { base, origin }: All, attempt: number): Promise<number> {
  const other = `198.51.100.${attempt % 250}`;
  const headers = {
    ...{ 'content-type': 'application/json', origin, 'content-length': '18' },
    ...{ 'x-forwarded-for': other, 'forwarded': `for=${other}` },
  };
  const path = `${base}/checkouts/${'A'.repeat(32)}/invoice`;
  return new Promise((resolve, reject) => {
    const outgoing = request(path, { method: 'POST', headers, localAddress }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on('error', reject).end('{"currency":"BTC"}');
  });
}

async function paidAtMs(url: string, id: string): Promise<number> {
  // The rest of a buffered response may never arrive.
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  for await (const { state } of streamOf(await fetch(`${url}/checkouts/${id}/events`, { signal }))) {
    if (state === 'paid') return performance.now();
  }
  assert.fail('the stream has ended');
}

interface RecordedRequest {
  /** Resolves when the pages have received that many more responses. */
  readonly answers: (count: number) => Promise<unknown>;
  /** Resolves when this proxy responds to them. */
  readonly answerOf: (proxy: Upstream) => Promise<unknown>;
}

/** Pages that send requests continuously, until `work` is done, and the failed responses. */
async function whilePagesAsk(all: All, id: string, work: (outgoing: RecordedRequest) => Promise<void>) {
  const failures: string[] = [];
  let [outgoing, isDone, answeredBy] = [0, false, ''];
  const send = async (send: () => Promise<Response>, isSentAgain: boolean) => {
    while (!isDone) {
      outgoing += 1;
      const response = await send();
      const text = await response.text();
      answeredBy = response.headers.get(ANSWERED_BY) ?? '';
      // The page repeats requests that the balancer does not.
      const last = response.ok || !isSentAgain ? response : await send();
      if (!last.ok) failures.push(`${response.status} ${text}, then ${last.status}`);
      await pause(ASK_EVERY_MS);
    }
  };
  const get = () => fetch(`${all.base}/checkouts/${id}`);
  // One order may be opened so often alone.
  const open = async () => post(all, '/checkouts', { order: await orderToken({ id: `A-more-${outgoing}` }) });
  const requests = [...Array.from({ length: 4 }, () => send(get, false)), send(open, true)];
  const answers = (count: number) => {
    const enough = outgoing + count;
    return until(
      () => outgoing,
      'the pages are answered',
      (now) => now >= enough,
    );
  };
  const answerOf = (proxy: Upstream) =>
    until(
      () => answeredBy,
      'this proxy answers them',
      (by) => by.endsWith(`:${portOf(proxy)}`),
    );
  await work({ answers, answerOf }).finally(() => (isDone = true));
  await Promise.all(requests);
  return { failures, outgoing };
}

function balanced(name: string, test: (all: All, t: TestContext) => Promise<void>): void {
  void it(name, async (t) => test(await startAll(t), t));
}

function describeBalancer(): void {
  balanced('serves a page of its host, and refuses an attacker', async (all) => {
    const { state, id } = await order(all, 'A-1');
    assert.ok(['awaiting', 'creating'].includes(state), state);
    const seen = await json<Checkout>(await fetch(`${all.base}/checkouts/${id}`));
    assert.equal(seen.id, id);
    const headers = { 'content-type': 'application/json', 'origin': 'https://evil.example' };
    const refused = await fetch(`${all.base}/checkouts`, { method: 'POST', headers, body: '{}' });
    assert.equal(refused.status, 403);
    assert.equal((await problemOf(refused)).code, 'origin_not_allowed');
    const large = await post(all, '/checkouts', { order: 'x'.repeat(40_000) });
    assert.equal(large.status, 413);
  });

  balanced('hands on an event as it comes', async (all, t) => {
    const { id, invoice } = await order(all, 'A-1');
    const through = paidAtMs(all.base, id);
    const direct = [all.one, all.other].map(({ url }) => paidAtMs(url, id));
    const uuid =
      invoice?.id ?? invoiceOf(await json<Checkout>(await fetch(`${all.base}/checkouts/${id}`))).id;
    await control(all.sandbox.url, 'payments', { uuid });
    const laterMs = (await through) - Math.max(...(await Promise.all(direct)));
    t.diagnostic(`${Math.round(laterMs)} ms later than from the proxies themselves`);
    // A balancer that buffers would forward it with the next heartbeat, after 15 s, at best.
    assert.ok(laterMs < 10_000, `${laterMs} ms`);
  });

  balanced('passes the client address to the proxies, whatever the client claims', async (all) => {
    let count = 0;
    while ((await statusFrom('127.0.0.2', all, count)) !== 429) {
      count += 1;
      assert.ok(count <= 3 * CREATIONS, 'one client is never limited');
    }
    assert.ok(count >= CREATIONS, `limited after ${count}`);
    assert.equal(await statusFrom('127.0.0.3', all, 0), 404, 'no other client is');
  });

  balanced('goes to the other proxy when one is killed', async (all, t) => {
    const { id } = await order(all, 'A-1');
    const { failures, outgoing } = await whilePagesAsk(all, id, async ({ answers }) => {
      all.one.process.child.kill('SIGKILL');
      await all.one.process.ended;
      // The dead one is retried meanwhile, each time that it was left out for long enough.
      await answers(80);
    });
    t.diagnostic(`${outgoing} requests`);
    assert.ok(outgoing > 20, `${outgoing} requests`);
    assert.deepEqual(failures, []);
    assert.equal((await order(all, 'A-2')).order.id, 'A-2');
  });

  balanced('hides from payers that one proxy after the other is restarted', async (all, t) => {
    const { id } = await order(all, 'A-1');
    const { failures, outgoing } = await whilePagesAsk(all, id, async ({ answers, answerOf }) => {
      all.one.process.child.kill('SIGTERM');
      assert.equal(await all.one.process.ended, 0);
      const restarted = await all.restarted();
      await until(
        () => fetch(`${restarted.url}/readyz`).then(({ status }) => status, String),
        'it is ready again',
        (status) => status === 200,
      );
      // It was left out for a while.
      await answerOf(restarted);
      all.other.process.child.kill('SIGTERM');
      assert.equal(await all.other.process.ended, 0);
      await answers(20);
    });
    t.diagnostic(`${outgoing} requests`);
    assert.ok(outgoing > 20, `${outgoing} requests`);
    assert.deepEqual(failures, []);
  });
}

if (NGINX === undefined)
  console.log('not checked: the balancer, for which there is no nginx on this machine');
else describe('the balancer of the example, before two proxies', { concurrency: 2 }, describeBalancer);
