import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import { signingKey } from '../../src/proxy/domain/jwt.js';
import { createOrderToken, verifyOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import type { Order } from '../../src/proxy/domain/order.js';

const secret = 'first-secret-0123456789abcdef-0123456789';
const other = 'other-secret-0123456789abcdef-0123456789';
const keys = [signingKey(secret, 'secret')];
const NOW_MS = Date.UTC(2026, 0, 1);
const clock = { nowMs: () => NOW_MS };
const order: Order = { id: 'A-1', amount: '49.00', currency: 'EUR' };

const DAY_SECONDS = 24 * 3600;

describe('an order token', () => {
  it('carries the whole order', async () => {
    const full: Order = {
      ...order,
      description: 'The morning set',
      email: 'payer@shop.example',
      emailRequired: true,
      offers: ['BTC', 'USDT_TRC20'],
      lifetime: { hours: 1, minutes: 5 },
      returnUrl: 'https://shop.example/done',
      failUrl: 'https://shop.example/failed',
    };
    const token = await createOrderToken(full, { secret, clock });
    const { terms, issuedAtMs } = await verifyOrderToken(token, keys, NOW_MS);
    assert.deepEqual(terms, full);
    assert.equal(issuedAtMs, NOW_MS);
  });

  it('uses the standard names of a JWT, so that a shop in any language can create one', async () => {
    const token = await new SignJWT({
      amount: '5',
      currency: 'USD',
      email_required: true,
      return_url: 'https://a.example/',
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('B-2')
      .setIssuedAt(new Date(NOW_MS))
      .setExpirationTime(new Date(NOW_MS + 60_000))
      .sign(signingKey(secret, 'secret'));
    const { terms } = await verifyOrderToken(token, keys, NOW_MS);
    assert.equal(terms.id, 'B-2');
    assert.equal(terms.emailRequired, true);
    assert.equal(terms.returnUrl, 'https://a.example/');
  });

  it('is refused if a single character was changed', async () => {
    const token = await createOrderToken(order, { secret, clock });
    const [header = '', payload = '', signature = ''] = token.split('.');
    const cheaper = Buffer.from(payload, 'base64url').toString().replace('49.00', '00.01');
    const forged = [header, Buffer.from(cheaper).toString('base64url'), signature].join('.');
    await assert.rejects(verifyOrderToken(forged, keys, NOW_MS), { code: 'invalid' });
  });

  it('is refused if it is not signed at all', async () => {
    const [, payload] = (await createOrderToken(order, { secret, clock })).split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    await assert.rejects(verifyOrderToken(`${header}.${payload}.`, keys, NOW_MS), { code: 'invalid' });
  });

  it('is refused if another secret signed it', async () => {
    const token = await createOrderToken(order, { secret: other, clock });
    await assert.rejects(verifyOrderToken(token, keys, NOW_MS), { code: 'invalid' });
  });

  it('is accepted with both secrets while one replaces the other', async () => {
    const both = [signingKey(other, 'new'), signingKey(secret, 'old')];
    for (const signer of [secret, other]) {
      const token = await createOrderToken(order, { secret: signer, clock });
      assert.equal((await verifyOrderToken(token, both, NOW_MS)).terms.id, 'A-1');
    }
  });

  it('expires at its time', async () => {
    const token = await createOrderToken(order, { secret, clock, expiresInSeconds: 60 });
    await verifyOrderToken(token, keys, NOW_MS + 59_000);
    await assert.rejects(verifyOrderToken(token, keys, NOW_MS + 61_000), { code: 'expired' });
  });

  it('expires 31 days after it was issued at the latest, or after the days that the proxy allows', async () => {
    const token = await createOrderToken(order, { secret, clock, expiresInSeconds: 365 * DAY_SECONDS });
    const at = (days: number, maxAgeDays?: number) =>
      verifyOrderToken(
        token,
        keys,
        NOW_MS + days * DAY_SECONDS * 1000,
        maxAgeDays && maxAgeDays * DAY_SECONDS * 1000,
      );
    assert.equal((await at(30.9)).expiresAtMs, NOW_MS + 31 * DAY_SECONDS * 1000);
    await assert.rejects(at(31), { code: 'expired' });
    await at(99, 100);
    await assert.rejects(at(2, 2), { code: 'expired' });
  });

  it('is refused without a time, which would make it valid forever', async () => {
    const token = await new SignJWT({ amount: '5', currency: 'USD' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('A-1')
      .setIssuedAt(new Date(NOW_MS))
      .sign(signingKey(secret, 'secret'));
    await assert.rejects(verifyOrderToken(token, keys, NOW_MS), {
      code: 'invalid',
      message:
        /^order token exp is invalid \(missing\)\. Set sub to the order id, and iat and exp in seconds\.$/,
    });
  });

  it('is not created with a short secret, and the error does not reveal it', async () => {
    await assert.rejects(createOrderToken(order, { secret: 'tooshort' }), (error: Error) => {
      assert.match(error.message, /secret has 8 bytes\. Use at least 32/);
      assert.doesNotMatch(error.message, /tooshort/);
      return true;
    });
  });

  it('is not created with an empty secret, as from a variable that is not set', async () => {
    await assert.rejects(createOrderToken(order, { secret: '' }), {
      message: 'secret is empty. Set the variable that holds it, for example with node --env-file=.env.',
    });
  });

  const wrong: readonly (readonly [string, Partial<Order>, RegExp])[] = [
    [
      'an amount in exponent form',
      { amount: '1e3' },
      /order\.amount is invalid \("1e3"\)\. Pass an exact decimal string/,
    ],
    ['nothing to pay', { amount: '0.00' }, /above zero/],
    ['a negative amount', { amount: '-1' }, /amount is invalid \("-1"\)/],
    [
      'a currency that the service does not know',
      { currency: 'CHF' },
      /currency is unknown \("CHF"\)\. Use USD/,
    ],
    ['no id', { id: '' }, /order\.id is invalid/],
    ['an invalid email address', { email: 'invalid' }, /email is not an email address/],
    ['a script for a link', { returnUrl: 'javascript:alert(1)' }, /returnUrl is not a URL/],
    ['no time to pay', { lifetime: { minutes: 0 } }, /lifetime is invalid \(\{ hours: 0, minutes: 0 \}\)/],
    ['no currency to pay in', { offers: [] }, /offers is empty/],
  ];
  for (const [name, change, message] of wrong) {
    it(`is not created for ${name}`, () =>
      assert.rejects(createOrderToken({ ...order, ...change }, { secret }), { message }));
  }
});
