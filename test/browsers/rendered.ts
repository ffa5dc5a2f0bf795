import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FRAMES, startRenderedShop, type RenderedShop } from '../package/rendered-shop.js';
import { until } from '../until.js';
import type { EnginePage } from './engine-page.js';
import { EnginePayer } from './payer.js';
import { control } from '../sandbox-control.js';

/** A checkout that the server has rendered, in an engine of its own. */
export function renderedIn(engine: string, openPage: () => Promise<EnginePage>): void {
  describe(`a rendered checkout in ${engine}`, () => {
    let shop: RenderedShop;
    let page: EnginePage;
    let payer: EnginePayer;
    before(async () => {
      shop = await startRenderedShop();
      page = await openPage();
      payer = new EnginePayer(page, shop.url, (path, body) => control(shop.sandbox.url, path, body));
    });
    after(async () => {
      await page.close();
      await shop.stop();
    });

    /** Loads the elements, and resolves once they show the checkout. */
    async function upgrade(): Promise<void> {
      await page.run(`
        const script = document.createElement('script');
        script.type = 'module';
        script.src = '/elements.js';
        document.head.append(script);`);
      const isUpgraded = `const tag = document.querySelector('crypto-checkout');
        return tag.updateComplete ? tag.updateComplete.then(() => tag.state !== undefined) : false;`;
      await until(async () => (await page.run(isUpgraded)) === true, 'the elements have come');
    }

    async function framesAround(change: () => Promise<void>): Promise<readonly unknown[]> {
      await page.run(FRAMES.record);
      await change();
      const frames = await page.run(FRAMES.read);
      assert.ok(Array.isArray(frames));
      return frames;
    }

    it('shows the coins before its elements load, which replace them in one frame', async () => {
      await page.open(`${shop.url}/later/A-1`);
      await payer.sees('How would you like to pay?');
      await payer.sees('Bitcoin');
      const early = await page.screenshot();
      const frames = await framesAround(upgrade);
      assert.equal(frames.length, 1, frames.join('\n\n'));
      assert.ok((await page.screenshot()) === early, 'the screenshots are equal');
      await payer.presses('[role=option]', 'Bitcoin');
      await payer.sees('Send exactly');
      await payer.sends(await payer.address(), await payer.copies('amount'));
      await payer.sees('Paid. Thank you.');
    });

    it('shows an open payment before its elements load, and in the same place afterwards', async () => {
      await page.open(`${shop.url}/A-2`);
      await payer.presses('[role=option]', 'Bitcoin');
      await payer.sees('Send exactly');
      const address = await payer.address();
      await page.open(`${shop.url}/later/A-2`);
      // A busy WebKit still answers from the page before, which says the same.
      const isThere = `return location.pathname === '/later/A-2' && document.readyState === 'complete'`;
      await until(async () => (await page.run(isThere)) === true, 'the page has come');
      await payer.sees('Send exactly');
      assert.equal(await payer.address(), address);
      const seen = async () => {
        const isWhole = async () => (await page.run(`${PLACES} return isWhole();`)) === true;
        await until(isWhole, 'every part has come');
        return page.run(`${PLACES} return [...places(), drawnCode()];`);
      };
      const early = await seen();
      await upgrade();
      await payer.sees('Price locked until');
      assert.deepEqual(await seen(), early);
      assert.match(await payer.scans(), new RegExp(address, 'i'));
    });
  });
}

/** The positions of the parts that a payer reads and uses; the line with a time of day is added by the elements. */
const PLACES = `
  const inside = (each) => (each.shadowRoot ? below(each.shadowRoot) : []);
  const below = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...inside(each)]);
  const names = ['amount', 'address', 'code', 'countdown', 'card'];
  const partOf = (name) => below(document).find((each) => each.matches('[part~=' + name + ']'));
  const isWhole = () => names.every(partOf);
  const places = () => names.map((name) => {
    const part = partOf(name);
    const { x, y, width, height } = part.getBoundingClientRect();
    return [name, x, y, width, height].join(' ');
  });
  const drawnCode = () => below(document).find((each) => each.matches('[part~=code] path')).getAttribute('d');`;
