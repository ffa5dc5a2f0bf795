import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import { OptionError } from '../../src/service/options.js';
import { SECRET as WEBHOOK_SECRET } from './webhook-receiver.js';

const KEY = 'planted-key-5c1f77aa';
const ORDER_SECRET = 'planted-order-secret-0123456789abcdef';

const good: CheckoutProxyOptions = {
  service: { url: 'https://pay.example', apiKey: KEY, shopId: 'planted-shop-id' },
  orderSecrets: [ORDER_SECRET],
  store: ':memory:',
};

/** An invalid value, and how the error shows it. */
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
    {
      value: { ...good.service, url: '127.0.0.1:4010' },
      shown:
        'service.url is "127.0.0.1:4010", without https://. Use https://127.0.0.1:4010, or http://127.0.0.1:4010 if',
    },
    { value: { ...good.service, url: 'localhost:4010' }, shown: 'is "localhost:4010", without' },
    { value: { ...good.service, url: `user:${KEY}@pay.example` }, shown: null },
    { value: { ...good.service, url: 'http://pay.example' }, shown: '"http://pay.example"' },
    { value: { ...good.service, apiKey: `${KEY} \n` }, shown: null },
    { value: { ...good.service, shopId: 7 }, shown: 'service.shopId is not a string (type number)' },
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
    {
      value: { url: `shop.example/hook?token=${KEY}`, secrets: [WEBHOOK_SECRET] },
      shown: 'webhook.url is "shop.example…", without https://',
    },
    { value: { url: `https://shop.example/`, secrets: [KEY] }, shown: 'webhook.secrets[0]' },
    { value: { url: `https://shop.example/`, secrets: KEY }, shown: null },
  ],
  merchant: [
    { value: KEY, shown: null },
    {
      value: { secrets: ['x'.repeat(32)], refunds: true },
      shown: 'merchant.refunds is unknown (true). Pass "on", "off" or "email".',
    },
    { value: { secrets: ['x'], separate: false }, shown: 'merchant.secrets[0] has 1 byte.' },
    { value: { secrets: [KEY] }, shown: 'merchant.secrets[0] has 20 bytes' },
    { value: { secrets: [] }, shown: 'empty' },
    { value: { secrets: ['x'.repeat(32)], separate: 'yes' }, shown: '"yes"' },
  ],
  postbackSecrets: [
    { value: KEY, shown: null },
    { value: [KEY, ''], shown: 'empty' },
    { value: [KEY, 7], shown: null },
  ],
  store: [
    { value: '', shown: 'missing' },
    {
      value: `mysql://user:${KEY}@localhost/shop`,
      shown:
        'store is a URL with mysql://. Use the path of an SQLite file, or a URL that starts with postgres://',
    },
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
  publicUrl: [
    { value: 7, shown: '7' },
    { value: `https://shop.example/?token=${KEY}`, shown: null },
    { value: `https://user:${KEY}@shop.example/pay`, shown: null },
    { value: 'http://shop.example/pay', shown: '("http://shop.example")' },
    { value: 'shop.example/pay', shown: 'publicUrl is "shop.example…", without https://' },
  ],
  solanaRpc: [
    { value: `https://rpc.example/?api-key=${KEY}`, shown: null },
    { value: 'http://x', shown: 'solanaRpc is not an object (type string)' },
    { value: { url: KEY }, shown: 'solanaRpc.url is not a web URL' },
    { value: { url: `http://rpc.example/${KEY}` }, shown: 'solanaRpc.url is insecure' },
    { value: { url: `https://user:${KEY}@rpc.example` }, shown: 'solanaRpc.headers' },
    { value: { url: 'https://rpc.example', headers: KEY }, shown: 'solanaRpc.headers is invalid' },
    { value: { url: 'https://rpc.example', headers: { 'x-key': `${KEY}\n` } }, shown: null },
    { value: { url: 'https://rpc.example', headers: { 'x key': KEY } }, shown: null },
  ],
  offers: [
    { value: ['DOGE'], shown: '"DOGE"' },
    { value: ['USDT'], shown: 'offers[0] is not a known currency ("USDT"). Name its network too: USDT_' },
    { value: 'BTC', shown: '"BTC"' },
    { value: [], shown: 'empty' },
  ],
  lifetime: [
    { value: { hours: 0 }, shown: 'hours: 0' },
    { value: { minutes: 1.5 }, shown: '1.5' },
    { value: 30, shown: '30' },
  ],
  longestLifetime: [
    { value: { minutes: 30 }, shown: 'not longer than the lifetime (30 minutes)' },
    { value: { hours: 721 }, shown: 'hours: 721' },
    { value: 60, shown: '60' },
  ],
  tolerance: [
    { value: 1, shown: 'tolerance is not an object (type number)' },
    { value: '1%', shown: 'tolerance is not an object (type string)' },
    { value: { percent: 0, atMost: { EUR: '1' } }, shown: 'tolerance.percent is invalid (0)' },
    { value: { percent: 11, atMost: { EUR: '1' } }, shown: 'tolerance.percent is invalid (11)' },
    { value: { percent: '1', atMost: { EUR: '1' } }, shown: '"1"' },
    { value: { percent: 1e-101, atMost: { EUR: '1' } }, shown: 'tolerance.percent is invalid (1e-101)' },
    { value: { percent: 1 }, shown: 'tolerance.atMost' },
    { value: { percent: 1, atMost: {} }, shown: 'tolerance.atMost is invalid' },
    { value: { percent: 1, atMost: { EUR: 1 } }, shown: 'tolerance.atMost is invalid' },
    { value: { percent: 1, atMost: { BTC: '1' } }, shown: 'tolerance.atMost is invalid' },
    { value: { percent: 1, atMost: '1.00' }, shown: '"1.00"' },
  ],
  monitoringHours: [
    { value: 0.5, shown: '0.5' },
    { value: '24', shown: '"24"' },
  ],
  maxOrderTokenDays: [
    { value: 0, shown: '0' },
    { value: 1.5, shown: '1.5' },
  ],
  auditRetentionDays: [
    { value: 0, shown: '0' },
    { value: 36_501, shown: '36501' },
  ],
  retentionDays: [
    { value: 0, shown: '0' },
    { value: 3651, shown: '3651' },
  ],
  shop: [
    { value: { name: '' }, shown: '""' },
    { value: { name: 'two\nlines' }, shown: '"two\\nlines"' },
    { value: { logo: 'http://shop.example/logo.png' }, shown: '"http://shop.example/logo.png"' },
    { value: { logo: 'data:image/png,x' }, shown: '"data:image/png,x"' },
    { value: 'Mugs', shown: 'shop is not an object (type string)' },
  ],
  supportUrl: [
    { value: 'javascript:alert(1)', shown: '"javascript:alert(1)"' },
    { value: 7, shown: '7' },
  ],
  trustedProxies: [
    { value: '10.0.0.7', shown: '"10.0.0.7"' },
    { value: ['10.0.0.0/64'], shown: '"10.0.0.0/64"' },
  ],
  rateLimits: [
    { value: true, shown: 'true' },
    { value: { requestsPerMinute: 0 }, shown: 'rateLimits.requestsPerMinute is invalid (0)' },
    { value: { streamsPerClient: 'many' }, shown: 'rateLimits.streamsPerClient is invalid ("many")' },
    {
      value: { invoicesPerCheckoutPerHour: 0 },
      shown: 'rateLimits.invoicesPerCheckoutPerHour is invalid (0)',
    },
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
  throw new Error('it was created');
}

describe('an invalid option is an error that names the option, the value and the remedy', () => {
  for (const [name, cases] of Object.entries(BAD)) {
    it(name, () => {
      for (const { value, shown } of cases) {
        const message = messageOf({ [name]: value });
        assert.ok(message.startsWith(`createCheckoutProxy: ${name}`), message);
        assert.match(message, /(?:: (?:give|use|copy)|\. (?:Pass|Use|Copy|Set|Name)) /, message);
        if (shown !== null) assert.ok(message.includes(shown), `${shown} is not in: ${message}`);
        for (const secret of SECRET_TEXTS) assert.ok(!message.includes(secret), message);
      }
    });
  }

  it('and names the variable of the documentation that a developer has not set', () => {
    const message = messageOf({ service: { url: '', apiKey: '', shopId: '' }, orderSecrets: [''] });
    for (const name of ['SERVICE_URL', 'API_KEY', 'SHOP_ID', 'ORDER_SECRET'])
      assert.match(message, new RegExp(`Set CRYPTO_CHECKOUT_${name},.* or pass `));
  });

  it('and suggests the known name that is close to a misspelled option', () => {
    for (const [options, said] of [
      [{ webhoks: {} }, 'options contains an unknown option ("webhoks"). Did you mean webhook? See Che'],
      [
        { orderSecretss: [] },
        'options contains an unknown option ("orderSecretss"). Did you mean orderSecrets? ',
      ],
      [{ on_event: null }, 'options contains an unknown option ("on_event"). Did you mean onEvent? '],
      [
        { service: { ...good.service, apikey: KEY } },
        'service contains an unknown option ("apikey"). Did you mean apiKey? Pass { url, apiKey, shopId }.',
      ],
      [
        { rateLimits: { requestPerMinute: 1 } },
        'rateLimits contains an unknown limit ("requestPerMinute"). Did you mean requestsPerMinute? Pass false, or',
      ],
      [{ kolor: 'red' }, 'options contains an unknown option ("kolor"). See CheckoutProxyOptions.'],
    ] as const) {
      const message = messageOf(options);
      assert.ok(message.startsWith(`createCheckoutProxy: ${said}`), message);
      assert.ok(!message.includes(KEY), message);
    }
  });

  it('and names the path of a missing field within an option', () => {
    const webhook = { url: 'https://shop.example/' };
    assert.match(messageOf({ webhook }), /^createCheckoutProxy: webhook\.secrets is missing\. Pass /);
    const { service: _, ...others } = good;
    assert.throws(() => createCheckoutProxy({ ...others, services: good.service } as never), {
      message: /^createCheckoutProxy: service is missing\. .*\n.*\("services"\)\. Did you mean service\? /,
    });
  });

  it('and has them as fields, each option with its path', () => {
    const webhook = { url: 'http://shop.example/', secrets: [WEBHOOK_SECRET, 'short'] };
    assert.throws(
      () => createCheckoutProxy({ ...good, webhook, shop: { accent: 'blue' } }),
      (error) => {
        assert.ok(error instanceof OptionError);
        const [url, secret, accent, ...others] = error.faults;
        assert.deepEqual(url, {
          option: 'webhook.url',
          problem: 'is insecure ("http://shop.example")',
          remedy: 'Use https://; http:// is accepted for localhost only',
        });
        assert.deepEqual(
          [secret?.option, secret?.problem],
          ['webhook.secrets[1]', 'is not a webhook secret'],
        );
        assert.deepEqual([accent?.option, accent?.problem], ['shop.accent', 'is not a color ("blue")']);
        assert.deepEqual(others, []);
        return true;
      },
    );
  });

  it('and shortens a long value', () => {
    for (const options of [{ supportUrl: `javascript:${'a'.repeat(5000)}` }, { offers: ['A'.repeat(5000)] }])
      assert.ok(messageOf(options).length < 1500);
  });
});

describe('a secret has one purpose', () => {
  const webhook = (secret: string) => ({ webhook: { url: 'https://shop.example/', secrets: [secret] } });
  const base64 = Buffer.from(ORDER_SECRET).toString('base64');
  const apiKey = 'planted-api-key-of-more-than-32-bytes-5c1f77aa';
  const service = { ...good.service, apiKey };
  const cases: readonly (readonly [string, object, readonly [string, string]])[] = [
    [
      'the order and the postback secret',
      { postbackSecrets: ['another-secret-0123456789abcdef-0123', ORDER_SECRET] },
      ['orderSecrets[0]', 'postbackSecrets[1]'],
    ],
    [
      'the order secret and the API key',
      { service, orderSecrets: [`${ORDER_SECRET}-new`, apiKey] },
      ['service.apiKey', 'orderSecrets[1]'],
    ],
    [
      'the postback secret and the API key',
      { postbackSecrets: [KEY] },
      ['service.apiKey', 'postbackSecrets[0]'],
    ],
    [
      'the order and the merchant secret',
      { merchant: { secrets: [ORDER_SECRET] } },
      ['orderSecrets[0]', 'merchant.secrets[0]'],
    ],
    [
      'the order and the webhook secret',
      { orderSecrets: [WEBHOOK_SECRET], ...webhook(WEBHOOK_SECRET) },
      ['orderSecrets[0]', 'webhook.secrets[0]'],
    ],
    [
      'the order secret and the webhook key without its prefix',
      { orderSecrets: [base64], ...webhook(`whsec_${base64}`) },
      ['orderSecrets[0]', 'webhook.secrets[0]'],
    ],
    [
      'the order secret and the bytes of the webhook key',
      { orderSecrets: [ORDER_SECRET], ...webhook(`whsec_${base64}`) },
      ['orderSecrets[0]', 'webhook.secrets[0]'],
    ],
    [
      'the postback and the webhook secret',
      { postbackSecrets: [WEBHOOK_SECRET], ...webhook(WEBHOOK_SECRET) },
      ['webhook.secrets[0]', 'postbackSecrets[0]'],
    ],
  ];
  for (const [what, options, [one, other]] of cases) {
    it(`${what} are not the same, and the error reveals none of them`, () => {
      const message = messageOf(options);
      const said = `${one} and ${other} are the same secret. Use a separate secret for each`;
      assert.ok(message.startsWith(`createCheckoutProxy: ${said}`), message);
      for (const secret of [...SECRET_TEXTS, base64, apiKey]) assert.ok(!message.includes(secret), message);
    });
  }

  it('and may be listed twice for it, while one replaces another', () => {
    assert.ok(
      createCheckoutProxy({
        ...good,
        orderSecrets: [ORDER_SECRET, ORDER_SECRET],
        ...webhook(WEBHOOK_SECRET),
        logger: { info() {}, warn() {}, error() {} },
      }),
    );
  });
});

describe('the length of a secret', () => {
  const created = (options: object) => createCheckoutProxy({ ...good, ...options });
  const webhook = (bytes: number) => ({
    webhook: {
      url: 'https://shop.example/',
      secrets: [`whsec_${Buffer.alloc(bytes, 'planted').toString('base64')}`],
    },
  });

  it('is at least 32 bytes for orders and customers', () => {
    created({ orderSecrets: ['x'.repeat(32)] });
    // Bytes count, not letters.
    created({ orderSecrets: ['ü'.repeat(16)] });
    assert.match(
      messageOf({ orderSecrets: ['x'.repeat(31)] }),
      /orderSecrets\[0\] has 31 bytes\. Use at least 32/,
    );
    assert.match(
      messageOf({ orderSecrets: ['x'.repeat(32), 'y'.repeat(31)] }),
      /orderSecrets\[1\] has 31 bytes\. Use at least 32/,
    );
  });

  it('is 24 to 64 bytes for webhooks', () => {
    for (const bytes of [24, 32, 64]) created(webhook(bytes));
    for (const bytes of [0, 1, 23, 65, 200]) {
      const message = messageOf(webhook(bytes));
      assert.ok(
        message.includes(`webhook.secrets[0] has ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}. Use "whsec_"`),
        message,
      );
    }
  });

  it('is decided by the service for postbacks: a short one causes one warning, without the secret', () => {
    const lines: string[] = [];
    const warn = (fields: object, message: string) => void lines.push(JSON.stringify({ message, ...fields }));
    created({
      postbackSecrets: ['p'.repeat(32), 'short-postback'],
      logger: { info() {}, warn, error() {} },
    });
    assert.deepEqual(lines, [
      JSON.stringify({
        message: 'postback secret is too short to be safe',
        option: 'postbackSecrets[1]',
        bytes: 14,
        minBytes: 32,
      }),
    ]);
  });
});
