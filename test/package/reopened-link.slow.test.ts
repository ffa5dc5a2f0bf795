import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startPaymentPages } from '../browsers/payment-page.js';
import { openBrowser } from '../browsers/driver/open-browser.js';

describe('the link of an order that was overpaid', () => {
  let pages: Awaited<ReturnType<typeof startPaymentPages>>;
  let browser: Browser;
  let link: string;
  /** The browser that has paid, and one that has paid another order. */
  let own: Awaited<ReturnType<typeof payTooMuch>>;
  let foreign: Awaited<ReturnType<typeof payTooMuch>>;
  before(async () => {
    const merchant = { secrets: ['a-secret-of-the-staff-0123456789abcdef'], refunds: 'on' } as const;
    [pages, browser] = await Promise.all([startPaymentPages({ merchant }), openBrowser()]);
    link = await pages.link('A-1');
    own = await payTooMuch(link);
    foreign = await payTooMuch(await pages.link('A-2'));
  });
  after(async () => {
    await browser.close();
    await pages.stop();
  });

  /** Returns a browser of its own, and what its page has in its address. */
  async function payTooMuch(url: string) {
    const context = await browser.newContext({ locale: 'en-GB' });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('option', { name: 'Bitcoin' }).first().click();
    await page.getByText('Send exactly', { exact: true }).waitFor();
    await pages.pay('5');
    await page.getByText('Overpaid by').first().waitFor();
    const checkoutUrl = page.url();
    await page.close();
    return { context, checkoutUrl };
  }

  async function open({ context }: { readonly context: BrowserContext }, url: string) {
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(url);
    return { page, requests };
  }

  const asking = (page: Page) => page.getByRole('button', { name: 'Request a refund' });

  it('leads the browser that has paid to the form for its money', async () => {
    const { page, requests } = await open(own, link);
    await asking(page).click();
    await page.getByText('You’re requesting exactly').first().waitFor();
    assert.equal(page.url(), own.checkoutUrl);
    const id = own.checkoutUrl.split('#')[1] ?? '';
    const inPath = requests.filter((one) => one.split('#')[0]?.includes(id) && !one.includes('/checkouts/'));
    assert.deepEqual(inPath, [], 'the id is in the path or the query of no page');
    await page.close();
  });

  it('leads it there after the link has ended, with a new link of the order, and in the chosen language', async () => {
    const urls = [await pages.link('A-1', { ageHours: 25 }), await pages.link('A-1')];
    for (const url of urls) {
      const { page } = await open(own, url);
      await asking(page).waitFor();
      assert.equal(page.url(), own.checkoutUrl);
      await page.close();
    }
    const { page } = await open(own, `${link}?locale=de`);
    await page.getByRole('button', { name: 'Erstattung anfordern' }).waitFor();
    await page.close();
  });

  it('shows the form on the page of the checkout itself', async () => {
    const { page } = await open(own, own.checkoutUrl);
    await asking(page).waitFor();
    await page.close();
  });

  it('shows the receipt and the form in any browser that has the link of the page of the checkout', async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const { page } = await open({ context }, own.checkoutUrl);
    await page.getByText('Overpaid by').first().waitFor();
    await asking(page).waitFor();
    await context.close();
  });

  it('gives another browser nothing but the page, though that browser has paid another order', async () => {
    const { page, requests } = await open(foreign, link);
    await page.getByText('Please don’t send anything more.').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(page.url(), link);
    const ofCheckouts = requests.filter((one) => one.includes('/checkouts'));
    assert.deepEqual(ofCheckouts, [], 'it asks for no checkout');
    assert.ok(!(await page.content()).includes(own.checkoutUrl.split('#')[1] ?? ''));
    await page.close();
  });

  it('survives a storage that holds anything under the name of a key', async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const { page } = await open({ context }, link);
    await page.evaluate(() => {
      for (const name of ['', '<img src=x>', '../c', '%00'])
        localStorage.setItem(`crypto-checkout:claim:${name}`, 'anything');
    });
    await page.reload();
    await page.getByText('Please don’t send anything more.').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(page.url(), link);
    await context.close();
  });

  it('keeps the page of an order that was paid exactly', async () => {
    const exact = await pages.link('A-3');
    const { page } = await open(own, exact);
    await page.getByRole('option', { name: 'Bitcoin' }).first().click();
    await page.getByText('Send exactly', { exact: true }).waitFor();
    await pages.pay();
    await page.getByText('Paid. Thank you.').first().waitFor();
    await page.goto(exact);
    await page.getByText('Please don’t send anything more.').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(page.url(), exact);
    await page.close();
  });
});
