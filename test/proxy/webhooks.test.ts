import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signWebhook, verifyWebhook, WebhookError } from '../../src/proxy/webhooks.js';
import type {
  CheckoutReviewEvent,
  CheckoutEvent,
  SignedRequest,
  WebhookRequest,
  WebhookTestEvent,
} from '../../src/proxy/webhooks.js';
import { webhookTransport } from '../../src/proxy/delivery/transport.js';
import { exampleEvent, OTHER_SECRET, SECRET } from './webhook-receiver.js';
import { caipIds } from '../../src/payment/index.js';
import { anyCharacter } from '../any-character.js';

const secrets = [SECRET];
const refused = (request: Request | WebhookRequest, code: string, toleranceSeconds?: number) =>
  assert.rejects(
    verifyWebhook(request, { secrets, toleranceSeconds }),
    (error: unknown) => error instanceof WebhookError && error.code === code,
  );

/** A request of `node:http` whose body another handler has read. */
async function drained(body: string): Promise<Readable> {
  const stream = Readable.from([Buffer.from(body)]);
  await text(stream);
  return stream;
}

async function alreadyRead(signed: SignedRequest): Promise<Request> {
  const request = new Request('https://shop.example/events', { method: 'POST', ...signed });
  await request.json();
  return request;
}

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

const { fulfill: _, ...ofOrder } = exampleEvent;

const alarm: CheckoutReviewEvent = {
  ...ofOrder,
  type: 'checkout.review_required',
  reason: 'price_mismatch',
  invoice: {
    id: 'INV-ABCDEFGH',
    orderId: 'A-1',
    currency: 'BTC',
    ...caipIds('BTC'),
    price: { amount: '49.00', currency: 'EUR' },
    address: null,
  },
};

describe('the verifier of the shop', () => {
  it('accepts requests that the proxy has signed: as a Request, and as headers and text or bytes', async () => {
    for (const event of [exampleEvent, alarm]) {
      const signed = await signWebhook(event, SECRET);
      const web = new Request('https://shop.example/events', { method: 'POST', ...signed });
      assert.deepEqual(await verifyWebhook(web, { secrets }), event);
      assert.deepEqual(await verifyWebhook(signed, { secrets }), event);
      const bytes = { ...signed, body: Buffer.from(signed.body) };
      assert.deepEqual(await verifyWebhook(bytes, { secrets }), event);
    }
  });

  it('accepts a test of the endpoint, which is about no money', async () => {
    const test: WebhookTestEvent = {
      id: 'evt_t',
      type: 'webhook.test',
      createdAt: exampleEvent.createdAt,
      testMode: true,
    };
    assert.deepEqual(await verifyWebhook(await signWebhook(test, SECRET), { secrets }), test);
    const real = Object.assign({}, test, { testMode: false });
    await refused(await signWebhook(real, SECRET), 'invalid_event');
  });

  it('reads headers in any spelling', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key.toUpperCase(), [value]]),
    );
    assert.deepEqual(await verifyWebhook({ headers: upper, body }, { secrets }), exampleEvent);
  });

  it('refuses a request that lacks a header', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      await refused({ headers: { ...headers, [name]: undefined }, body }, 'missing_header');
      await refused({ headers: { ...headers, [name]: '' }, body }, 'missing_header');
    }
    await refused({ headers: { ...headers, 'webhook-timestamp': 'now' }, body }, 'missing_header');
  });

  it('refuses another body, another id and another time under the same signature', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    await refused({ headers, body: body.replace('"49.00"', '"4900.00"') }, 'invalid_signature');
    await refused({ headers, body: `${body} ` }, 'invalid_signature');
    await refused({ headers: { ...headers, 'webhook-id': 'evt_2' }, body }, 'invalid_signature');
    const later = String(Number(headers['webhook-timestamp']) + 1);
    await refused({ headers: { ...headers, 'webhook-timestamp': later }, body }, 'invalid_signature');
  });

  it('names the body as the likely cause where the headers are in order', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const parsedBefore = JSON.stringify(JSON.parse(body), null, 2);
    await assert.rejects(verifyWebhook({ headers, body: parsedBefore }, { secrets }), {
      code: 'invalid_signature',
      message:
        'The signature does not match the body. Pass the body as received, not parsed and serialized again. ' +
        'If it is as received, check that the secrets are those of the proxy.',
    });
    const unsigned = { headers: { ...headers, 'webhook-signature': 'v2,AAAA' }, body };
    await assert.rejects(verifyWebhook(unsigned, { secrets }), {
      code: 'invalid_signature',
      message: 'The header webhook-signature has no v1 signature. Check that the proxy sent the request.',
    });
    const cut = { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -2) };
    await assert.rejects(verifyWebhook({ headers: cut, body }, { secrets }), {
      code: 'invalid_signature',
      message: 'The header webhook-signature has a malformed v1 signature. Pass the header unchanged.',
    });
  });

  it('refuses a request with another signature, and signatures of unknown forms', async () => {
    await refused(await signWebhook(exampleEvent, OTHER_SECRET), 'invalid_signature');
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const [, signature = ''] = headers['webhook-signature'].split(',');
    for (const text of [signature, `v2,${signature}`, 'v1,', 'v1', `v1a,${signature}`, 'v1,AAAA', ',,,']) {
      await refused({ headers: { ...headers, 'webhook-signature': text }, body }, 'invalid_signature');
    }
    const several = `v1a,AAAA v1,${'A'.repeat(43)}= v1,${signature}`;
    const request = { headers: { ...headers, 'webhook-signature': several }, body };
    assert.deepEqual(await verifyWebhook(request, { secrets }), exampleEvent);
  });

  it('refuses a request that is sent again later, and one from the future', async () => {
    const nowMs = Date.now();
    const at = (seconds: number) => signWebhook(exampleEvent, SECRET, { sentAtMs: nowMs + seconds * 1000 });
    await refused(await at(-310), 'timestamp_too_old');
    await refused(await at(310), 'timestamp_too_new');
    assert.ok(await verifyWebhook(await at(-290), { secrets }));
    await refused(await at(-60), 'timestamp_too_old', 30);
    assert.ok(await verifyWebhook(await at(-3000), { secrets, toleranceSeconds: 3600 }));
  });

  it('refuses signed content that is not an event of ours', async () => {
    const wrong: readonly object[] = [
      { type: 'checkout.refunded' },
      { type: 'checkout.review_required' },
      { order: { ...exampleEvent.order, amount: 49 } },
      { order: { ...exampleEvent.order, amount: '4.9e1' } },
      { invoice: { ...exampleEvent.invoice, received: undefined } },
      { checkout: { ...exampleEvent.checkout, state: 'refunded' } },
      { createdAt: 'yesterday' },
    ];
    for (const change of wrong) {
      await refused(await signWebhook(Object.assign({ ...exampleEvent }, change), SECRET), 'invalid_event');
    }
  });

  it('refuses an event that is signed under the id of another', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    const other = {
      'webhook-id': 'evt_2',
      'webhook-signature': new Webhook(SECRET).sign('evt_2', sentAt, body),
    };
    await assert.rejects(verifyWebhook({ headers: { ...headers, ...other }, body }, { secrets }), {
      code: 'invalid_event',
      message: /webhook-id differs from the event id/,
    });
  });

  it('omits fields that a newer proxy may add', async () => {
    const more: CheckoutEvent = Object.assign({ ...exampleEvent }, { later: 'a field' });
    assert.deepEqual(await verifyWebhook(await signWebhook(more, SECRET), { secrets }), exampleEvent);
  });

  it('reads a body that is still arriving, and returns its event', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const arriving = async function* () {
      for (const byte of Buffer.from(body)) yield Uint8Array.of(byte);
    };
    assert.deepEqual(await verifyWebhook({ headers, body: arriving() }, { secrets }), exampleEvent);
  });

  it('stops reading a body of 100 MB after its first megabyte', async () => {
    const { headers } = await signWebhook(exampleEvent, SECRET);
    let bytesRead = 0;
    let isReleased = false;
    const huge = async function* () {
      try {
        while (bytesRead < 100_000_000) {
          bytesRead += 65_536;
          yield new Uint8Array(65_536);
        }
      } finally {
        isReleased = true;
      }
    };
    await refused({ headers, body: huge() }, 'too_large');
    assert.ok(bytesRead <= 1_200_000 && isReleased, `${bytesRead} bytes`);

    bytesRead = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      bytesRead += 65_536;
      if (bytesRead > 100_000_000) controller.close();
      else controller.enqueue(new Uint8Array(65_536));
    };
    const init = { method: 'POST', headers, duplex: 'half', body: new ReadableStream({ pull }) };
    await refused(new Request('https://shop.example/events', init), 'too_large');
    assert.ok(bytesRead <= 1_200_000, `${bytesRead} bytes`);
  });

  it('does not begin to read a body whose declared length is too large', async () => {
    const { headers } = await signWebhook(exampleEvent, SECRET);
    let isRead = false;
    const huge = async function* () {
      isRead = true;
      yield new Uint8Array(1);
    };
    const announced = { ...headers, 'content-length': '100000000' };
    await refused({ headers: announced, body: huge() }, 'too_large');
    assert.equal(isRead, false);
  });

  it('refuses a body that is cut off, as a request to answer with 400', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const broken = async function* () {
      yield Buffer.from(body).subarray(0, 100);
      throw new Error('aborted');
    };
    await refused({ headers, body: broken() }, 'incomplete');
  });

  it('names the status of the response: 413 for a body that is too large, 400 for the rest', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const announced = { ...headers, 'content-length': '100000000' };
    const huge = { headers: announced, body: new Blob([]).stream() };
    await assert.rejects(verifyWebhook(huge, { secrets }), { status: 413 });
    await assert.rejects(verifyWebhook({ headers, body: `${body} ` }, { secrets }), { status: 400 });
  });

  it('skips the empty entry that a trailing comma leaves after a rotation', async () => {
    const request = await signWebhook(exampleEvent, SECRET);
    const list = (text: string) => ({ secrets: text.split(',') });
    for (const text of [`${SECRET},`, `,${SECRET}`, `${OTHER_SECRET}, ${SECRET} ,\n`]) {
      assert.deepEqual(await verifyWebhook(request, list(text)), exampleEvent, text);
    }
  });

  it('never accepts an event that is signed with an empty key', async () => {
    const { headers, body } = await signWebhook(exampleEvent, SECRET);
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', '').update(content).digest('base64');
    const forged = { headers: { ...headers, 'webhook-signature': `v1,${signature}` }, body };
    await assert.rejects(verifyWebhook(forged, { secrets: [SECRET, ''] }), { code: 'invalid_signature' });
    for (const empty of [[''], [' ', ''], ['whsec_'], [SECRET, 'whsec_']]) {
      await assert.rejects(verifyWebhook(forged, { secrets: empty }), TypeError);
    }
  });

  it('requires 24 to 64 bytes of key, as the signer of the tests and the proxy do', async () => {
    const request = await signWebhook(exampleEvent, SECRET);
    const url = 'https://shop.example/events';
    const users: readonly ((secret: string) => unknown)[] = [
      (secret) => verifyWebhook(request, { secrets: [SECRET, secret] }),
      (secret) => signWebhook(exampleEvent, secret),
      async (secret) => webhookTransport({ url, secrets: [SECRET, secret] }),
    ];
    for (const use of users) {
      for (const bytes of [24, 64]) await use(secretOf(bytes));
      for (const bytes of [0, 1, 23, 65]) {
        await assert.rejects(
          async () => use(secretOf(bytes)),
          new RegExp(`has ${bytes} bytes?\\. Use "whsec_" and the base64 of 24 to 64 random bytes`),
        );
      }
    }
  });

  it('names the mistake in the call for the developer, and no secret', async () => {
    const request = await signWebhook(exampleEvent, SECRET);
    const wrong: readonly (readonly [object, object, RegExp])[] = [
      [request, { secrets: [] }, /^secrets is empty\. Set the variable/],
      [request, { secrets: ['', ' '] }, /^secrets contains only empty strings\. Set the variable/],
      [request, { secrets: [SECRET, 5] }, /^secrets\[1\] is not a webhook secret\. Use "whsec_"/],
      [request, { secrets: 'whsec_x' }, /^secrets is not a list \(type string\)\. Pass \[secret\]/],
      [request, { secrets: ['hunter2'] }, /^secrets\[0\] is not a webhook secret\. Use "whsec_"/],
      [
        request,
        { secrets, toleranceSeconds: Number.NaN },
        /toleranceSeconds is invalid \(NaN\)\. Pass seconds/,
      ],
      [{ ...request, body: exampleEvent }, { secrets }, /before a JSON parser/],
      [
        { ...request, body: new Blob(['x']).stream().pipeThrough(new TextDecoderStream()) },
        { secrets },
        /before a JSON parser/,
      ],
      [await alreadyRead(request), { secrets }, /before a JSON parser/],
      [{ ...request, body: await drained(request.body) }, { secrets }, /before a JSON parser/],
    ];
    for (const [call, options, pattern] of wrong) {
      await assert.rejects(Reflect.apply(verifyWebhook, undefined, [call, options]), (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, pattern);
        return !error.message.includes('hunter2');
      });
    }
  });

  it('accepts anything that was signed with the same secret, and nothing with a single difference', async () => {
    const secret = fc
      .uint8Array({ minLength: 24, maxLength: 64 })
      .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(secret, secret, text, fc.nat(), async (own, other, orderId, place) => {
        const event: CheckoutEvent = { ...exampleEvent, order: { ...exampleEvent.order, id: orderId } };
        const { headers, body } = await signWebhook(event, own);
        const taken = await verifyWebhook({ headers, body }, { secrets: [other, own] });
        assert.deepEqual(taken, JSON.parse(body));
        if (other !== own) {
          await assert.rejects(verifyWebhook({ headers, body }, { secrets: [other] }), WebhookError);
        }
        const bytes = Buffer.from(body);
        const index = place % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ 1;
        await assert.rejects(verifyWebhook({ headers, body: bytes }, { secrets: [own] }), WebhookError);
      }),
      { numRuns: 200 },
    );
  });
});
