import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import jsqr from 'jsqr';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { DRAWN_LOGO, LOGO_COLORS, startPaymentPages } from '../browsers/payment-page.js';
import { accessibilityFaults } from '../sandbox/page-harness.js';
import { until } from '../until.js';
import { openBrowser } from '../browsers/driver/open-browser.js';

describe('the payment page', () => {
  let pages: Awaited<ReturnType<typeof startPaymentPages>>;
  let browser: Browser;

  before(async () => {
    pages = await startPaymentPages();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await pages.stop();
  });

  async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage({
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    await page.goto(url);
    return page;
  }

  /** Each theme and each width once: colors and widths do not depend on each other. */
  const LOOKS = [
    ['light', { width: 1280, height: 900 }],
    ['dark', { width: 320, height: 800 }],
  ] as const;

  /** The names on the page that something covers, or that do not fit on one line of their column. */
  const hidden = (page: Page): Promise<readonly (string | null)[]> =>
    page.locator('.brand bdi, h1, .note dt').evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const shown = document.elementFromPoint(left + width / 2, top + height / 2);
          const isBroken =
            element.matches('dt') && height > 1.9 * parseFloat(getComputedStyle(element).fontSize);
          return isBroken || (shown !== null && !element.contains(shown) && !shown.contains(element));
        })
        .map(({ textContent }) => textContent),
    );

  /** Checks the page as it is. */
  async function isAccessible(page: Page, text: string): Promise<void> {
    await page.getByText(text).first().waitFor();
    for (const [colorScheme, size] of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      assert.deepEqual(await accessibilityFaults(page), [], `${text}, ${colorScheme}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${text}: ${overflow} px wider than a screen of ${size.width} px`);
      assert.deepEqual(
        await hidden(page),
        [],
        `${text}: covered, or broken inside a word, at ${size.width} px`,
      );
    }
  }

  it('draws the logo of the shop with its styles', async () => {
    const page = await open(await pages.link('A-5'));
    assert.deepEqual(await page.evaluate(`(() => {${LOGO_COLORS}})()`), DRAWN_LOGO);
    await page.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has a code for another device where a browser darkens pages, on a ${colorScheme} device`, async () => {
      const page = await open(await pages.link('A-6'), { colorScheme, deviceScaleFactor: 2 });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setAutoDarkModeOverride', { enabled: true });
      const code = page.locator('#code');
      await code.waitFor();
      // The page draws it again once the address has the id of the checkout.
      await until(async () => {
        const { data, width, height } = PNG.sync.read(await code.screenshot());
        return jsqr(new Uint8ClampedArray(data), width, height)?.data === page.url();
      }, 'a camera reads the address of the page');
      await page.close();
    });

  it('is accessible from the choice to the receipt, and when its link is opened again', async () => {
    const link = await pages.link('A-1');
    const page = await open(link);
    await isAccessible(page, 'How would you like to pay?');
    await page.getByRole('option', { name: 'Bitcoin' }).first().click();
    await isAccessible(page, 'Send exactly');
    await pages.pay();
    await isAccessible(page, 'Paid. Thank you.');
    await page.goto(link);
    await isAccessible(page, 'Please don’t send anything more.');
    await page.close();
  });

  for (const [state, path, text] of [
    ['has expired', () => pages.link('A-2', { ageHours: 25 }), 'This payment link has expired'],
    ['is unknown', () => Promise.resolve(`${pages.publicUrl}/pay/unknown`), 'Payment link not found'],
  ] as const)
    it(`is accessible when its link ${state}`, async () => {
      const page = await open(await path());
      await isAccessible(page, text);
      await page.close();
    });

  /** Returns those of the texts that a printer would put on paper. */
  async function onPaper(page: Page, texts: readonly string[]): Promise<readonly string[]> {
    await page.emulateMedia({ media: 'print' });
    const isSeen = await Promise.all(texts.map((text) => page.getByText(text).first().isVisible()));
    await page.emulateMedia({ media: 'screen' });
    return texts.filter((_, index) => isSeen[index]);
  }

  it('prints the way to the page while the order is open, and the receipt once it is paid', async () => {
    const page = await open(await pages.link('A-6'));
    await page.getByRole('option', { name: 'Bitcoin' }).first().click();
    await page.getByText('Send exactly').first().waitFor();
    await page.reload();
    await page.getByText(page.url()).waitFor({ state: 'attached' });
    assert.ok(await page.getByText('Test mode').first().isVisible(), 'nobody takes it for real money');
    const always = ['Nordlys Coffee', 'Order A-6', '€49.00', 'Two cups', 'hello@shop.example'];
    const wayToPay = ['Valid until', 'Scan with your phone', page.url(), 'can see the order and pay for it'];
    const inCoins = ['Send exactly', 'BTC'];
    const receipt = ['Paid. Thank you.', 'INV-'];
    const texts = [...always, ...wayToPay, ...inCoins, ...receipt];
    assert.deepEqual(await onPaper(page, texts), [...always, ...wayToPay]);
    await pages.pay();
    await page.getByText('Paid. Thank you.').first().waitFor();
    assert.deepEqual(await onPaper(page, texts), [...always, 'BTC', ...receipt]);
    await page.close();
  });

  it('follows the language that the payer has chosen before its script has loaded', async () => {
    const page = await browser.newPage({ locale: 'en-GB' });
    let load = () => {};
    const allowed = new Promise<void>((resolve) => (load = resolve));
    await page.route(/\/elements\/page-[^/]*\.js$/, (route) => allowed.then(() => route.continue()));
    await page.goto(await pages.link('A-7'), { waitUntil: 'commit' });
    await page.getByRole('combobox').selectOption('de');
    load();
    await page.getByText('Wie möchten Sie bezahlen?').first().waitFor({ timeout: 10_000 });
    await page.close();
  });

  it('shares no link that leads to no order, nor an empty code without JavaScript', async () => {
    const url = `${pages.publicUrl}/c#unknown`;
    const page = await open(url);
    await page.getByText('This link no longer works').first().waitFor();
    const plain = await open(url, { javaScriptEnabled: false });
    await plain.locator('.plain').waitFor();
    for (const each of [page, plain]) {
      for (const text of ['Pay on another device', 'Copy link', 'Order'])
        assert.equal(await each.getByText(text, { exact: true }).isVisible(), false, text);
      await each.close();
    }
  });

  /** axe-core is a script itself, so it reads what the payer sees in a page that has scripts. */
  async function isAccessibleWithoutScript(plain: Page, text: string): Promise<void> {
    const page = await browser.newPage({ locale: 'en-GB' });
    await page.setContent((await plain.content()).replace(/<\/?noscript>|<script[^]*?<\/script>/g, ''));
    await isAccessible(page, text);
    await page.close();
  }

  it('is accessible without JavaScript, from the choice to the address', async () => {
    const plain = await open(await pages.link('A-3'), { javaScriptEnabled: false });
    await isAccessibleWithoutScript(plain, 'How would you like to pay?');
    await plain.locator('form select').first().selectOption('BTC');
    await plain.locator('form button').first().click();
    await plain.getByText('Send exactly').waitFor();
    await isAccessibleWithoutScript(plain, 'Send exactly');
    await plain.close();
  });
});
