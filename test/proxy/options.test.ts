import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';

const good: CheckoutProxyOptions = {
  service: { url: 'https://pay.example', apiKey: 'key', shopId: 'shop' },
  orderSecrets: ['0123456789abcdef0123456789abcdef'],
  store: ':memory:',
};

describe('the proxy refuses to start with', () => {
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['no service', { service: undefined }, /service is missing\. Pass \{ url, apiKey, shopId \}/],
    [
      'no key',
      { service: { url: 'https://pay.example', shopId: 'shop' } },
      /service\.apiKey is missing\. Set CRYPTO_CHECKOUT_API_KEY, or pass the API key/,
    ],
    [
      'an empty shop id',
      { service: { ...good.service, shopId: '' } },
      /service\.shopId is missing\. Set CRYPTO_CHECKOUT_SHOP_ID, or pass the store identifier/,
    ],
    ['a key over plain http', { service: { ...good.service, url: 'http://pay.example' } }, /Use https:/],
    [
      'no source of prices',
      { orderSecrets: undefined },
      /orders and orderSecrets are missing\. Pass one of them/,
    ],
    [
      'a short secret',
      { orderSecrets: ['short-secret'] },
      /orderSecrets\[0\] has 12 bytes\. Use at least 32/,
    ],
    [
      'the secret of the readme for real money',
      { orderSecrets: ['put-32-random-bytes-or-more-here-please'] },
      /orderSecrets contains the public placeholder of the example\. Use a random secret, e\.g\. from "openssl/,
    ],
    [
      'a postback secret that is not set',
      { postbackSecrets: [''] },
      /postbackSecrets\[0\] is empty\. Pass secrets/,
    ],
    [
      'customers that are no function',
      { customers: ['c-7'] },
      /customers is not a function \(type object\)\. Pass a function/,
    ],
    ['no store', { store: undefined }, /store is missing\. Pass the path of the SQLite file/],
    [
      'an origin with a path',
      { origins: ['https://shop.example/'] },
      /origins\[0\] is not an origin \("https:\/\/shop\.example\/"\)\. Pass origins without a path/,
    ],
    [
      'a wildcard in an origin',
      { origins: ['https://*.shop.example'] },
      /origins\[0\] contains a wildcard \("https:\/\/\*\.shop\.example"\)\. List each origin, such as "https:\/\/shop\.example" and "capacitor:\/\/localhost"/,
    ],
    ['any origin', { origins: ['*'] }, /origins\[0\] contains a wildcard \("\*"\)\. List each origin/],
    ['the origin of pages without one', { origins: ['null'] }, /origins\[0\] is not an origin \("null"\)/],
    [
      'an origin in capitals, as no browser sends it',
      { origins: ['Capacitor://localhost'] },
      /origins\[0\] is not an origin \("Capacitor:\/\/localhost"\)/,
    ],
    ['a base path that is none', { basePath: 'checkout' }, /basePath is not a path \("checkout"\)/],
    ['an unknown currency', { offers: ['DOGE'] }, /offers\[0\] is not a known currency \("DOGE"\)\. Use BTC/],
    [
      'a lifetime of no time',
      { lifetime: { hours: 0 } },
      /lifetime is invalid \(\{ hours: 0, minutes: 0 \}\)\. Pass whole/,
    ],
    ['no retention', { retentionDays: 0 }, /retentionDays is invalid \(0\)\. Pass whole days from 1 to 3650/],
    [
      'half an hour of watching',
      { monitoringHours: 0.5 },
      /monitoringHours is invalid \(0\.5\)\. Pass whole hours/,
    ],
    [
      'a support link with a script',
      { supportUrl: 'javascript:alert(1)' },
      /supportUrl is not a link \("javascript:alert\(1\)"\)/,
    ],
    [
      'a balancer that is no address',
      { trustedProxies: ['10.0.0.0/64'] },
      /trustedProxies\[0\] is not an address or a network \("10\.0\.0\.0\/64"\)\. Pass addresses or networks/,
    ],
    [
      'a limit of nothing',
      { rateLimits: { requestsPerMinute: 0 } },
      /rateLimits\.requestsPerMinute is invalid \(0\)\. Pass a whole number from 1/,
    ],
    [
      'an unknown limit',
      { rateLimits: { reads: 5 } },
      /rateLimits contains an unknown limit \("reads"\)\. Pass false, or some of/,
    ],
    ['limits by a word', { rateLimits: true }, /rateLimits is invalid \(true\)/],
    ['figures by a word', { metrics: 'yes' }, /metrics is not a boolean \("yes"\)\. Pass true or false/],
    ['an unknown option', { lifetme: 5 }, /options contains an unknown option \("lifetme"\)/],
    [
      'an unknown option of the service',
      { service: { ...good.service, key: 'x' } },
      /service contains an unknown option \("key"\)/,
    ],
    ['a callback that is none', { onEvent: 'https://shop.example/hook' }, /onEvent is not a function/],
    ['a logger that is none', { logger: { log() {} } }, /logger is not a logger \(type object\)/],
  ];
  for (const [name, change, message] of wrong) {
    it(name, () => assert.throws(() => createCheckoutProxy({ ...good, ...change }), { message }));
  }

  it('a secret, without revealing it', () => {
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

  it('several invalid options, and names them all', () => {
    const options = { ...good, store: '', basePath: 'x' };
    assert.throws(() => createCheckoutProxy(options), {
      message: /store is missing\. .*\.\nbasePath is not a path \("x"\)/,
    });
  });
});
