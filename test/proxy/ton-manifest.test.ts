import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { TonManifest } from '../../src/protocol/index.js';
import { parseCheckout } from '../../src/protocol/index.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import { json, problemOf, startEnvironment } from './test-environment.js';

const PATH = '/tonconnect-manifest.json';
const publicUrl = 'https://shop.example/pay/crypto-checkout';

const start = (t: TestContext, proxy: Partial<CheckoutProxyOptions>) =>
  startEnvironment(t, { proxy, isIdle: true });

describe('the manifest for wallets on TON', { concurrency: 4 }, () => {
  it('names the shop by its options, whatever host a request claims', async (t) => {
    const shop = { name: 'Tea & Co', logo: 'https://cdn.example/logo.png?v=2' };
    const { call } = await start(t, { publicUrl, shop });
    const response = await call('GET', PATH, { headers: { 'x-forwarded-host': 'evil.example' } });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(await json<TonManifest>(response), {
      url: 'https://shop.example',
      name: 'Tea & Co',
      iconUrl: shop.logo,
    });
  });

  it('can be read by pages of every origin, and kept for an hour', async (t) => {
    const { call } = await start(t, { publicUrl, origins: ['https://shop.example'] });
    for (const origin of ['https://wallet.example', 'null']) {
      const { headers } = await call('GET', PATH, { headers: { origin } });
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-credentials'), null);
      assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    }
    const { headers } = await call('GET', PATH, { headers: { origin: 'https://shop.example' } });
    assert.equal(headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.equal((await call('HEAD', PATH)).status, 200);
  });

  it('has a name and an icon that wallets can show, also where the shop has none', async (t) => {
    const { call } = await start(t, { publicUrl, shop: { logo: 'https://cdn.example/logo.SVG' } });
    assert.deepEqual(await json<TonManifest>(await call('GET', PATH)), {
      url: 'https://shop.example',
      name: 'shop.example',
      iconUrl: 'https://shop.example/favicon.ico',
    });
  });

  it('has its URL in the checkout, with or without a slash at the end of the option', async (t) => {
    for (const url of [publicUrl, `${publicUrl}/`]) {
      const { open } = await start(t, { publicUrl: url });
      const { wallets } = parseCheckout(await open());
      assert.deepEqual(wallets, { solana: false, tonManifest: `${publicUrl}${PATH}` });
    }
  });

  it('does not exist without a public URL, and no checkout names one', async (t) => {
    const { call, open } = await start(t, {});
    const response = await call('GET', PATH);
    assert.equal(response.status, 404);
    assert.equal((await problemOf(response)).code, 'not_found');
    assert.equal(parseCheckout(await open()).wallets, undefined);
  });
});
