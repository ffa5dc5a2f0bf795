import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { files } from '#elements-files';
import type { Browser } from 'playwright-core';
import type * as ProxyModule from '../../src/proxy/index.js';
import type * as NodeModule from '../../src/proxy/node.js';
import type { SandboxServer } from '../../src/sandbox/index.js';
import { freshStore } from '../proxy/test-stores.js';
import { orderToken, SECRETS, startService } from '../proxy/test-environment.js';
import { Payer } from '../server-example/payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { root } from './readme-text.js';
import { listen } from '../listen.js';
import { control } from '../sandbox-control.js';

const [FORMER_TITLE, NEXT_TITLE] = ['How would you like to pay?', 'Which coin would you like to pay with?'];

/** A page loads them all the same, and the best compression takes seconds. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** The next version: one sentence has changed, and so has every name. */
function nextFiles(): typeof files {
  const renamed = (text: string) => text.replace(/-[\w-]{8}\.js\b/g, '-nextnext.js');
  return files.map(({ name, role, brotli, integrity }) => {
    const text = String(brotliDecompressSync(Buffer.from(brotli, 'base64')));
    const next = renamed(text).replaceAll(FORMER_TITLE, NEXT_TITLE);
    return {
      ...{ name: renamed(name), role, integrity: integrity.replace('sha384-', 'sha384-next') },
      brotli: brotliCompressSync(next, FAST).toString('base64'),
    };
  });
}

/** A copy of the built package that serves other files: what npm installs with the next release. */
function installNext(): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/next-'));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  const text = `export const files = ${JSON.stringify(nextFiles())};\n`;
  writeFileSync(join(folder, 'dist/elements-files.js'), text);
  return folder;
}

interface Version {
  readonly listener: RequestListener;
  readonly stop: () => Promise<void>;
}

describe('a page from the proxy', () => {
  let next: string;
  let browser: Browser;
  let sandbox: SandboxServer;

  before(async () => {
    next = installNext();
    [browser, sandbox] = await Promise.all([openBrowser(), startService()]);
  });
  after(async () => {
    await Promise.all([browser.close(), sandbox.close()]);
    rmSync(next, { recursive: true, force: true });
  });

  /** A process of the package in this folder. */
  async function startVersion(t: TestContext, folder: string, store: string): Promise<Version> {
    const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href);
    const { createCheckoutProxy } = (await load('dist/proxy.js')) as typeof ProxyModule;
    const { toNodeListener } = (await load('dist/proxy/node.js')) as typeof NodeModule;
    const { apiKey, shopId, orderSecret } = SECRETS;
    const proxy = createCheckoutProxy({
      service: { url: sandbox.url, apiKey, shopId, testMode: true },
      orderSecrets: [orderSecret],
      onEvent: () => undefined,
      store,
      clock: sandbox.clock,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await proxy.start();
    t.after(() => proxy.stop());
    return { listener: toNodeListener(proxy), stop: () => proxy.stop() };
  }

  /** The shop, whose balancer calls `versionOf` for each request to the proxy. */
  async function openShop(t: TestContext, versionOf: (path: string) => Version): Promise<string> {
    const html = async () => `<!doctype html><html lang="en"><link rel="icon" href="data:," />
      <script type="module" src="/crypto-checkout/elements.js"></script>
      <crypto-checkout order="${await orderToken({ id: `A-${performance.now()}` })}"></crypto-checkout></html>`;
    const policy =
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'";
    const server = createServer((request, response) => {
      const { url = '/' } = request;
      if (url.startsWith('/crypto-checkout/')) return versionOf(url).listener(request, response);
      const headers = { 'content-type': 'text/html', 'content-security-policy': policy };
      void html().then((text) => response.writeHead(200, headers).end(text));
    });
    return listen(t, server);
  }

  async function arrive(t: TestContext, shopUrl: string): Promise<Payer> {
    const payer = await Payer.arrive(browser, {
      shopUrl,
      control: (path, body) => control(sandbox.url, path, body),
    });
    t.after(() => payer.closes());
    await payer.page.goto(shopUrl);
    return payer;
  }

  async function pays(payer: Payer): Promise<void> {
    await payer.choose(/^Bitcoin/, null);
    await payer.sends();
    await payer.sees('Paid. Thank you.');
  }

  it('accepts a payment after the proxy has been replaced by the next version', async (t) => {
    const store = await freshStore(t);
    let running = await startVersion(t, root, store);
    const shopUrl = await openShop(t, () => running);
    const payer = await arrive(t, shopUrl);
    await payer.sees(FORMER_TITLE);
    await running.stop();
    running = await startVersion(t, next, store);
    // The later chunk is not loaded before.
    assert.equal(await payer.page.evaluate(`customElements.get('crypto-receipt') === undefined`), true);
    await pays(payer);
    const newcomer = await arrive(t, shopUrl);
    await newcomer.sees(NEXT_TITLE);
    await pays(newcomer);
  });

  it('accepts a payment with two versions behind one balancer, whichever responds', async (t) => {
    const store = await freshStore(t);
    const versions = [await startVersion(t, root, store), await startVersion(t, next, store)] as const;
    const isEntry = (path: string) => path.endsWith('/elements.js');
    for (const [entry, others] of [versions, versions.toReversed()] as const) {
      assert.ok(entry && others);
      const shopUrl = await openShop(t, (path) => (isEntry(path) ? entry : others));
      const payer = await arrive(t, shopUrl);
      await payer.sees(entry === versions[0] ? FORMER_TITLE : NEXT_TITLE);
      await pays(payer);
    }
    // As balancers do: one request each.
    let turn = 0;
    const shopUrl = await openShop(t, () => versions[turn++ % 2 === 0 ? 0 : 1]);
    for (let visit = 0; visit < 4; visit += 1) await pays(await arrive(t, shopUrl));
  });
});
