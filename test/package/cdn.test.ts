import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import type { Browser, ConsoleMessage } from 'playwright-core';
import { loadIcons } from '../../src/adapters/coin-icon.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { root } from './readme-text.js';

const dist = join(root, 'dist');
const FILE = 'crypto-checkout.js';
const file = readFileSync(join(dist, FILE), 'utf8');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const { 'style-src': _, ...integrity } = JSON.parse(
  readFileSync(join(dist, 'integrity.json'), 'utf8'),
) as Readonly<Record<string, string>>;

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

describe('the file for a CDN', () => {
  /** The same file as if it were of another version, and the built one. */
  const files: Readonly<Record<string, string>> = {
    '/9.9.9.js': file.replaceAll(version, '9.9.9'),
    [`/${FILE}`]: file,
  };
  const cdn = createServer(({ url = '' }, response) => {
    const text = files[url.replace(/\?.*/, '')];
    const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    response.writeHead(text === undefined ? 404 : 200, headers).end(text);
  });
  let html = '';
  const shop = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  let cdnUrl = '';
  let shopUrl = '';
  let browser: Browser;

  before(async () => {
    [cdnUrl, shopUrl, browser] = await Promise.all([listen(cdn), listen(shop), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    for (const server of [cdn, shop]) server.closeAllConnections();
    for (const server of [cdn, shop]) server.close();
  });

  /** A page with these scripts: whether the elements work, and the console lines. */
  async function open(
    ...scripts: readonly string[]
  ): Promise<{ works: boolean; said: readonly ConsoleMessage[] }> {
    const tags = scripts.map((attributes) => `<script type="module" crossorigin ${attributes}></script>`);
    html = `<!doctype html><html lang="en"><link rel="icon" href="data:," />${tags.join('')}
      <crypto-status-badge state="paid"></crypto-status-badge></html>`;
    const page = await browser.newPage();
    const said: ConsoleMessage[] = [];
    page.on('console', (message) => said.push(message));
    page.on('pageerror', (error) => assert.fail(String(error)));
    await page.goto(shopUrl, { waitUntil: 'load' });
    const works = await page.locator('crypto-status-badge').evaluate(async (badge) => {
      if (!('updateComplete' in badge)) return false;
      await badge.updateComplete;
      return badge.shadowRoot?.textContent?.includes('Paid') === true;
    });
    await page.close();
    return { works, said };
  }

  const src = (name: string): string => `src="${cdnUrl}/${name}"`;

  it('has its hash in the package, as has each theme', () => {
    assert.ok(FILE in integrity);
    assert.ok(Object.keys(integrity).some((name) => /^themes\/.+\.css$/.test(name)));
    // The files that the proxy serves are in a module of the server, which package/integrity reads.
    const inFolder = Object.entries(integrity).filter(
      ([name]) => !/^(?:merchant-)?elements(?:\/|\.js$)/.test(name),
    );
    for (const [name, hash] of inFolder) {
      const digest = createHash('sha384')
        .update(readFileSync(join(dist, name)))
        .digest('base64');
      assert.equal(hash, `sha384-${digest}`, name);
    }
  });

  it('knows the version of the package, for the details that a payer sends to the shop', () => {
    assert.ok(file.includes(version) && !file.includes('0.0.0-source'));
  });

  it('has the drawings of all coins and networks', async () => {
    const icons = await loadIcons();
    assert.ok(icons);
    for (const [name, drawing] of [...icons.coins, ...icons.networks])
      for (const { d } of drawing) assert.ok(file.includes(d), name);
  });

  it('needs no other file', async () => {
    const { metafile } = await build({
      ...{ stdin: { contents: file }, external: ['*'], bundle: true },
      ...{ format: 'esm', metafile: true, write: false, logLevel: 'silent' },
    });
    assert.deepEqual(
      Object.values(metafile.outputs).flatMap(({ imports }) => imports),
      [],
    );
  });

  it('is loaded by a page that requires the hash', async () => {
    const { works, said } = await open(`${src(FILE)} integrity="${integrity[FILE]}"`);
    assert.ok(works);
    assert.deepEqual(said, []);
  });

  it('is refused by that page if it has changed', async () => {
    const { works, said } = await open(`${src('9.9.9.js')} integrity="${integrity[FILE]}"`);
    assert.equal(works, false);
    assert.match(said.map((message) => message.text()).join(), /integrity/);
  });

  it('may meet another version: the first one stays, and the console names the remedy once', async () => {
    assert.notEqual(files['/9.9.9.js'], file);
    const { works, said } = await open(src('9.9.9.js'), src(FILE));
    assert.ok(works);
    assert.deepEqual(
      said.map((message) => message.type()),
      ['warning'],
    );
    const words = said[0]?.text() ?? '';
    for (const part of [`crypto-checkout ${version} `, 'crypto-checkout 9.9.9', 'Load one version'])
      assert.ok(words.includes(part), words);
  });

  it('may be loaded twice from two URLs without a warning', async () => {
    const { works, said } = await open(src(FILE), src(`${FILE}?again`));
    assert.ok(works);
    assert.deepEqual(said, []);
  });
});
