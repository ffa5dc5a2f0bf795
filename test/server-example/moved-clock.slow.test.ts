import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Checkout, MerchantPayments, Payout, Payouts } from '../../src/protocol/index.js';
import { program, untilPrinted } from '../cli/program.js';
import { invoiceOf, json } from '../proxy/test-environment.js';
import { temporaryFolder } from '../temporary-folder.js';
import { until } from '../until.js';
import { askShop } from './payer.js';
import { runExample, type RunningExample } from './running-example.js';

const ORDER_SECRET = 'planted-order-secret-of-the-moved-clock-0123456789';
const SECRETS = {
  CRYPTO_CHECKOUT_MERCHANT_SECRET: 'planted-merchant-secret-of-the-moved-clock-0123456789',
  CRYPTO_CHECKOUT_PAYOUT_SECRET: 'planted-payout-secret-of-the-moved-clock-0123456789',
};
const HALF_A_DAY_S = 12 * 3600;
const ADDRESS = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

/** The sample shop with a secret of its staff. @returns how to start it, also again on the same data */
function sampleShop(t: TestContext) {
  const folder = temporaryFolder(t);
  return {
    folder,
    async start() {
      const { CRYPTO_CHECKOUT_MERCHANT_SECRET } = SECRETS;
      const example = await runExample({
        ...{
          SHOP_FOLDER: folder,
          CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
          CRYPTO_CHECKOUT_MERCHANT_SECRET,
        },
      });
      t.after(() => example.stop());
      return example;
    },
  };
}

/** The desk of a person beside the sample shop, in a process of its own with the time of this machine. */
async function openDesk(t: TestContext, { shopUrl }: RunningExample, person: string) {
  const url = `${shopUrl}/crypto-checkout`;
  const running = program(t, ['desk', '--person', person, '--url', url], SECRETS);
  const link = await untilPrinted(running, /^http:\/\/127\.0\.0\.1:\d+\/#\S+$/m);
  const [origin = '', secret = ''] = link.split('/#');
  const post = (path: string, body: string, token = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'authorization': `Bearer ${token}` },
      body,
    });
  const key = await (await post('/open', secret)).text();
  const session = async () => (await post('/session', '', key)).text();
  const call = async (path: string, body?: object) => {
    const token = await session();
    const merchant = `/crypto-checkout/merchant${path}`;
    const response = await (body
      ? post(merchant, JSON.stringify(body), token)
      : fetch(origin + merchant, { headers: { authorization: `Bearer ${token}` } }));
    assert.ok(
      response.ok,
      `${person} ${path}: ${response.status} ${await (response.ok ? '' : response.text())}`,
    );
    return response;
  };
  const sign = async (fields: object) => {
    const response = await post('/payouts/sign', JSON.stringify(fields), key);
    assert.equal(response.status, 200);
    return response.text();
  };
  return { call, sign };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** What a person does at the desk: reads, follows changes, and pays out with a second person. */
async function work(maja: Desk, jon: Desk) {
  for (const path of ['/session', '/attention', '/payments', '/payouts', '/audit', '/balances'])
    await maja.call(path);
  const stream = await maja.call('/events');
  const reader = stream.body?.getReader();
  const { value, done } = (await reader?.read()) ?? { done: true };
  assert.ok(
    !done &&
      Buffer.from(value ?? [])
        .toString()
        .includes('event: change'),
    'the stream is open',
  );
  await reader?.cancel();
  const proposed = { kind: 'proposal', currency: 'USDT_TRC20', address: ADDRESS, amount: '1' };
  const payout = await json<Payout>(await maja.call('/payouts', { proposal: await maja.sign(proposed) }));
  const approval = await jon.sign({ kind: 'approval', digest: payout.digest });
  await jon.call(`/payouts/${payout.id}/approve`, { approval });
  const { payouts } = await json<Payouts>(await jon.call('/payouts'));
  assert.equal(payouts.find(({ id }) => id === payout.id)?.state, 'approved');
}

/** A customer buys and pays in the shop, and gets an address for deposits. @returns the id of the order */
async function buy({ shopUrl, control }: RunningExample): Promise<string> {
  const bought = await fetch(`${shopUrl}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'origin': shopUrl },
    body: 'product=set',
    redirect: 'manual',
  });
  const path = bought.headers.get('location') ?? '';
  const post = async <T>(to: string, body: object): Promise<T> => {
    const response = await fetch(`${shopUrl}/crypto-checkout${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': shopUrl },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${to}: ${response.status} ${await (response.ok ? '' : response.text())}`);
    return json<T>(response);
  };
  const order = await tokenOf(`${shopUrl}${path}`, 'order');
  const { id } = await post<Checkout>('/checkouts', { order });
  const { id: uuid } = invoiceOf(
    await post<Checkout>(`/checkouts/${id}/invoice`, { currency: 'USDT_TRC20' }),
  );
  await control('payments', { uuid });
  const orderId = path.split('/').at(-1) ?? '';
  await until(async () => (await askShop({ shopUrl }, orderId)).fulfilled, 'the shop fulfills the order');
  const customer = await tokenOf(`${shopUrl}/deposit`, 'customer');
  await post('/deposit-addresses', { customer, currency: 'BTC' });
  return orderId;
}

/** The shop's server opens an order with a token that the command line signs by the time of this machine. */
async function openSigned(t: TestContext, { shopUrl }: RunningExample, orderId: string): Promise<string> {
  const args = ['order-token', '--id', orderId, '--amount', '49', '--currency', 'EUR'];
  const signing = program(t, args, { CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET });
  assert.equal(await signing.ended, 0, signing.errors());
  const response = await fetch(`${shopUrl}/crypto-checkout/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'origin': shopUrl },
    body: JSON.stringify({ order: signing.output().trim() }),
  });
  assert.equal(response.status, 201, await response.clone().text());
  return orderId;
}

/** The token in an attribute of a page. */
async function tokenOf(url: string, name: string): Promise<string> {
  const html = await (await fetch(url)).text();
  return new RegExp(`${name}="([\\w.-]+)"`).exec(html)?.[1] ?? '';
}

describe('the sample shop, after the clock of its sandbox was moved', () => {
  it('lets its staff work and its customers pay, half a day ahead, after a restart, and back again', async (t) => {
    const { folder, start } = sampleShop(t);
    const example = await start();
    const [maja, jon] = [await openDesk(t, example, 'Maja Lind'), await openDesk(t, example, 'Jon Berg')];
    const orders = [await buy(example)];
    await work(maja, jon);

    await example.control('clock', { advance: HALF_A_DAY_S });
    orders.push(await buy(example), await openSigned(t, example, 'A-1001'));
    await work(maja, jon);
    // Desks that are started only now.
    await work(await openDesk(t, example, 'Ida Moe'), await openDesk(t, example, 'Ole Ness'));
    await example.stop();

    const restarted = await start();
    await work(await openDesk(t, restarted, 'Maja Lind'), await openDesk(t, restarted, 'Jon Berg'));
    orders.push(await buy(restarted));
    await restarted.stop();

    // A new sandbox has the time of this machine again.
    rmSync(join(folder, 'sandbox.jsonl'));
    const back = await start();
    const desk = await openDesk(t, back, 'Maja Lind');
    orders.push(await buy(back), await openSigned(t, back, 'A-1002'));
    await work(desk, await openDesk(t, back, 'Jon Berg'));
    const { payments } = await json<MerchantPayments>(await desk.call('/payments'));
    assert.deepEqual(payments.map(({ order }) => order.id).toSorted(), orders.toSorted());
  });
});
