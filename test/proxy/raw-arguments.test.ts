import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareAmounts } from '../../src/payment/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import {
  createCustomerToken,
  createMerchantSession,
  createOrderToken,
  createPaymentLink,
  createPayoutApproval,
  createPayoutProposal,
  verifyWebhook,
} from '../../src/proxy/server.js';
import { createServiceClient } from '../../src/service/node.js';
import { startSandbox } from '../../src/sandbox/index.js';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const webhookSecret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const order = { id: 'A-1', amount: '49.00', currency: 'EUR' };
const person = 'Maja Lind';

/** Calls a function as plain JavaScript can. */
const call = async (work: (...args: never[]) => unknown, ...args: readonly unknown[]): Promise<unknown> =>
  Reflect.apply(work, undefined, args);

describe('a missing or wrong argument is named, with the remedy', () => {
  const cases: Readonly<Record<string, readonly [result: () => Promise<unknown>, message: RegExp]>> = {
    'an order without options': [
      () => call(createOrderToken, order),
      /^options is missing\. Pass \{ secret \}, or \{ secret, expiresInSeconds \}\.$/,
    ],
    'no order': [
      () => call(createOrderToken, undefined, { secret }),
      /^order is missing\. Pass \{ id, amount, currency, /,
    ],
    'nothing': [() => call(createOrderToken), /^options is missing\. Pass \{ secret \}/],
    'a secret instead of options': [
      () => call(createOrderToken, order, secret),
      /^options is not an object \(type string\)\. Pass \{ secret \}/,
    ],
    'an order that is not awaited': [
      () => call(createOrderToken, Promise.resolve(order), { secret }),
      /^order is a Promise\. Await it\.$/,
    ],
    'a secret that is a number': [
      () => call(createOrderToken, order, { secret: 42 }),
      /^secret is not a string \(type number\)\. Pass the value of the variable/,
    ],
    'no secret': [
      () => call(createOrderToken, order, {}),
      /^secret is empty\. Set the variable that holds it/,
    ],
    'a validity as text': [
      () => call(createOrderToken, order, { secret, expiresInSeconds: '60' }),
      /^expiresInSeconds is invalid \("60"\)\. Pass a number above 0\.$/,
    ],
    'an amount of an order that is a number': [
      () => call(createOrderToken, { ...order, amount: 49 }, { secret }),
      /^order\.amount is not a string \(49\)\. Pass an exact decimal string/,
    ],
    'an amount of an order that is undefined': [
      () => call(createOrderToken, { ...order, amount: undefined }, { secret }),
      /^order\.amount is missing\. Pass an exact decimal string/,
    ],
    'an id of an order that is a number': [
      () => call(createOrderToken, { ...order, id: 1001 }, { secret }),
      /^order\.id is not a string \(1001\)\. Pass a string\.$/,
    ],
    'a link without a scheme': [
      () => call(createOrderToken, { ...order, returnUrl: 'shop.example/done?key=1' }, { secret }),
      /^order\.returnUrl is not a URL \("shop\.example\/done"\)\. Pass an absolute URL/,
    ],
    'a coin without its network': [
      () => call(createOrderToken, { ...order, offers: ['USDT'] }, { secret }),
      /^order\.offers\[0\] is not a known currency \("USDT"\)\. Name its network too: USDT_/,
    ],
    'a client of nothing': [
      () => call(createServiceClient),
      /^options is missing\. Pass \{ url, apiKey, shopId \}\.$/,
    ],
    'a client without a key': [
      () => call(createServiceClient, {}),
      /^apiKey is missing\. Copy it from the account\.$/,
    ],
    'a client without a URL': [
      () => call(createServiceClient, { apiKey: 'key', shopId: 'shop' }),
      /^url is missing\. Use the base URL of the payment service/,
    ],
    'a client without a shop': [
      () => call(createServiceClient, { apiKey: 'key', url: 'https://pay.example' }),
      /^shopId is missing\. Use the store identifier/,
    ],
    'a customer without options': [() => call(createCustomerToken, '7'), /^options is missing\. /],
    'a link without options': [
      () => call(createPaymentLink, order),
      /^options is missing\. Pass \{ secret, baseUrl \}/,
    ],
    'a link without an order': [
      () => call(createPaymentLink, undefined, { secret, baseUrl: 'https://shop.example' }),
      /^order is missing\. /,
    ],
    'a session without scopes': [
      () => call(createMerchantSession, { person }, { secret }),
      /^scopes is not a list \(undefined\)\. Pass a list such as \["payments:read"\]\.$/,
    ],
    'a session of nothing': [
      () => call(createMerchantSession),
      /^request is missing\. Pass \{ person, scopes \}\.$/,
    ],
    'a proposal of nothing': [() => call(createPayoutProposal), /^request is missing\. /],
    'an approval without options': [
      () => call(createPayoutApproval, { person, digest: 'a'.repeat(64) }),
      /^options is missing\. Pass \{ secret \}\.$/,
    ],
    'a listener of nothing': [
      () => call(toNodeListener),
      /^proxy has no method fetch\. Pass the proxy that createCheckoutProxy returns\.$/,
    ],
    'a listener of an empty object': [() => call(toNodeListener, {}), /^proxy has no method fetch\. /],
    'a sandbox of nothing': [
      () => call(startSandbox),
      /^options is missing\. Pass \{ apiKey, withdrawalKey, shopId \}, such as "sandbox-key"/,
    ],
    'a sandbox without keys': [() => call(startSandbox, {}), /^apiKey is not a string\. Pass \{ apiKey, /],
    'an amount that is a number': [
      () => call(compareAmounts, 49, '49.00'),
      /^amount 49 is not a string\. Pass exact decimal text, such as "49\.00"\.$/,
    ],
    'a webhook without headers': [
      () => call(verifyWebhook, { body: '{}' }, { secrets: [webhookSecret] }),
      /^request\.headers is missing\. Pass the Request, or \{ headers, body \} as received\.$/,
    ],
    'a webhook without a request': [() => call(verifyWebhook), /^request is missing\. /],
    'a webhook without options': [
      () => call(verifyWebhook, { headers: {}, body: '{}' }),
      /^options is missing\. Pass \{ secrets: \[secret\] \}/,
    ],
    'one secret of a webhook': [
      () => call(verifyWebhook, { headers: {}, body: '{}' }, { secret: webhookSecret }),
      /^options contains an unknown field \("secret"\)\. Did you mean secrets\? Pass \{ secrets: \[secret\] \}/,
    ],
    'a secret of a webhook without a list': [
      () => call(verifyWebhook, { headers: {}, body: '{}' }, { secrets: webhookSecret }),
      /^secrets is not a list \(type string\)\. Pass \[secret\]\.$/,
    ],
    'an empty secret of a webhook': [
      () => call(verifyWebhook, { headers: {}, body: '{}' }, { secrets: [''] }),
      /^secrets contains only empty strings\. Set the variable that holds the secret, /,
    ],
  };
  for (const [name, [result, message]] of Object.entries(cases))
    it(name, () =>
      assert.rejects(result, (error: Error) => {
        assert.match(error.message, message);
        assert.ok(!error.message.includes(secret));
        return true;
      }),
    );
});
