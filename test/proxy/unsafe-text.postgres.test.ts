import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { paymentIdOf } from '../../src/proxy/domain/record.js';
import { SignJWT, type JWTPayload } from 'jose';
import type { MerchantPaymentDetails, MerchantPayments } from '../../src/protocol/index.js';
import { MERCHANT_SECRET, signIn, startMerchant } from '../merchant/staff.js';
import { unsafeText } from '../unsafe-text.js';
import { startTampered, withResult } from './tampered-service.js';
import { invoiceOf, json, problemOf, SECRETS, type TestEnvironment } from './test-environment.js';

const ADDRESS = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

/** A shop that resolves any reference, with one order that has an invoice. */
async function startWithInvoice(t: TestContext) {
  const environment = await startMerchant(t, {
    proxy: {
      merchant: { secrets: [MERCHANT_SECRET], refunds: 'email' },
      publicUrl: 'https://shop.example/crypto-checkout',
      orders: (reference) => ({ id: reference, amount: '49.00', currency: 'EUR' }),
      customers: (reference) => reference,
    },
  });
  const { id } = await environment.open();
  return { environment, id, invoice: invoiceOf(await environment.choose(id)).id };
}

/** The status of a response whose body is read to its end. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  await response.arrayBuffer();
  return response.status;
}

/** The store is reachable, and no request was logged as its failure. */
async function assertStoreIsFine({ call, logLines }: TestEnvironment): Promise<void> {
  assert.equal(await statusOf(call('GET', '/readyz')), 200);
  const alarms = logLines.filter((line) => /store unavailable|request failed|resolver failed/.test(line));
  assert.deepEqual(alarms, []);
}

/** Signed with the secret of the shop by a library that checks no claim. */
function signed(claims: JWTPayload, typ: string): Promise<string> {
  const nowS = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: nowS, exp: nowS + 600, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ })
    .sign(new TextEncoder().encode(SECRETS.orderSecret));
}

describe('a text with a control character, half a character, or one that turns the direction', () => {
  it('is refused by the name of its field', async (t) => {
    const { environment, id, invoice } = await startWithInvoice(t);
    const { call } = environment;
    const staff = signIn(environment);
    const payment = `/payments/${paymentIdOf(id)}`;
    const refund = { invoice: 1, address: ADDRESS, amount: '1' };
    const settle = { invoice: 1, about: 'late', decision: 'dismissed', amount: '0' };
    const bodies: readonly (readonly [who: 'payer' | 'staff', path: string, field: string, rest: object])[] =
      [
        ['payer', '/checkouts', 'order', {}],
        ['payer', '/render', 'order', {}],
        ['payer', '/render', 'shopName', { order: 'A-1' }],
        ['payer', '/deposit-addresses', 'customer', { currency: 'BTC' }],
        ['payer', '/deposit-addresses', 'currency', { customer: 'one' }],
        ['payer', `/checkouts/${id}/invoice`, 'email', { currency: 'LTC' }],
        ['payer', `/checkouts/${id}/invoice`, 'currency', {}],
        ['payer', `/checkouts/${id}/invoice`, 'replaces', { currency: 'LTC' }],
        ['payer', `/checkouts/${id}/transfer`, 'invoice', { state: 'asked', transfer: null }],
        ['payer', `/checkouts/${id}/transfer`, 'wallet', { state: 'asked', transfer: null, invoice }],
        ['payer', `/checkouts/${id}/transfer`, 'transaction', { state: 'sent', transfer: 1, invoice }],
        ['payer', `/checkouts/${id}/refund`, 'email', refund],
        ['payer', `/checkouts/${id}/refund`, 'address', { ...refund, address: undefined }],
        ['payer', `/checkouts/${id}/refund`, 'claimKey', refund],
        ['staff', `${payment}/settle`, 'note', settle],
        ['staff', `${payment}/note`, 'note', {}],
        ['staff', `${payment}/refunds`, 'address', { ...refund, address: undefined }],
        ['staff', `${payment}/decide-refund`, 'note', { refund: 'x', decision: 'declined' }],
        ['staff', `${payment}/decide-refund`, 'refund', { note: 'x', decision: 'declined' }],
        ['staff', '/payouts', 'proposal', {}],
        ['staff', '/payouts/x/approve', 'approval', {}],
        ['staff', '/payouts/x/decline', 'reason', {}],
        ['staff', '/payouts/x/resolve', 'candidate', { outcome: 'sent' }],
      ];
    const property = fc.asyncProperty(fc.constantFrom(...bodies), unsafeText, async (one, text) => {
      const [who, path, field, rest] = one;
      const body = { ...rest, [field]: text };
      const response = await (who === 'staff'
        ? staff.call('POST', path, body)
        : call('POST', path, { body }));
      const { code, detail = '' } = await problemOf(response);
      assert.deepEqual([response.status, code], [400, 'invalid_request'], path);
      assert.match(detail, new RegExp(`^${field} contains .+\\. Remove it\\.$`));
    });
    await fc.assert(property, { numRuns: 150 });
    await assertStoreIsFine(environment);
  });

  it('is refused in a filter of the lists', async (t) => {
    const { environment } = await startWithInvoice(t);
    const staff = signIn(environment);
    const lists = fc.constantFrom(
      ...(['search', 'state', 'currency', 'from', 'minAmount', 'cursor'] as const).map(
        (name) => ['/payments', name] as const,
      ),
      ...(['/attention', '/audit', '/payouts'] as const).map((path) => [path, 'cursor'] as const),
      ['/statistics', 'from'] as const,
    );
    const property = fc.asyncProperty(lists, unsafeText, async ([path, name], text) => {
      // A query is UTF-8, which has no halves of characters.
      if (/\p{Cs}/u.test(text)) return;
      const response = await staff.call('GET', `${path}?${new URLSearchParams({ [name]: text }).toString()}`);
      const { detail = '' } = await problemOf(response);
      assert.equal(response.status, 400);
      assert.match(detail, new RegExp(`^${name} contains `));
    });
    await fc.assert(property, { numRuns: 60 });
    await assertStoreIsFine(environment);
  });

  it('names nothing in a path', async (t) => {
    const { environment, id } = await startWithInvoice(t);
    const { call } = environment;
    const staff = signIn(environment);
    const paths = fc.constantFrom(
      ...(['/checkouts/:id', '/checkouts/:id/events', '/pay/:id', '/form/:id'] as const).map(
        (path) => ['GET', path, null] as const,
      ),
      ...(['cancel', 'invoice', 'refund', 'transfer'] as const).map(
        (path) => ['POST', `/checkouts/:id/${path}`, null] as const,
      ),
      ...(['/payments/:id', '/payments/:id/note', '/payments/:id/cancel', '/events/:id/resend'] as const).map(
        (path) => [path === '/payments/:id' ? 'GET' : 'POST', path, staff] as const,
      ),
      ...(['take-back', 'decline', 'resolve'] as const).map(
        (path) => ['POST', `/payouts/:id/${path}`, staff] as const,
      ),
    );
    const body = {
      ...{ note: 'x', reason: 'x', outcome: 'not_sent', currency: 'BTC' },
      ...{ invoice: 1, address: ADDRESS, amount: '1' },
    };
    const property = fc.asyncProperty(paths, unsafeText, async ([method, path, session], text) => {
      const segment = encodeURIComponent(`${id}${text}`.replaceAll(/\p{Cs}/gu, '\ufffd'));
      const filled = path.replace(':id', segment);
      const status = await statusOf(
        session
          ? session.call(method, filled, method === 'POST' ? body : undefined)
          : call(method, filled, { body }),
      );
      assert.match(String(status), /^(400|404)$/, filled);
    });
    await fc.assert(property, { numRuns: 100 });
    await assertStoreIsFine(environment);
  });

  it('is refused in a token that the shop signed with any library', async (t) => {
    const { environment } = await startWithInvoice(t);
    const { call } = environment;
    const names = ['sub', 'description', 'email', 'return_url', 'fail_url'] as const;
    const property = fc.asyncProperty(fc.constantFrom(...names), unsafeText, async (name, text) => {
      const claims = { sub: 'A-2', amount: '49.00', currency: 'EUR', [name]: text };
      const order = await signed(claims, 'order+jwt');
      const opened = await call('POST', '/checkouts', { body: { order } });
      assert.deepEqual([opened.status, (await problemOf(opened)).code], [400, 'invalid_request']);
      assert.match(environment.logLines.join('\n'), /order\.\w+ contains .+ on one line/);
      assert.equal(await statusOf(call('GET', `/pay/${order}`)), 404);
      const customer = await signed({ sub: text }, 'customer+jwt');
      const body = { customer, currency: 'BTC' };
      assert.equal(await statusOf(call('POST', '/deposit-addresses', { body })), 404);
    });
    await fc.assert(property, { numRuns: 40 });
    await assertStoreIsFine(environment);
  });

  it('is ignored in a postback, and refused in a form', async (t) => {
    const { environment } = await startWithInvoice(t);
    const { call, url } = environment;
    const names = ['order_id', 'address', 'txid', 'uuid', 'token'] as const;
    const property = fc.asyncProperty(fc.constantFrom(...names), unsafeText, async (name, text) => {
      assert.equal(await statusOf(call('POST', '/postbacks', { body: { [name]: text } })), 200);
      if (/\p{Cs}/u.test(text)) return;
      const form = new URLSearchParams({ order: text, currency: 'BTC', email: text }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'origin': url };
      assert.equal(await statusOf(call('POST', '/form', { text: form, headers })), 400);
    });
    await fc.assert(property, { numRuns: 40 });
    await assertStoreIsFine(environment);
  });
});

describe('a text in a language that joins letters or is read from the right', () => {
  it('is stored and found as it was written, with its tabs and line breaks', async (t) => {
    const { environment, id } = await startWithInvoice(t);
    const staff = signIn(environment, 'مهدی‌زاده');
    const note = 'می‌خواهم\u200f (A\u200e)\r\n\tक्‍ष 👩‍👩‍👧';
    const { audit } = await staff.post<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}/note`, { note });
    assert.deepEqual(JSON.parse(audit[0]?.after ?? ''), { note });
    assert.equal(audit[0]?.person, 'مهدی‌زاده');
    const order = 'سفارش‌ها\u200f-1';
    await environment.open({ id: order, description: 'دو لیوان‌ها' });
    const found = await staff.get<MerchantPayments>(
      `/payments?${new URLSearchParams({ search: order }).toString()}`,
    );
    assert.deepEqual(
      found.payments.map((payment) => payment.order.id),
      [order],
    );
  });
});

describe('a text of the payment service with such a character', () => {
  it('hides no payment, and reaches no page', async (t) => {
    const environment = await startTampered(t);
    const { id } = await environment.open();
    const { id: uuid } = invoiceOf(await environment.choose(id));
    environment.tamper = async (_, forward) =>
      withResult(await forward(), (result) =>
        result.map((invoice) => ({
          ...invoice,
          tx_list: ['f00d\0\ud800\u202e'],
          user_email: '\0',
          phone: '\ud800',
        })),
      );
    await environment.control('payments', { uuid });
    const { invoice } = await environment.becomes(id, 'paid');
    assert.deepEqual(invoice?.transactions, ['f00d\ufffd\ufffd\ufffd']);
    assert.equal((await json<{ status: string }>(await environment.call('GET', '/readyz'))).status, 'ready');
  });
});
