import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { files } from '#elements-files';
import { formsOf } from '../repository/canary-secrets.js';
import { WEBHOOK_SECRET } from './command-line.js';
import { until } from '../until.js';
import { startDesk } from './desk-fixture.js';
import { program, proxyUrl, type Program, untilPrinted } from './program.js';
import { startShopServer } from '../shop-server.js';
import { temporaryFolder } from '../temporary-folder.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

/** None of these may leave the process that has it, in any form. */
const KEYS = {
  apiKey: 'planted-api-key-of-all-processes-1f7c',
  withdrawalKey: 'planted-withdrawal-key-of-one-process-88d2',
  shopId: 'planted-shop-id-of-all-processes-03e9',
  orderSecret: 'planted-order-secret-of-all-processes-6b1a4f',
  merchantSecret: 'planted-merchant-secret-of-processes-c92e07',
  payoutSecret: 'planted-payout-secret-of-processes-5d30b8',
} as const;

const FORMS = [...Object.values(KEYS), WEBHOOK_SECRET, WEBHOOK_SECRET.replace('whsec_', '')].map(
  (secret) => ({ secret, forms: formsOf(secret) }),
);

const around = (text: string, form: string) =>
  text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form) + form.length + 50);

/** Everything that a process has sent or written, by what it was. */
class Search {
  readonly #texts: (readonly [where: string, text: string])[] = [];

  add(where: string, text: string): void {
    this.#texts.push([where, text]);
  }

  /** Reads every response, with its headers. */
  async fetch(url: string, init?: RequestInit): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(url, init);
    const text = await response.text();
    this.add(`${init?.method ?? 'GET'} ${url}`, `${JSON.stringify([...response.headers])} ${text}`);
    return { status: response.status, text };
  }

  assertClean(): void {
    for (const [where, text] of this.#texts)
      for (const { secret, forms } of FORMS)
        for (const form of forms)
          assert.ok(!text.includes(form), `${where} holds ${secret}: ${around(text, form)}`);
  }

  get size(): number {
    return this.#texts.length;
  }
}

/** A sandbox, a proxy and a payouts process, each with the variables that it needs, and no other. */
async function startProcesses(t: TestContext, folder: string, webhookUrl: string) {
  const sandbox = program(t, ['sandbox', '--port', '0', '--memory'], {
    SANDBOX_API_KEY: KEYS.apiKey,
    SANDBOX_WITHDRAWAL_KEY: KEYS.withdrawalKey,
    SANDBOX_SHOP_ID: KEYS.shopId,
  });
  const service = await untilPrinted(sandbox, /service is at (http:[^,\s]+)/);
  const common = {
    XDG_STATE_HOME: folder,
    CRYPTO_CHECKOUT_SERVICE_URL: service,
    CRYPTO_CHECKOUT_API_KEY: KEYS.apiKey,
    CRYPTO_CHECKOUT_SHOP_ID: KEYS.shopId,
    CRYPTO_CHECKOUT_STORE: join(folder, 'store.sqlite'),
    CRYPTO_CHECKOUT_TEST_MODE: '1',
  };
  const proxyEnv = {
    ...common,
    PORT: '0',
    CRYPTO_CHECKOUT_ORDER_SECRET: KEYS.orderSecret,
    CRYPTO_CHECKOUT_MERCHANT_SECRET: KEYS.merchantSecret,
    CRYPTO_CHECKOUT_WEBHOOK_URL: webhookUrl,
    CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    CRYPTO_CHECKOUT_PUBLIC_METRICS: '1',
    CRYPTO_CHECKOUT_PUBLIC_URL: 'https://shop.example/crypto-checkout',
  };
  const proxy = program(t, ['serve'], proxyEnv);
  const base = await proxyUrl(proxy);
  const payoutsEnv = {
    ...common,
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: KEYS.withdrawalKey,
    CRYPTO_CHECKOUT_PAYOUT_SECRET: KEYS.payoutSecret,
    CRYPTO_CHECKOUT_PAYOUT_JOURNAL: join(folder, 'payouts.jsonl'),
  };
  const payouts = program(t, ['payouts', 'run'], payoutsEnv);
  await untilPrinted(payouts, /payouts process is running/);
  return { sandbox, service, proxy, base, payouts, proxyEnv, payoutsEnv };
}

test('no key or secret is in any response, log, metric, file, event or error of any process', async (t) => {
  const folder = temporaryFolder(t);
  const search = new Search();
  const shop = await startShopServer(t);
  const { sandbox, service, proxy, base, payouts, proxyEnv, payoutsEnv } = await startProcesses(
    t,
    folder,
    shop.url,
  );
  const processes: Record<string, Program> = { sandbox, proxy, payouts };
  const command = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> => {
    const one = program(t, args, env);
    await one.ended;
    search.add(args.join(' '), one.output() + one.errors());
    return one.output().trim();
  };
  const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    search.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': new URL(url).origin, ...headers },
      body: JSON.stringify(body),
    });

  // A payment, with every page of the payer.
  const terms = ['--id', 'A-1', '--amount', '1000', '--currency', 'EUR'];
  const order = await command(['order-token', ...terms], proxyEnv);
  const link = await command(['link', ...terms], proxyEnv);
  const shopPage = { origin: 'https://shop.example' };
  const { id } = JSON.parse((await post(`${base}/checkouts`, { order }, shopPage)).text) as { id: string };
  await post(`${service}/_sandbox/faults`, { kind: 'unauthorized', times: 1 });
  await post(`${base}/checkouts/${id}/invoice`, { currency: 'BTC' }, shopPage);
  const chosen = await post(`${base}/checkouts/${id}/invoice`, { currency: 'USDT_TRC20' }, shopPage);
  const { invoice } = JSON.parse(chosen.text) as { readonly invoice: { readonly id: string } };
  await post(`${service}/_sandbox/payments`, { uuid: invoice.id });
  await until(
    async () => (await search.fetch(`${base}/checkouts/${id}`)).text,
    'the order is paid',
    (text) => text.includes('"state":"paid"'),
  );
  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/c',
    '/checkouts/none',
    '/merchant/session',
    '/none',
  ])
    await search.fetch(base + path);
  await search.fetch(base + new URL(link).pathname.replace('/crypto-checkout', ''));
  for (const { name } of files) assert.equal((await search.fetch(`${base}/${name}`)).status, 200, name);
  await post(`${base}/render`, { order }, { origin: '' });
  await post(`${base}/postbacks`, { token: KEYS.orderSecret.slice(0, 9) });

  // A payout of two people, each at a desk that knows neither the API key nor the withdrawal key.
  const deskEnv = {
    CRYPTO_CHECKOUT_MERCHANT_SECRET: KEYS.merchantSecret,
    CRYPTO_CHECKOUT_PAYOUT_SECRET: KEYS.payoutSecret,
  };
  async function openDesk(person: string) {
    const start = (args: readonly string[]) => {
      const one = program(t, args, deskEnv);
      processes[`desk of ${person}`] = one;
      return {
        ...one,
        ended: one.ended.then(() => ({ exitCode: 0, output: one.output(), errors: one.errors() })),
      };
    };
    const { origin, open } = await startDesk({ start, base }, person);
    const key = { authorization: `Bearer ${await open()}` };
    for (const { name } of files) if (name.startsWith('merchant')) await search.fetch(`${origin}/${name}`);
    for (const path of ['/', '/desk.css', '/none']) await search.fetch(origin + path);
    const session = async () => {
      const { text } = await post(`${origin}/session`, {}, key);
      return { authorization: `Bearer ${text}` };
    };
    return {
      sign: async (signing: object) => (await post(`${origin}/payouts/sign`, signing, key)).text,
      act: async (path: string, body: object) =>
        post(`${origin}/crypto-checkout/merchant${path}`, body, await session()),
      read: async (path: string) =>
        search.fetch(`${origin}/crypto-checkout/merchant${path}`, { headers: await session() }),
    };
  }
  const [maja, jon] = [await openDesk('Maja Lind'), await openDesk('Jon Berg')];
  const wanted = { currency: 'USDT_TRC20', address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', amount: '12.5' };
  const proposal = await maja.sign({ kind: 'proposal', ...wanted });
  const proposed = await maja.act('/payouts', { proposal });
  const payout = JSON.parse(proposed.text) as { readonly id: string; readonly digest: string };
  await maja.sign({ kind: 'approval', digest: payout.digest });
  const approval = await jon.sign({ kind: 'approval', digest: payout.digest });
  assert.equal((await jon.act(`/payouts/${payout.id}/approve`, { approval })).status, 200);
  await until(
    async () => (await maja.read('/payouts')).text,
    'the payout is sent',
    (text) => text.includes('"state":"sent"'),
  );
  const day = new Date().toISOString().slice(0, 10);
  for (const path of [
    '/session',
    '/attention',
    '/payments',
    `/payments/${paymentIdOf(id)}`,
    '/audit',
    '/balances',
    '/none',
  ])
    await jon.read(path);
  await jon.read(`/statistics?from=${day}&to=${day}`);
  await post(`${service}/_sandbox/faults`, { kind: 'unauthorized', times: 1 });
  await jon.read('/balances');
  await jon.act(`/payments/${paymentIdOf(id)}/note`, { note: 'Called twice' });
  await until(
    () => shop.requests.length,
    'the shop is notified',
    (count) => count >= 4,
  );
  for (const { body, headers } of shop.requests) search.add('an event', body + JSON.stringify(headers));

  // What people and programs read beside that.
  const all = { ...proxyEnv, ...payoutsEnv, ...deskEnv };
  for (const args of [
    ['doctor', '--json'],
    ['attention', 'list', '--json'],
    ['payouts', 'list', '--json'],
    ['checkout', 'show', id],
    ['event', 'list'],
    ['balances'],
    ['serve', '--none'],
    ['desk', '--person', 'Ida Moe', '--url', `${base}/none`],
  ])
    await command(args, all);
  for (const one of Object.values(processes)) one.child.kill('SIGTERM');
  for (const [name, one] of Object.entries(processes)) {
    assert.equal(await one.ended, 0, `${name}: ${one.errors()}`);
    assert.notEqual(one.output(), '', name);
    search.add(`the output of the ${name}`, one.output() + one.errors());
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) search.add(entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  assert.ok(search.size > 150, `${search.size} texts`);
  search.assertClean();
});
