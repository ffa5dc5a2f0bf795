import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { chunksOf, neededBy, STEPS } from '../bench/size/page-weight.js';
import { serveChunks } from './page-server.js';
import type { PageServer } from './page-server.js';
import type { show } from './loading-page.js';

const pageWith = (script: string): string => `<!doctype html><html lang="en"><link rel="icon" href="data:," />
  <style>body { margin: 0 auto; max-inline-size: 420px }</style>
  <script type="module" src="/${script}"></script></html>`;

/** Run in the page: `shop` is set by loading-page.ts. */
const inPage = (page: Page, call: string): Promise<unknown> => page.evaluate(`void shop.${call}`);
const turnTo = (page: Page, name: Parameters<typeof show>[0]): Promise<unknown> =>
  inPage(page, `show('${name}')`);

/** A choice needs only the first file of the page, and the drawings of coins and networks. */
const isLater = (path: string): boolean =>
  path.endsWith('.js') && !/\/(?:crypto-checkout|drawings)\.js$/.test(path);

/** Also what the later steps share with requests for money back, and with wallets in the browser. */
const LATER_STEPS = ['lazy-steps.js'];

describe('the files that a page loads', () => {
  const files = new Map<string, string>();
  let server: PageServer;

  before(async () => {
    const chunks = await chunksOf('test/package/loading-page.ts');
    for (const { fileName, code } of chunks) files.set(`/${fileName}`, code);
    const html = pageWith(chunks[0]?.fileName ?? '');
    server = await serveChunks(files, html);
  });
  after(() => server?.close());

  /** A page with the coins on it, and the later chunks that it has requested so far. */
  async function openShop(t: TestContext): Promise<{ readonly page: Page; readonly later: string[] }> {
    const page = await server.browser.newPage();
    page.setDefaultTimeout(10_000);
    t.after(() => page.close());
    const later: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (isLater(path)) later.push(path.replace(/^.*\//, ''));
    });
    await page.goto(server.url);
    await page.waitForFunction('globalThis.shop');
    await inPage(page, 'open()');
    await page.getByRole('option').first().waitFor();
    return { page, later };
  }

  it('are none for later steps before the coins are shown, and follow when the payer approaches', async (t) => {
    const { page, later } = await openShop(t);
    assert.deepEqual(later, []);
    await page.locator('crypto-checkout').hover();
    await page.waitForFunction(`customElements.get('crypto-receipt')`);
    assert.deepEqual(later, LATER_STEPS);
  });

  /** A page whose drawings are loading, and whose clock is frozen. */
  async function openWithoutDrawings(t: TestContext): Promise<{ page: Page; release: () => Promise<void> }> {
    const page = await server.browser.newPage();
    page.setDefaultTimeout(10_000);
    t.after(() => page.close());
    const held: Route[] = [];
    await page.route('**/drawings.js', (route) => void held.push(route));
    await page.clock.install();
    await page.goto(server.url);
    await page.waitForFunction('globalThis.shop');
    await inPage(page, 'open()');
    await page.locator('.body[data-screen=loading]').waitFor();
    return { page, release: () => Promise.all(held.map((route) => route.continue())).then(() => undefined) };
  }

  it('include the drawings, which appear together with the coins', async (t) => {
    const { page, release } = await openWithoutDrawings(t);
    assert.equal(await page.getByRole('option').count(), 0);
    await release();
    const bitcoin = page.getByRole('option', { name: 'Bitcoin' });
    await bitcoin.waitFor();
    assert.equal(await bitcoin.locator('svg text').count(), 0);
  });

  it('may be late: letters replace the drawings after a second, until these have loaded', async (t) => {
    const { page, release } = await openWithoutDrawings(t);
    await page.clock.runFor(1000);
    const bitcoin = page.getByRole('option', { name: 'Bitcoin' });
    await bitcoin.locator('svg text').waitFor();
    await release();
    await bitcoin.locator('svg path').first().waitFor();
    await bitcoin.locator('svg text').waitFor({ state: 'detached' });
  });

  it('may be late, and take away no coin that the payer has pressed', async (t) => {
    const { page, release } = await openWithoutDrawings(t);
    await page.clock.runFor(1000);
    await page.getByRole('option', { name: /^Tether USDT/ }).click();
    const networks = page.getByRole('heading', { name: 'Choose a network for USDT' });
    await networks.waitFor();
    await turnTo(page, 'choosing');
    await page.clock.runFor(1000);
    await networks.waitFor();
    await release();
    await page.getByRole('option', { name: /^TRON/ }).locator('svg path').first().waitFor();
    await networks.waitFor();
  });

  it('for amount, address and code are one more', async (t) => {
    const { page, later } = await openShop(t);
    await turnTo(page, 'awaiting');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    assert.deepEqual(later, LATER_STEPS);
  });

  it('include the outcomes of the payment before the connection is lost', async (t) => {
    const { page } = await openShop(t);
    await turnTo(page, 'awaiting');
    await page.waitForFunction(`customElements.get('crypto-receipt')`);
    await page.context().setOffline(true);
    await turnTo(page, 'paid');
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
  });

  it('change nothing in the card while the payment is loading: nothing moves, and it is marked as busy', async (t) => {
    const { page } = await openShop(t);
    const card = page.locator('.card');
    await page.evaluate(`{
      globalThis.shift = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value; })
        .observe({ type: 'layout-shift', buffered: true });
    }`);
    const sizeBefore = await card.boundingBox();
    const held: Route[] = [];
    await page.route('**/lazy-steps.js', (route) => void held.push(route));
    await turnTo(page, 'creating');
    await page.locator('.body[aria-busy=true] .waiting').waitFor();
    await turnTo(page, 'awaiting');
    await page.locator('.body[aria-busy=true][data-screen=awaiting] .waiting').waitFor();
    assert.deepEqual(await card.boundingBox(), sizeBefore);
    await Promise.all(held.map((route) => route.continue()));
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await page.locator('.body[aria-busy=false]').waitFor();
    assert.deepEqual(await card.boundingBox(), sizeBefore);
    assert.equal(await page.evaluate('shift'), 0);
  });

  it('are reported if the payment cannot be loaded, with another place to pay, and retried', async (t) => {
    const { page } = await openShop(t);
    await page.route('**/lazy-steps.js', (route) => route.abort());
    await turnTo(page, 'awaiting');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.getByRole('heading', { name: 'This didn’t load.' }).waitFor();
    const hosted = page.getByRole('link', { name: /payment page/i });
    assert.equal(await hosted.getAttribute('href'), 'https://pay.example/1');
    await page.unroute('**/lazy-steps.js');
    await again.click();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
  });

  it('are requested again once the payment moves on, without a press', async (t) => {
    const { page } = await openShop(t);
    await page.route('**/lazy-steps.js', (route) => route.abort());
    await turnTo(page, 'awaiting');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/lazy-steps.js');
    await turnTo(page, 'paid');
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
  });

  it('are requested again by a reload that the page offers after a second failure', async (t) => {
    const { page } = await openShop(t);
    await page.route('**/lazy-steps.js', (route) => route.fulfill({ status: 404 }));
    await turnTo(page, 'awaiting');
    const reload = page.getByRole('button', { name: 'Reload the page' });
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.equal(await reload.count(), 0);
    await again.click();
    await reload.waitFor();
    assert.equal(await again.count(), 0);
    await page.unroute('**/lazy-steps.js');
    await Promise.all([page.waitForEvent('load'), reload.click()]);
    await page.waitForFunction('globalThis.shop');
    await inPage(page, 'open()');
    await turnTo(page, 'awaiting');
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
  });

  it('include nothing of a wallet before the payer comes to its button, and then one family', async (t) => {
    const { page, later } = await openShop(t);
    await turnTo(page, 'payableByWallet');
    const pay = page.getByRole('button', { name: 'Pay with Fox Wallet' });
    await pay.waitFor();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    assert.deepEqual(later, LATER_STEPS);
    await pay.click();
    await page.getByRole('heading', { name: 'Sent. Waiting for it to arrive' }).waitFor();
    assert.ok(later.includes('wallet-payment.js') && later.includes('evm.js'), later.join());
    for (const family of ['tron', 'solana', 'bitcoin', 'ton'])
      assert.ok(!later.includes(`${family}.js`), later.join());
  });

  it('says that the payment with a wallet cannot be loaded, and asks the wallet once it can', async (t) => {
    const { page } = await openShop(t);
    await page.route('**/wallet-payment.js', (route) => route.abort());
    await turnTo(page, 'payableByWallet');
    const pay = page.getByRole('button', { name: 'Pay with Fox Wallet' });
    await pay.click();
    await page.locator('.notice', { hasText: 'This didn’t load. Please try again.' }).waitFor();
    await page.unroute('**/wallet-payment.js');
    await pay.click();
    await page.getByRole('heading', { name: 'Sent. Waiting for it to arrive' }).waitFor();
  });

  it('warns of a wallet that may have sent, where its screen cannot be loaded, and asks none again', async (t) => {
    const { page } = await openShop(t);
    await page.route('**/wallet-payment.js', (route) => route.abort());
    await turnTo(page, 'askedBefore');
    const warning = 'Your wallet may have already sent this payment. Check there before you pay.';
    await page.locator('.notice', { hasText: warning }).waitFor();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    await page.unroute('**/wallet-payment.js');
    await page.getByRole('button', { name: 'Pay with Fox Wallet' }).click();
    await page.getByRole('heading', { name: 'No response from Fox Wallet' }).waitFor();
  });

  it('warns of a wallet that has sent, where its screen cannot be loaded, and offers no wallet', async (t) => {
    const { page } = await openShop(t);
    await page.route('**/lazy-wallet-outcomes.js', (route) => route.abort());
    await turnTo(page, 'payableByWallet');
    const pay = page.getByRole('button', { name: 'Pay with Fox Wallet' });
    await pay.click();
    const warning = 'Your wallet may have already sent this payment. Check there before you pay.';
    await page.locator('.notice', { hasText: warning }).waitFor();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    assert.equal(await pay.count(), 0);
  });

  it('are counted by `npm run size` as they are loaded', async () => {
    const chunks = await chunksOf('src/define/crypto-checkout.ts');
    const laterOf = (name: string): string[] => {
      const { modules } = STEPS.find((step) => step.name === name) ?? assert.fail(name);
      return neededBy(chunks, ...modules)
        .map(({ fileName }) => `/${fileName}`)
        .filter(isLater)
        .map((path) => path.replace(/^.*\//, ''))
        .toSorted();
    };
    assert.deepEqual(laterOf('before the picker can be used'), []);
    assert.deepEqual(laterOf('address, amount and QR on screen'), LATER_STEPS);
    assert.deepEqual(laterOf('all of a payment, in English'), [...LATER_STEPS, 'popover.js']);
  });
});
