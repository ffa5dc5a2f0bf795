import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import playwright from 'playwright-core';
import { chromium } from '../browsers/driver/chromium.js';
import { CURRENCY_CODES, currencyOf, qrPayloads } from '../../src/payment/index.js';
import { kebab, TOKENS } from '../../src/styles/token-table.js';
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

  async function openPage(deviceScaleFactor = 1): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1360, height: 800 }, deviceScaleFactor });
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

  async function readIn(page: Page): Promise<readonly (string | null)[]> {
    const png = await page.screenshot({ fullPage: true });
    const url = `data:image/png;base64,${png.toString('base64')}`;
    return page.evaluate((given) => window.decode(given), url);
  }

  const PAYLOADS = payloadsOf('1').slice(0, 3);

  async function darkened(page: Page, colorScheme: 'light' | 'dark'): Promise<unknown> {
    await page.emulateMedia({ colorScheme });
    const cdp = await page.context().newCDPSession(page);
    return cdp.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  }

  /** What a browser makes of a page that was not made for it. */
  const SURROUNDINGS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'darkened by the browser': (page) => darkened(page, 'dark'),
    // There, Chromium ignores `color-scheme: only light`.
    'darkened by the browser of a light device': (page) => darkened(page, 'light'),
    'in a dark scheme': (page) => page.emulateMedia({ colorScheme: 'dark' }),
    'in forced colors': (page) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }),
    'in print': (page) => page.emulateMedia({ media: 'print' }),
    'at a zoom of 50 %': () => Promise.resolve(),
    'in a page that styles its own drawings': (page) =>
      page.addStyleTag({ content: '* { stroke: #fff; stroke-width: 3; fill-opacity: 0.1 }' }),
  };

  for (const [name, change] of Object.entries(SURROUNDINGS)) {
    for (const theme of ['auto', 'dark']) {
      test(`is read ${name}, with the theme ${theme}`, async () => {
        // A sharp screen has two pixels for each of the page, unless the page is half as large.
        const page = await openPage(name.includes('zoom') ? 1 : 2);
        await change(page);
        await page.evaluate(([all, of]) => window.show(all, of), [PAYLOADS, theme] as const);
        assert.deepEqual(await readIn(page), PAYLOADS);
        await page.close();
      });
    }
  }

  test('is read where an extension darkens what is drawn', async () => {
    const page = await openPage(2);
    await page.evaluate((all) => window.show(all, 'auto'), PAYLOADS);
    await page.evaluate(() => window.darken());
    assert.deepEqual(await readIn(page), PAYLOADS);
    await page.close();
  });

  const COLORS = ['#000000', '#ffffff', '#777777', 'transparent', 'light-dark(white, black)'];
  const LENGTHS = ['0', '3px', '99px', '50%', '10000px'];

  test('is read in every theme', async () => {
    const page = await openPage();
    const valueOf = (token: string) => (/radius/i.test(token) ? LENGTHS : COLORS);
    const names = Object.entries(TOKENS).flatMap(([name, value]) =>
      /radius/i.test(name) || /#|light-dark|--_(?:text|surface|accent)/.test(value) ? [name] : [],
    );
    const anyTheme = fc.record(
      Object.fromEntries(names.map((name) => [`--crypto-${kebab(name)}`, fc.constantFrom(...valueOf(name))])),
    );
    await page.evaluate((all) => window.show(all, 'auto'), PAYLOADS);
    await fc.assert(
      fc.asyncProperty(anyTheme, async (theme) => {
        await page.evaluate((properties) => {
          for (const [name, value] of Object.entries(properties))
            document.documentElement.style.setProperty(name, value);
        }, theme);
        assert.deepEqual(await readIn(page), PAYLOADS);
      }),
      { numRuns: 15, seed: Number(process.env.FAST_CHECK_SEED ?? 1) },
    );
    await page.close();
  });

  test('a missing code is not read, so that the tests above can fail', async () => {
    const page = await openPage();
    await page.evaluate(() => window.show(['', 'bc1qaddress'], 'dark'));
    const png = await page.screenshot({ fullPage: true });
    const url = `data:image/png;base64,${png.toString('base64')}`;
    assert.deepEqual(await page.evaluate((given) => window.decode(given), url), [null, 'bc1qaddress']);
    await page.close();
  });
});
