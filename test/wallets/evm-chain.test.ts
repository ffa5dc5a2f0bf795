// A node of an EVM network runs what a wallet is asked for: what arrives is read from its chain.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CurrencyCode, currencyOf, tokenContract } from '../../src/payment/index.js';
import type { BrowserWallet } from '../../src/wallets/wallet.js';
import { Anvil } from './anvil.js';
import { blocked, FakeCheckout, pay } from './fake-checkout.js';
import { announce, discoveryIn, FakeWindow } from './fake-window.js';

const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OWNED = 10n ** 27n;

interface Behavior {
  /** Instead of what the node answers to a transaction. */
  readonly onSent?: (hash: unknown) => unknown;
}

/** A wallet that announces itself, signs with a key of its own, and asks a node for everything else. */
class ChainWallet {
  readonly hashes: string[] = [];

  constructor(readonly anvil: Anvil) {}

  async wallet(currency: CurrencyCode, { onSent = (hash) => hash }: Behavior = {}): Promise<BrowserWallet> {
    const request = async ({ method, params }: { method: string; params: readonly unknown[] }) => {
      const answer = await this.anvil.callAsWallet(method, params);
      if (method !== 'eth_sendTransaction') return answer;
      this.hashes.push(String(answer));
      return onSent(answer);
    };
    const page = new FakeWindow();
    page.addEventListener('eip6963:requestProvider', () => announce(page, { request }));
    const [wallet] = discoveryIn(page).walletsFor(currency);
    assert.ok(wallet);
    return wallet;
  }
}

const NETWORKS = [
  { chainId: 1, coin: 'ETH', token: 'USDT_ERC20' },
  { chainId: 56, coin: 'BNB', token: 'USDC_BSC' },
] as const;

for (const { chainId, coin, token } of NETWORKS) {
  const contract = tokenContract(token) ?? '';
  const { decimals } = currencyOf(token);

  describe(`a payment on chain ${chainId}`, () => {
    let anvil: Anvil;
    let chain: ChainWallet;
    before(async () => {
      anvil = await Anvil.start(chainId);
      chain = new ChainWallet(anvil);
      await anvil.deployToken(contract, decimals, anvil.payer.address, OWNED);
    });
    after(() => anvil.stop());

    it('in its coin arrives to the digit', async () => {
      const before = await anvil.number('eth_getBalance', PAYEE, 'latest');
      const ownBefore = await anvil.number('eth_getBalance', anvil.payer.address, 'latest');
      const wallet = await chain.wallet(coin);
      const result = await pay(wallet, { currency: coin, address: PAYEE, amount: '1.000000000000000001' });
      assert.ok(result.kind === 'sent' && result.transaction !== null);
      const { isDone, fee } = await anvil.mined(result.transaction);
      assert.ok(isDone);
      const units = 1_000_000_000_000_000_001n;
      assert.equal(await anvil.number('eth_getBalance', PAYEE, 'latest'), before + units);
      assert.equal(
        await anvil.number('eth_getBalance', anvil.payer.address, 'latest'),
        ownBefore - units - fee,
      );
    });

    it('in a token arrives to the digit', async () => {
      const amount = decimals === 6 ? '50.123457' : '50.123456789012345678';
      const units = BigInt(amount.replace('.', ''));
      const wallet = await chain.wallet(token);
      const result = await pay(wallet, { currency: token, address: PAYEE, amount });
      assert.ok(result.kind === 'sent' && result.transaction !== null);
      assert.ok((await anvil.mined(result.transaction)).isDone);
      assert.equal(await anvil.tokensOf(contract, PAYEE), units);
      assert.equal(await anvil.tokensOf(contract, anvil.payer.address), OWNED - units);
    });

    it('that is more than the payer has is not asked for', async () => {
      const asked = chain.hashes.length;
      const tooMuch = { currency: token, address: PAYEE, amount: '100000000000000000000000' };
      const result = await pay(await chain.wallet(token), tooMuch);
      assert.ok(result.kind === 'short');
      assert.equal(result.payment.needed, tooMuch.amount);
      assert.equal((await pay(await chain.wallet(coin), { ...tooMuch, currency: coin })).kind, 'short');
      assert.equal(chain.hashes.length, asked);
    });

    it('by a wallet without a fee is not asked for', async () => {
      const balance = await anvil.call('eth_getBalance', [anvil.payer.address, 'latest']);
      await anvil.call('anvil_setBalance', [anvil.payer.address, '0x0']);
      const result = await pay(await chain.wallet(token), { currency: token, address: PAYEE, amount: '1' });
      await anvil.call('anvil_setBalance', [anvil.payer.address, balance]);
      assert.ok(result.kind === 'short' && result.fee !== null);
      assert.equal(result.fee.available, '0');
      assert.ok(Number(result.fee.needed) > 0);
    });

    it('in a token that this chain lacks is not asked for', async () => {
      await anvil.call('anvil_setCode', [contract, '0x']);
      const result = await pay(await chain.wallet(token), { currency: token, address: PAYEE, amount: '1' });
      await anvil.deployToken(contract, decimals, anvil.payer.address, OWNED);
      assert.deepEqual(result, blocked('token'));
    });

    it('in a token of other decimals is not asked for', async () => {
      await anvil.deployToken(contract, decimals + 1, anvil.payer.address, OWNED);
      const result = await pay(await chain.wallet(token), { currency: token, address: PAYEE, amount: '1' });
      await anvil.deployToken(contract, decimals, anvil.payer.address, OWNED);
      assert.deepEqual(result, blocked('token'));
    });

    it('by a wallet that sends, and then answers nothing, something else or an error, is never sent twice', async () => {
      const answers: readonly (readonly [onSent: (hash: unknown) => unknown, kind: string])[] = [
        [() => undefined, 'sent'],
        [() => `0x${'11'.repeat(32)}`, 'sent'],
        [() => Promise.reject(Object.assign(new Error('lost'), { code: -32603 })), 'unknown'],
      ];
      for (const [onSent, kind] of answers) {
        const before = await anvil.number('eth_getBalance', PAYEE, 'latest');
        const wallet = await chain.wallet(coin, { onSent });
        assert.equal((await pay(wallet, { currency: coin, address: PAYEE, amount: '1' })).kind, kind);
        await anvil.mined(chain.hashes.at(-1) ?? '');
        assert.equal(await anvil.number('eth_getBalance', PAYEE, 'latest'), before + 10n ** 18n);
      }
    });

    it('by a wallet that sends, and then hangs, is unknown when the payer stops', async () => {
      const checkout = new FakeCheckout();
      let onAsked: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (onAsked = resolve));
      const hang = () => new Promise(() => onAsked());
      const wallet = await chain.wallet(coin, { onSent: hang });
      const result = pay(wallet, { currency: coin, address: PAYEE, amount: '1' }, checkout);
      await asked;
      checkout.stop();
      assert.deepEqual(await result, { kind: 'unknown' });
    });
  });
}
