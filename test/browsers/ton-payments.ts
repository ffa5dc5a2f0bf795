import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CurrencyCode, currencyOf, exactAmount, tokenContract } from '../../src/payment/index.js';
import type { TonManifest } from '../../src/protocol/index.js';
import { runExample, type RunningExample } from '../server-example/running-example.js';
import { until } from '../until.js';
import type { EnginePage } from './engine-page.js';
import { EnginePayer } from './payer.js';
import { TonWallet } from './ton-wallet.js';

const PUBLIC_URL = 'https://shop.example/crypto-checkout';
const PATH = '/crypto-checkout/tonconnect-manifest.json';
const PAY = 'Pay with Wave Wallet';
/** After the time to confirm is over. */
const AGAIN = 'Try again with Wave Wallet';
const SENT = 'Sent. Waiting for it to arrive';
const MINUTE_S = 60;
/** The clock of the shop is that far from the payer's. */
const AHEAD_S = 7 * 60 * MINUTE_S;

interface Request {
  readonly valid_until: number;
}

/** Payments with TON Connect in the page; proxy and service are those of the running example. */
export function tonPaymentsIn(engine: string, openPage: () => Promise<EnginePage>): void {
  describe(`a payment with a wallet on TON in ${engine}`, () => {
    let example: RunningExample;
    let page: EnginePage;
    let payer: EnginePayer;
    let wallet: TonWallet;
    let aheadS = AHEAD_S;
    before(async () => {
      const variables = { CRYPTO_CHECKOUT_PUBLIC_URL: PUBLIC_URL };
      [example, page] = await Promise.all([runExample(variables), openPage()]);
      await example.control('clock', { advance: AHEAD_S });
      payer = new EnginePayer(page, example.shopUrl, example.control);
    });
    after(async () => {
      await page.close();
      // Its stop fails if the policy of the pages has refused something.
      await example.stop();
    });

    /** Returns what is to be paid, as the payer reads it. */
    async function arrive(
      ...choices: readonly string[]
    ): Promise<Readonly<Record<'address' | 'amount', string>>> {
      wallet = new TonWallet(page);
      await payer.buy('Stoneware cup, moss');
      await wallet.inject();
      for (const choice of choices) await payer.presses('[role=option]', choice);
      await payer.sees(PAY);
      return { address: await payer.address(), amount: await payer.copies('amount') };
    }

    /** Returns the request that the wallet shows to be confirmed. */
    async function asks(count = 1, button = PAY): Promise<Request> {
      await payer.presses('button', button);
      await wallet.shows('connect', count);
      await wallet.connects(count);
      const [message] = await wallet.shows('send', count);
      await payer.sees('Confirm in Wave Wallet');
      assert.ok(typeof message === 'object' && message !== null && 'params' in message);
      assert.ok(Array.isArray(message.params) && message.params.length === 1);
      return JSON.parse(String(message.params[0])) as Request;
    }

    /** Time passes, and the payer comes back from the window of the wallet. */
    async function isPayableAfter(seconds: number, button = PAY): Promise<void> {
      await example.control('clock', { advance: seconds });
      aheadS += seconds;
      await until(async () => {
        await page.run(`window.dispatchEvent(new Event('focus'));`);
        return (await payer.reads()).includes(button);
      }, 'the wallet is offered again');
    }

    const unitsOf = (amount: string, code: CurrencyCode) =>
      exactAmount(amount, currencyOf(code).decimals).baseUnits;

    const payloads = {
      TON: (address: string, amount: string) => ({ messages: [{ address, amount }] }),
      USDT_TON: (destination: string, amount: string) => ({
        items: [{ type: 'jetton', master: tokenContract('USDT_TON'), destination, amount }],
      }),
    };
    const choices = { TON: ['Gram (Toncoin)'], USDT_TON: ['Tether', 'TON'] };

    for (const code of ['TON', 'USDT_TON'] as const)
      it(`takes two presses in the wallet, which is asked for exactly the ${code} due`, async () => {
        const { address, amount } = await arrive(...choices[code]);
        const { valid_until: validUntil, ...request } = await asks();
        assert.deepEqual(request, {
          network: '-239',
          from: wallet.account,
          ...payloads[code](address, unitsOf(amount, code)),
        });
        const leftS = validUntil - Date.now() / 1000 - aheadS;
        assert.ok(leftS > 4 * MINUTE_S && leftS <= 5 * MINUTE_S, `it can be confirmed for ${leftS} s`);
        await wallet.confirms();
        await payer.sees(SENT);
        assert.ok((await payer.reads()).includes(amount));
        assert.deepEqual(
          (await wallet.asked()).map(([method]) => method),
          ['connect', 'send'],
        );
        assert.equal(wallet.presses, 2);
        await payer.sends(address, amount);
        await payer.sees('Paid. Thank you.');
      });

    it('names the shop to the wallet by a manifest of the proxy', async () => {
      await arrive('Gram (Toncoin)');
      await payer.presses('button', PAY);
      const manifestUrl = `${PUBLIC_URL}/tonconnect-manifest.json`;
      assert.deepEqual(await wallet.shows('connect'), [2, { manifestUrl, items: [{ name: 'ton_addr' }] }]);
      const response = await fetch(example.shopUrl + PATH, { headers: { origin: 'https://wave.example' } });
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      const { url } = (await response.json()) as TonManifest;
      assert.equal(url, 'https://shop.example');
    });

    it('that the payer declines leads back to the address at once', async () => {
      const { address } = await arrive('Gram (Toncoin)');
      await asks();
      await wallet.declines();
      await payer.sees('Request closed. Nothing was sent.');
      assert.equal(await payer.address(), address);
    });

    it('that the wallet never answers ends when it can no longer happen, and can be made again', async () => {
      const { address, amount } = await arrive('Gram (Toncoin)');
      const first = await asks();
      await isPayableAfter(6 * MINUTE_S, AGAIN);
      assert.equal(await payer.address(), address);
      const shopS = Date.now() / 1000 + aheadS;
      assert.ok(first.valid_until < shopS, 'the wallet can confirm the first request no more');
      const second = await asks(2, AGAIN);
      assert.ok(second.valid_until > shopS);
      await wallet.declines();
      await payer.sees('Confirm in Wave Wallet');
      await wallet.confirms(2);
      await payer.sees(SENT);
      await payer.sends(address, amount);
      await payer.sees('Paid. Thank you.');
    });

    it('that never arrives is shown in every page, until it can no longer happen', async () => {
      const { address } = await arrive('Gram (Toncoin)');
      await asks();
      await wallet.confirms();
      await payer.sees(SENT);
      await payer.reloads();
      await wallet.inject();
      await payer.sees(SENT);
      assert.doesNotMatch(await payer.reads(), new RegExp(PAY));
      await isPayableAfter(11 * MINUTE_S);
      await payer.sees('The time to confirm in Wave Wallet has run out. Check Wave Wallet first');
      assert.equal(await payer.address(), address);
    });
  });
}
