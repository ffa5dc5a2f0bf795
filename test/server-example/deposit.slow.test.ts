import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { Payer } from './payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { runExample, type RunningExample } from './running-example.js';

describe('a deposit in the running example', () => {
  let example: RunningExample;
  let browser: Browser;
  before(async () => {
    [example, browser] = await Promise.all([runExample(), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    await example.stop();
  });

  async function customerAtAddress(): Promise<{ readonly customer: Payer; readonly address: string }> {
    const customer = await Payer.arrive(browser, example);
    await customer.page.goto(`${example.shopUrl}/deposit`);
    await customer.sees('What would you like to send?');
    await customer.choose(/^Tether(?! Gold)/, /^TRON/);
    await customer.sees('Your deposit address for USDT on TRON (TRC-20)');
    await customer.sees('Test mode');
    await customer.page.bringToFront();
    await customer.page.getByRole('button', { name: 'Copy address' }).click();
    await customer.sees('Address copied. Send on TRON only.');
    return { customer, address: await customer.page.evaluate(() => navigator.clipboard.readText()) };
  }

  it('arrives twice at the same address, and the shop records both', async () => {
    const { customer, address } = await customerAtAddress();
    assert.match(address, /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    await customer.sees('No deposit yet.');
    await example.control('payments', { address, amount: '25' });
    await customer.sees(/ 25 USDT_TRC20$/);
    await customer.closes();

    const again = await customerAtAddress();
    assert.equal(again.address, address);
    await example.control('payments', { address, amount: '3.5' });
    await again.customer.sees('Deposits received: 2');
    await again.customer.sees(/ 3\.5 USDT_TRC20$/);
    await again.customer.closes();
  });
});
