import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { MERCHANT_PATHS } from '../../src/protocol/index.js';
import type { MerchantPaymentDetails, MerchantPayments, Payouts } from '../../src/protocol/index.js';
import { createCustomerToken, createPaymentLink } from '../../src/proxy/server.js';
import { BROWSER, KEY, startRefunds } from '../payouts/refund-fixture.js';
import { OTHER_ADDRESS, payoutStaff } from '../payouts/payout-fixture.js';
import { json, openPaid, orderToken, SECRETS } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { signIn, startMerchant } from './staff.js';

/** A shop with payments, refunds, payouts, deposits and undelivered events, and all that its staff have received. */
async function startRecordedShop(t: TestContext) {
  const shop = await startRefunds(t, 'on', {
    onEvent: () => Promise.reject(new Error('the shop is down')),
    publicUrl: 'https://shop.example/crypto-checkout',
  });
  const { environment, process } = shop;
  const { call, open, choose, control } = environment;
  const { secrets, customer } = await payerSecrets();

  // An order that nobody has paid, one that waits for its payer, and a deposit.
  const unpaid = await open({ id: 'A-2' });
  const waiting = await open({ id: 'A-3' });
  await choose(waiting.id);
  const deposited = await call('POST', '/deposit-addresses', { body: { customer, currency: 'BTC' } });
  const { address } = await json<{ readonly address: string }>(deposited);
  await control('payments', { address, amount: '0.01' });

  const checkouts = [shop.id, unpaid.id, waiting.id];
  const received: string[] = [];
  const requested = new Set<string>();
  const recording: typeof call = async (method, path, options) => {
    const response = await call(method, path, options);
    requested.add(`${method} ${path.replace(/\?.*/, '')}`);
    const headers = JSON.stringify([...response.headers]);
    const isStream = path === MERCHANT_PATHS.events;
    received.push(
      `${method} ${path}\n${headers}\n${isStream ? await firstOf(response) : await response.clone().text()}`,
    );
    return response;
  };
  const staff = payoutStaff({ ...environment, call: recording });
  return { ...shop, ...staff, process, checkouts, secrets, received, requested };
}

/** Texts with which a payer opens something. */
async function payerSecrets() {
  const customer = await createCustomerToken('c-7', { secret: SECRETS.orderSecret });
  const link = await createPaymentLink(
    { id: 'A-1', amount: '50.00', currency: 'EUR' },
    { secret: SECRETS.orderSecret, baseUrl: 'https://shop.example/crypto-checkout' },
  );
  const tokens = [customer, link, await orderToken({ id: 'A-1' })].map((text) => text.split('.')[1] ?? '');
  return { customer, secrets: [...tokens, KEY, BROWSER, '/pay/'] };
}

/** The first message of a stream, which stays open. */
async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? new Uint8Array()).toString();
}

type Shop = Awaited<ReturnType<typeof startRecordedShop>>;

/** Uses every path of the staff. @returns the payments, as the staff know them */
async function useEverything(shop: Shop): Promise<readonly string[]> {
  const { maja, jon, refunds, propose, approve, environment, process } = shop;
  await refunds.asked();
  await maja.get('/session');
  await maja.call('GET', '/events');
  const payments: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page: MerchantPayments = await maja.get(`/payments?limit=1${next && `&cursor=${next}`}`);
    payments.push(...page.payments.map(({ id }) => id));
    next = page.next;
  }
  const { payments: found } = await maja.get<MerchantPayments>('/payments?search=A-1');
  const id = found[0]?.id ?? '';
  const of = async (order: string) =>
    (await maja.get<MerchantPayments>(`/payments?search=${order}`)).payments[0]?.id;
  const payment = await maja.get<MerchantPaymentDetails>(`/payments/${id}`);
  const note = 'She showed the transfer in her wallet';

  const refund = payment.refunds[0];
  assert.ok(refund, 'the payer has asked for money back');
  const link = { payment: id, id: refund.id };
  const declined = await propose({ address: refund.address, amount: '2.5', refund: link });
  await jon.post(`/payouts/${declined.id}/decline`, { reason: note });
  const takenBack = await propose({ address: refund.address, amount: '2.5', refund: link });
  await maja.post(`/payouts/${takenBack.id}/take-back`);
  const paid = await propose({ address: refund.address, amount: '2.5', refund: link });
  await approve(paid);
  await maja.get<Payouts>('/payouts');
  await (await process()).runOnce();
  await until(
    () => refunds.list(),
    'the refund is sent',
    (all) => all[0]?.state === 'sent',
  );

  await maja.post(`/payments/${id}/refunds`, {
    invoice: 1,
    address: OTHER_ADDRESS,
    amount: '1',
    includesPayment: true,
  });
  const created = (await refunds.list()).find(({ state }) => state === 'requested');
  await maja.post(`/payments/${id}/decide-refund`, { refund: created?.id, decision: 'declined', note });
  await maja.post(`/payments/${id}/note`, { note });
  await maja.call('POST', `/payments/${id}/settle`, {
    invoice: 1,
    about: 'owed',
    decision: 'dismissed',
    amount: '0',
    note,
  });
  await maja.post(`/payments/${await of('A-3')}/cancel`);
  const { events } = await maja.get<MerchantPaymentDetails>(`/payments/${id}`);
  await maja.post(`/events/${events[0]?.id}/resend`);
  await maja.post('/events/resend');
  await maja.call('POST', `/payouts/${paid.id}/resolve`, { outcome: 'not_sent', candidate: null });
  for (const path of [
    '/attention',
    '/attention?limit=1',
    '/audit?limit=100',
    '/balances',
    '/payouts?limit=1',
  ])
    await maja.get(path);
  const day = new Date(environment.sandbox.clock.nowMs()).toISOString().slice(0, 10);
  for (const path of ['statistics', 'books', 'books/summary', 'reconciliation'])
    await maja.get(`/${path}?from=${day}&to=${day}`);
  return payments;
}

describe('what the staff receive is no capability of a payer', { concurrency: 2 }, () => {
  it('contains no checkout id, order token, link or key of a browser, whatever the session allows', async (t) => {
    const shop = await startRecordedShop(t);
    const payments = await useEverything(shop);
    assert.equal(new Set(payments).size, 3);

    // Every path of the staff was requested, so a new one has to be added above.
    for (const path of Object.values(MERCHANT_PATHS)) {
      const pattern = new RegExp(`^(GET|POST) ${path.replace(':id', '[\\w-]+')}$`);
      assert.ok(
        [...shop.requested].some((request) => pattern.test(request)),
        `${path} was requested`,
      );
    }
    for (const response of shop.received) {
      const [request, ...rest] = response.split('\n');
      const text = rest.join('\n');
      for (const checkout of shop.checkouts)
        assert.ok(!text.includes(checkout), `${request} contains ${checkout}: ${text}`);
      for (const secret of shop.secrets)
        assert.ok(!text.includes(secret), `${request} contains ${secret}: ${text}`);
    }
  });

  it('opens, changes and cancels nothing for a payer', async (t) => {
    const environment = await startMerchant(t);
    const { id } = await environment.open();
    const staff = signIn(environment, 'Maja Lind', ['payments:read']);
    const { payments } = await staff.get<MerchantPayments>('/payments');
    const payment = payments[0]?.id ?? '';
    for (const path of ['', '/events', '/solana'])
      assert.equal((await environment.call('GET', `/checkouts/${payment}${path}`)).status, 404, path);
    for (const [path, body] of [
      ['cancel', {}],
      ['invoice', { currency: 'BTC' }],
      ['transfer', { state: 'asked', invoice: 'INV-ABCDEFGH' }],
      ['refund', { invoice: 1, address: OTHER_ADDRESS, amount: '1' }],
    ] as const)
      assert.equal(
        (await environment.call('POST', `/checkouts/${payment}/${path}`, { body })).status,
        404,
        path,
      );
    assert.equal((await environment.get(id)).state, 'choosing');
    // Nor do the staff read or find a payment by the payer's id.
    assert.equal((await staff.call('GET', `/payments/${id}`)).status, 404);
    assert.equal((await staff.get<MerchantPayments>(`/payments?search=${id}`)).count, 0);
  });

  it('is what an event names for links to the screens of the staff', async (t) => {
    const environment = await startMerchant(t);
    const id = await openPaid(environment);
    const [event] = await until(
      () => environment.events,
      'the shop is told',
      ({ length }) => length > 0,
    );
    assert.equal(event?.checkout.id, id);
    const staff = signIn(environment, 'Maja Lind', ['payments:read']);
    const payment = await staff.get<MerchantPaymentDetails>(`/payments/${event.checkout.paymentId}`);
    assert.equal(payment.order.id, event.order.id);
  });
});
