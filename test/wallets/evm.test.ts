import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CURRENCY_CODES, currencyOf, tokenContract } from '../../src/payment/index.js';
import { familyOf } from '../../src/wallets/support.js';
import { payments } from '../payment/payment-fixtures.js';
import { blocked, FakeCheckout, pay, REFUSED, settle } from './fake-checkout.js';
import {
  type Answer,
  ETHER,
  evmWallet,
  failing,
  FakeEvm,
  hanging,
  HASH,
  OTHER_PAYER,
  PAYEE,
  PAYER,
  TETHER,
} from './fake-evm.js';

const UNKNOWN = { kind: 'unknown' };
const sent = (transaction: string | null) => ({ kind: 'sent', transaction });
const sending = (answer: Answer) => new FakeEvm({ eth_sendTransaction: answer });

/** Of `transfer(address,uint256)`. */
function readCall(data: string): { readonly to: string; readonly units: bigint } {
  const match = /^0xa9059cbb0{24}([\da-f]{40})([\da-f]{64})$/.exec(data);
  assert.ok(match?.[1] && match[2], data);
  return { to: `0x${match[1]}`, units: BigInt(`0x${match[2]}`) };
}

interface Transaction {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly data?: string;
  readonly chainId: string;
}

const transactionOf = (wallet: FakeEvm) => wallet.sent[0] as Transaction;

describe('a wallet of an EVM network is asked for exactly one transfer:', () => {
  it('a coin to its address', async () => {
    const wallet = new FakeEvm();
    const checkout = new FakeCheckout();
    assert.deepEqual(await pay(wallet.wallet, ETHER, checkout), sent(HASH));
    assert.deepEqual(wallet.sent, [
      { from: PAYER, to: PAYEE, value: `0x${(15n * 10n ** 15n).toString(16)}`, chainId: '0x1' },
    ]);
    assert.deepEqual(checkout.steps, ['connecting', 'checking', 'confirming']);
    assert.deepEqual(checkout.accounts, [null, PAYER, PAYER]);
    assert.equal(checkout.claims, 1);
    assert.deepEqual(checkout.late, []);
  });

  it('a token to its contract out of our own table', async () => {
    const wallet = new FakeEvm();
    assert.deepEqual(await pay(wallet.wallet, TETHER), sent(HASH));
    const { to, value, data = '' } = transactionOf(wallet);
    assert.equal(to, tokenContract('USDT_ERC20'));
    assert.equal(value, '0x0');
    assert.deepEqual(readCall(data), { to: PAYEE.toLowerCase(), units: 49_900_000n });
  });

  it('of the amount and no other, for any amount of any currency', async () => {
    for (const code of CURRENCY_CODES.filter((code) => familyOf(code) === 'evm')) {
      await fc.assert(
        fc.asyncProperty(payments(code), async ({ address, amount, units }) => {
          const wallet = new FakeEvm();
          const { network, decimals } = currencyOf(code);
          Object.assign(wallet, { decimals: BigInt(decimals), known: [1n, 10n, 56n, 8453n, 42161n] });
          Object.assign(wallet, { coins: 10n ** 40n, tokens: 10n ** 40n });
          const lower = { currency: code, address: address.toLowerCase(), amount };
          assert.deepEqual(await pay(wallet.wallet, lower), sent(HASH), network.key);
          assert.equal(wallet.sent.length, 1);
          const { to, value, data, chainId } = transactionOf(wallet);
          assert.equal(BigInt(chainId), wallet.chain);
          assert.match(value, /^0x(?:0|[1-9a-f][\da-f]*)$/);
          const paid = data === undefined ? { to, units: BigInt(value) } : readCall(data);
          assert.deepEqual(paid, { to: address.toLowerCase(), units });
        }),
        { numRuns: 20 },
      );
    }
  });

  it('with nothing asked but what reads, connects, switches and sends', async () => {
    const wallet = new FakeEvm();
    await pay(wallet.wallet, TETHER);
    assert.deepEqual(
      new Set(wallet.methods),
      new Set([
        ...['eth_requestAccounts', 'eth_chainId', 'eth_getCode', 'eth_call', 'eth_getBalance'],
        ...['eth_estimateGas', 'eth_gasPrice', 'eth_accounts', 'eth_sendTransaction'],
      ]),
    );
  });

  it('never to an address or of an amount that is not of the currency', async () => {
    for (const request of [
      { ...ETHER, address: PAYEE.replace('5aA', '5aa') },
      { ...ETHER, address: tokenContract('USDT_ERC20') ?? '' },
      { ...ETHER, amount: '0' },
      { ...TETHER, amount: '1.1234567' },
    ]) {
      const wallet = new FakeEvm();
      assert.deepEqual(await pay(wallet.wallet, request), blocked('invalid'));
      assert.deepEqual(wallet.methods, []);
    }
    assert.deepEqual(await pay(new FakeEvm().wallet, { ...ETHER, currency: 'TRX' }), blocked('unsupported'));
    assert.deepEqual(
      await pay(new FakeEvm().wallet, { ...TETHER, currency: 'USDT_OPT' }),
      blocked('unsupported'),
    );
  });
});

describe('the network', () => {
  const onBase = { ...ETHER, currency: 'ETH_BASE' } as const;

  it('is switched', async () => {
    const wallet = new FakeEvm();
    wallet.known = [1n, 8453n];
    const checkout = new FakeCheckout();
    assert.equal((await pay(wallet.wallet, onBase, checkout)).kind, 'sent');
    assert.deepEqual(checkout.steps, ['connecting', 'switching', 'checking', 'confirming']);
    assert.equal(transactionOf(wallet).chainId, '0x2105');
  });

  it('is added with public values where the wallet lacks it, whichever way it says so', async () => {
    const disguises = [
      failing(4902),
      failing(-32603, { originalError: { code: 4902 } }),
      failing(-32601),
      () => Promise.reject('La red no existe'),
    ];
    for (const disguise of disguises) {
      let asked = 0;
      const wallet = new FakeEvm({
        wallet_switchEthereumChain: (params) => {
          asked += 1;
          if (asked === 1) return disguise(params);
          wallet.chain = 8453n;
          return null;
        },
      });
      const checkout = new FakeCheckout();
      assert.equal((await pay(wallet.wallet, onBase, checkout)).kind, 'sent');
      assert.deepEqual(checkout.steps.slice(1, 4), ['switching', 'adding', 'switching']);
      const added = wallet.asked.find(({ method }) => method === 'wallet_addEthereumChain');
      assert.deepEqual(added?.params, [
        {
          chainId: '0x2105',
          chainName: 'Base',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: ['https://mainnet.base.org'],
          blockExplorerUrls: ['https://basescan.org'],
        },
      ]);
    }
  });

  it('is added by the values that its own documents publish', async () => {
    const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
    const published = [
      ['ETH_ARB', '0xa4b1', 'Arbitrum One', ether, 'https://arb1.arbitrum.io/rpc', 'https://arbiscan.io'],
      [
        'ETH_OPT',
        '0xa',
        'OP Mainnet',
        ether,
        'https://mainnet.optimism.io',
        'https://optimistic.etherscan.io',
      ],
      ['ETH_BASE', '0x2105', 'Base', ether, 'https://mainnet.base.org', 'https://basescan.org'],
      [
        ...(['BNB', '0x38', 'BNB Smart Chain', { name: 'BNB', symbol: 'BNB', decimals: 18 }] as const),
        ...(['https://bsc-dataseed.bnbchain.org', 'https://bscscan.com'] as const),
      ],
    ] as const;
    for (const [currency, chainId, chainName, nativeCurrency, rpcUrl, explorerUrl] of published) {
      const wallet = new FakeEvm();
      assert.deepEqual(await pay(wallet.wallet, { ...ETHER, currency }), sent(HASH));
      const added = wallet.asked.find(({ method }) => method === 'wallet_addEthereumChain');
      const urls = { rpcUrls: [rpcUrl], blockExplorerUrls: [explorerUrl] };
      assert.deepEqual(added?.params, [{ chainId, chainName, nativeCurrency, ...urls }]);
    }
  });

  it('is never added for Ethereum', async () => {
    const wallet = new FakeEvm();
    Object.assign(wallet, { chain: 5n, known: [] });
    assert.deepEqual(await pay(wallet.wallet, ETHER), blocked('network'));
    assert.ok(!wallet.methods.includes('wallet_addEthereumChain'));
  });

  it('that a wallet claims to have switched to, and has not, is noticed', async () => {
    const wallet = new FakeEvm({ wallet_switchEthereumChain: () => null });
    const checkout = new FakeCheckout();
    assert.deepEqual(await pay(wallet.wallet, onBase, checkout), blocked('network'));
    assert.deepEqual(wallet.sent, []);
    assert.equal(checkout.claims, 0);
  });

  it('that the payer does not want to switch to or add ends it as refused', async () => {
    const refusing = new FakeEvm({ wallet_switchEthereumChain: failing(4001) });
    assert.deepEqual(await pay(refusing.wallet, onBase), REFUSED);
    assert.ok(!refusing.methods.includes('wallet_addEthereumChain'));
    const notAdding = new FakeEvm({ wallet_addEthereumChain: failing(4001) });
    assert.deepEqual(await pay(notAdding.wallet, onBase), REFUSED);
  });

  it('is understood as a number, as some wallets write it', async () => {
    for (const chain of [1, '1', '0x01']) {
      const wallet = new FakeEvm({ eth_chainId: () => chain });
      assert.equal((await pay(wallet.wallet, ETHER)).kind, 'sent');
    }
  });

  it('or the account that changes after the checks stops the transfer', async () => {
    for (const change of [{ chain: 5n }, { accounts: [OTHER_PAYER, PAYER] }, { accounts: [] }]) {
      const wallet = new FakeEvm();
      const checkout = new FakeCheckout();
      checkout.claim = () => {
        Object.assign(wallet, change);
        return Promise.resolve(true);
      };
      assert.deepEqual(await pay(wallet.wallet, ETHER, checkout), blocked('changed'));
      assert.deepEqual(wallet.sent, []);
    }
  });
});

describe('what is missing is said with its amount:', () => {
  it('too few coins', async () => {
    const wallet = new FakeEvm();
    wallet.coins = 10n ** 15n;
    assert.deepEqual(await pay(wallet.wallet, ETHER), {
      kind: 'short',
      payment: { symbol: 'ETH', needed: '0.015', available: '0.001' },
      fee: { symbol: 'ETH', needed: '0.000021', available: '0' },
    });
    assert.deepEqual(wallet.sent, []);
  });

  it('too few tokens', async () => {
    const wallet = new FakeEvm();
    wallet.tokens = 49_899_999n;
    const checkout = new FakeCheckout();
    assert.deepEqual(await pay(wallet.wallet, TETHER, checkout), {
      kind: 'short',
      payment: { symbol: 'USDT', needed: '49.9', available: '49.899999' },
      fee: { symbol: 'ETH', needed: '0.000021', available: '1000' },
    });
    assert.equal(checkout.claims, 0);
  });

  it('nothing for the fee, also where the wallet cannot estimate it', async () => {
    const wallet = new FakeEvm({ eth_estimateGas: failing(-32000) });
    Object.assign(wallet, { chain: 56n, coins: 20_999n * 10n ** 9n, decimals: 18n });
    assert.deepEqual(await pay(wallet.wallet, { ...TETHER, currency: 'USDT_BSC' }), {
      kind: 'short',
      payment: { symbol: 'USDT', needed: '49.9', available: '1000000000' },
      fee: { symbol: 'BNB', needed: '0.000021', available: '0.000020999' },
    });
  });

  it('a token that is none on this network, or of other decimals', async () => {
    for (const answer of ['0x', '0x06', null, `0x${'0'.repeat(63)}7`, 6]) {
      const wallet = new FakeEvm({ eth_call: () => answer });
      assert.deepEqual(await pay(wallet.wallet, TETHER), blocked('token'));
      assert.deepEqual(wallet.sent, []);
    }
  });

  it('nothing where only the simulation fails', async () => {
    const wallet = new FakeEvm({ eth_estimateGas: failing(3), eth_gasPrice: failing(-32601) });
    wallet.coins = 15n * 10n ** 15n;
    assert.equal((await pay(wallet.wallet, ETHER)).kind, 'sent');
  });

  it('nothing where another account may pay the fee: that of a contract', async () => {
    const wallet = new FakeEvm();
    Object.assign(wallet, { coins: 0n, code: '0x6080' });
    assert.deepEqual(await pay(wallet.wallet, TETHER), { kind: 'proposed' });
  });
});

describe('before anything is sent, a wallet', () => {
  const connecting = (answer: Answer) => new FakeEvm({ eth_requestAccounts: answer });

  it('that the payer refuses to connect ends it as refused', async () => {
    assert.deepEqual(await pay(connecting(failing(4001)).wallet, ETHER), REFUSED);
  });

  it('that already shows a window is not asked again', async () => {
    const wallet = connecting(failing(-32002));
    assert.deepEqual(await pay(wallet.wallet, ETHER), blocked('busy'));
    assert.deepEqual(wallet.methods, ['eth_requestAccounts']);
    const switching = new FakeEvm({ wallet_switchEthereumChain: failing(-32002) });
    assert.deepEqual(await pay(switching.wallet, { ...ETHER, currency: 'ETH_ARB' }), blocked('busy'));
  });

  it('that is locked names no account', async () => {
    for (const answer of [[], null, 'text', ['0x1'], [PAYEE.slice(1)], [{ toString: () => PAYER }]])
      assert.deepEqual(await pay(connecting(() => answer).wallet, ETHER), blocked('account'));
    assert.deepEqual(await pay(connecting(failing(4100)).wallet, ETHER), blocked('account'));
  });

  it('that has no methods, or throws from all of them, is said to lack what is needed', async () => {
    const throwing = {
      get request() {
        throw new Error('the wallet throws');
      },
    };
    for (const provider of [
      {},
      null,
      7,
      { request: 'text' },
      throwing,
      {
        request: () => {
          throw null;
        },
      },
    ])
      // oxfmt-ignore
      assert.deepEqual(await pay(evmWallet(provider), ETHER), blocked('unsupported'));
    for (const error of [
      undefined,
      'text',
      {
        get code() {
          throw new Error('again');
        },
      },
      Object.create(null),
    ])
      // oxfmt-ignore
      assert.deepEqual(await pay(connecting(() => Promise.reject(error)).wallet, ETHER), blocked('unsupported'));
  });

  it('that hangs is waited for until the payer stops, and then asked nothing more', async () => {
    let connect: (accounts: readonly string[]) => void = () => undefined;
    const wallet = connecting(() => new Promise((resolve) => (connect = resolve)));
    const checkout = new FakeCheckout();
    const result = pay(wallet.wallet, ETHER, checkout);
    await settle();
    checkout.stop();
    assert.deepEqual(await result, blocked('stopped'));
    connect([PAYER]);
    await settle();
    assert.deepEqual(wallet.methods, ['eth_requestAccounts']);
    assert.deepEqual([checkout.claims, checkout.late], [0, []]);
    assert.deepEqual(await pay(wallet.wallet, ETHER, checkout), blocked('stopped'));
  });

  it('that hangs while it is read is given up after a time limit', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const wallet = new FakeEvm({ eth_getBalance: hanging });
    const result = pay(wallet.wallet, ETHER);
    await settle();
    context.mock.timers.tick(15_000);
    assert.deepEqual(await result, blocked('unsupported'));
  });

  it('is not asked where another screen was first, or the proxy is silent', async () => {
    const claims = [
      [() => Promise.resolve(false), 'claimed'],
      [() => Promise.reject(new Error('offline')), 'offline'],
    ] as const;
    for (const [claim, obstacle] of claims) {
      const wallet = new FakeEvm();
      const checkout = Object.assign(new FakeCheckout(), { claim });
      assert.deepEqual(await pay(wallet.wallet, ETHER, checkout), blocked(obstacle));
      assert.deepEqual(wallet.sent, []);
    }
  });

  it('is not asked where the payer stops during the claim, which is then over', async () => {
    const wallet = new FakeEvm();
    const checkout = new FakeCheckout();
    let claim: (isOurs: boolean) => void = () => undefined;
    checkout.claim = () => new Promise((resolve) => (claim = resolve));
    let isOver = false;
    const result = pay(wallet.wallet, ETHER, checkout).finally(() => (isOver = true));
    await settle();
    checkout.stop();
    await settle();
    assert.equal(isOver, false);
    claim(true);
    assert.deepEqual(await result, blocked('stopped'));
    assert.deepEqual(wallet.sent, []);
  });
});

describe('once it was asked, a wallet', () => {
  it('that the payer refuses has sent nothing', async () => {
    assert.deepEqual(await pay(sending(failing(4001)).wallet, ETHER), REFUSED);
  });

  it('that throws anything else may have sent it', async () => {
    for (const code of [-32603, -32000, -32002, 4100, 4200, 4900, 5000])
      assert.deepEqual(await pay(sending(failing(code)).wallet, ETHER), UNKNOWN);
    for (const error of [null, undefined, 'User rejected', { message: 'rejected' }, { code: {} }])
      assert.deepEqual(await pay(sending(() => Promise.reject(error)).wallet, ETHER), UNKNOWN);
  });

  it('that answers without a hash of the right form has sent it, by a hash that is not known', async () => {
    for (const answer of [undefined, null, '', {}, 7, '0x', `${HASH}00`, `0x${'ab'.repeat(65)}`, [HASH]])
      assert.deepEqual(await pay(sending(() => answer).wallet, ETHER), sent(null));
  });

  it('that answers with a wrong hash has only claimed it', async () => {
    const wrong = `0x${'11'.repeat(32)}`;
    assert.deepEqual(await pay(sending(() => wrong).wallet, ETHER), sent(wrong));
  });

  it('that signs with several has proposed it, and its answer is no hash', async () => {
    const wallet = new FakeEvm();
    wallet.code = '0x608060405234801561001057600080fd5b';
    assert.deepEqual(await pay(wallet.wallet, ETHER), { kind: 'proposed' });
  });

  it('whose account delegates to code (EIP-7702) sends as any other', async () => {
    const wallet = new FakeEvm();
    wallet.code = `0xef0100${'5a'.repeat(20)}`;
    assert.deepEqual(await pay(wallet.wallet, ETHER), sent(HASH));
  });

  it('that hangs is unknown when the payer stops, and what it answers later is told', async () => {
    let answer: (hash: string) => void = () => undefined;
    const wallet = sending(() => new Promise((resolve) => (answer = resolve)));
    const checkout = new FakeCheckout();
    const result = pay(wallet.wallet, ETHER, checkout);
    await settle();
    checkout.stop();
    assert.deepEqual(await result, UNKNOWN);
    assert.deepEqual(checkout.late, []);
    answer(HASH);
    await settle();
    assert.deepEqual(checkout.late, [sent(HASH)]);
  });

  it('that is refused after the payer stopped settles it', async () => {
    let refuse: (error: unknown) => void = () => undefined;
    const wallet = sending(() => new Promise((_, reject) => (refuse = reject)));
    const checkout = new FakeCheckout();
    const result = pay(wallet.wallet, ETHER, checkout);
    await settle();
    checkout.stop();
    await result;
    refuse({ code: 4001 });
    await settle();
    assert.deepEqual(checkout.late, [REFUSED]);
  });

  it('whose promise settles twice has answered once', async () => {
    const twice = {
      then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
        resolve(HASH);
        reject({ code: 4001 });
        resolve(`0x${'22'.repeat(32)}`);
        throw new Error('the wallet throws');
      },
    };
    assert.deepEqual(await pay(evmWallet({ request: thenable(twice) }), ETHER), sent(HASH));
  });

  /** The usual answers, and this one for the transaction. */
  function thenable(answer: object) {
    const usual = new FakeEvm();
    return (asked: Parameters<FakeEvm['request']>[0]) =>
      asked.method === 'eth_sendTransaction' ? answer : usual.request(asked);
  }
});
