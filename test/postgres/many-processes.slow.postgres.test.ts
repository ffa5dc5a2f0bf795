import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import type { Program } from '../cli/program.js';
import { program, proxyUrl } from '../cli/program.js';
import { CREATE, invoiceOf, SECRETS, startService, streamOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { rows } from '../proxy/test-stores.js';
import { freshDatabase } from './database.js';
import { startFront } from './service-recorder.js';
import type { Copy, Front } from './service-recorder.js';
import { control } from '../sandbox-control.js';
import { chooseCurrency } from '../pay-order.js';

const COUNT = 2000;
/** The number of invoices in one call of the service ("Limits"). */
const CALL = 100;
/** Between two polls of a checkout with a connected page, with the wait for the next tick. */
const ROUND_MS = 4500;
const HOUR_MS = 3_600_000;
const ORIGIN = 'https://shop.example';
const PATIENCE_MS = 180_000;

interface Process extends Program {
  readonly name: string;
  readonly url: string;
}

interface Shop {
  readonly database: string;
  readonly sandboxUrl: string;
  readonly front: Front;
}

async function startServiceAndFront(t: TestContext): Promise<Shop> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const front = await startFront(t, sandbox.url);
  return { database: await freshDatabase(), sandboxUrl: sandbox.url, front };
}

async function startProcess(t: TestContext, { database, front }: Shop, name: string): Promise<Process> {
  const running = program(t, ['serve'], {
    ...{ PORT: '0', DATABASE_URL: `${database}?application_name=${name}` },
    ...{ CRYPTO_CHECKOUT_SERVICE_URL: front.urlFor(name), CRYPTO_CHECKOUT_ORIGINS: ORIGIN },
    ...{ CRYPTO_CHECKOUT_API_KEY: SECRETS.apiKey, CRYPTO_CHECKOUT_SHOP_ID: SECRETS.shopId },
    ...{ CRYPTO_CHECKOUT_ORDER_SECRET: SECRETS.orderSecret, CRYPTO_CHECKOUT_TEST_MODE: '1' },
  });
  return { ...running, name, url: await proxyUrl(running) };
}

async function order({ url }: Process, id: string) {
  const { orderSecret: secret } = SECRETS;
  const token = await createOrderToken({ id, amount: '49.00', currency: 'EUR' }, { secret });
  return chooseCurrency(url, token, ORIGIN);
}

interface Crowd {
  readonly ids: readonly string[];
  readonly serviceIds: readonly string[];
  readonly copies: readonly Copy[];
}

/** That many copies of one open checkout. No page is connected, and they are old: they are due in five minutes. */
async function crowd({ database, front }: Shop, first: Process): Promise<Crowd> {
  const original = await order(first, 'A-0');
  const { id } = invoiceOf(original);
  const mark = randomBytes(4).toString('hex');
  const ids = Array.from({ length: COUNT }, (_, index) => `${mark}${String(index).padStart(24, '0')}`);
  const serviceIds = ids.map((_, index) => `INV-${mark}${index}`);
  const copies = serviceIds.map((serviceId, index) => ({ serviceId, orderId: `C-${index}` }));
  await front.copy(id, copies);
  const nowMs = Date.now();
  await rows(
    database,
    `update invoices set next_poll_at = null where checkout_id = '${original.id}';
     insert into checkouts select (jsonb_populate_record(c, jsonb_build_object(
       'id', '${mark}' || lpad(n::text, 24, '0'), 'payment_id', 'pay_${mark}' || n, 'order_id', 'C-' || n, 'last_seen_at', 0))).*
       from checkouts c, generate_series(0, ${COUNT - 1}) n where c.id = '${original.id}';
     insert into invoices select (jsonb_populate_record(i, jsonb_build_object(
       'checkout_id', '${mark}' || lpad(n::text, 24, '0'), 'service_order_id', 'C-' || n,
       'service_id', 'INV-${mark}' || n, 'claimed_until', 0, 'checked_at', ${nowMs},
       'created_at', ${nowMs - 7 * HOUR_MS}, 'expires_at', ${nowMs + 7 * HOUR_MS},
       'next_poll_at', ${nowMs + HOUR_MS}))).*
       from invoices i, generate_series(0, ${COUNT - 1}) n where i.checkout_id = '${original.id}';
     analyze`,
  );
  return { ids, serviceIds, copies };
}

/** Makes all invoices due, one after another; returns when the first one is. */
async function makeDue({ database }: Shop): Promise<number> {
  const startedMs = performance.now();
  await rows(
    database,
    `update invoices set next_poll_at = ${Date.now()} - right(checkout_id, 6)::int
       where service_order_id like 'C-%'`,
  );
  return startedMs;
}

const unasked = (front: Front, serviceIds: readonly string[], sinceMs: number) =>
  serviceIds.filter((id) => (front.requested.get(id)?.atMs ?? 0) < sinceMs).length;

/** Until when no other process polls them. */
async function heldUntilMs({ database }: Shop, serviceIds: readonly string[]): Promise<number> {
  const ids = serviceIds.map((id) => `'${id}'`).join();
  const [row] = await rows(
    database,
    `select max(claimed_until) as held from invoices where service_id in (${ids})`,
  );
  return Number(row?.['held']);
}

/** The calls of one round in which all invoices are due. */
async function callsOfRound(shop: Shop, { serviceIds }: Crowd): Promise<number> {
  const { front, database } = shop;
  const before = front.calls();
  const sinceMs = await makeDue(shop);
  const left = () => unasked(front, serviceIds, sinceMs);
  await until(left, 'each is polled', (missing) => missing === 0, PATIENCE_MS);
  // A call too many would poll invoices whose responses are on their way, until they are stored.
  const due = `select count(*)::int as due from invoices where next_poll_at <= ${Date.now()}`;
  const written = async () => (await rows(database, due))[0]?.['due'];
  await until(written, 'each answer is written down', (missing) => missing === 0, PATIENCE_MS);
  return front.calls() - before;
}

describe(`processes on one database, with ${COUNT} open checkouts`, () => {
  it('share the work, lose no invoice, and continue without the one that is killed', async (t) => {
    const shop = await startServiceAndFront(t);
    const { front, database, sandboxUrl } = shop;
    const reader = await startProcess(t, shop, 'proxy0');
    const processes = [reader];
    const all = await crowd(shop, reader);
    const { ids, serviceIds, copies } = all;

    // A machine that is busy with other work is slower.
    let roundMs = ROUND_MS;

    for (const count of [1, 2, 4]) {
      await t.test(`${count} of them call the service once per hundred and round`, async (one) => {
        const names = ['proxy0', 'proxy1', 'proxy2', 'proxy3'].slice(processes.length, count);
        processes.push(...(await Promise.all(names.map((name) => startProcess(t, shop, name)))));
        const startedMs = performance.now();
        const sent = await callsOfRound(shop, all);
        roundMs = performance.now() - startedMs;
        one.diagnostic(`${sent} calls; a round takes ${Math.round(roundMs)} ms here`);
        // All calls are full but the last one of each process: chance distributes the rest.
        const least = COUNT / CALL;
        assert.ok(sent >= least && sent <= least + count - 1, `${sent} calls, not ${least}`);
      });
    }

    const victim = processes.at(-1);
    assert.ok(victim);

    await t.test('what one of them sees is on the streams of another within a round', async () => {
      const watched = Array.from({ length: 20 }, (_, index) => index * Math.floor(COUNT / 20));
      // The one with the streams gets no responses: the others do the work.
      front.refused = reader.name;
      const seenAfterMs: number[] = [];
      const streams = watched.map(async (index) => {
        const response = await fetch(`${reader.url}/checkouts/${ids[index]}/events`);
        for await (const checkout of streamOf(response)) {
          if (checkout.state !== 'paid') continue;
          const requested = front.requested.get(serviceIds[index] ?? '');
          assert.notEqual(requested?.by, reader.name);
          seenAfterMs.push(performance.now() - (requested?.atMs ?? 0));
          return;
        }
      });
      const template = invoiceOf(await order(victim, 'A-paid')).id;
      await control(sandboxUrl, 'payments', { uuid: template });
      const startedMs = performance.now();
      await front.copy(
        template,
        watched.flatMap((index) => copies[index] ?? []),
      );
      await until(
        () => seenAfterMs.length,
        'every page sees its payment',
        (found) => found === 20,
        PATIENCE_MS,
      );
      const tookMs = Math.round(performance.now() - startedMs);
      const latestMs = Math.round(Math.max(...seenAfterMs));
      t.diagnostic(`20 payments: seen within ${tookMs} ms, ${latestMs} ms after the question at the latest`);
      await Promise.all(streams);
      front.refused = null;
      // Three: others want the processors as well.
      assert.ok(latestMs < 3 * Math.max(ROUND_MS, roundMs), `${latestMs} ms`);
    });

    await t.test('an order that all of them open concurrently has one invoice', async () => {
      const opened = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          order(processes[index % processes.length] ?? reader, 'A-raced'),
        ),
      );
      assert.equal(new Set(opened.map(({ id }) => id)).size, 1);
      const settled = await until(
        async () => (await fetch(`${reader.url}/checkouts/${opened[0]?.id}`)).json() as Promise<Checkout>,
        'the invoice is there',
        ({ state }) => state === 'awaiting',
      );
      const log = await fetch(`${sandboxUrl}/_sandbox/requests`);
      const { requests }: { requests: readonly { path: string; body: Record<string, unknown> }[] } =
        await log.json();
      const created = requests.filter(({ path, body }) => path === CREATE && body['order_id'] === 'A-raced');
      assert.equal(created.length, 1);
      assert.equal(
        opened.find(({ invoice }) => invoice)?.invoice?.id ?? invoiceOf(settled).id,
        invoiceOf(settled).id,
      );
    });

    await t.test('one whose connections are cut is ready again by itself', async () => {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${victim.name}'`;
      assert.ok((await rows(database, cut)).length > 0);
      const startedMs = performance.now();
      await until(
        () => fetch(`${victim.url}/readyz`),
        'it is ready',
        ({ status }) => status === 200,
      );
      const opened = await order(victim, 'A-after-cut');
      t.diagnostic(`ready ${Math.round(performance.now() - startedMs)} ms after its connections were cut`);
      assert.ok(['creating', 'awaiting'].includes(opened.state));
    });

    await t.test('another one polls within 10 s the invoices that the killed one had claimed', async () => {
      front.answerMs = 500;
      const sinceMs = await makeDue(shop);
      const lost = await until(
        () => front.waiting(victim.name),
        'it is in the middle of a round',
        ({ length }) => length === CALL,
        PATIENCE_MS,
      );
      const killedMs = performance.now();
      victim.child.kill('SIGKILL');
      await victim.ended;
      const diedAtMs = Date.now();
      const heldMs = (await heldUntilMs(shop, lost)) - diedAtMs;
      // The last second is the wait for a round, whose duration depends on the machine.
      assert.ok(heldMs > 0 && heldMs < 9000, `held for ${heldMs} ms`);
      const left = () => unasked(front, lost, killedMs);
      await until(left, 'they are polled again', (missing) => missing === 0, PATIENCE_MS);
      const delayMs = Math.max(...lost.map((id) => (front.requested.get(id)?.atMs ?? 0) - killedMs));
      t.diagnostic(`${lost.length} invoices were polled again ${Math.round(delayMs)} ms after the end`);
      const rest = () => unasked(front, serviceIds, sinceMs);
      await until(rest, 'so are all others', (missing) => missing === 0, PATIENCE_MS);
    });
  });
});
