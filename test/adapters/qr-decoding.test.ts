import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import playwright from 'playwright-core';
import { chromium } from '../browsers/driver/chromium.js';
import { CURRENCY_CODES, currencyOf, qrPayloads } from '../../src/payment/index.js';
import { addressOf } from '../payment/payment-fixtures.js';

/** The smallest size of a code on a narrow phone. */
const EDGE_PX = 160;

const STYLE = `
  body { margin: 0; display: flex; flex-wrap: wrap; gap: 8px; background: #0b0d12; }
  [data-theme='light'] body { background: #ffffff; }
  crypto-payment-qr { inline-size: ${EDGE_PX}px; }
`;

const SIZES = ['1', '20000000', 'finest'] as const;

/** Every payload of every currency, for amounts from the smallest to the largest. */
function payloadsOf(size: (typeof SIZES)[number]): readonly string[] {
  return CURRENCY_CODES.flatMap((code) => {
    const finest = `1234567.${'123456789012345678'.slice(0, currencyOf(code).decimals)}`;
    const payee = { address: addressOf(code), amount: size === 'finest' ? finest : size };
    return qrPayloads(code, payee).map(({ text }) => text);
  });
}

describe('the QR code in a camera', () => {
  let browser: Browser;
  let script: string;

  before(async () => {
    browser = await playwright.chromium.launch(chromium);
    const { outputFiles } = await build({
      entryPoints: ['test/adapters/qr-page.ts'],
      bundle: true,
      format: 'iife',
      target: 'es2022',
      write: false,
      logLevel: 'error',
    });
    script = outputFiles[0]?.text ?? '';
  });
  after(() => browser.close());

  async function openPage(): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1360, height: 800 } });
    page.on('pageerror', (error) => assert.fail(error));
    await page.setContent(`<!doctype html><style>${STYLE}</style><body></body>`);
    await page.addScriptTag({ content: script });
    return page;
  }

  for (const theme of ['light', 'dark'] as const) {
    for (const size of SIZES) {
      test(`all 40 currencies read back, ${theme}, ${size} of the coin, ${EDGE_PX} px wide`, async () => {
        const page = await openPage();
        await page.emulateMedia({ colorScheme: theme });
        const texts = payloadsOf(size);
        assert.equal(texts.length, 50, '40 addresses and 10 links');
        await page.evaluate(([all, name]) => window.show(all, name), [texts, theme] as const);
        const png = await page.screenshot({ fullPage: true });
        const read = await page.evaluate(
          (url) => window.decode(url),
          `data:image/png;base64,${png.toString('base64')}`,
        );
        assert.deepEqual(read, texts);
        await page.close();
      });
    }
  }

  test('a missing code is not read, so that the tests above can fail', async () => {
    const page = await openPage();
    await page.evaluate(() => window.show(['', 'bc1qaddress'], 'dark'));
    const png = await page.screenshot({ fullPage: true });
    const url = `data:image/png;base64,${png.toString('base64')}`;
    assert.deepEqual(await page.evaluate((given) => window.decode(given), url), [null, 'bc1qaddress']);
    await page.close();
  });
});
