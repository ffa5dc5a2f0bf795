// The runtime of Solana with its real programs runs what a wallet is asked for: what arrives is read from its accounts.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Address, address } from '@solana/kit';
import { parseUnits } from 'micro-eth-signer/utils.js';
import { currencyOf, tokenContract } from '../../src/payment/index.js';
import type { SolanaState } from '../../src/wallets/wallet.js';
import { blocked, FakeCheckout, pay } from './fake-checkout.js';
import { FakeSolana, newKey, TOKEN, TOKEN_2022, tokenAccountOf } from './fake-solana.js';

const TOKENS = [
  { code: 'USDC_SOL', program: TOKEN, rent: 2_039_280n },
  { code: 'PYUSD_SOL', program: TOKEN_2022, rent: 2_074_080n },
] as const;
const FEE = 5_000n;

function checkoutOf(chain: FakeSolana, changes: Partial<SolanaState> = {}): FakeCheckout {
  return Object.assign(new FakeCheckout(), { solanaState: chain.state(changes) });
}

describe('a payment on Solana', () => {
  const chain = new FakeSolana();
  let payer: Awaited<ReturnType<typeof newKey>>;
  const wallet = () => chain.wallet(payer.pair, payer.address);

  before(async () => {
    payer = await newKey();
    chain.fund(payer.address, 10n ** 12n);
  });

  it('in SOL arrives to the lamport, and its signature is told', async () => {
    const { address: payee } = await newKey();
    const before = chain.coinsOf(payer.address);
    const request = { currency: 'SOL', address: payee, amount: '1.234567891' } as const;
    const result = await pay(wallet(), request, checkoutOf(chain));
    assert.ok(result.kind === 'sent');
    assert.match(result.transaction ?? '', /^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
    assert.equal(chain.coinsOf(payee), 1_234_567_891n);
    assert.equal(chain.coinsOf(payer.address), before - 1_234_567_891n - FEE);
  });

  it('to an unused account below the rent fails, and is not called sent', async () => {
    const { address: payee } = await newKey();
    const request = { currency: 'SOL', address: payee, amount: '0.000001' } as const;
    const result = await pay(wallet(), request, checkoutOf(chain));
    assert.deepEqual(result, { kind: 'unknown' });
    assert.equal(chain.coinsOf(payee), 0n);
  });

  for (const { code, program, rent } of TOKENS) {
    describe(`in ${code}`, () => {
      const mint = address(tokenContract(code) ?? '');
      const owned = 10n ** 12n;
      let source: Address;
      before(async () => {
        source = await tokenAccountOf(payer.address, mint, program);
        chain.putMint(mint, currencyOf(code).decimals, program);
      });

      const pays = (payee: Address, checkout = checkoutOf(chain)) => {
        chain.putTokens(source, mint, payer.address, owned, program);
        return pay(wallet(), { currency: code, address: payee, amount: '49.900001' }, checkout);
      };

      it('arrives to the digit where the payee has no account for it yet', async () => {
        const { address: payee } = await newKey();
        const before = chain.coinsOf(payer.address);
        const checkout = checkoutOf(chain, { createsAccount: true });
        assert.equal((await pays(payee, checkout)).kind, 'sent');
        assert.equal(chain.tokensIn(await tokenAccountOf(payee, mint, program)), 49_900_001n);
        assert.equal(chain.tokensIn(source), owned - 49_900_001n);
        assert.equal(chain.coinsOf(payer.address), before - rent - FEE);
        // The payer reads it before confirming, rounded up.
        const [, fee = ''] = /^≈ ([\d.]+) SOL$/.exec(checkout.fee ?? '') ?? [];
        const excess = parseUnits(fee, 9) - rent - FEE;
        assert.ok(excess >= 0n && excess < 100_000n, `${excess} lamports more than it costs`);
      });

      it('arrives to the digit where the payee has an account for it', async () => {
        const { address: payee } = await newKey();
        const target = await tokenAccountOf(payee, mint, program);
        chain.putTokens(target, mint, payee, 1n, program);
        const before = chain.coinsOf(payer.address);
        const checkout = checkoutOf(chain);
        assert.equal((await pays(payee, checkout)).kind, 'sent');
        assert.equal(chain.tokensIn(target), 49_900_002n);
        assert.equal(chain.coinsOf(payer.address), before - FEE);
        assert.equal(checkout.fee, null);
      });

      it('arrives in the very account that the proxy calls a token account', async () => {
        const { address: owner } = await newKey();
        const target = await tokenAccountOf(owner, mint, program);
        chain.putTokens(target, mint, owner, 0n, program);
        assert.equal((await pays(target, checkoutOf(chain, { isTokenAccount: true }))).kind, 'sent');
        assert.equal(chain.tokensIn(target), 49_900_001n);
      });

      it('is never sent to the token account of a token account', async () => {
        const { address: owner } = await newKey();
        const target = await tokenAccountOf(owner, mint, program);
        chain.putTokens(target, mint, owner, 0n, program);
        assert.deepEqual(await pays(target), blocked('unsupported'));
        assert.equal(chain.tokensIn(source), owned);
      });

      it('fails where the mint has other decimals', async () => {
        const { address: payee } = await newKey();
        chain.putMint(mint, 9, program);
        const result = await pays(payee);
        chain.putMint(mint, currencyOf(code).decimals, program);
        assert.equal(result.kind, 'unknown');
        assert.equal(chain.tokensIn(source), owned);
      });
    });
  }
});
