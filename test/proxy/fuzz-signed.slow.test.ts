import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { OrderError } from '../../src/proxy/domain/order.js';
import { parseEvent } from '../../src/protocol/parse-event.js';
import {
  CustomerTokenError,
  OrderTokenError,
  verifyCustomerToken,
  verifyOrderToken,
} from '../../src/proxy/domain/shop-tokens.js';
import { signedInvoiceIds } from '../../src/proxy/domain/postback.js';
import { signWebhook, verifyWebhook, WebhookError } from '../../src/proxy/webhooks.js';
import { mutatedJson, mutatedText } from '../faults/mutations.js';
import { assertUnpolluted, wholeText } from '../faults/parser-properties.js';
import { exampleEvent, SECRET } from './webhook-receiver.js';
import { orderToken, SECRETS } from './test-environment.js';

const KEY = new TextEncoder().encode(SECRETS.orderSecret);
const NOW_MS = Date.UTC(2026, 10, 21, 10);
const PAYER = 'payer.of.the.fuzz@shop.example';
const CLAIMS = {
  sub: 'A-1',
  amount: '49.00',
  currency: 'EUR',
  description: 'Two mugs',
  email: PAYER,
  email_required: true,
  offers: ['BTC', 'USDT_TRC20'],
  lifetime: { hours: 1, minutes: 30 },
  return_url: 'https://shop.example/thanks',
  fail_url: 'https://shop.example/again',
  iat: NOW_MS / 1000,
  exp: NOW_MS / 1000 + 3600,
};

/** Signed with the secret of the shop, with any content. */
function signedJwt(payload: string, header: string): string {
  const encoded = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`;
  return `${encoded}.${createHmac('sha256', KEY).update(encoded).digest('base64url')}`;
}

async function tried(
  work: Promise<unknown>,
  kinds: readonly (new (...args: never[]) => Error)[],
): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    assert.ok(
      kinds.some((kind) => error instanceof kind),
      wholeText(error).slice(0, 1_000),
    );
    const said = wholeText(error);
    for (const secret of [SECRETS.orderSecret, SECRET, PAYER])
      assert.ok(!said.includes(secret), said.slice(0, 500));
    return null;
  } finally {
    assertUnpolluted();
  }
}

const HEADER = '{"alg":"HS256","typ":"JWT"}';

describe('content that is signed with the secret of the shop', () => {
  it('is an order, or refused as an OrderTokenError or an OrderError', async () => {
    const good = await verifyOrderToken(signedJwt(JSON.stringify(CLAIMS), HEADER), [KEY], NOW_MS);
    assert.equal(good.terms.amount, '49.00');
    const property = fc.asyncProperty(mutatedJson(CLAIMS), async (payload) => {
      const work = verifyOrderToken(signedJwt(payload, HEADER), [KEY], NOW_MS);
      const order = await tried(work, [OrderTokenError, OrderError]);
      if (order === null) return;
      const { terms, issuedAtMs } = await work;
      assert.match(terms.amount, /^\d{1,200}(\.\d{1,200})?$/);
      assert.ok(Number.isSafeInteger(issuedAtMs), `issued at ${issuedAtMs}`);
    });
    await fc.assert(property, { numRuns: 1_000 });
  });

  it('is an order with a valid time', async () => {
    for (const iat of [1e308, 1e17, NOW_MS, -1e300, -1]) {
      const token = signedJwt(JSON.stringify({ ...CLAIMS, iat }), HEADER);
      await assert.rejects(verifyOrderToken(token, [KEY], NOW_MS), {
        name: 'OrderError',
        message: /^order token iat is invalid .*\. Use the seconds since 1970/,
      });
    }
  });

  it('is a customer, or refused as a CustomerTokenError', async () => {
    const typ = '{"alg":"HS256","typ":"customer+jwt"}';
    const { sub, iat, exp } = CLAIMS;
    assert.equal(
      await verifyCustomerToken(signedJwt(JSON.stringify({ sub, iat, exp }), typ), [KEY], NOW_MS),
      'A-1',
    );
    const payloads = fc.tuple(mutatedJson({ sub, iat, exp }), fc.constantFrom(typ, HEADER));
    const property = fc.asyncProperty(payloads, async ([payload, header]) => {
      const customer = await tried(verifyCustomerToken(signedJwt(payload, header), [KEY], NOW_MS), [
        CustomerTokenError,
      ]);
      if (customer !== null) assert.match(String(customer), /^[^\p{Cc}]{1,200}$/u);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  it('is refused under any other header: no algorithm of the sender, no key of the sender', async () => {
    const jwk = { kty: 'oct', k: Buffer.from(KEY).toString('base64url') };
    const header = {
      alg: 'HS256',
      typ: 'JWT',
      kid: '../key',
      crit: ['b64'],
      b64: false,
      jwk,
      jku: 'https://evil.example',
    };
    const property = fc.asyncProperty(mutatedJson(header), async (text) => {
      await tried(verifyOrderToken(signedJwt(JSON.stringify(CLAIMS), text), [KEY], NOW_MS), [
        OrderTokenError,
      ]);
    });
    await fc.assert(property, { numRuns: 500 });
    for (const alg of ['none', 'None', 'HS384', 'HS512', 'RS256', 'dir']) {
      const token = signedJwt(JSON.stringify(CLAIMS), JSON.stringify({ alg }));
      await assert.rejects(verifyOrderToken(token, [KEY], NOW_MS), OrderTokenError, alg);
    }
  });

  it('is a list of invoice ids in a postback, or ignored', async () => {
    const property = fc.asyncProperty(
      mutatedJson({ ...CLAIMS, invoice_id: 'INV-ABCD1234' }),
      async (payload) => {
        for (const id of await signedInvoiceIds(signedJwt(payload, HEADER), [KEY], NOW_MS))
          assert.match(id, /^INV-[A-Za-z0-9]{8}$/);
        assertUnpolluted();
      },
    );
    await fc.assert(property, { numRuns: 400 });
  });
});

describe('any text in place of a token', () => {
  it('is refused by its own error unless the shop has signed it', async () => {
    const token = await orderToken();
    const [head = '', body = '', signature = ''] = token.split('.');
    const unsigned = await new SignJWT({ ...CLAIMS })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new Uint8Array(32));
    const examples = [
      token,
      unsigned,
      `${head}.${body}.`,
      `${head}..${signature}`,
      '..',
      `${body}.${head}.${signature}`,
    ];
    const property = fc.asyncProperty(mutatedText(...examples), async (text) => {
      if (text === token) return;
      assert.equal(await tried(verifyOrderToken(text, [KEY], NOW_MS), [OrderTokenError]), null);
      assert.equal(await tried(verifyCustomerToken(text, [KEY], NOW_MS), [CustomerTokenError]), null);
      assert.equal((await signedInvoiceIds(text, [KEY], NOW_MS)).size, 0);
    });
    await fc.assert(property, { numRuns: 500 });
  });
});

describe('any request to the webhook of the shop', () => {
  const bytesOf = Buffer.from(SECRET.replace('whsec_', ''), 'base64');

  it('is an event if the proxy has signed it, or refused as a WebhookError', async () => {
    const count = { taken: 0, refused: 0 };
    const property = fc.asyncProperty(mutatedJson(exampleEvent), async (body) => {
      const seconds = String(Math.floor(Date.now() / 1000));
      const mac = createHmac('sha256', bytesOf).update(`evt_1.${seconds}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${mac}`,
      };
      const event = await tried(verifyWebhook({ headers, body }, { secrets: [SECRET] }), [WebhookError]);
      count[event === null ? 'refused' : 'taken'] += 1;
      if (event !== null) assert.deepEqual(parseEvent(JSON.stringify(event)), event);
    });
    await fc.assert(property, { numRuns: 600 });
    assert.ok(count.taken > 5 && count.refused > 50, JSON.stringify(count));
  });

  it('is refused as a WebhookError under other headers', async () => {
    const signed = await signWebhook(exampleEvent, SECRET);
    const names = fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature');
    const value = mutatedText(...Object.values(signed.headers), 'v1,', `${'v1,x '.repeat(10_000)}`);
    const property = fc.asyncProperty(names, value, async (name, text) => {
      const headers = { ...signed.headers, [name]: text };
      if (text === signed.headers[name]) return;
      const event = await tried(verifyWebhook({ ...signed, headers }, { secrets: [SECRET] }), [WebhookError]);
      // Text before a signature of ours is another signature.
      if (event !== null) assert.equal(name, 'webhook-signature');
    });
    await fc.assert(property, { numRuns: 500 });
  });
});
