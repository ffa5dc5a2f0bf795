import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import type { CurrencyCode } from '../../src/payment/index.js';
import {
  addAmounts,
  compareAmounts,
  currencyOf,
  exactAmount,
  subtractAmounts,
} from '../../src/payment/index.js';
import { askShop, Payer } from './payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { runExample, type RunningExample } from './running-example.js';
import { until } from '../until.js';

interface Choice {
  readonly code: CurrencyCode;
  readonly coin: RegExp;
  /** `null`: the coin has one, and there is no second step. */
  readonly network: RegExp | null;
}

/** A third of it, as a wallet would send it. */
function part(amount: string, code: CurrencyCode): string {
  const { baseUnits } = exactAmount(amount, currencyOf(code).decimals);
  return exactAmount(`${BigInt(baseUnits) / 3n}e-${currencyOf(code).decimals}`, currencyOf(code).decimals)
    .amount;
}

/** All possible outcomes of a payment with this currency. */
export function describePayments({ code, coin, network }: Choice): void {
  describe(`a payment with ${code} in the running example`, () => {
    let example: RunningExample;
    let browser: Browser;
    before(async () => {
      [example, browser] = await Promise.all([runExample(), openBrowser()]);
    });
    after(async () => {
      await browser.close();
      await example.stop();
    });

    async function payerAtAddress(): Promise<Payer> {
      const payer = await Payer.arrive(browser, example);
      await payer.buy('The morning set');
      await payer.choose(coin, network);
      return payer;
    }

    async function shopHears(payer: Payer, types: readonly string[], fulfilled: boolean): Promise<void> {
      const id = payer.orderId();
      const heard = async (): Promise<readonly string[]> =>
        (await askShop(example, id)).events.map(({ type }) => type);
      await until(async () => (await heard()).length >= types.length, `the shop hears ${types.join(', ')}`);
      assert.deepEqual(await heard(), types);
      assert.equal((await askShop(example, id)).fulfilled, fulfilled);
    }

    it('is paid exactly, and the shop page and the shop update without a reload', async () => {
      const payer = await payerAtAddress();
      await payer.sends();
      await payer.sees('Paid. Thank you.');
      await payer.sees('Paid: we are preparing your order.');
      await shopHears(payer, ['checkout.paid'], true);
      await payer.closes();
    });

    it('has a receipt in the browser that has paid, also after a reload, and in no other', async () => {
      const payer = await payerAtAddress();
      const address = await payer.copies('address');
      await payer.sends();
      await payer.sees('Paid. Thank you.');
      await payer.page.reload();
      await payer.sees('Paid. Thank you.');
      const stranger = await Payer.arrive(browser, example);
      const answers: Promise<string>[] = [];
      stranger.page.on('response', (response) => answers.push(response.text().catch(() => '')));
      await stranger.page.goto(payer.page.url());
      await stranger.sees('No further payment needed');
      await stranger.page.waitForLoadState('networkidle');
      assert.ok((await Promise.all(answers)).every((text) => !text.includes(address)));
      await stranger.closes();
      await payer.closes();
    });

    it('is paid in two parts: the rest is shown, copied and enough', async () => {
      const payer = await payerAtAddress();
      const whole = await payer.copies('amount');
      const first = part(whole, code);
      await payer.sends(first);
      await payer.sees('Send the rest');
      const rest = await payer.copies('amount');
      assert.equal(rest, subtractAmounts(whole, first));
      await payer.sends(rest);
      await payer.sees('Paid. Thank you.');
      await shopHears(payer, ['checkout.partial', 'checkout.paid'], true);
      await payer.closes();
    });

    it('is overpaid: the order is paid, and the payer reads the surplus', async () => {
      const payer = await payerAtAddress();
      const whole = await payer.copies('amount');
      const extra = part(whole, code);
      await payer.sends(addAmounts(whole, extra));
      await payer.sees(new RegExp(`Overpaid by ${extra.replace('.', '\\.')}\\s${currencyOf(code).symbol}`));
      await shopHears(payer, ['checkout.overpaid'], true);
      await payer.closes();
    });

    it('expires, and a new price can be paid immediately', async () => {
      const payer = await payerAtAddress();
      const oldAddress = await payer.copies('address');
      await example.control('clock', { advance: 3600 });
      await payer.sees('This price has expired');
      await shopHears(payer, ['checkout.expired'], false);
      await payer.page.getByRole('button', { name: 'Get a new price' }).click();
      await payer.sees('Send exactly');
      assert.notEqual(await payer.copies('address'), oldAddress);
      await payer.sends();
      await payer.sees('Paid. Thank you.');
      await shopHears(payer, ['checkout.expired', 'checkout.paid'], true);
      await payer.closes();
    });

    it('continues after a reload in mid-payment, with the same address and the amount still due', async () => {
      const payer = await payerAtAddress();
      const [address, whole] = [await payer.copies('address'), await payer.copies('amount')];
      const first = part(whole, code);
      await payer.sends(first);
      await payer.sees('Send the rest');
      await payer.page.reload();
      await payer.sees('Send the rest');
      assert.equal(await payer.copies('address'), address);
      assert.equal(compareAmounts(await payer.copies('amount'), subtractAmounts(whole, first)), 0);
      await payer.sends();
      await payer.sees('Paid. Thank you.');
      await shopHears(payer, ['checkout.partial', 'checkout.paid'], true);
      await payer.closes();
    });

    it('arrives even if the tab is closed: the shop is notified', async () => {
      const payer = await payerAtAddress();
      const [address, amount] = [await payer.copies('address'), await payer.copies('amount')];
      const id = payer.orderId();
      await payer.closes();
      await example.control('payments', { address, amount });
      await until(
        async () => (await askShop(example, id)).fulfilled,
        'the order is paid on the side of the shop',
        Boolean,
        90_000,
      );
    });

    it('is made on the page of the sandbox, and shows on the page of the shop within 5 s, without a reload', async () => {
      const payer = await payerAtAddress();
      const address = await payer.copies('address');
      const sandbox = await payer.context.newPage();
      await sandbox.goto(`${example.sandboxUrl}/_sandbox/`);
      const invoice = sandbox.getByRole('listitem').filter({ hasText: address });
      await invoice.getByRole('button', { name: /Pay exact/ }).click();
      await example.control('clock', { advance: 5 });
      await payer.sees('Paid. Thank you.');
      await payer.closes();
    });
  });
}
