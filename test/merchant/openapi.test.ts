import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createMerchantSession, createPayoutApproval, createPayoutProposal } from '../../src/proxy/server.js';
import { MERCHANT_SCOPES } from '../../src/protocol/index.js';
import type { MerchantPaymentDetails, Payout } from '../../src/protocol/index.js';
import { ROUTES } from '../../src/proxy/http/routes.js';
import { answered, api, check, codes, codesOf, schemas, UNKNOWN } from '../proxy/openapi-client.js';
import { described } from '../proxy/openapi-validator.js';
import { CANCEL, invoiceOf, json, startEnvironment } from '../proxy/test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment, TestOptions } from '../proxy/test-environment.js';
import { ADDRESS, PAYOUT_SECRET, startPayouts } from '../payouts/payout-fixture.js';
import { MERCHANT_SECRET, signIn, startMerchant } from './staff.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const STAFF = ROUTES.filter(({ caller }) => caller === 'staff');
const DAYS = '?from=2026-11-01&to=2026-11-02';

/** Calls that are checked against the description. */
function callsOf(environment: TestEnvironment, scopes?: readonly [], person = 'Maja Lind') {
  const staff = signIn(environment, person, scopes);
  const send = async (method: string, path: string, body?: object) =>
    check(method, `/merchant${path}`, await staff.call(method, path, body));
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: object = {}) => send('POST', path, body),
  };
}

/** Every path, with something in place of its id. */
const everyCall = (environment: TestEnvironment, scopes?: readonly []) => {
  const { get, post } = callsOf(environment, scopes);
  return STAFF.map(({ method, path }) => {
    const place = path.replace('/merchant', '').replace(':id', UNKNOWN);
    return method === 'GET' ? get(place) : post(place);
  });
};

const note = { note: 'The customer called', reason: 'Wrong account' };

it('the description says which id a path takes, and which days are required', () => {
  const parametersOf = (path: string) => api.paths[path]?.['get']?.parameters ?? [];
  const id = parametersOf('/merchant/payments/{id}').find(({ name }) => name === 'id');
  assert.equal(id?.description, 'The `paymentId` of the payment.');
  const days = parametersOf('/merchant/statistics').filter((one) => one.in === 'query' && one.required);
  assert.deepEqual(
    days.map(({ name }) => name),
    ['from', 'to'],
  );
});

describe('every response to the staff matches its description', { concurrency: 4 }, () => {
  it('of a payment with a surplus, an undelivered event, and an account', async (t) => {
    const environment = await startMerchant(t, {
      proxy: { onEvent: () => Promise.reject(new Error('the shop is down')) },
    });
    const { id } = await environment.open();
    const { id: uuid, amount } = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid, amount: String(Number(amount) + 2.5) });
    await environment.becomes(id, 'overpaid');
    const { get, post } = callsOf(environment);
    await (await get('/events')).body?.cancel();
    const ofDays = ['statistics', 'books', 'books/summary', 'reconciliation'].map(
      (name) => `/${name}${DAYS}`,
    );
    for (const path of ['/session', '/payments', '/attention', '/balances', ...ofDays])
      assert.equal((await get(path)).status, 200);
    const { events } = await json<MerchantPaymentDetails>(await get(`/payments/${paymentIdOf(id)}`));
    const settle = { invoice: 1, about: 'owed', decision: 'accepted', amount: '2.5' };
    assert.equal((await post(`/payments/${paymentIdOf(id)}/settle`, settle)).status, 200);
    assert.deepEqual(await codes([post(`/payments/${paymentIdOf(id)}/settle`, settle)]), ['record_changed']);
    assert.equal((await post(`/payments/${paymentIdOf(id)}/note`, note)).status, 200);
    assert.equal((await post(`/events/${events[0]?.id}/resend`)).status, 200);
    assert.equal((await get('/audit')).status, 200);
    assert.deepEqual(await codes([post(`/payments/${paymentIdOf(id)}/cancel`)]), ['checkout_closed']);
  });

  it('of a cancellation, and of one that is not possible', async (t) => {
    const environment = await startMerchant(t);
    const { post } = callsOf(environment);
    const [first, second, third] = [
      await environment.open(),
      await environment.open({ id: 'A-2' }),
      await environment.open({ id: 'A-3' }),
    ];
    for (const { id } of [first, second, third]) await environment.choose(id);
    assert.equal((await post(`/payments/${paymentIdOf(first.id)}/cancel`)).status, 200);
    await environment.control('faults', { kind: 'unauthorized', endpoint: CANCEL, times: 1 });
    assert.deepEqual(await codes([post(`/payments/${paymentIdOf(second.id)}/cancel`)]), ['service_refused']);
    const { id: uuid } = invoiceOf(await environment.get(third.id));
    await environment.control('payments', { uuid, confirm: false });
    await environment.becomes(third.id, 'detected');
    assert.deepEqual(await codes([post(`/payments/${paymentIdOf(third.id)}/cancel`)]), [
      'payment_in_progress',
    ]);
  });

  it('of payouts, from the proposal to the end', async (t) => {
    const { environment, propose, process, store } = await startPayouts(t);
    const { clock } = environment.sandbox;
    const [maja, jon] = [callsOf(environment), callsOf(environment, undefined, 'Jon Berg')];
    const options = { secret: PAYOUT_SECRET, clock };
    const content = { currency: 'USDT_TRC20', amount: '1', address: ADDRESS } as const;
    const proposal = await createPayoutProposal({ person: 'Maja Lind', ...content }, options);
    const { id, digest } = await json<Payout>(await maja.post('/payouts', { proposal }));
    assert.deepEqual(await codes([maja.post('/payouts', { proposal })]), ['record_changed']);
    const approvalOf = (person: string) => createPayoutApproval({ person, digest }, options);
    const own = { approval: await approvalOf('Maja Lind') };
    const alone = [maja.post(`/payouts/${id}/approve`, own), maja.post(`/payouts/${id}/decline`, note)];
    assert.deepEqual(await codes(alone), Array(2).fill('second_person_required'));
    const approval = await approvalOf('Jon Berg');
    assert.equal((await jon.post(`/payouts/${id}/approve`, { approval })).status, 200);
    assert.deepEqual(await codes([jon.post(`/payouts/${UNKNOWN}/approve`, { approval })]), [
      'record_not_found',
    ]);
    const late = ['approve', 'decline', 'take-back', 'resolve'].map((path) =>
      jon.post(`/payouts/${id}/${path}`, { approval, ...note, outcome: 'not_sent' }),
    );
    assert.deepEqual(await codes(late), Array(4).fill('record_changed'));
    await (await process()).runOnce();
    const [declined, takenBack, lost] = [await propose(), await propose(), await propose()];
    assert.equal((await jon.post(`/payouts/${declined.id}/decline`, note)).status, 200);
    assert.equal((await maja.post(`/payouts/${takenBack.id}/take-back`)).status, 200);
    await store.db.updateTable('payouts').set({ state: 'unknown' }).where('id', '=', lost.id).execute();
    assert.equal((await jon.post(`/payouts/${lost.id}/resolve`, { outcome: 'not_sent' })).status, 200);
    assert.equal((await jon.get('/payouts')).status, 200);
    await Promise.all(Array.from({ length: 50 }, () => propose()));
    const beyond = await createPayoutProposal({ person: 'Maja Lind', ...content }, options);
    assert.deepEqual(await codes([maja.post('/payouts', { proposal: beyond })]), ['too_many_proposals']);
  });

  it('of a refund of the shop, from its creation to its payout', async (t) => {
    const { environment, propose } = await startPayouts(t);
    const { id } = await environment.open({ id: 'A-7' });
    const { id: uuid } = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid });
    await environment.becomes(id, 'paid');
    const { post } = callsOf(environment);
    const target = { invoice: 1, address: ADDRESS };
    const tooMuch = post(`/payments/${paymentIdOf(id)}/refunds`, { ...target, amount: '1000000' });
    assert.deepEqual(await codes([tooMuch]), ['refund_unavailable']);
    const unconfirmed = post(`/payments/${paymentIdOf(id)}/refunds`, { ...target, amount: '1' });
    assert.deepEqual(await codes([unconfirmed]), ['confirmation_required']);
    const created = await post(`/payments/${paymentIdOf(id)}/refunds`, {
      ...{ ...target, amount: '1' },
      includesPayment: true,
    });
    assert.equal(created.status, 201);
    const { refunds } = await json<MerchantPaymentDetails>(created);
    const [refund] = refunds;
    const decide = (change: object) =>
      post(`/payments/${paymentIdOf(id)}/decide-refund`, {
        refund: refund?.id,
        decision: 'checked',
        ...note,
        ...change,
      });
    assert.deepEqual(await codes([decide({}), decide({ refund: 'unknown' })]), [
      'record_changed',
      'record_not_found',
    ]);
    assert.equal((await decide({ decision: 'declined' })).status, 200);
    const { clock } = environment.sandbox;
    const asked = await environment.open({ id: 'A-8' });
    const { id: other, amount } = invoiceOf(await environment.choose(asked.id));
    await environment.control('payments', { uuid: other, amount: String(Number(amount) + 1) });
    await environment.becomes(asked.id, 'overpaid');
    const ask = { ...target, amount: '1' };
    await environment.call('POST', `/checkouts/${asked.id}/refund`, { body: ask });
    const details = await signIn(environment).get<MerchantPaymentDetails>(
      `/payments/${paymentIdOf(asked.id)}`,
    );
    const proposalOf = (refundId: string, sum = '1') =>
      createPayoutProposal(
        {
          ...{ person: 'Maja Lind', currency: 'USDT_TRC20', amount: sum, address: ADDRESS },
          refund: { payment: paymentIdOf(asked.id), id: refundId },
        },
        { secret: PAYOUT_SECRET, clock },
      );
    const unproven = details.refunds[0]?.id ?? '';
    const proposals = [await proposalOf(unproven), await proposalOf('unknown')];
    assert.deepEqual(await codes(proposals.map((proposal) => post('/payouts', { proposal }))), [
      'check_required',
      'record_not_found',
    ]);
    const checked = { refund: unproven, decision: 'checked', ...note };
    await post(`/payments/${paymentIdOf(asked.id)}/decide-refund`, checked);
    assert.deepEqual(await codes([post('/payouts', { proposal: await proposalOf(unproven, '2') })]), [
      'refund_unavailable',
    ]);
    assert.equal(
      (await propose({ refund: { payment: paymentIdOf(asked.id), id: unproven }, amount: '1' })).state,
      'proposed',
    );
  });

  it('of a service that refuses, or is unavailable', async (t) => {
    const environment = await startMerchant(t, { isIdle: true });
    const { get, post } = callsOf(environment);
    const { id } = await environment.open();
    await environment.choose(id);
    for (const path of ['/balances', `/statistics${DAYS}`, `/reconciliation${DAYS}`]) {
      await environment.control('faults', { kind: 'unauthorized', times: 1 });
      assert.deepEqual(await codes([get(path)]), ['service_refused']);
    }
    await environment.sandbox.close();
    const read = ['/balances', `/statistics${DAYS}`, `/reconciliation${DAYS}`].map((path) => get(path));
    const calls = [...read, post(`/payments/${paymentIdOf(id)}/cancel`)];
    assert.deepEqual(await codes(calls), Array(4).fill('service_unavailable'));
  });

  it('without a session, without a scope, and without merchant secrets', async (t) => {
    const environment = await startMerchant(t, { isIdle: true });
    await Promise.all(everyCall(environment, []));
    for (const { method, path } of STAFF) {
      const place = path.replace(':id', UNKNOWN);
      await check(method, place, await environment.call(method, place));
    }
    await Promise.all(everyCall(await startEnvironment(t, { isIdle: true })));
  });

  it('of unknown ids and invalid requests', async (t) => {
    const environment = await startMerchant(t, { isIdle: true });
    const { get, post } = callsOf(environment);
    const settle = { invoice: 1, about: 'late', decision: 'accepted', amount: '0' };
    assert.deepEqual(
      await codes([
        get(`/payments/${UNKNOWN}`),
        post(`/payments/${UNKNOWN}/settle`, settle),
        post(`/payments/${UNKNOWN}/note`, note),
        post(`/payments/${UNKNOWN}/cancel`),
        post(`/payments/${UNKNOWN}/refunds`, { invoice: 1, address: ADDRESS, amount: '1' }),
        post(`/payments/${UNKNOWN}/decide-refund`, { refund: 'x', decision: 'declined', ...note }),
        post('/events/evt_unknown/resend'),
      ]),
      [...Array<string>(6).fill('checkout_not_found'), 'record_not_found'],
    );
    const choice = { outcome: 'not_sent', candidate: null };
    const unknown = ['decline', 'take-back', 'resolve'].map((path) =>
      post(`/payouts/${UNKNOWN}/${path}`, { ...choice, ...note }),
    );
    assert.deepEqual(await codes(unknown), Array(3).fill('record_not_found'));
    for (const path of ['/payments', '/attention', '/audit', '/payouts'])
      assert.deepEqual(await codes([get(`${path}?cursor=x`)]), ['invalid_request']);
    for (const path of ['/statistics', '/books', '/books/summary', '/reconciliation'])
      assert.deepEqual(await codes([get(path)]), ['invalid_request']);
    for (const { path, method, request } of STAFF)
      if (method === 'POST') await assertFields(environment, path, request);
  });

  async function assertFields(environment: TestEnvironment, path: string, request = ''): Promise<void> {
    const place = path.replace(':id', UNKNOWN);
    const session = await createMerchantSession(
      { person: 'Maja Lind', scopes: MERCHANT_SCOPES },
      { secret: MERCHANT_SECRET },
    );
    const call = async (options: { body?: unknown; text?: string; headers?: Record<string, string> }) => {
      const headers = { authorization: `Bearer ${session}`, ...options.headers };
      return check('POST', place, await environment.call('POST', place, { ...options, headers }));
    };
    const refused = [
      call({ text: '{' }),
      call({ text: '{}', headers: { 'content-type': 'text/plain' } }),
      call({ text: `{"x":"${'x'.repeat(17_000)}"}` }),
      call({ body: {}, headers: { origin: 'https://other.example' } }),
    ];
    const expected = ['invalid_request', 'unsupported_media_type', 'payload_too_large', 'origin_not_allowed'];
    assert.deepEqual(await codes(refused), expected, path);
    for (const name of schemas[request]?.required ?? []) {
      const body = {
        invoice: 1,
        about: 'late',
        decision: 'accepted',
        amount: '0',
        address: ADDRESS,
        refund: 'unknown',
        ...note,
        [name]: undefined,
      };
      assert.deepEqual(await codes([call({ body })]), ['invalid_request'], `${path} without ${name}`);
    }
  }

  it('of too many requests', async (t) => {
    const limits: TestOptions = {
      isIdle: true,
      proxy: { rateLimits: { requestsPerMinute: 1 } },
    };
    for (const { method, path } of STAFF) {
      const environment = await startMerchant(t, limits);
      const { get, post } = callsOf(environment);
      const place = path.replace('/merchant', '').replace(':id', UNKNOWN);
      const call = () => (method === 'GET' ? get(place) : post(place));
      await until(call, `${path} is limited`, ({ status }) => status === 429);
    }
  });

  it('of a proxy that is shutting down', async (t) => {
    const environment = await startMerchant(t, { isIdle: true });
    await environment.proxy.stop();
    const all = await Promise.all(everyCall(environment));
    assert.ok(all.every(({ status }) => status === 503));
  });

  after(() => {
    const forStaff = [...described(api, codesOf)].filter((line) => line.includes(' /merchant/'));
    const seen = [...answered].filter((line) => line.includes(' /merchant/'));
    assert.deepEqual(seen.sort(), forStaff.sort());
  });
});
