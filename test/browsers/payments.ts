import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { subtractAmounts } from '../../src/payment/index.js';
import { refusalsIn, runExample, type RunningExample } from '../server-example/running-example.js';
import { until } from '../until.js';
import type { EnginePage } from './engine-page.js';
import { EnginePayer } from './payer.js';

/** Whole payments in the running example, in an engine of its own. */
export function paymentsIn(engine: string, openPage: () => Promise<EnginePage>): void {
  describe(`a payment in ${engine}`, () => {
    let example: RunningExample;
    let page: EnginePage;
    let payer: EnginePayer;
    before(async () => {
      // The last test provokes a violation.
      example = await runExample({}, { mayRefuse: true });
      page = await openPage();
      payer = new EnginePayer(page, example.shopUrl, example.control);
    });
    after(async () => {
      await page.close();
      await example.stop();
    });

    async function shopPacks(): Promise<void> {
      const { pathname } = new URL(await payer.url());
      await until(async () => {
        const answer = await fetch(`${example.shopUrl}${pathname}/status`);
        return /"fulfilled":true/.test(await answer.text());
      }, 'the shop packs the order');
    }

    it('is shown, scanned, copied and paid, and page and shop update without a reload', async () => {
      await payer.buy('The morning set');
      await payer.presses('[role=option]', 'Bitcoin');
      await payer.sees('Send exactly');
      const address = await payer.address();
      assert.match(address, /^(bc1|tb1|[13mn2])\w+$/);
      assert.equal(await payer.copies('address'), address);
      const amount = await payer.copies('amount');
      assert.match(amount, /^\d+\.\d+$/);
      assert.ok((await payer.reads()).replaceAll(' ', '').includes(amount), 'the amount is on the screen');
      assert.match(await payer.scans(), new RegExp(`^(bitcoin:)?${address}`, 'i'));
      await payer.sends(address, amount);
      await payer.sees('Paid. Thank you.');
      await payer.sees('Paid: we are preparing your order.');
      await shopPacks();
    });

    it('continues after a reload in its middle, with the same address and the amount still due', async () => {
      await payer.buy('Stoneware cup, moss');
      await payer.presses('[role=option]', 'Tether');
      await payer.presses('[role=option]', 'TRON');
      await payer.sees('Send exactly');
      const [address, whole] = [await payer.address(), await payer.copies('amount')];
      await payer.sends(address, '10');
      await payer.sees('Send the rest');
      await payer.reloads();
      await payer.sees('Send the rest');
      assert.equal(await payer.address(), address);
      const rest = await payer.copies('amount');
      assert.equal(rest, subtractAmounts(whole, '10'));
      await payer.sends(address, rest);
      await payer.sees('Paid. Thank you.');
      await shopPacks();
    });

    it("needs nothing that the shop's strict policy refuses", async () => {
      const refused = () => refusalsIn(example.output());
      assert.deepEqual(refused(), []);
      await page.run(`document.body.setAttribute('style', 'color: red');`);
      await until(() => refused().length > 0, 'the policy is in force');
    });
  });
}
