import assert from 'node:assert/strict';
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { installed, packed, run } from '../consumers/projects.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { payInBrowser, startServerThatPrints, startShop } from './framework-shop.js';
import { NEXT, START } from './next-project.js';

describe('a project of Next.js with other settings', () => {
  let beside = '';
  let folder = '';
  let browser: Browser;

  before(async () => {
    beside = await packed();
    [folder = ''] = await installed(beside, [NEXT]);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    rmSync(beside, { recursive: true, force: true });
  });

  const build = (...args: readonly string[]) => run(folder, 'npm', ['run', 'build', '--', ...args]);
  const configure = (settings: object) =>
    writeFileSync(join(folder, 'next.config.mjs'), `export default ${JSON.stringify(settings)};`);

  it('caches what is static with cacheComponents, and is paid', async (t) => {
    configure({ cacheComponents: true });
    // What is cached has no nonce of a request.
    const policy = join(folder, 'proxy.ts');
    renameSync(policy, `${policy}.unused`);
    await build();
    renameSync(`${policy}.unused`, policy);
    const shop = await startShop({ folder, args: START });
    t.after(shop.stop);
    await payInBrowser(browser, shop, 'A-1002', { policy: false });
  });

  it('copies the package and its store with serverExternalPackages and standalone, and is paid', async (t) => {
    configure({ serverExternalPackages: ['crypto-checkout'], output: 'standalone' });
    await build();
    const standalone = join(beside, 'standalone');
    cpSync(join(folder, '.next/standalone'), standalone, { recursive: true });
    cpSync(join(folder, '.next/static'), join(standalone, '.next/static'), { recursive: true });
    const variables = { HOSTNAME: '127.0.0.1' };
    const shop = await startShop({ folder: standalone, args: ['server.js'], variables });
    t.after(shop.stop);
    await payInBrowser(browser, shop, 'A-1003');
  });

  describe('where no engine of the store is installed', () => {
    before(async () => {
      configure({});
      // A shop without libsql has another database.
      writeFileSync(
        join(folder, 'fulfill.ts'),
        'export function fulfill() {}\nexport function recordOrder(_order: object) {}\n',
      );
      await run(folder, 'npm', ['uninstall', '--no-audit', '--no-fund', '--prefer-offline', 'libsql']);
    });

    for (const bundler of ['--turbopack', '--webpack']) {
      it(`builds with ${bundler}, without a warning, and its server says what to install`, async () => {
        const output = await build(bundler);
        assert.doesNotMatch(output, /warn/i);
        await startServerThatPrints({ folder, args: START }, /npm install libsql/);
      });
    }
  });
});
