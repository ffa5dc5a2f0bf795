import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkout } from '../../src/protocol/index.js';
import { createOrderToken } from '../../src/proxy/order-token.js';
import type { Program } from '../cli/program.js';
import { program } from '../cli/program.js';
import { CREATE, invoiceOf, SECRETS, startService, streamOf, until } from '../proxy/world.js';
import { rows } from '../proxy/stores.js';
import { freshDatabase } from './database.js';
import { startFront } from './front.js';
import type { Front } from './front.js';

const COUNT = Number(process.env['CHECKOUTS'] ?? '1000');
/** Between two looks at a checkout that somebody sees. */
const ROUND_MS = 2000;
const ORIGIN = 'https://shop.example';

interface Process extends Program {
  readonly url: string;
}

interface Shop {
  readonly database: string;
  readonly sandboxUrl: string;
  readonly front: Front;
  readonly processes: readonly Process[];
}

async function startShop(t: TestContext, count: number): Promise<Shop> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const front = await startFront(t, sandbox.url);
  const database = await freshDatabase();
  const starting = Array.from({ length: count }, (_, index) =>
    startProcess(t, `${database}?application_name=proxy${index}`, front.url),
  );
  return { database, sandboxUrl: sandbox.url, front, processes: await Promise.all(starting) };
}

async function startProcess(t: TestContext, database: string, serviceUrl: string): Promise<Process> {
  const running = program(t, ['serve'], {
    ...{ PORT: '0', DATABASE_URL: database, CRYPTO_CHECKOUT_SERVICE_URL: serviceUrl },
    ...{ CRYPTO_CHECKOUT_API_KEY: SECRETS.apiKey, CRYPTO_CHECKOUT_SHOP_ID: SECRETS.shopId },
    ...{ CRYPTO_CHECKOUT_ORDER_SECRET: SECRETS.orderSecret, CRYPTO_CHECKOUT_TEST_MODE: '1' },
    CRYPTO_CHECKOUT_ORIGINS: ORIGIN,
  });
  const place = () => /proxy is at (http:\S+)$/m.exec(running.output())?.[1];
  const url = await until(place, (found) => found !== undefined, `it serves:\n${running.errors()}`);
  return { ...running, url: url ?? '' };
}

async function post(url: string, body: object): Promise<Checkout> {
  const headers = { 'content-type': 'application/json', 'origin': ORIGIN };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const checkout: Checkout = await response.json();
  return checkout;
}

async function order({ url }: Process, id: string): Promise<Checkout> {
  const { orderSecret: secret } = SECRETS;
  const token = await createOrderToken({ id, amount: '49.00', currency: 'EUR' }, { secret });
  const opened = await post(`${url}/checkouts`, { order: token });
  return post(`${url}/checkouts/${opened.id}/invoice`, { currency: 'USDT_TRC20' });
}

interface Crowd {
  readonly ids: readonly string[];
  readonly serviceIds: readonly string[];
}

/** So many copies of one open checkout, each of which somebody looks at. */
async function crowd({ database, front, processes }: Shop): Promise<Crowd> {
  const [first] = processes;
  assert.ok(first);
  const original = await order(first, 'A-0');
  const { id } = invoiceOf(original);
  const mark = randomBytes(4).toString('hex');
  const ids = Array.from({ length: COUNT }, (_, index) => `${mark}${String(index).padStart(24, '0')}`);
  const serviceIds = ids.map((_, index) => `INV-${mark}${index}`);
  await front.copy(id, serviceIds);
  const nowMs = Date.now();
  await rows(
    database,
    `insert into checkouts select (jsonb_populate_record(c, jsonb_build_object(
       'id', '${mark}' || lpad(n::text, 24, '0'), 'order_id', 'C-' || n, 'looked_at_ms', ${nowMs}))).*
       from checkouts c, generate_series(0, ${COUNT - 1}) n where c.id = '${original.id}';
     insert into invoices select (jsonb_populate_record(i, jsonb_build_object(
       'checkout_id', '${mark}' || lpad(n::text, 24, '0'), 'service_order_id', 'C-' || n,
       'service_id', 'INV-${mark}' || n, 'next_check_at_ms', ${nowMs}, 'claimed_until_ms', 0))).*
       from invoices i, generate_series(0, ${COUNT - 1}) n where i.checkout_id = '${original.id}'`,
  );
  return { ids, serviceIds };
}

/** Somebody looks at all of them: their browsers ask. */
const looked = ({ database }: Shop) => rows(database, `update checkouts set looked_at_ms = ${Date.now()}`);

const unasked = (front: Front, serviceIds: readonly string[], sinceMs: number) =>
  serviceIds.filter((id) => (front.askedAtMs.get(id) ?? 0) <= sinceMs).length;

async function pay(sandboxUrl: string, uuid: string): Promise<void> {
  const body = JSON.stringify({ uuid });
  const response = await fetch(`${sandboxUrl}/_sandbox/payments`, { method: 'POST', body });
  assert.ok(response.ok);
}

for (const count of [2, 4]) {
  describe(`${count} processes on one database, with ${COUNT} open checkouts`, () => {
    it('share the work, lose nobody, and go on without the one that is killed', async (t) => {
      const shop = await startShop(t, count);
      const { front, processes, database, sandboxUrl } = shop;
      const [reader, ...others] = processes;
      const victim = others.at(-1);
      assert.ok(reader && victim);
      const { ids, serviceIds } = await crowd(shop);
      await until(
        () => unasked(front, serviceIds, 0),
        (count) => count === 0,
        'each is asked about',
        45_000,
      );

      // A machine that is busy with other things takes longer for everything: what counts is the difference.
      await looked(shop);
      const sweep = async (sinceMs: number): Promise<number> => {
        const open = serviceIds.filter((_, index) => index % Math.floor(COUNT / 20) !== 0);
        const left = () => unasked(front, open, sinceMs);
        await until(left, (missing) => missing === 0, 'each is asked about again', 60_000);
        return Math.round(performance.now() - sinceMs);
      };
      const roundMs = Math.max(ROUND_MS, await sweep(performance.now()));
      t.diagnostic(`a round takes ${roundMs} ms here`);

      await t.test('the service is asked once per hundred and round, not by each of them', async () => {
        await looked(shop);
        const [calls, startedMs] = [front.calls(), performance.now()];
        await pause(3 * ROUND_MS);
        const asked = front.calls() - calls;
        const rounds = (performance.now() - startedMs) / ROUND_MS + 1;
        const allowed = Math.ceil((COUNT + 1) / 100) * rounds;
        t.diagnostic(`${asked} calls in ${rounds.toFixed(1)} rounds, ${Math.floor(allowed)} allowed`);
        assert.ok(asked <= allowed, `${asked} calls, ${allowed} allowed`);
        assert.ok(asked > 0);
      });

      await t.test('what one of them sees is on the streams of another within a round', async () => {
        const watched = Array.from({ length: 20 }, (_, index) => index * Math.floor(COUNT / 20));
        const seenAfterMs: number[] = [];
        const streams = watched.map(async (index) => {
          const response = await fetch(`${reader.url}/checkouts/${ids[index]}/events`);
          for await (const checkout of streamOf(response)) {
            if (checkout.state !== 'paid') continue;
            seenAfterMs.push(performance.now() - (front.askedAtMs.get(serviceIds[index] ?? '') ?? 0));
            return;
          }
        });
        const template = invoiceOf(await order(reader, 'A-paid')).id;
        await pay(sandboxUrl, template);
        const startedMs = performance.now();
        await front.copy(
          template,
          watched.flatMap((index) => serviceIds[index] ?? []),
        );
        await until(
          () => seenAfterMs.length,
          (found) => found === 20,
          'every page sees its payment',
        );
        const tookMs = Math.round(performance.now() - startedMs);
        const latestMs = Math.round(Math.max(...seenAfterMs));
        t.diagnostic(
          `20 payments: seen within ${tookMs} ms, ${latestMs} ms after the question at the latest`,
        );
        await Promise.all(streams);
        assert.ok(latestMs < roundMs, `${latestMs} ms`);
      });

      await t.test('an order that is opened by all of them at once has one invoice', async () => {
        const made = await Promise.all(
          Array.from({ length: 20 }, (_, index) => order(processes[index % count] ?? reader, 'A-raced')),
        );
        assert.equal(new Set(made.map(({ id }) => id)).size, 1);
        const settled = await until(
          async () => (await fetch(`${reader.url}/checkouts/${made[0]?.id}`)).json() as Promise<Checkout>,
          ({ state }) => state === 'awaiting',
          'the invoice is there',
        );
        const log = await fetch(`${sandboxUrl}/_sandbox/requests`);
        const { requests }: { requests: readonly { path: string; body: Record<string, unknown> }[] } =
          await log.json();
        const created = requests.filter(
          ({ path, body }) => path === CREATE && body['order_id'] === 'A-raced',
        );
        assert.equal(created.length, 1);
        assert.equal(
          made.find(({ invoice }) => invoice)?.invoice?.id ?? invoiceOf(settled).id,
          invoiceOf(settled).id,
        );
      });

      await t.test('one whose connections are cut is ready again by itself', async () => {
        const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'proxy${count - 1}'`;
        assert.ok((await rows(database, cut)).length > 0);
        const startedMs = performance.now();
        await until(
          () => fetch(`${victim.url}/readyz`),
          ({ status }) => status === 200,
          'it is ready',
        );
        const opened = await order(victim, 'A-after-cut');
        t.diagnostic(`ready ${Math.round(performance.now() - startedMs)} ms after its connections were cut`);
        assert.ok(['creating', 'awaiting'].includes(opened.state));
      });

      await t.test('what the one that is killed was about to ask is asked by another', async () => {
        await looked(shop);
        victim.child.kill('SIGKILL');
        await victim.ended;
        const tookMs = await sweep(performance.now());
        t.diagnostic(`all were asked about again ${tookMs} ms after the end of one process`);
        const withoutIt = (roundMs * count) / (count - 1);
        assert.ok(tookMs < withoutIt + 10_000, `${tookMs} ms, a round takes ${roundMs} ms`);
      });
    });
  });
}
