import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createCustomerToken,
  createMerchantSession,
  createOrderToken,
  createPaymentLink,
  createPayoutApproval,
  createPayoutProposal,
  OrderError,
} from '../../src/proxy/server.js';
import { startEnvironment } from './test-environment.js';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const order = { id: 'A-1', amount: '49.00', currency: 'EUR' };
const session = { person: 'Maja Lind', scopes: ['payments:read'] } as const;
const payout = {
  person: 'Maja Lind',
  currency: 'USDT_TRC20',
  address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  amount: '12.5',
} as const;
const baseUrl = 'https://shop.example/crypto-checkout';

/** A caller without types, who misspells a name. */
const misspelled = <T extends object>(value: T, extra: object): T => ({ ...value, ...extra });

describe('a misspelled name is refused, since it would have no effect', () => {
  const cases: Readonly<Record<string, readonly [call: () => Promise<unknown>, message: RegExp]>> = {
    'a field of an order': [
      () => createOrderToken(misspelled(order, { offer: ['BTC'] }), { secret }),
      /^order contains an unknown field \("offer"\)\. Did you mean offers\? Pass \{ id, amount, currency, description, /,
    ],
    'a field of an order in a link': [
      () => createPaymentLink(misspelled(order, { return_url: 'https://a.example' }), { secret, baseUrl }),
      /^order contains an unknown field \("return_url"\)\. Did you mean returnUrl\? /,
    ],
    'an option of an order token': [
      () => createOrderToken(order, misspelled({ secret }, { expiresIn: 60 })),
      /^options contains an unknown field \("expiresIn"\)\. Did you mean expiresInSeconds\? Pass \{ secret \}, or /,
    ],
    'an option of a link': [
      () => createPaymentLink(order, misspelled({ secret, baseUrl }, { baseURL: baseUrl })),
      /^options contains an unknown field \("baseURL"\)\. Did you mean baseUrl\? /,
    ],
    'an option of a customer token': [
      () => createCustomerToken('7', misspelled({ secret }, { expires: 60 })),
      /^options contains an unknown field \("expires"\)\. Did you mean expiresInSeconds\? /,
    ],
    'a field of a session': [
      () => createMerchantSession(misspelled(session, { scope: 'all' }), { secret }),
      /^request contains an unknown field \("scope"\)\. Did you mean scopes\? Pass \{ person, scopes \}\.$/,
    ],
    'the validity of a session, beside the person': [
      () => createMerchantSession(misspelled(session, { expiresInSeconds: 60 }), { secret }),
      /^request contains an unknown field \("expiresInSeconds"\)\. Pass \{ person, scopes \}\.$/,
    ],
    'an option of a session': [
      () => createMerchantSession(session, misspelled({ secret }, { expiresIn: 60 })),
      /^options contains an unknown field \("expiresIn"\)\. Did you mean expiresInSeconds\? /,
    ],
    'a field of a proposal': [
      () => createPayoutProposal(misspelled(payout, { refunds: {} }), { secret }),
      /^request contains an unknown field \("refunds"\)\. Did you mean refund\? /,
    ],
    'a field of an approval': [
      () =>
        createPayoutApproval(misspelled({ person: 'Jon Berg', digest: 'a'.repeat(64) }, { id: '1' }), {
          secret,
        }),
      /^request contains an unknown field \("id"\)\. Pass \{ person, digest \}\.$/,
    ],
    'an option of a proposal': [
      () => createPayoutProposal(payout, misspelled({ secret }, { expiresInSeconds: 60 })),
      /^options contains an unknown field \("expiresInSeconds"\)\. Pass \{ secret \}\.$/,
    ],
  };
  for (const [name, [call, message]] of Object.entries(cases))
    it(name, () => assert.rejects(call, { message }));

  it('an order is refused as an OrderError', () =>
    assert.rejects(createOrderToken(misspelled(order, { offer: [] }), { secret }), OrderError));
});

describe('a resolver may return a row of the shop', () => {
  it('with columns of its own, and a column that is probably misspelled is logged once', async (t) => {
    const row = { ...order, status: 'open', offer: ['BTC'], ids: 7, created_at: new Date() };
    const environment = await startEnvironment(t, { proxy: { orders: () => row } });
    for (let index = 0; index < 2; index += 1) {
      const opened = await environment.call('POST', '/checkouts', { body: { order: 'A-1' } });
      assert.ok(opened.ok, await opened.text());
    }
    const warnings = environment.logLines.filter((line) =>
      line.includes('resolver returned an unknown field'),
    );
    assert.equal(warnings.length, 1, warnings.join('\n'));
    assert.match(warnings.join(), /"resolver":"orders","field":"offer","meant":"offers"/);
  });
});
