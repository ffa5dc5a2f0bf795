import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { CURRENCY_CODES, currencyOf, type Currency } from '../../src/payment/index.js';
import { Payer } from '../server-example/payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { runExample, type RunningExample } from '../server-example/running-example.js';

/** A coin with one network needs no second step. */
function hasOneNetwork({ symbol }: Currency): boolean {
  return CURRENCY_CODES.filter((code) => currencyOf(code).symbol === symbol).length === 1;
}

function startOf(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

/** A payment is mostly waiting. Each lane has a browser of its own, since all pages of one share a clipboard. */
const LANES = 3;

describe('in the running example', { concurrency: LANES }, () => {
  let example: RunningExample;
  before(async () => {
    example = await runExample();
  });
  after(() => example.stop());

  for (let lane = 0; lane < LANES; lane += 1) {
    describe(`beside ${LANES - 1} other payers`, { concurrency: false }, () => {
      let browser: Browser;
      before(async () => {
        browser = await openBrowser();
      });
      after(() => browser.close());

      for (const code of CURRENCY_CODES.filter((_, index) => index % LANES === lane)) {
        it(`${code} is chosen, copied, paid exactly, and shown as paid`, async () => {
          const currency = currencyOf(code);
          const payer = await Payer.arrive(browser, example);
          await payer.buy('The morning set');
          const network = hasOneNetwork(currency) ? null : startOf(currency.network.name);
          await payer.choose(startOf(`${currency.name} ${currency.symbol}`), network);
          const amount = await payer.copies('amount');
          assert.match(amount, new RegExp(`^\\d+(\\.\\d{1,${currency.decimals}})?$`));
          await payer.sends(amount);
          await payer.sees('Paid. Thank you.');
          await payer.closes();
        });
      }
    });
  }
});
