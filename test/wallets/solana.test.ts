import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  address,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  isOffCurveAddress,
} from '@solana/kit';
import fc from 'fast-check';
import { associatedAccount, isOnCurve, solanaBytes } from '../../src/payment/addresses/solana-accounts.js';
import type { SolanaState, TransferRequest } from '../../src/wallets/wallet.js';
import { payments } from '../payment/payment-fixtures.js';
import { blocked, FakeCheckout, pay as payFrom, REFUSED, settle } from './fake-checkout.js';
import { base58, newKey, solanaWallet, TOKEN, TOKEN_2022, tokenAccountOf } from './fake-solana.js';
import { until } from '../until.js';

const PAYER = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const PAYEE = '2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST';
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';
const SOL: TransferRequest = { currency: 'SOL', address: PAYEE, amount: '0.5' };
const USDT: TransferRequest = { currency: 'USDT_SOL', address: PAYEE, amount: '49.9' };
const SIGNATURE = new Uint8Array(64).fill(7);
const SENT = { kind: 'sent', transaction: base58(SIGNATURE) };
const UNKNOWN = { kind: 'unknown' };
const ACCOUNT = { address: PAYER, chains: ['solana:mainnet'] };

interface Input {
  readonly account: unknown;
  readonly chain: string;
  readonly transaction: Uint8Array;
}

const state = (changes: Partial<SolanaState> = {}) => {
  return Promise.resolve({ blockhash: BLOCKHASH, isTokenAccount: false, createsAccount: false, ...changes });
};

function withState(solanaState: () => Promise<SolanaState> = state): FakeCheckout {
  return Object.assign(new FakeCheckout(), { solanaState });
}

/** A wallet with one account. Records what it is asked to send. */
function walletWith(
  answer: () => unknown = () => [{ signature: SIGNATURE }],
  accounts: object[] = [ACCOUNT],
) {
  const sent: Input[] = [];
  const signAndSendTransaction = async (input: Input) => {
    sent.push(input);
    return answer();
  };
  return { sent, wallet: solanaWallet(accounts, { signAndSendTransaction }), accounts };
}

const pay = ({ wallet }: ReturnType<typeof walletWith>, request = SOL, checkout = withState()) =>
  payFrom(wallet, request, checkout);

function messageOf(transaction: Uint8Array) {
  return getCompiledTransactionMessageDecoder().decode(
    getTransactionDecoder().decode(transaction).messageBytes,
  );
}

describe('a wallet of Solana is asked for exactly one transfer:', () => {
  it('SOL in lamports', async () => {
    const wallet = walletWith();
    const checkout = withState();
    assert.deepEqual(await pay(wallet, SOL, checkout), SENT);
    const [input] = wallet.sent;
    assert.ok(input && wallet.sent.length === 1);
    assert.deepEqual(
      [input.account, input.chain, input.transaction.length],
      [ACCOUNT, 'solana:mainnet', 215],
    );
    const message = messageOf(input.transaction);
    assert.deepEqual(message.staticAccounts, [PAYER, PAYEE, '11111111111111111111111111111111']);
    assert.deepEqual(checkout.steps, ['connecting', 'checking', 'confirming']);
    assert.deepEqual([checkout.accounts.at(-1), checkout.claims], [PAYER, 1]);
  });

  it('of the amount and no other, in coins and in tokens', async () => {
    const codes = ['SOL', 'USDT_SOL', 'USDC_SOL', 'PYUSD_SOL', 'TRUMP_SOL'] as const;
    for (const currency of codes)
      await fc.assert(
        fc.asyncProperty(payments(currency), async ({ amount, units }) => {
          const wallet = walletWith();
          assert.deepEqual(await pay(wallet, { currency, address: PAYEE, amount }), SENT);
          const { instructions } = messageOf(wallet.sent[0]?.transaction ?? new Uint8Array()) as {
            readonly instructions: readonly { readonly data?: ArrayLike<number> }[];
          };
          const data = Uint8Array.from(instructions.at(-1)?.data ?? []);
          assert.equal(data[0], currency === 'SOL' ? 2 : 12);
          const at = currency === 'SOL' ? 4 : 1;
          assert.equal(new DataView(data.buffer).getBigUint64(at, true), units);
        }),
        { numRuns: 10 },
      );
  });

  it('never more than the network can count', async () => {
    const wallet = walletWith();
    assert.deepEqual(await pay(wallet, { ...SOL, amount: '18446744073.709551616' }), blocked('invalid'));
    assert.deepEqual(wallet.sent, []);
  });
});

describe('the accounts of tokens', () => {
  it('are those that the public library derives', async () => {
    const mint = address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
    const bytes = (text: string) => solanaBytes(text) ?? new Uint8Array();
    const associated = bytes('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
    for (let turn = 0; turn < 25; turn += 1) {
      const { address: owner } = await newKey();
      for (const program of [TOKEN, TOKEN_2022]) {
        const derived = associatedAccount(bytes(owner), bytes(mint), { token: bytes(program), associated });
        assert.equal(base58(derived), await tokenAccountOf(owner, mint, program));
      }
    }
  });

  it('are told from those that have a key, as the public library does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        assert.equal(isOnCurve(key), !isOffCurveAddress(address(base58(key))));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a wallet of Solana is not asked to send', () => {
  it('where the proxy does not know a blockhash', async () => {
    const wallet = walletWith();
    assert.deepEqual(await payFrom(wallet.wallet, SOL), blocked('unsupported'));
    const silent = withState(() => Promise.reject(new Error('offline')));
    assert.deepEqual(await pay(wallet, SOL, silent), blocked('offline'));
    for (const blockhash of ['', '1', 'O'.repeat(44), 'z'.repeat(1_000_000)])
      assert.deepEqual(
        await pay(
          wallet,
          SOL,
          withState(() => state({ blockhash })),
        ),
        blocked('offline'),
      );
    assert.deepEqual(wallet.sent, []);
  });

  it('where the payee is the account of a program, or SOL would go to a token account', async () => {
    const wallet = walletWith();
    const { address: owner } = await newKey();
    const payee = await tokenAccountOf(owner, address(PAYEE), TOKEN);
    for (const request of [SOL, USDT])
      assert.deepEqual(await pay(wallet, { ...request, address: payee }), blocked('unsupported'));
    const tokenAccount = withState(() => state({ isTokenAccount: true }));
    assert.deepEqual(await pay(wallet, SOL, tokenAccount), blocked('unsupported'));
    assert.deepEqual(wallet.sent, []);
  });

  it('without an account of the main network', async () => {
    const accounts: readonly (readonly [readonly object[], string])[] = [
      [[], 'account'],
      [[{}], 'account'],
      [[{ address: 'text' }], 'account'],
      // A program of the network has no key to sign with.
      [[{ address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }], 'account'],
      [[{ ...ACCOUNT, chains: ['solana:devnet'] }], 'network'],
    ];
    for (const [list, obstacle] of accounts)
      assert.deepEqual(await pay(walletWith(undefined, [...list])), blocked(obstacle));
  });

  it('where its account changes after the checks', async () => {
    const wallet = walletWith();
    const checkout = withState();
    checkout.claim = () => {
      wallet.accounts.splice(0, 1, { ...ACCOUNT, address: PAYEE });
      return Promise.resolve(true);
    };
    assert.deepEqual(await pay(wallet, SOL, checkout), blocked('changed'));
    assert.deepEqual(wallet.sent, []);
  });

  it('where the payer refuses to connect, or its features throw', async () => {
    const refusing = solanaWallet([], {}, () => Promise.reject({ code: 4001 }));
    assert.deepEqual(await payFrom(refusing, SOL, withState()), REFUSED);
    const features = new Proxy({}, { get: () => { throw new Error('the wallet throws'); } }); // oxfmt-ignore
    const hostile = { ...refusing, provider: { accounts: [ACCOUNT], features } };
    assert.deepEqual(await payFrom(hostile, SOL, withState()), blocked('unsupported'));
  });
});

describe('once it was asked, a wallet of Solana', () => {
  it('that the payer refuses has sent nothing, and after any other error may have', async () => {
    assert.deepEqual(await pay(walletWith(() => Promise.reject({ code: 4001 }))), REFUSED);
    for (const error of [{ code: -32603 }, new Error('User rejected the request.'), null])
      assert.deepEqual(await pay(walletWith(() => Promise.reject(error))), UNKNOWN);
  });

  it('that answers without 64 bytes has sent it, by a signature that is not known', async () => {
    const answers = [
      ...[undefined, [], [{}], { signature: SIGNATURE }, [{ signature: base58(SIGNATURE) }]],
      ...[[{ signature: SIGNATURE.subarray(1) }], [{ signature: Array(64).fill(256) }]],
    ];
    for (const answer of answers)
      assert.deepEqual(await pay(walletWith(() => answer)), { ...SENT, transaction: null });
  });

  it('that hangs is unknown when the payer stops, and what it answers later is told', async () => {
    let answer: (sent: unknown) => void = () => undefined;
    const wallet = walletWith(() => new Promise((resolve) => (answer = resolve)));
    const checkout = withState();
    const paid = pay(wallet, USDT, checkout);
    await until(() => wallet.sent.length, 'the wallet is asked to pay');
    checkout.stop();
    assert.deepEqual(await paid, UNKNOWN);
    answer([{ signature: SIGNATURE }]);
    await settle();
    assert.deepEqual(checkout.late, [SENT]);
  });
});
