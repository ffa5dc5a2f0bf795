import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout, TransferRequest } from '../../src/protocol/index.js';
import { openStore } from '../../src/proxy/store/store.js';
import {
  frozenClock,
  invoiceOf,
  json,
  problemOf,
  startEnvironment,
  startProxy,
  streamOf,
  withTransactions,
  type TestEnvironment,
  type TestOptions,
} from './test-environment.js';
import { until } from '../until.js';
import { freshStore } from './test-stores.js';

const HASH = `0x${'ab'.repeat(32)}`;
const MINUTE_S = 60;

/** A page with an address on its screen. */
async function openPage(t: TestContext, proxy: TestOptions['proxy'] = {}) {
  const environment = await startEnvironment(t, { proxy });
  const { id } = await environment.open();
  const invoice = invoiceOf(await environment.choose(id, 'USDC_BASE')).id;
  return { environment, id, invoice, ...pageOf(environment, id, invoice) };
}

function pageOf(environment: Pick<TestEnvironment, 'call'>, id: string, invoice: string) {
  const send = (request: Partial<TransferRequest>) =>
    environment.call('POST', `/checkouts/${id}/transfer`, { body: { invoice, transfer: null, ...request } });
  return {
    send,
    report: async (request: Partial<TransferRequest>): Promise<Checkout> => {
      const response = await send(request);
      assert.equal(response.status, 200);
      return json<Checkout>(response);
    },
    isRefused: async (request: Partial<TransferRequest>): Promise<boolean> => {
      const response = await send(request);
      return response.status === 409 && (await problemOf(response)).code === 'transfer_conflict';
    },
  };
}

describe('a page that requests a transfer from a wallet', { concurrency: 6 }, () => {
  it('is reported to all pages before and after, without an effect on money, events or state', async (t) => {
    const { environment, id, report } = await openPage(t);
    const stream = streamOf(await environment.call('GET', `/checkouts/${id}/events`));
    const before = (await stream.next()).value;
    const requested = await report({ state: 'asked', wallet: 'MetaMask' });
    assert.deepEqual(
      { ...requested.transfer, askedAt: null },
      { id: 1, state: 'asked', wallet: 'MetaMask', transaction: null, askedAt: null, endsAt: null },
    );
    assert.deepEqual((await stream.next()).value?.transfer, requested.transfer);
    const sent = await report({ state: 'sent', transfer: 1, transaction: HASH });
    assert.equal(sent.transfer?.transaction, HASH);
    assert.deepEqual((await stream.next()).value?.transfer, sent.transfer);
    const { version, transfer, ...rest } = sent;
    const { version: _, transfer: none, ...restBefore } = before ?? sent;
    assert.equal(none, null);
    assert.ok(transfer && version > requested.version);
    assert.deepEqual({ ...rest, now: null, checkedAt: null }, { ...restBefore, now: null, checkedAt: null });
    assert.deepEqual(environment.events, []);
  });

  it('is the only one of several that request one concurrently', async (t) => {
    const { send } = await openPage(t);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send({ state: 'asked', wallet: `Wallet ${index}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)]);
  });

  it('requests another one only for a payer who knows of the last transfer', async (t) => {
    const { report, isRefused } = await openPage(t);
    await report({ state: 'asked' });
    assert.ok(await isRefused({ state: 'asked' }));
    await report({ state: 'sent', transfer: 1 });
    assert.ok(await isRefused({ state: 'asked' }));
    assert.equal((await report({ state: 'asked', transfer: 1 })).transfer?.id, 2);
    assert.ok(await isRefused({ state: 'asked', transfer: 1 }));
  });

  it('can request another one immediately after the payer has refused', async (t) => {
    const { report } = await openPage(t);
    await report({ state: 'asked' });
    assert.equal((await report({ state: 'refused', transfer: 1 })).transfer, null);
    assert.equal((await report({ state: 'asked' })).transfer?.id, 2);
  });

  it('can report a late result of the wallet, also after another request', async (t) => {
    const { report } = await openPage(t);
    await report({ state: 'asked' });
    await report({ state: 'unknown', transfer: 1 });
    await report({ state: 'asked', transfer: 1 });
    assert.equal((await report({ state: 'refused', transfer: 1 })).transfer?.state, 'asked');
    assert.equal((await report({ state: 'sent', transfer: 1 })).transfer?.state, 'sent');
    assert.equal((await report({ state: 'refused', transfer: 2 })).transfer?.state, 'sent');
    assert.equal((await report({ state: 'sent', transfer: 9 })).transfer?.id, 2);
  });

  it('is refused for an invoice that is no longer current', async (t) => {
    const { environment, id, invoice, isRefused } = await openPage(t);
    const other = invoiceOf(await environment.choose(id, 'BTC')).id;
    assert.notEqual(other, invoice);
    assert.ok(await isRefused({ state: 'asked' }));
    assert.equal((await pageOf(environment, id, other).report({ state: 'asked' })).transfer?.id, 1);
  });

  it('shows the transfer only of the invoice on the screen', async (t) => {
    const { environment, id, report } = await openPage(t);
    await report({ state: 'asked' });
    const changed = await environment.choose(id, 'BTC');
    assert.equal(changed.transfer, null);
    assert.equal((await environment.choose(id, 'USDC_BASE')).transfer?.state, 'asked');
  });

  it('has no open transfer once money is detected, also for the rest after a part', async (t) => {
    const { environment, id, invoice, report } = await openPage(t);
    await report({ state: 'asked' });
    await report({ state: 'sent', transfer: 1 });
    await environment.control('payments', { uuid: invoice, amount: '1' });
    const partial = await environment.becomes(id, 'partial');
    assert.equal(partial.transfer, null);
    assert.equal((await report({ state: 'asked' })).transfer?.id, 2);
    await environment.control('payments', { uuid: invoice });
    const paid = await environment.becomes(id, 'paid');
    assert.equal(paid.transfer, null);
  });

  it('calls no wallet for the rest while another payment waits for confirmation', async (t) => {
    const { environment, id, invoice, report, isRefused } = await openPage(t);
    await environment.control('payments', { uuid: invoice, amount: '1' });
    await environment.becomes(id, 'partial');
    await report({ state: 'asked' });
    await environment.control('payments', { uuid: invoice, amount: '1', confirm: false });
    assert.equal((await withTransactions(environment, id, 2)).transfer, null);
    assert.ok(await isRefused({ state: 'asked' }));
    assert.ok(await isRefused({ state: 'asked', transfer: 1 }));
    await environment.control('confirmations', { uuid: invoice });
    environment.sandbox.clock.advance(5);
    await until(
      () => environment.get(id),
      'the second payment is confirmed',
      (checkout) => invoiceOf(checkout).paid === '2',
    );
    assert.equal((await report({ state: 'asked' })).transfer?.id, 2);
  });

  for (const [currency, minutes] of [
    ['TRX', 2],
    ['SOL', 3],
    ['TON', 6],
  ] as const) {
    it(`may request another one once that of ${currency} can no longer happen, and until then reads its end`, async (t) => {
      const clock = frozenClock();
      const environment = await startEnvironment(t, { sandbox: { clock }, isIdle: true });
      const { id } = await environment.open();
      const invoice = invoiceOf(await environment.choose(id, currency)).id;
      const { report, isRefused } = pageOf(environment, id, invoice);
      const { transfer } = await report({ state: 'asked' });
      assert.equal(Date.parse(transfer?.endsAt ?? ''), clock.nowMs() + minutes * MINUTE_S * 1000);
      clock.advance(minutes * MINUTE_S - 1);
      assert.ok(await isRefused({ state: 'asked' }));
      clock.advance(1);
      assert.deepEqual((await environment.get(id)).transfer, transfer);
      assert.equal((await report({ state: 'asked' })).transfer?.id, 2);
    });
  }

  it('shows the name of a wallet as harmless text, and no hash of another form', async (t) => {
    const { report, send } = await openPage(t);
    const response = await send({ state: 'asked', wallet: '\u202eevil\u0000' });
    assert.equal(response.status, 400);
    assert.match((await problemOf(response)).detail ?? '', /^wallet contains/);
    const wallet = '  evil <img src=x>\n and more than that  ';
    assert.equal((await report({ state: 'asked', wallet })).transfer?.wallet, 'evil <img src=x> and mor');
    const reported = await report({ state: 'sent', transfer: 1, transaction: 'javascript:alert(1)' });
    assert.equal(reported.transfer?.transaction, null);
  });

  it('sees the problem with an invalid request', async (t) => {
    const { send } = await openPage(t);
    for (const body of [
      { state: 'paid' },
      { state: 'asked', invoice: 7 },
      { state: 'asked', transfer: '1' },
      { state: 'asked', wallet: {} },
      { state: 'sent', transfer: 1, transaction: [] },
    ]) {
      const response = await send(body as Partial<TransferRequest>);
      assert.equal(response.status, 400);
      assert.match((await problemOf(response)).detail ?? '', /Send/);
    }
  });

  it('leaves one row in the store, however often another one is requested', async (t) => {
    const store = await freshStore(t);
    const { report } = await openPage(t, { store });
    for (let transfer = 0; transfer < 30; transfer += 1)
      assert.equal((await report({ state: 'asked', transfer })).transfer?.id, transfer + 1);
    await report({ state: 'sent', transfer: 29 });
    const opened = await openStore(store);
    t.after(() => opened.close());
    const stored = await opened.db.selectFrom('transfers').select(['number', 'state']).execute();
    assert.deepEqual(stored, [{ number: 30, state: 'sent' }]);
  });

  it('is known to the next process', async (t) => {
    const store = await freshStore(t);
    const { environment, id, invoice, report } = await openPage(t, { store });
    await report({ state: 'asked', wallet: 'Rabby' });
    await environment.proxy.stop();
    const next = await startProxy(t, environment.sandbox, { proxy: { store } });
    assert.equal((await next.get(id)).transfer?.wallet, 'Rabby');
    assert.ok(await pageOf(next, id, invoice).isRefused({ state: 'asked' }));
  });
});
