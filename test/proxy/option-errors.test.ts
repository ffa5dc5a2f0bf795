import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import { SECRET as WEBHOOK_SECRET } from './deliveries.js';

const KEY = 'planted-key-5c1f77aa';
const ORDER_SECRET = 'planted-order-secret-0123456789abcdef';

const good: CheckoutProxyOptions = {
  service: { url: 'https://pay.example', apiKey: KEY, shopId: 'planted-shop-id' },
  orderSecrets: [ORDER_SECRET],
  store: ':memory:',
};

/** A value that cannot be right, and how the error shows it. */
interface Bad {
  readonly value: unknown;
  /** `null`: not at all, since it may be a secret. */
  readonly shown: string | null;
}

/** Every option is here: one that is added needs a case. */
const BAD: Readonly<Record<keyof CheckoutProxyOptions, readonly Bad[]>> = {
  service: [
    { value: KEY, shown: null },
    { value: { ...good.service, url: '' }, shown: 'service.url is missing' },
    { value: { ...good.service, url: 'http://pay.example' }, shown: '"http://pay.example"' },
    { value: { ...good.service, apiKey: `${KEY} \n` }, shown: null },
    { value: { ...good.service, shopId: 7 }, shown: 'service.shopId' },
    { value: { ...good.service, testMode: 'yes' }, shown: '"yes"' },
    { value: { ...good.service, fetch: 'node-fetch' }, shown: 'string' },
  ],
  orders: [{ value: `https://shop.example/?token=${KEY}`, shown: 'string' }],
  customers: [{ value: [KEY], shown: 'object' }],
  orderSecrets: [
    { value: KEY, shown: null },
    { value: [KEY], shown: '20 bytes' },
    { value: [ORDER_SECRET, undefined], shown: null },
    { value: [], shown: 'empty' },
  ],
  onEvent: [{ value: `https://shop.example/?token=${KEY}`, shown: 'string' }],
  webhook: [
    { value: `https://shop.example/?token=${KEY}`, shown: null },
    {
      value: { url: `http://shop.example/?token=${KEY}`, secrets: [WEBHOOK_SECRET] },
      shown: '"http://shop.example"',
    },
    { value: { url: `https://shop.example/`, secrets: [KEY] }, shown: 'webhook.secrets[0]' },
    { value: { url: `https://shop.example/`, secrets: KEY }, shown: null },
  ],
  postbackSecrets: [
    { value: KEY, shown: null },
    { value: [KEY, ''], shown: 'empty' },
    { value: [KEY, 7], shown: null },
  ],
  store: [
    { value: '', shown: 'missing' },
    { value: 7, shown: '7' },
  ],
  origins: [
    { value: 'https://shop.example', shown: '"https://shop.example"' },
    { value: ['https://shop.example/pay'], shown: '"https://shop.example/pay"' },
    { value: [7], shown: '7' },
  ],
  basePath: [
    { value: 'checkout', shown: '"checkout"' },
    { value: 7, shown: '7' },
  ],
  offers: [
    { value: ['DOGE'], shown: '"DOGE"' },
    { value: 'BTC', shown: '"BTC"' },
    { value: [], shown: 'empty' },
  ],
  lifetime: [
    { value: { hours: 0 }, shown: 'hours: 0' },
    { value: { minutes: 1.5 }, shown: '1.5' },
    { value: 30, shown: '30' },
  ],
  watchHours: [
    { value: 0.5, shown: '0.5' },
    { value: '24', shown: '"24"' },
  ],
  retentionDays: [
    { value: 0, shown: '0' },
    { value: 3651, shown: '3651' },
  ],
  support: [
    { value: 'javascript:alert(1)', shown: '"javascript:alert(1)"' },
    { value: 7, shown: '7' },
  ],
  trustedProxies: [
    { value: '10.0.0.7', shown: '"10.0.0.7"' },
    { value: ['10.0.0.0/64'], shown: '"10.0.0.0/64"' },
  ],
  rateLimits: [
    { value: true, shown: 'true' },
    { value: { readsPerMinute: 0 }, shown: 'rateLimits.readsPerMinute 0' },
    { value: { postbacksPerMinute: 'many' }, shown: 'rateLimits.postbacksPerMinute "many"' },
    { value: { reads: 5 }, shown: '"reads"' },
  ],
  metrics: [{ value: 'yes', shown: '"yes"' }],
  clock: [{ value: { now: 0 }, shown: 'object' }],
  logger: [{ value: 'console', shown: 'string' }],
};

const SECRET_TEXTS = [KEY, ORDER_SECRET, WEBHOOK_SECRET, WEBHOOK_SECRET.slice(6)];

function messageOf(options: object): string {
  try {
    createCheckoutProxy({ ...good, ...options });
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return error.message;
  }
  throw new Error('it was made');
}

describe('an option that cannot be right is an error that names the option, the bad value and the remedy', () => {
  for (const [name, cases] of Object.entries(BAD)) {
    it(name, () => {
      for (const { value, shown } of cases) {
        const message = messageOf({ [name]: value });
        assert.ok(message.startsWith(`createCheckoutProxy: ${name}`), message);
        assert.match(message, /: (give|use|copy) /, message);
        if (shown !== null) assert.ok(message.includes(shown), `${shown} is not in: ${message}`);
        for (const secret of SECRET_TEXTS) assert.ok(!message.includes(secret), message);
      }
    });
  }

  it('and a long value is cut', () => {
    for (const options of [{ support: `javascript:${'a'.repeat(5000)}` }, { offers: ['A'.repeat(5000)] }])
      assert.ok(messageOf(options).length < 1500);
  });
});
