import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import type { EnginePage } from './engine-page.js';
import { EnginePayer } from './payer.js';
import { startPaymentPages } from './payment-page.js';

const WIDTHS = [320, 1280];
const HEIGHT = 900;

/** A point at the end of the list of coins, below the part of its scrollbar that can be moved. */
const LIST_EDGE = `
  const inside = (root) => [...root.querySelectorAll('*')].flatMap((each) =>
    [each, ...(each.shadowRoot ? inside(each.shadowRoot) : [])]);
  const { right, bottom } = inside(document).find((each) => each.matches('[role=listbox]')).getBoundingClientRect();
  return [Math.round(right - 4), Math.round(Math.min(bottom, innerHeight) - 60)];`;

/** The payment page at the width of a phone and of a desk, in light and in dark, in an engine of its own. */
export function paymentPageLooksIn(
  engine: string,
  openPage: (colorScheme: 'light' | 'dark') => Promise<EnginePage>,
): void {
  for (const colorScheme of ['light', 'dark'] as const)
    describe(`the payment page in ${engine}, in ${colorScheme}`, () => {
      let shop: Awaited<ReturnType<typeof startPaymentPages>>;
      let page: EnginePage;
      let payer: EnginePayer;
      before(async () => {
        shop = await startPaymentPages();
        page = await openPage(colorScheme);
        payer = new EnginePayer(page, shop.publicUrl, shop.control);
      });
      after(async () => {
        await page.close();
        await shop.stop();
      });

      async function fits(text: string): Promise<void> {
        await payer.sees(text);
        const overflow = await page.run('return document.documentElement.scrollWidth - innerWidth;');
        assert.ok(Number(overflow) <= 0, `${text}: ${overflow} px wider than the window`);
        assert.deepEqual(await payer.overflowing(), [], text);
      }

      /** Firefox draws its own scrollbar in white, also on a dark page. */
      async function hasDarkScrollbar(): Promise<void> {
        const place = await page.run(LIST_EDGE);
        assert.ok(Array.isArray(place));
        const { data, width } = PNG.sync.read(Buffer.from(await page.screenshot(), 'base64'));
        const [x, y] = place.map(Number);
        const color = data.subarray(4 * ((y ?? 0) * width + (x ?? 0))).subarray(0, 3);
        assert.ok(Math.max(...color) < 200, `the edge of the list has the color ${color.join()}`);
      }

      for (const width of WIDTHS)
        it(`is paid at ${width} px, and nothing is wider than the window`, async () => {
          await page.resize({ width, height: HEIGHT });
          await page.open(await shop.link(`W-${width}`));
          const look = `return [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches];`;
          assert.deepEqual(await page.run(look), [width, colorScheme === 'dark']);
          await fits('How would you like to pay?');
          if (colorScheme === 'dark') await hasDarkScrollbar();
          await payer.presses('[role=option]', 'Bitcoin');
          await fits('Send exactly');
          await shop.pay();
          await fits('Paid. Thank you.');
        });
    });
}
