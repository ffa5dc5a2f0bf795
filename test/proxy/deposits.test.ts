import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { SignJWT } from 'jose';
import type { DepositReceivedEvent } from '../../src/proxy/index.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import { openStoreForAdmin } from '../../src/proxy/store/admin-queries.js';
import { openStore } from '../../src/proxy/store/store.js';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import type { DepositAddress } from '../../src/protocol/index.js';
import { startTampered, withResult } from './tampered-service.js';
import { SECRET as WEBHOOK_SECRET } from './webhook-receiver.js';
import { caipIds } from '../../src/payment/index.js';
import { freshStore } from './test-stores.js';
import type { TestEnvironment, TestOptions } from './test-environment.js';
import { INFO, invoiceOf, json, SECRETS, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import { startShopServer } from '../shop-server.js';

const SECRET = 'planted-postback-secret';
const PATH = '/crypto-checkout/postbacks';
const HOUR_S = 3600;

async function openWallet(
  environment: TestEnvironment,
  currency = 'USDT_TRC20',
  customer = 'c-7',
): Promise<DepositAddress> {
  const token = await createCustomerToken(customer, {
    secret: SECRETS.orderSecret,
    clock: environment.sandbox.clock,
  });
  const body = { customer: token, currency };
  return json<DepositAddress>(await environment.call('POST', '/deposit-addresses', { body }));
}

interface ReceivedEvent {
  readonly environment: TestEnvironment;
  readonly wallet: DepositAddress;
}

async function start(t: TestContext, options: TestOptions = {}): Promise<ReceivedEvent> {
  const environment = await startEnvironment(t, options);
  await environment.control('postbacks', { url: `${environment.url}${PATH}` });
  return { environment, wallet: await openWallet(environment) };
}

async function send(
  environment: TestEnvironment,
  body: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(`${environment.url}${PATH}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200);
}

/** The deposits that the shop receives, past the intervals between the checks of the proxy. */
function reported(
  { environment }: Pick<ReceivedEvent, 'environment'>,
  count: number,
): Promise<readonly DepositReceivedEvent[]> {
  return until(
    () => {
      if (environment.deposits.length < count) environment.sandbox.clock.advance(5);
      return environment.deposits;
    },
    `${count} deposits are reported`,
    ({ length }) => length >= count,
  );
}

/** Every postback of the sandbox has been handled and checked. */
async function settled(environment: TestEnvironment, line: RegExp): Promise<void> {
  await until(
    () => {
      environment.sandbox.clock.advance(5);
      return environment.logLines;
    },
    String(line),
    (lines) => line.test(lines.join('\n')),
  );
}

describe('money that arrives at a deposit address', () => {
  for (const format of ['json', 'form', 'form-python', 'json-status', 'form-status'] as const) {
    it(`is reported to the shop with all known details (postback as ${format})`, async (t) => {
      const { environment, wallet } = await start(t);
      await environment.control('postbacks', { format });
      await environment.control('payments', { address: wallet.address, amount: '7.500001' });
      const [event] = await reported({ environment }, 1);
      assert.ok(event);
      assert.match(event.id, /^evt_[\w-]{43}$/);
      assert.match(event.invoiceId ?? '', /^INV-/);
      assert.match(event.transaction ?? '', /^[0-9a-f]{64}$/);
      const { id, createdAt, transaction, invoiceId, ...rest } = event;
      assert.deepEqual(rest, {
        type: 'deposit.received',
        customer: 'c-7',
        currency: 'USDT_TRC20',
        ...caipIds('USDT_TRC20'),
        wallet: { id: wallet.id, address: wallet.address },
        amount: '7.500001',
        testMode: true,
        verified: true,
      });
      assert.equal(new Date(createdAt).toISOString(), createdAt);
      assert.ok(id !== transaction && id !== invoiceId);
    });
  }

  it('is reported even if the service spells the address in other letters', async (t) => {
    const environment = await startTampered(t);
    await environment.control('postbacks', { url: `${environment.url}${PATH}` });
    const { address } = await openWallet(environment, 'USDT_BSC');
    const capitals = `0x${address.slice(2).toUpperCase()}`;
    environment.tamper = async (_, request) =>
      withResult(await request(), (result) => result.map((entry) => ({ ...entry, address: capitals })));
    await environment.control('payments', { address, amount: '5' });
    const [event] = await reported({ environment }, 1);
    assert.deepEqual([event?.wallet.address, event?.verified], [address, true]);
  });

  it('is recorded even if a postback names the address alone, in other letters', async (t) => {
    const environment = await startEnvironment(t);
    const { address } = await openWallet(environment, 'USDT_BSC');
    await send(environment, { address: `0x${address.slice(2).toUpperCase()}`, amount: '5' });
    await settled(environment, /"isDeposit":true/);
  });

  it('is reported once, however many postbacks the service sends; and the next deposit is another one', async (t) => {
    const { environment, wallet } = await start(t);
    await environment.control('payments', { address: wallet.address, amount: '5' });
    const [first] = await reported({ environment }, 1);
    for (let time = 0; time < 5; time += 1) {
      await send(environment, {
        order_id: 'c-7',
        invoice_id: first?.invoiceId?.slice(4),
        amount: 5,
        currency: 'USDT_TRC20',
      });
    }
    await environment.control('payments', { address: wallet.address, amount: '5' });
    const both = await reported({ environment }, 2);
    assert.equal(both.length, 2);
    assert.notEqual(both[1]?.id, both[0]?.id);
    assert.notEqual(both[1]?.transaction, both[0]?.transaction);
    assert.doesNotMatch(environment.logLines.join('\n'), /"level":"error"/);
  });

  it('is one deposit with one event, however the postback spells its id', async (t) => {
    const { environment, wallet } = await start(t);
    const id = await quietDeposit(t, environment, wallet.address, '5');
    const lower = id.toLowerCase();
    for (const uuid of [lower, id, `inv-${lower}`, `INV-${id}`, ` Inv-${lower} `, `${id}\n`])
      await send(environment, { order_id: 'c-7', uuid });
    await reported({ environment }, 1);
    // Other money arrives: everything before it has been reported by then.
    await send(environment, { order_id: 'c-7', tx_hash: 'f00d' });
    const events = await until(
      () => {
        environment.sandbox.clock.advance(5);
        return environment.deposits;
      },
      'the other money is reported',
      (all) => all.some(({ transaction }) => transaction === 'f00d'),
    );
    assert.deepEqual(
      events.map(({ invoiceId, verified }) => [invoiceId, verified]),
      [
        [`INV-${id}`, true],
        [null, false],
      ],
    );
  });

  it('counts as the amount that the service reports, not the amount of the postback', async (t) => {
    const { environment, wallet } = await start(t);
    const id = await quietDeposit(t, environment, wallet.address, '5');
    await send(environment, { order_id: 'c-7', uuid: id, amount: '5000000', tx: 'forged' });
    const [event] = await reported({ environment }, 1);
    assert.equal(event?.amount, '5');
    assert.notEqual(event.transaction, 'forged');
    assert.equal(event.verified, true);
  });

  it('is reported as unverified if only a forged postback claims it', async (t) => {
    const { environment, wallet } = await start(t);
    await send(environment, {
      order_id: 'c-7',
      invoice_id: 'AAAAAAAA',
      amount: '5000000',
      currency: 'USDT_TRC20',
    });
    const [event] = await reported({ environment }, 1);
    assert.equal(event?.verified, false);
    assert.equal(event.amount, '5000000');
    assert.equal(event.wallet.id, wallet.id);
    assert.match(environment.logLines.join('\n'), /deposit reported as unverified/);
  });

  it('is reported with the few details that the service gives, once', async (t) => {
    const { environment, wallet } = await start(t);
    for (let time = 0; time < 3; time += 1) await send(environment, { order_id: 'c-7' });
    await send(environment, { address: wallet.address, tx_hash: 'f00d' });
    const events = await reported({ environment }, 2);
    assert.deepEqual(
      events.map(({ amount, transaction, invoiceId, verified }) => [
        amount,
        transaction,
        invoiceId,
        verified,
      ]),
      [
        [null, null, null, false],
        [null, 'f00d', null, false],
      ],
    );
  });

  it('is not verified by the token of its postback alone: the service itself has to know of it', async (t) => {
    const { environment } = await start(t, { proxy: { postbackSecrets: [SECRET] } });
    const sign = (id: string, secret: string) =>
      new SignJWT({ id })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(environment.sandbox.clock.nowMs() / 1000) + 300)
        .sign(new TextEncoder().encode(secret));
    const body = { order_id: 'c-7', currency: 'USDT_TRC20', amount: '3' };
    await send(environment, { ...body, invoice_id: 'GENUINE1', token: await sign('GENUINE1', SECRET) });
    // Signed with another secret, and signed for another record.
    await send(environment, {
      ...body,
      invoice_id: 'FORGED01',
      token: await sign('FORGED01', 'another secret'),
    });
    await send(environment, { ...body, invoice_id: 'STOLEN01', token: await sign('GENUINE1', SECRET) });
    const events = await reported({ environment }, 3);
    assert.deepEqual(Object.fromEntries(events.map(({ invoiceId, verified }) => [invoiceId, verified])), {
      'INV-GENUINE1': false,
      'INV-FORGED01': false,
      'INV-STOLEN01': false,
    });
  });

  for (const isSigned of [false, true]) {
    it(`belongs to the customer whom the service names, whomever ${isSigned ? 'a signed' : 'an unsigned'} postback names`, async (t) => {
      const { environment } = await start(t, { proxy: { postbackSecrets: [SECRET] } });
      const theirs = await openWallet(environment, 'USDT_TRC20', 'c-8');
      const id = await quietDeposit(t, environment, theirs.address, '5');
      const exp = Math.floor(environment.sandbox.clock.nowMs() / 1000) + 300;
      const token = await new SignJWT({ id, exp })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(isSigned ? SECRET : 'another secret'));
      await send(environment, { order_id: 'c-7', invoice_id: id, amount: '5000000', token });
      await settled(environment, /deposit postback dropped.*belongs to another customer/);
      await reported({ environment }, 1);
      // The genuine postback arrives later, and other money after it.
      await send(environment, {
        order_id: 'c-8',
        invoice_id: id,
        amount: '5',
        currency: 'USDT_TRC20',
        token,
      });
      await send(environment, { order_id: 'c-8', tx_hash: 'f00d' });
      const events = await reported({ environment }, 2);
      assert.deepEqual(
        events.map(({ customer, wallet, amount, verified }) => [customer, wallet.id, amount, verified]),
        [
          ['c-8', theirs.id, '5', true],
          ['c-8', theirs.id, null, false],
        ],
      );
    });
  }

  it('is not reported if it pays an order, whatever a postback claims', async (t) => {
    const { environment } = await start(t);
    const { id } = await environment.open({ id: 'c-7' });
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id });
    await send(environment, { order_id: 'c-7', invoice_id: invoice.id, amount: invoice.amount });
    await environment.becomes(id, 'paid');
    assert.deepEqual(environment.deposits, []);
  });

  it('is reported as unverified if it is at an address that the proxy does not know', async (t) => {
    const { environment, wallet } = await start(t);
    // An invoice that this proxy has not created.
    const response = await fetch(`${environment.sandbox.url}/_sandbox/invoices`, {
      method: 'POST',
      body: JSON.stringify({ amount: '49', currency: 'EUR', add_fields: { cryptocurrency: 'USDT_TRC20' } }),
    });
    const created = await json<{ invoice: { uuid: string } }>(response);
    await environment.control('payments', { uuid: created.invoice.uuid });
    await send(environment, { order_id: 'c-7', invoice_id: created.invoice.uuid });
    const [event] = await reported({ environment }, 1);
    assert.deepEqual([event?.wallet.id, event?.verified], [wallet.id, false]);
    assert.match(
      environment.logLines.join('\n'),
      /names no known deposit address.*deposit needs review|deposit needs review.*names no known deposit address/,
    );
  });

  it('is reported for the right one of several addresses, also if the postback does not name it', async (t) => {
    const { environment } = await start(t);
    const second = await openWallet(environment, 'BTC');
    const id = await quietDeposit(t, environment, second.address, '0.25');
    await send(environment, { order_id: 'c-7', invoice_id: id });
    const [event] = await reported({ environment }, 1);
    assert.deepEqual([event?.wallet.id, event?.currency, event?.amount], [second.id, 'BTC', '0.25']);
  });

  it('is reported after an outage, as verified: an unavailable service says nothing about a deposit', async (t) => {
    const { environment, wallet } = await start(t);
    // More than the number of checks after which an unknown deposit is reported.
    await environment.control('faults', { kind: 'status', code: 503, endpoint: INFO, times: 6 });
    await environment.control('payments', { address: wallet.address, amount: '5' });
    // The intervals grow.
    const [event] = await until(
      () => {
        environment.sandbox.clock.advance(60);
        return environment.deposits;
      },
      'the deposit is reported',
      ({ length }) => length > 0,
    );
    assert.equal(event?.verified, true);
  });

  it('waits in the queue of the client that sent its postback, whose address is not stored', async (t) => {
    const file = await freshStore(t);
    const { environment } = await start(t, {
      proxy: { store: file, trustedProxies: ['127.0.0.1'], rateLimits: {} },
    });
    const store = await openStore(file);
    t.after(() => store.close());
    const senders = async () =>
      (await store.db.selectFrom('deposits').select('sender').orderBy('recorded_at').execute()).map(
        ({ sender }) => sender,
      );
    for (const [index, client] of ['203.0.113.1', '203.0.113.1', '2001:db8::1'].entries())
      await send(
        environment,
        { order_id: 'c-7', invoice_id: `F000000${index}` },
        { 'x-forwarded-for': client },
      );
    const [first, second, third, ...others] = await senders();
    assert.ok(first && third);
    assert.equal(second, first);
    assert.notEqual(third, first);
    assert.deepEqual(others, []);
    for (const sender of [first, third]) assert.doesNotMatch(sender, /203|2001/);
    const laterSenders = () => {
      environment.sandbox.clock.advance(HOUR_S);
      return senders();
    };
    await until(laterSenders, 'no sender is kept', (left) => left.every((sender) => sender === null));
  });

  it('is ignored for an unknown customer', async (t) => {
    const { environment } = await start(t);
    await send(environment, { order_id: 'c-8', invoice_id: 'AAAAAAAA', amount: '1' });
    await settled(environment, /"isDeposit":false/);
    assert.deepEqual(environment.deposits, []);
  });

  it('reaches a shop in another process by webhook, and the operator', async (t) => {
    const shop = await startShopServer(t);
    const store = await freshStore(t);
    const webhook = { url: shop.url, secrets: [WEBHOOK_SECRET] };
    const { environment, wallet } = await start(t, { proxy: { store, webhook, onEvent: undefined } });
    await environment.control('payments', { address: wallet.address, amount: '5' });
    const [request] = await until(
      () => {
        environment.sandbox.clock.advance(3);
        return shop.requests;
      },
      'the shop is notified',
      ({ length }) => length > 0,
    );
    assert.ok(request);
    const event = await verifyWebhook(request, { secrets: [WEBHOOK_SECRET] });
    assert.ok(event.type === 'deposit.received');
    assert.deepEqual([event.customer, event.amount, event.verified], ['c-7', '5', true]);
    const operator = await openStaff(store);
    t.after(() => operator.close());
    const listed = await operator.listEvents({ kind: 'deposit' });
    assert.deepEqual(
      listed.map((line) => line.event),
      [event],
    );
    assert.deepEqual(await operator.listEvents({ checkout: `wallet:${wallet.id}` }), listed);
  });

  it('is stored for as long as checkouts are', async (t) => {
    const store = await freshStore(t);
    const { environment, wallet } = await start(t, { proxy: { store, retentionDays: 2 } });
    await environment.control('payments', { address: wallet.address, amount: '5' });
    await reported({ environment }, 1);
    const { db } = await openStoreForAdmin(store);
    t.after(() => db.destroy());
    const count = async () => {
      const rows = await Promise.all(
        (['deposits', 'events'] as const).map((table) => db.selectFrom(table).select('id').execute()),
      );
      return rows.map(({ length }) => length).join();
    };
    assert.equal(await count(), '1,1');
    environment.sandbox.clock.advance(3 * 24 * 3600);
    // Records that a wrong clock calls old for a moment stay for another hour.
    await until(
      () => (environment.sandbox.clock.advance(3601), count()),
      'they are removed',
      (left) => left === '0,0',
    );
    assert.equal((await openWallet(environment)).address, wallet.address);
  });
});

/** Money that the proxy is not notified of; returns the id under which the service knows it, without `INV-`. */
async function quietDeposit(
  t: TestContext,
  environment: TestEnvironment,
  address: string,
  amount: string,
): Promise<string> {
  const collector = await startShopServer(t);
  await environment.control('postbacks', { url: collector.url, format: 'json' });
  await environment.control('payments', { address, amount });
  const [request] = await until(
    () => collector.requests,
    'the service has sent its postback',
    ({ length }) => length > 0,
  );
  const { invoice_id: id }: { invoice_id: string } = JSON.parse(request?.body ?? '{}');
  return id;
}
