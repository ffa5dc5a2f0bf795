import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { BrowserWallet } from '../../src/wallets/wallet.js';
import * as encode from '../payment/address-encoder.js';
import { blocked, FakeCheckout, pay, REFUSED, settle } from './fake-checkout.js';
import {
  FakeTron,
  hexOf,
  type Method,
  OTHER_PAYER,
  PAYEE,
  PAYER,
  transactionOf,
  TRX,
  TXID,
  USDT,
  USDT_CONTRACT,
} from './fake-tron.js';
import { until } from '../until.js';

const SENT = { kind: 'sent', transaction: TXID };
const UNKNOWN = { kind: 'unknown' };
const failing = (error: unknown) => () => Promise.reject(error);

describe('a wallet of TRON is asked for exactly one transfer:', () => {
  it('TRX in sun', async () => {
    const wallet = new FakeTron();
    const checkout = new FakeCheckout();
    assert.deepEqual(await pay(wallet.wallet, TRX, checkout), SENT);
    assert.deepEqual(wallet.argumentsOf('sendTrx'), [PAYEE, 12_500_000, PAYER]);
    assert.deepEqual(checkout.steps, ['connecting', 'checking', 'confirming']);
    assert.equal(checkout.accounts.at(-1), PAYER);
    assert.equal(checkout.claims, 1);
  });

  it('a token of our own table, in its smallest unit', async () => {
    const wallet = new FakeTron();
    assert.deepEqual(await pay(wallet.wallet, USDT), SENT);
    assert.deepEqual(wallet.argumentsOf('triggerSmartContract'), [
      USDT_CONTRACT,
      'transfer(address,uint256)',
      { feeLimit: 150_000_000 },
      [
        { type: 'address', value: PAYEE },
        { type: 'uint256', value: '49900000' },
      ],
      PAYER,
    ]);
    assert.equal(wallet.asked.filter(({ method }) => method === 'sign').length, 1);
  });

  it('of the amount and no other, to any address', async () => {
    const hashes = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .filter((bytes) => bytes.some((byte) => byte > 0));
    await fc.assert(
      fc.asyncProperty(hashes, fc.bigInt(1n, 10n ** 12n), async (hash, units) => {
        const digits = String(units).padStart(7, '0');
        const amount = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
        const address = encode.base58Check(0x41, hash);
        const coins = new FakeTron();
        Object.assign(coins, { coins: 10 ** 15 });
        await pay(coins.wallet, { ...TRX, address, amount });
        assert.deepEqual(coins.argumentsOf('sendTrx')?.slice(0, 2), [address, Number(units)]);
        const tokens = new FakeTron();
        assert.deepEqual(await pay(tokens.wallet, { ...USDT, address, amount }), SENT);
        const [built] = tokens.argumentsOf('sign') ?? [];
        const { data } = JSON.parse(JSON.stringify(built)).raw_data.contract[0].parameter.value;
        assert.equal(data.slice(32, 72), Buffer.from(hash).toString('hex'));
        assert.equal(BigInt(`0x${data.slice(72)}`), units);
      }),
      { numRuns: 30 },
    );
  });

  it('never a number that is not exact', async () => {
    const wallet = new FakeTron({ getBalance: () => '99999999999999999999' });
    const request = { ...TRX, amount: '9007199254.740993' };
    assert.deepEqual(await pay(wallet.wallet, request), blocked('unsupported'));
  });

  it('never another one that its node has built', async () => {
    const sun = 12_500_000;
    const ours = { amount: sun, to_address: hexOf(PAYEE) };
    const others: readonly object[] = [
      transactionOf('TransferContract', { ...ours, amount: sun + 1 }),
      transactionOf('TransferContract', { ...ours, to_address: hexOf(OTHER_PAYER) }),
      transactionOf('AccountPermissionUpdateContract', ours),
      { raw_data: { contract: [1, 2] } },
      {},
    ];
    for (const built of others) {
      const wallet = new FakeTron({ sendTrx: () => built });
      assert.deepEqual(await pay(wallet.wallet, TRX), blocked('changed'));
      assert.ok(!wallet.isAsked);
    }
    for (const data of ['', `095ea7b3${'0'.repeat(128)}`]) {
      const transaction = transactionOf('TriggerSmartContract', {
        contract_address: hexOf(USDT_CONTRACT),
        data,
      });
      const wallet = new FakeTron({
        triggerSmartContract: () => ({ result: { result: true }, transaction }),
      });
      assert.deepEqual(await pay(wallet.wallet, USDT), blocked('changed'));
    }
  });
});

describe('an older TronLink', () => {
  it('is asked its own way', async () => {
    const wallet = new FakeTron({}, 'tron-link');
    assert.deepEqual(await pay(wallet.wallet, TRX), SENT);
    assert.ok(wallet.argumentsOf('tron_requestAccounts'));
  });

  it('answers where others throw', async () => {
    const answers = [
      [{ code: 4001 }, REFUSED],
      [{ code: 4000 }, blocked('busy')],
    ] as const;
    for (const [answer, result] of answers) {
      const wallet = new FakeTron({ tron_requestAccounts: () => answer }, 'tron-link');
      assert.deepEqual(await pay(wallet.wallet, TRX), result);
    }
  });

  it('is locked where it has no account, even after a while', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const wallet = new FakeTron({ tron_requestAccounts: () => '' }, 'tron-link');
    wallet.account = false;
    const result = pay(wallet.wallet, TRX);
    for (let waited = 0; waited < 2000; waited += 50) {
      await settle();
      context.mock.timers.tick(50);
    }
    assert.deepEqual(await result, blocked('account'));
  });

  it('with nothing but tronWeb is asked for no connection', async () => {
    const wallet = new FakeTron({}, 'tron-web');
    assert.deepEqual(await pay(wallet.wallet, USDT), SENT);
    assert.ok(!wallet.argumentsOf('eth_requestAccounts') && !wallet.argumentsOf('tron_requestAccounts'));
  });

  it('that puts tronWeb into the page after it has connected is waited for', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const wallet = new FakeTron();
    wallet.account = false;
    const result = pay(wallet.wallet, TRX);
    await settle();
    wallet.account = PAYER;
    context.mock.timers.tick(50);
    assert.deepEqual(await result, SENT);
  });
});

describe('TRON itself', () => {
  it('is switched to from a test network', async () => {
    const wallet = new FakeTron();
    wallet.isOnMainnet = false;
    const checkout = new FakeCheckout();
    assert.deepEqual(await pay(wallet.wallet, TRX, checkout), SENT);
    assert.deepEqual(wallet.argumentsOf('wallet_switchEthereumChain'), [[{ chainId: '0x2b6653dc' }]]);
    assert.deepEqual(checkout.steps, ['connecting', 'switching', 'checking', 'confirming']);
  });

  it('is missed where the wallet only claims the switch, or cannot', async () => {
    for (const answer of [() => null, failing({ code: 4902 }), failing('text')]) {
      const wallet = new FakeTron({ wallet_switchEthereumChain: answer });
      wallet.isOnMainnet = false;
      assert.deepEqual(await pay(wallet.wallet, TRX), blocked('network'));
    }
    const refusing = new FakeTron({ wallet_switchEthereumChain: failing({ code: 4001 }) });
    refusing.isOnMainnet = false;
    assert.deepEqual(await pay(refusing.wallet, TRX), REFUSED);
  });

  it('or the account that changes after the checks stops the transfer', async () => {
    for (const change of [{ isOnMainnet: false }, { account: OTHER_PAYER }, { account: false }]) {
      const wallet = new FakeTron();
      const checkout = new FakeCheckout();
      checkout.claim = () => {
        Object.assign(wallet, change);
        return Promise.resolve(true);
      };
      assert.deepEqual(await pay(wallet.wallet, TRX, checkout), blocked('changed'));
      assert.ok(!wallet.isAsked);
    }
  });
});

describe('what is missing is said with its amount:', () => {
  it('too little TRX', async () => {
    const wallet = new FakeTron();
    wallet.coins = 12_499_999;
    assert.deepEqual(await pay(wallet.wallet, TRX), {
      kind: 'short',
      payment: { symbol: 'TRX', needed: '12.5', available: '12.499999' },
      fee: { symbol: 'TRX', needed: '0', available: '0' },
    });
  });

  it('too few tokens, and too little for their energy and bandwidth', async () => {
    const wallet = new FakeTron();
    Object.assign(wallet, {
      tokens: 1n,
      coins: 1_000_000,
      resources: { EnergyLimit: 5_000, EnergyUsed: 1_000 },
    });
    const fee = { symbol: 'TRX', needed: '6.445', available: '1' };
    assert.deepEqual(await pay(wallet.wallet, USDT), {
      kind: 'short',
      payment: { symbol: 'USDT', needed: '49.9', available: '0.000001' },
      fee,
    });
    wallet.tokens = 10n ** 12n;
    const result = await pay(wallet.wallet, USDT);
    assert.ok(result.kind === 'short');
    assert.deepEqual(result.fee, fee);
  });

  it('nothing where the account has energy and bandwidth of its own', async () => {
    const wallet = new FakeTron();
    Object.assign(wallet, { coins: 0, resources: { EnergyLimit: 65_000, NetLimit: 345 } });
    assert.deepEqual(await pay(wallet.wallet, USDT), SENT);
  });

  it('what opens an account that is not there', async () => {
    const wallet = new FakeTron();
    Object.assign(wallet, { coins: 13_000_000, payee: {} });
    const result = await pay(wallet.wallet, TRX);
    assert.ok(result.kind === 'short');
    assert.deepEqual(result.fee, { symbol: 'TRX', needed: '1', available: '0.5' });
  });

  it('nothing where the wallet cannot tell what it costs', async () => {
    const wallet = new FakeTron({ getAccountResources: failing('text'), getChainParameters: failing(null) });
    assert.deepEqual(await pay(wallet.wallet, USDT), SENT);
  });

  it('a token of other decimals, or none', async () => {
    const wallet = new FakeTron();
    wallet.decimals = 18n;
    assert.deepEqual(await pay(wallet.wallet, USDT), blocked('token'));
    const none = new FakeTron({ triggerConstantContract: () => ({ result: {}, constant_result: [''] }) });
    assert.deepEqual(await pay(none.wallet, USDT), blocked('token'));
  });
});

describe('once it was asked, a wallet of TRON', () => {
  const signing = (sign: Method) => new FakeTron({ sign });
  const broadcasting = (sendRawTransaction: Method) => new FakeTron({ sendRawTransaction });

  it('that the payer refuses has sent nothing, however it says so', async () => {
    for (const error of [
      { code: 4001 },
      'Confirmation declined by user',
      new Error('Confirmation declined by user'),
      'cancle',
    ])
      // oxfmt-ignore
      assert.deepEqual(await pay(signing(failing(error)).wallet, TRX), REFUSED);
  });

  it('that throws anything else may have sent it, for two minutes', async () => {
    for (const error of [{ code: -32603 }, 'network error', null, undefined]) {
      assert.deepEqual(await pay(signing(failing(error)).wallet, TRX), UNKNOWN);
      assert.deepEqual(await pay(broadcasting(failing(error)).wallet, TRX), UNKNOWN);
    }
  });

  it('that is not understood may have sent it, unless it took longer than a minute', async () => {
    for (const answer of [undefined, null, {}, { result: 'true' }, { code: 'TRANSACTION_EXPIRATION_ERROR' }])
      assert.deepEqual(await pay(broadcasting(() => answer).wallet, TRX), UNKNOWN);
  });

  it('that has rebuilt the transaction names its own id', async () => {
    const wallet = new FakeTron({
      sign: (built) => ({ ...(built as object), txID: TXID }),
      sendRawTransaction: () => ({ result: true, txid: 'text' }),
    });
    assert.deepEqual(await pay(wallet.wallet, TRX), SENT);
  });

  it('that hangs is unknown when the payer stops, and what is signed after that is dropped', async () => {
    let sign: (signed: object) => void = () => undefined;
    const wallet = signing(() => new Promise((resolve) => (sign = resolve)));
    const checkout = new FakeCheckout();
    const result = pay(wallet.wallet, TRX, checkout);
    await until(() => wallet.isAsked, 'the wallet is asked to pay');
    checkout.stop();
    assert.deepEqual(await result, UNKNOWN);
    sign({ txID: TXID });
    await settle();
    assert.equal(wallet.argumentsOf('sendRawTransaction'), undefined);
    assert.deepEqual(checkout.late, [blocked('stopped')]);
  });

  it('that hangs after it has sent is unknown, and tells later', async () => {
    let answer: (sent: object) => void = () => undefined;
    const wallet = broadcasting(() => new Promise((resolve) => (answer = resolve)));
    const checkout = new FakeCheckout();
    const result = pay(wallet.wallet, USDT, checkout);
    while (!wallet.argumentsOf('sendRawTransaction')) await settle();
    checkout.stop();
    assert.deepEqual(await result, UNKNOWN);
    answer({ result: true, txid: TXID });
    await settle();
    assert.deepEqual(checkout.late, [SENT]);
  });
});

it('a hostile tronWeb ends in a result', async () => {
  const throwing = new Proxy({}, { get: () => { throw new Error('the wallet throws'); } }); // oxfmt-ignore
  const walletOf = (provider: unknown): BrowserWallet => {
    return { family: 'tron', dialect: 'tron-web', name: 'Test', icon: null, provider };
  };
  const hostile = { tronWeb: { defaultAddress: { base58: PAYER }, trx: throwing, transactionBuilder: null } };
  assert.deepEqual(await pay(walletOf(hostile), TRX), blocked('unsupported'));
});
