import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';

const good: CheckoutProxyOptions = {
  service: { url: 'https://pay.example', apiKey: 'key', shopId: 'shop' },
  orderSecrets: ['0123456789abcdef0123456789abcdef'],
  store: ':memory:',
};

describe('a proxy is not made with', () => {
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['no service', { service: undefined }, /service is missing: give \{ url, apiKey, shopId \}/],
    [
      'no key',
      { service: { url: 'https://pay.example', shopId: 'shop' } },
      /service\.apiKey is missing: give the API key/,
    ],
    [
      'an empty shop id',
      { service: { ...good.service, shopId: '' } },
      /service\.shopId is missing: give the store identifier/,
    ],
    ['a key over plain http', { service: { ...good.service, url: 'http://pay.example' } }, /Use https:/],
    [
      'no source of prices',
      { orderSecrets: undefined },
      /orders and orderSecrets are missing: give one of them/,
    ],
    [
      'a short secret',
      { orderSecrets: ['short-secret'] },
      /orderSecrets\[0\] has 12 bytes: give at least 32/,
    ],
    [
      'the secret of the readme for real money',
      { orderSecrets: ['put-32-random-bytes-or-more-here-please'] },
      /orderSecrets is the placeholder of the example, which everybody knows: take what "openssl/,
    ],
    ['a postback secret that is not set', { postbackSecrets: [''] }, /postbackSecrets holds an empty text/],
    [
      'customers that are no function',
      { customers: ['c-7'] },
      /customers is no function but .*: give a function/,
    ],
    ['no store', { store: undefined }, /store is missing: give the path of the SQLite file/],
    [
      'an origin with a path',
      { origins: ['https://shop.example/'] },
      /origins has "https:\/\/shop\.example\/" in it: give origins without a path/,
    ],
    ['a base path that is none', { basePath: 'checkout' }, /basePath "checkout" is not a path/],
    ['an unknown currency', { offers: ['DOGE'] }, /offers has "DOGE", which is no payment currency: use BTC/],
    [
      'a lifetime of no time',
      { lifetime: { hours: 0 } },
      /lifetime \{ hours: 0, minutes: 0 \} is not right: give whole/,
    ],
    ['no retention', { retentionDays: 0 }, /retentionDays 0 is not right: give whole days, from 1 to 3650/],
    ['half an hour of watching', { watchHours: 0.5 }, /watchHours 0\.5 is not right: give whole hours/],
    [
      'a support link with a script',
      { support: 'javascript:alert(1)' },
      /support "javascript:alert\(1\)" is not a link/,
    ],
    [
      'a balancer that is no address',
      { trustedProxies: ['10.0.0.0/64'] },
      /trustedProxies has "10\.0\.0\.0\/64": give addresses or networks/,
    ],
    [
      'a limit of nothing',
      { rateLimits: { readsPerMinute: 0 } },
      /rateLimits\.readsPerMinute 0 is not right: give a whole number, from 1/,
    ],
    [
      'an unknown limit',
      { rateLimits: { reads: 5 } },
      /rateLimits has "reads", which is no limit: give false, or some of/,
    ],
    ['limits by a word', { rateLimits: true }, /rateLimits true is not right/],
    ['figures by a word', { metrics: 'yes' }, /metrics "yes" is not right: give true or false/],
    ['an unknown option', { lifetme: 5 }, /options has "lifetme", which is no option/],
    [
      'an unknown option of the service',
      { service: { ...good.service, key: 'x' } },
      /service has "key", which is no option/,
    ],
    ['a callback that is none', { onEvent: 'https://shop.example/hook' }, /onEvent is no function/],
    ['a logger that is none', { logger: { log() {} } }, /logger is no logger but of type object/],
  ];
  for (const [name, change, message] of wrong) {
    it(name, () => assert.throws(() => createCheckoutProxy({ ...good, ...change }), { message }));
  }

  it('a secret that its error would tell', () => {
    const options = {
      ...good,
      orderSecrets: ['short-secret'],
      service: { ...good.service, apiKey: 'the key' },
    };
    assert.throws(
      () => createCheckoutProxy(options),
      (error: Error) => !/short-secret|the key/.test(error.message),
    );
  });

  it('several wrong options names them all', () => {
    const options = { ...good, store: '', basePath: 'x' };
    assert.throws(() => createCheckoutProxy(options), {
      message: /store is missing.*basePath "x" is not a path/,
    });
  });
});
