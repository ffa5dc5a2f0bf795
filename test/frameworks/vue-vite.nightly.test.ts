import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { installed, packed } from '../consumers/projects.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { fileOf } from '../package/docs-text.js';
import { payInBrowser, startServerThatPrints, startShop } from './framework-shop.js';
import { shipmentsAfterRedelivery } from './shipments.js';

describe('a page of Vue with Vite, and an API server', () => {
  let beside = '';
  let folder = '';
  let browser: Browser;

  before(async () => {
    beside = await packed();
    [folder = ''] = await installed(beside, [
      {
        name: 'vue-vite',
        folder: '../frameworks/vue-vite',
        build: 'production',
      },
    ]);
    for (const file of ['checkout.js', 'fulfill.js']) writeFileSync(join(folder, file), fileOf(file));
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    rmSync(beside, { recursive: true, force: true });
  });

  it('gets its order from the server, and is paid', async (t) => {
    const shop = await startShop({ folder, args: ['api.js'] });
    t.after(shop.stop);
    await payInBrowser(browser, shop, 'A-1001', { policy: false, rendered: false });
    assert.equal(await shipmentsAfterRedelivery(folder, 'A-1001'), 1, 'a paid order is fulfilled once');
  });

  it('reports in a line that its port is in use, and the remedy', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const variables = { PORT: String(port) };
    await startServerThatPrints(
      { folder, args: ['api.js'], variables },
      new RegExp(`^port ${port} is in use\\. Set PORT to another port\\.$`, 'm'),
    );
  });
});
