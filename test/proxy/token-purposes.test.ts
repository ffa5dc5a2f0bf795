import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeProtectedHeader } from 'jose';
import {
  createCustomerToken,
  createOrderToken,
  verifyCustomerToken,
  verifyOrderToken,
} from '../../src/proxy/domain/shop-tokens.js';
import { signedInvoiceIds } from '../../src/proxy/domain/postback.js';

/** One secret for everything: only the purpose of a token keeps it from working for another. */
const SECRET = 'one-secret-for-all-0123456789abcdef-0123456789';
const KEYS = [new TextEncoder().encode(SECRET)];
const NOW_MS = Date.UTC(2026, 0, 1);
const CLOCK = { nowMs: () => NOW_MS };
/** With all fields that the three readers require. */
const CLAIMS = {
  sub: 'ABCD1234',
  amount: '49.00',
  currency: 'EUR',
  id: 'ABCD1234',
  iat: NOW_MS / 1000,
  exp: NOW_MS / 1000 + 300,
};

/** Signed with the secret; `undefined`: without a `typ`. */
function tokenOf(typ: unknown): string {
  const parts = [{ alg: 'HS256', typ }, CLAIMS].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = createHmac('sha256', SECRET).update(parts.join('.')).digest('base64url');
  return [...parts, signature].join('.');
}

/** The purposes for which a token works. */
async function worksFor(token: string): Promise<readonly string[]> {
  const works = (reading: Promise<unknown>) =>
    reading.then(
      () => true,
      () => false,
    );
  const found = {
    order: await works(verifyOrderToken(token, KEYS, NOW_MS)),
    customer: await works(verifyCustomerToken(token, KEYS, NOW_MS)),
    postback: (await signedInvoiceIds(token, KEYS, NOW_MS)).size > 0,
  };
  return Object.entries(found).flatMap(([purpose, isTaken]) => (isTaken ? [purpose] : []));
}

describe('a token of one purpose never works for another, although one secret has signed them all', () => {
  it('a token that names an order is an order token alone', async () => {
    const token = await createOrderToken(
      { id: 'ABCD1234', amount: '49.00', currency: 'EUR' },
      { secret: SECRET, clock: CLOCK },
    );
    assert.equal(decodeProtectedHeader(token).typ, 'order+jwt');
    assert.deepEqual(await worksFor(token), ['order']);
    assert.deepEqual(await worksFor(tokenOf('order+jwt')), ['order']);
  });

  it('a token that names a customer is a customer token alone', async () => {
    const token = await createCustomerToken('ABCD1234', { secret: SECRET, clock: CLOCK });
    assert.deepEqual(await worksFor(token), ['customer']);
    assert.deepEqual(await worksFor(tokenOf('customer+jwt')), ['customer']);
    // The log names the mistake for the shop.
    await assert.rejects(verifyOrderToken(token, KEYS, NOW_MS), {
      code: 'invalid',
      message: /^The order token has the typ of another token\. Set typ to order\+jwt or JWT, or omit it\.$/,
    });
  });

  it('an order token that a shop has created with JWT or without a type stays valid', async () => {
    for (const typ of ['JWT', undefined])
      assert.ok((await worksFor(tokenOf(typ))).includes('order'), String(typ));
  });

  it('a token of any other type is not one of ours; which one the service writes is unknown', async () => {
    for (const typ of ['at+jwt', 'postback+jwt', 'order', 'orders+jwt', 'x/jwt', 'JWT; v=1', ' JWT', ''])
      assert.deepEqual(await worksFor(tokenOf(typ)), ['postback'], typ);
  });

  it('a type that is not text makes a token invalid', async () => {
    for (const typ of [null, 7, true, ['JWT'], { typ: 'JWT' }])
      assert.deepEqual(await worksFor(tokenOf(typ)), [], JSON.stringify(typ));
  });

  it('a type is a media type: letter case means nothing, nor does "application/" (RFC 7515, section 4.1.9)', async () => {
    const spelled = fc
      .tuple(
        fc.constantFrom('jwt', 'order+jwt', 'customer+jwt'),
        fc.boolean(),
        fc.infiniteStream(fc.boolean()),
      )
      .map(([type, isLong, upper]) => {
        const text = isLong ? `application/${type}` : type;
        return { type, typ: [...text].map((c) => (upper.next().value ? c.toUpperCase() : c)).join('') };
      });
    const property = fc.asyncProperty(spelled, async ({ type, typ }) => {
      const works = await worksFor(tokenOf(typ));
      const expected = { 'jwt': ['order', 'postback'], 'order+jwt': ['order'], 'customer+jwt': ['customer'] };
      assert.deepEqual(works, expected[type]);
    });
    await fc.assert(property, { numRuns: 2_000 });
  });
});
