import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { OrderError, parseOrder } from '../../src/proxy/domain/order.js';
import { signingKey } from '../../src/proxy/domain/jwt.js';
import { createOrderToken, verifyOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { problemOf, SECRETS, startEnvironment } from './test-environment.js';

interface Price {
  readonly amount: string;
  readonly currency: string;
}

const key = signingKey(SECRETS.orderSecret, 'secret');
const file = new URL('../../.config/currencies/currencies.json', import.meta.url);
const { fiat } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly fiat: { readonly currencies: readonly { readonly code: string; readonly minorUnits: number }[] };
};

/** As a shop in another language signs it: the price has not been checked before. */
function signedElsewhere({ amount, currency }: Price): Promise<string> {
  return new SignJWT({ sub: 'A-1', amount, currency })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1 day')
    .sign(key);
}

const tooFine: readonly (readonly [string, string, number])[] = [
  ['49.129', 'EUR', 2],
  ['0.001', 'USD', 2],
  ['49.1000000001', 'EUR', 2],
  ['1200.50', 'JPY', 0],
  ['1200.5', 'VND', 0],
  ['150000.125', 'IDR', 2],
];
const right: readonly (readonly [string, string])[] = [
  ['49.10', 'EUR'],
  ['49.1000', 'EUR'],
  ['49', 'EUR'],
  ['0.01', 'USD'],
  ['1200', 'JPY'],
  ['1200.00', 'JPY'],
  ['150000.50', 'IDR'],
];

describe('a price with too many decimals for its currency', () => {
  for (const [amount, currency, decimals] of tooFine) {
    const message = new RegExp(
      `amount "${amount}" has more decimals than ${currency}. Use at most ${decimals}.`,
    );

    it(`is refused for a token: ${amount} ${currency}`, () =>
      assert.rejects(
        createOrderToken({ id: 'A-1', amount, currency }, { secret: SECRETS.orderSecret }),
        (error) => error instanceof OrderError && message.test(error.message),
      ));

    it(`is refused in a token that another language has signed: ${amount} ${currency}`, async () => {
      const token = await signedElsewhere({ amount, currency });
      await assert.rejects(
        verifyOrderToken(token, [key], Date.now()),
        (error) => error instanceof OrderError && message.test(error.message),
      );
    });
  }

  it('opens no checkout, by a token or by the shop’s resolver, and the log names the reason', async (t) => {
    const price = { amount: '49.129', currency: 'EUR' };
    const proxy = { orders: () => ({ id: 'A-1', ...price }) };
    const environment = await startEnvironment(t, { isIdle: true, proxy });
    const open = (order: string) => environment.call('POST', '/checkouts', { body: { order } });
    const said = /has more decimals than EUR\. Use at most 2/;
    assert.equal((await problemOf(await open(await signedElsewhere(price)))).code, 'invalid_request');
    assert.match(environment.logLines.join('\n'), said);
    environment.logLines.length = 0;
    assert.equal((await problemOf(await open('A-1'))).code, 'internal_error');
    assert.match(environment.logLines.join('\n'), said);
    assert.deepEqual(await environment.counts(), {});
  });
});

describe('a price with valid decimals for its currency', () => {
  for (const [amount, currency] of right) {
    it(`is signed and read as it was written: ${amount} ${currency}`, async () => {
      const token = await createOrderToken({ id: 'A-1', amount, currency }, { secret: SECRETS.orderSecret });
      const { terms } = await verifyOrderToken(token, [key], Date.now());
      assert.deepEqual([terms.amount, terms.currency], [amount, currency]);
    });
  }

  it('has at most as many decimals as ISO 4217 gives the currency, except zeros at the end', () => {
    const prices = fc.record({
      of: fc.constantFrom(...fiat.currencies),
      whole: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      decimals: fc.stringMatching(/^\d{0,6}$/),
    });
    fc.assert(
      fc.property(prices, ({ of: { code, minorUnits }, whole, decimals }) => {
        const amount = decimals === '' ? `${whole}` : `${whole}.${decimals}`;
        const isRight = decimals.replace(/0+$/, '').length <= minorUnits;
        const parse = () => parseOrder({ id: 'A-1', amount, currency: code });
        if (isRight) assert.equal(parse().amount, amount);
        else assert.throws(parse, OrderError);
      }),
      { numRuns: 2000 },
    );
  });
});
