import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import jsqr from 'jsqr';
import type { Browser, Locator, Page } from 'playwright-core';
import { Payer } from './payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { runExample, type RunningExample } from './running-example.js';
import { until } from '../until.js';

let example: RunningExample;
let browser: Browser;
before(async () => {
  [example, browser] = await Promise.all([runExample(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await example.stop();
});

/** The text of a code on the screen. */
async function scan(shown: Locator): Promise<string> {
  const png = await shown.screenshot();
  const camera = await browser.newPage();
  const { width, height, pixels } = await camera.evaluate(
    async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!context) throw new Error('There is no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      return { width: image.width, height: image.height, pixels: [...data] };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await camera.close();
  const read = jsqr(Uint8ClampedArray.from(pixels), width, height)?.data;
  assert.ok(read, 'a camera reads nothing there');
  return read;
}

/** The end of the quote, as the card shows it. */
const heldUntil = (page: Page) => page.getByText(/^\s*Price locked until/).innerText();

it('a payment that begins at a desk continues on a phone: same address, same time, and both see the money', async () => {
  const payer = await Payer.arrive(browser, example);
  await payer.buy('The morning set');
  await payer.choose(/^Bitcoin/, null);
  const address = await payer.copies('address');
  await until(
    async () => (await payer.page.getByText(/^\s*Price locked until/).count()) > 0,
    'the time is back',
  );
  const held = await heldUntil(payer.page);

  await payer.page.getByRole('button', { name: 'Continue on phone' }).click();
  await payer.sees('On your phone');
  const link = await scan(payer.page.locator('crypto-payment-qr'));
  assert.match(link, new RegExp(`^${example.shopUrl}/pay#[\\w-]{22,}$`));

  const phone = await browser.newContext({
    ...{ locale: 'en-GB', viewport: { width: 360, height: 740 } },
    ...{ isMobile: true, hasTouch: true },
  });
  const page = await phone.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(link);
  await page.getByText('Send exactly').first().waitFor();
  await page.getByLabel(address, { exact: true }).waitFor();
  assert.equal(await heldUntil(page), held);
  assert.equal(await page.getByRole('button', { name: 'Continue on phone' }).count(), 0);
  const id = link.split('#')[1] ?? '';
  assert.deepEqual(
    requested.filter((url) => url.includes(id) && !url.includes(`/crypto-checkout/checkouts/${id}`)),
    [],
    'the id goes to the proxy alone: a fragment is not sent',
  );

  await payer.page.getByRole('button', { name: 'Back to the payment QR code' }).click();
  await payer.sends();
  await payer.sees('Paid. Thank you.');
  await page.getByText('Paid. Thank you.').first().waitFor();
  await phone.close();
  await payer.closes();
});

it('a URL of the shop with a foreign id in it does not change the order of that page', async () => {
  const payer = await Payer.arrive(browser, example);
  await payer.buy('Stoneware cup, moss');
  await payer.choose(/^Bitcoin/, null);
  const address = await payer.copies('address');
  await payer.page.goto(`${payer.page.url()}?checkout=foreign#foreign`);
  await payer.page.reload();
  await payer.sees('Send exactly');
  assert.equal(await payer.copies('address'), address);
  await payer.closes();
});
