import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CurrencyCode, currencyOf, exactAmount, tokenContract } from '../../src/payment/index.js';
import { runExample, type RunningExample } from '../server-example/running-example.js';
import { until } from '../until.js';
import { Anvil } from '../wallets/anvil.js';
import type { EnginePage } from './engine-page.js';
import { type Habit, NodeWallet } from './node-wallet.js';
import { EnginePayer } from './payer.js';

const BASE = 8453;
const TOKEN = 'USDC_BASE';
const PAY = 'Pay with Node Wallet';
const SENT = 'Sent. Waiting for it to arrive';

/** Payments with a wallet in the page, mined by a node; proxy and service are those of the running example. */
export function walletPaymentsIn(engine: string, openPage: () => Promise<EnginePage>): void {
  describe(`a payment with a wallet in ${engine}`, () => {
    const contract = tokenContract(TOKEN) ?? '';
    let anvil: Anvil;
    let example: RunningExample;
    let page: EnginePage;
    let payer: EnginePayer;
    let wallet: NodeWallet;
    before(async () => {
      [anvil, example, page] = await Promise.all([Anvil.start(BASE), runExample(), openPage()]);
      await anvil.deployToken(contract, currencyOf(TOKEN).decimals, anvil.payer.address, 10n ** 12n);
      payer = new EnginePayer(page, example.shopUrl, example.control);
    });
    after(async () => {
      await page.close();
      // Its stop fails if the policy of the pages has refused something.
      await Promise.all([example.stop(), anvil.stop()]);
    });

    /** Returns what is to be paid, as the payer reads it. */
    async function arrive(coin: string): Promise<{ readonly address: string; readonly amount: string }> {
      wallet = new NodeWallet(page, anvil);
      await payer.buy('Stoneware cup, moss');
      await wallet.announce();
      await payer.presses('[role=option]', coin);
      await payer.presses('[role=option]', 'Base');
      await payer.sees(PAY);
      return { address: await payer.address(), amount: await payer.copies('amount') };
    }

    async function worksUntil(text: string, habit?: Habit): Promise<void> {
      await until(async () => {
        await wallet.work(habit);
        return (await payer.reads()).includes(text);
      }, `the page says "${text}"`);
    }

    const unitsOf = (amount: string, code: CurrencyCode) =>
      BigInt(exactAmount(amount, currencyOf(code).decimals).baseUnits);

    it('in a token arrives to the digit, and is paid once the service has seen it', async () => {
      const { address, amount } = await arrive('USD Coin');
      await payer.presses('button', PAY);
      await worksUntil(SENT);
      await until(
        async () => (await anvil.tokensOf(contract, address)) === unitsOf(amount, TOKEN),
        'the token is there',
      );
      assert.equal(wallet.methods.filter((method) => method === 'eth_sendTransaction').length, 1);
      await payer.sends(address, amount);
      await payer.sees('Paid. Thank you.');
    });

    it('in the coin of the network arrives to the digit', async () => {
      const { address, amount } = await arrive('Ether');
      await payer.presses('button', PAY);
      await worksUntil(SENT);
      await until(
        async () => (await anvil.number('eth_getBalance', address, 'latest')) === unitsOf(amount, 'ETH_BASE'),
        'the coin is there',
      );
      await payer.sends(address, amount);
      await payer.sees('Paid. Thank you.');
    });

    it('that the payer refuses leaves nothing on the chain, and the code is there again', async () => {
      const { address } = await arrive('USD Coin');
      await payer.presses('button', PAY);
      await worksUntil('Request closed. Nothing was sent.', 'refuses to send');
      assert.equal(await anvil.tokensOf(contract, address), 0n);
      assert.equal(await payer.address(), address);
    });

    it('that was sent without an answer is offered no second time by a page that is loaded again', async () => {
      const { address, amount } = await arrive('USD Coin');
      await payer.presses('button', PAY);
      await worksUntil('Confirm in Node Wallet', 'never answers after it has sent');
      await until(async () => {
        await wallet.work('never answers after it has sent');
        return (await anvil.tokensOf(contract, address)) === unitsOf(amount, TOKEN);
      }, 'the token is there');
      await payer.reloads();
      await wallet.announce();
      await payer.sees('Payment in progress on another screen');
      assert.doesNotMatch(await payer.reads(), new RegExp(PAY));
      await payer.sends(address, amount);
      await payer.sees('Paid. Thank you.');
    });
  });
}
