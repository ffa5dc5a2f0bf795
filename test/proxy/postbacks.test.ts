import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { freshStore } from './test-stores.js';
import type { TestEnvironment, TestOptions } from './test-environment.js';
import { INFO, invoiceOf, problemOf, frozenClock, startEnvironment } from './test-environment.js';
import { until } from '../until.js';

const SECRET = 'planted-postback-secret';
const OTHER_SECRET = 'planted-other-postback-secret';
const PATH = '/crypto-checkout/postbacks';
const HOURS = 3600;

/** An environment whose clock is frozen after a poll of the invoice: without a postback no other will follow. */
async function startQuiet(t: TestContext, options: TestOptions = {}) {
  const proxy = { lifetime: { hours: 48 }, ...options.proxy };
  const clock = frozenClock();
  const environment = await startEnvironment(t, {
    ...options,
    sandbox: { clock, ...options.sandbox },
    proxy,
  });
  const { id } = await environment.open();
  const invoice = invoiceOf(await environment.choose(id, 'BTC'));
  clock.advance(7 * HOURS);
  await until(
    () => environment.get(id),
    'it was polled',
    ({ checkedAt }) => checkedAt === new Date(clock.nowMs()).toISOString(),
  );
  return { environment, id, invoice };
}

const pollCount = (environment: TestEnvironment) => async () => (await environment.counts())[INFO] ?? 0;

/** As a server sends it: without an Origin. */
function send(
  environment: TestEnvironment,
  body: string,
  contentType = 'application/json',
): Promise<Response> {
  return fetch(`${environment.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  });
}

const isPaid = (environment: TestEnvironment) =>
  until(
    () => environment.events.map(({ type }) => type),
    'the shop is notified that the order is paid',
    (types) => types.includes('checkout.paid'),
  );

describe('a postback of the service', () => {
  for (const format of ['json', 'form', 'form-python', 'json-status', 'form-status'] as const) {
    for (const isSigned of [false, true]) {
      it(`as ${format}, ${isSigned ? 'signed' : 'unsigned'}, makes the proxy detect the payment immediately`, async (t) => {
        const { environment, invoice } = await startQuiet(t, {
          sandbox: isSigned ? { postbackSecret: SECRET } : {},
          proxy: isSigned ? { postbackSecrets: [OTHER_SECRET, SECRET] } : {},
        });
        await environment.control('postbacks', { url: `${environment.url}${PATH}`, invoices: true, format });
        await environment.control('payments', { uuid: invoice.id });
        await isPaid(environment);
        const lines = environment.logLines.filter((line) => line.includes('postback'));
        assert.match(lines.join(), new RegExp(`"isSigned":${isSigned}`));
        assert.ok(!environment.logLines.join().includes(SECRET));
      });
    }
  }

  it('that reports success for a part is no payment: the shop is notified of the part', async (t) => {
    const { environment, id, invoice } = await startQuiet(t);
    await environment.control('postbacks', { url: `${environment.url}${PATH}`, invoices: true });
    await environment.control('payments', { uuid: invoice.id, amount: '0.00001' });
    await until(
      () => environment.events.map(({ type }) => type),
      'the shop is notified',
      (types) => types.length > 0,
    );
    const sent = await fetch(`${environment.sandbox.url}/_sandbox/postbacks`);
    assert.match(await sent.text(), /"status":"success",.*"invoice_info":.*"status":"partial"/);
    assert.deepEqual(
      environment.events.map(({ type }) => type),
      ['checkout.partial'],
    );
    assert.equal((await environment.get(id)).state, 'partial');
  });

  for (const [name, body] of [
    ['the id without its prefix', (id: string) => JSON.stringify({ uuid: id.slice(4) })],
    ['the id deep inside', (id: string) => JSON.stringify({ data: { invoice: { id } } })],
    ['the id in a form', (id: string) => `Invoice-ID=${id}`],
    ['the number of the order alone', () => JSON.stringify({ order_id: 'A-1' })],
  ] as const) {
    it(`may name ${name}`, async (t) => {
      const { environment, invoice } = await startQuiet(t);
      await environment.control('payments', { uuid: invoice.id });
      assert.equal((await send(environment, body(invoice.id))).status, 200);
      await isPaid(environment);
    });
  }

  it('may name the address alone', async (t) => {
    const { environment, invoice } = await startQuiet(t);
    await environment.control('payments', { uuid: invoice.id });
    await send(environment, `address=${invoice.address}`, 'application/x-www-form-urlencoded');
    await isPaid(environment);
  });

  it('is never trusted: an attacker who says "paid" causes a status request, and no more', async (t) => {
    const { environment, id, invoice } = await startQuiet(t);
    await environment.clear('requests');
    const forged = { status: 'paid', invoice_id: invoice.id, amount: invoice.amount, order_id: 'A-1' };
    for (let time = 0; time < 20; time += 1) await send(environment, JSON.stringify(forged));
    await until(pollCount(environment), 'the service is polled');
    assert.deepEqual(environment.events, []);
    // Twenty consecutive postbacks are one hint; the time of its second poll is not reached here.
    assert.equal(await pollCount(environment)(), 1);
    assert.equal((await environment.get(id)).state, 'awaiting');
  });

  it('gets the same response, whatever it says', async (t) => {
    const { environment, invoice } = await startQuiet(t, { proxy: { postbackSecrets: [SECRET] } });
    const forged = await new SignJWT({ id: invoice.id })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(OTHER_SECRET));
    const bodies = [
      ...['', 'nonsense', '{', '[]', 'null', '{"id":{}}', '%%%', '\u0000', '{"id":"INV-AAAAAAAA"}'],
      JSON.stringify({ invoice_id: invoice.id }),
      JSON.stringify({ invoice_id: invoice.id, token: forged }),
    ];
    for (const body of bodies) {
      const response = await send(environment, body, 'text/plain');
      assert.deepEqual([response.status, await response.text()], [200, '{"status":"ok"}'], body);
    }
    assert.match(environment.logLines.join('\n'), /postback token rejected/);
  });

  it('leaves nothing of its content in the log', async (t) => {
    const { environment, invoice } = await startQuiet(t);
    const body = {
      invoice_id: invoice.id,
      email: 'private@payer.example',
      note: 'private-note',
      token: 'a.b.c',
    };
    await send(environment, JSON.stringify(body));
    assert.doesNotMatch(environment.logLines.join(), /private|a\.b\.c/);
  });

  it('is refused if it is too large', async (t) => {
    const { environment } = await startQuiet(t);
    const response = await send(environment, JSON.stringify({ id: 'x'.repeat(20_000) }));
    assert.equal(response.status, 413);
    assert.equal((await problemOf(response)).code, 'payload_too_large');
  });

  it('is answered with 503 if it could not be stored, so that the service sends it again', async (t) => {
    const store = `${await freshStore(t)}/no-folder/store.sqlite`;
    const environment = await startEnvironment(t, { isIdle: true, proxy: { store } });
    const response = await send(environment, JSON.stringify({ invoice_id: 'INV-AAAAAAAA' }));
    assert.equal(response.status, 503);
    assert.equal((await problemOf(response)).code, 'store_unavailable');
  });

  it('is the only POST without an origin of the shop', async (t) => {
    const { environment } = await startQuiet(t);
    const url = `${environment.url}/crypto-checkout/deposit-addresses`;
    const response = await fetch(url, { method: 'POST', body: '{}' });
    assert.equal(response.status, 403);
  });

  it('may have any body', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (body) => void parsePostback(body)));
  });

  it("of the published form is read without mistaking the service's numbering of coins for an order", () => {
    const currency = { id: 27, code: 'USDT', fullcode: 'USDT_TRC20', order: 27 };
    const info = { uuid: 'INV-ABCDEFGH', address: '', currency, order_id: 'None', tx_list: ['f00d'] };
    const body = { status: 'success', invoice_id: 'ABCDEFGH', order_id: 'None', invoice_info: info };
    assert.deepEqual(parsePostback(JSON.stringify(body)), {
      invoiceIds: ['INV-ABCDEFGH'],
      orderId: null,
      address: null,
      currency: 'USDT_TRC20',
      amount: null,
      transaction: 'f00d',
      token: null,
    });
  });

  it('preserves every digit of its amount, and handles a zero and an exponent', () => {
    const amount = (json: string) => parsePostback(json).amount;
    assert.equal(amount('{"amount_crypto":0.123456789012345678}'), '0.123456789012345678');
    assert.equal(amount('{"amount":1e-8}'), '0.00000001');
    assert.equal(amount('{"amount":0}'), null);
    assert.equal(amount('{"amount":"-1"}'), null);
    assert.equal(amount('{"amount":"lots"}'), null);
    assert.equal(amount('amount_crypto=7.50'), '7.5');
  });
});
