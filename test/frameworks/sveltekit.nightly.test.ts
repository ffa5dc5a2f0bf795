import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { it } from 'node:test';
import { pageText } from '../package/docs-text.js';
import { payInBrowser, startShop } from './framework-shop.js';
import { frameworkProject, testPaidProject } from './paid-project.js';

const START = ['build/index.js'];

testPaidProject(
  'SvelteKit',
  frameworkProject('sveltekit', 'src/lib/server/checkout-proxy.ts'),
  {
    built: START,
    development: (port) => ['node_modules/.bin/vite', '--host', '127.0.0.1', '--port', port],
  },
  ({ folder, browser }) => {
    it('shows the coins before any script runs on a page with renderCheckout, and is paid there', async (t) => {
      const shop = await startShop({
        folder: folder(),
        args: START,
        // The other server had a sandbox of its own, and left its invoices in the default file.
        variables: { CRYPTO_CHECKOUT_STORE: 'rendered.sqlite' },
      });
      t.after(shop.stop);
      await payInBrowser(browser(), shop, 'A-1003', { path: '/pay', from: '/orders/A-1001' });
      const { html } = await payInBrowser(browser(), shop, 'A-1002', { path: '/pay' });
      const [beforeScripts = ''] = html.split('<script nonce');
      assert.match(beforeScripts, /<template shadowrootmode="open"[\s\S]*Bitcoin/);
      const [, documented] = /about (\d+) kB compressed/.exec(pageText('Frameworks.mdx')) ?? [];
      const kB = gzipSync(html).length / 1000;
      assert.ok(Math.abs(Number(documented) - kB) <= 3, `The page has ${kB.toFixed(1)} kB. Write it.`);
    });
  },
);
