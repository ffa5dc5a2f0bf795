import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { chunksOf, neededBy } from '../bench/size/page-weight.js';
import { serveChunks } from './page-server.js';
import type { PageServer } from './page-server.js';

describe('the address check of a deposit', () => {
  const files = new Map<string, string>();
  let check = '';
  let server: PageServer;

  before(async () => {
    const chunks = await chunksOf('test/package/loading-deposit-page.ts');
    for (const { fileName, code } of chunks) files.set(`/${fileName}`, code);
    check = `/${neededBy(chunks, 'src/payment/addresses/index.ts')[0]?.fileName}`;
    const html = `<!doctype html><html lang="en"><link rel="icon" href="data:," />
      <script type="module" src="/${chunks[0]?.fileName}"></script></html>`;
    server = await serveChunks(files, html);
  });
  after(() => server?.close());

  async function openPage(t: TestContext): Promise<{ readonly page: Page; readonly requested: string[] }> {
    const page = await server.browser.newPage();
    page.setDefaultTimeout(10_000);
    t.after(() => page.close());
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(server.url);
    await page.getByRole('option').first().waitFor();
    return { page, requested };
  }

  const turnToReady = (page: Page) => page.evaluate('page.ready()');
  const address = (page: Page) => page.getByRole('group', { name: /^T\w{33}$/ });

  it('is loaded after the choice of a coin, and before the address', async (t) => {
    const { page, requested } = await openPage(t);
    assert.ok(files.has(check), check);
    assert.ok(!requested.includes(check));
    await turnToReady(page);
    await address(page).waitFor();
    assert.ok(requested.includes(check));
  });

  it('shows no address if it cannot be loaded, and the customer can retry', async (t) => {
    const { page } = await openPage(t);
    await page.route(`**${check}`, (route) => route.abort());
    await turnToReady(page);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.equal(await address(page).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Copy address' }).count(), 0);
    assert.equal(await page.getByRole('img', { name: /QR code/ }).count(), 0);
    await page.unroute(`**${check}`);
    await again.click();
    await address(page).waitFor();
  });
});
