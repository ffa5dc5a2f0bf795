import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { installed, packed, type Consumer } from '../consumers/projects.js';
import { freePort } from '../free-port.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { interruptWithPage, payInBrowser, startShop } from './framework-shop.js';
import { assertDocumented } from './page-weight.js';
import { shipmentsAfterRedelivery } from './shipments.js';
import { newerHere } from './versions.js';

/**
 * The project in a folder of this name, with the newest versions that run on this Node, and with the file that all of them share at
 * this place.
 */
export function frameworkProject(name: string, proxyFile: string): Omit<Consumer, 'build'> {
  const folder = `../frameworks/${name}`;
  const { versions, files = {} } = newerHere(name);
  const newer = Object.entries(files).map(([place, file]) => [place, `${folder}/${file}`]);
  return {
    name,
    folder,
    versions,
    shared: {
      ...Object.fromEntries(newer),
      [proxyFile]: '../frameworks/shared/checkout-proxy.ts',
      // As the documentation has a shop copy it.
      [posix.join(posix.dirname(proxyFile), 'fulfill.ts')]: '../../server-example/typescript/fulfill.ts',
    },
  };
}

/** What a test gets once the tests run. */
interface InstalledProject {
  readonly folder: () => string;
  readonly browser: () => Browser;
}

/** The servers of a framework: arguments of node. */
interface Servers {
  readonly built: readonly string[];
  readonly development: ((port: string) => readonly string[]) | null;
}

/**
 * Tests that a project builds, that its own server renders the checkout, that an order is paid there under a policy, and that the
 * page loads as much as the documentation says; and that it works in development, from the first request on.
 *
 * @param testMore more tests of the same project
 */
export function testPaidProject(
  framework: string,
  project: Omit<Consumer, 'build'>,
  { built: args, development }: Servers,
  testMore?: (project: InstalledProject) => void,
): void {
  describe(`a project of ${framework}`, () => {
    let beside = '';
    let folder = '';
    let browser: Browser;

    before(async () => {
      beside = await packed();
      [folder = ''] = await installed(beside, [{ ...project, build: 'production' }]);
      browser = await openBrowser();
    });
    after(async () => {
      await browser?.close();
      rmSync(beside, { recursive: true, force: true });
    });

    it('starts nothing while it is built, without settings', () => {
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('.sqlite')),
        [],
      );
    });

    it('renders the tag on the server, and is paid under a Content-Security-Policy', async (t) => {
      const shop = await startShop({ folder, args });
      t.after(shop.stop);
      const { kB } = await payInBrowser(browser, shop, 'A-1001');
      assert.equal(await shipmentsAfterRedelivery(folder, 'A-1001'), 1, 'a paid order is fulfilled once');
      // The table has the versions of the oldest Node.
      if (Object.keys(project.versions ?? {}).length === 0) assertDocumented(framework, kB);
    });

    it('ends at Ctrl-C while a page waits for a payment', async (t) => {
      const variables = { CRYPTO_CHECKOUT_STORE: 'interrupted.sqlite' };
      const shop = await startShop({ folder, args, variables });
      t.after(shop.stop);
      await interruptWithPage(browser, shop, 'A-1009');
    });

    if (development)
      it('is paid in development too, at the first request and without a warning, and ends at Ctrl-C', async (t) => {
        const port = String(await freePort());
        const shop = await startShop({
          folder,
          args: development(port),
          // The other server had a sandbox of its own, and left its invoices in the default file.
          variables: { PORT: port, NODE_ENV: 'development', CRYPTO_CHECKOUT_STORE: 'development.sqlite' },
        });
        t.after(shop.stop);
        // Tools for development need more than a policy allows.
        await payInBrowser(browser, shop, 'A-1004', { policy: false });
        await interruptWithPage(browser, shop, 'A-1009');
      });

    testMore?.({ folder: () => folder, browser: () => browser });
  });
}
