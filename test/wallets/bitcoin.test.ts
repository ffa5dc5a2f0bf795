import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Address, NETWORK, OutScript, Transaction, utils } from '@scure/btc-signer';
import fc from 'fast-check';
import { parseUnits } from 'micro-eth-signer/utils.js';
import type { BrowserWallet, TransferRequest, WalletDialect } from '../../src/wallets/wallet.js';
import { payments } from '../payment/payment-fixtures.js';
import { blocked, FakeCheckout, pay, REFUSED, settle } from './fake-checkout.js';
import { until } from '../until.js';

const PAYER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const OTHER_PAYER = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const PAYEE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TXID = '5e'.repeat(32);
const SENT = { kind: 'sent', transaction: TXID };
const UNKNOWN = { kind: 'unknown' };
const BTC: TransferRequest = { currency: 'BTC', address: PAYEE, amount: '0.00012345' };

type Method = (...args: readonly unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;
type Asked = readonly [method: string, ...args: readonly unknown[]];

function walletOf(dialect: WalletDialect, provider: unknown): BrowserWallet {
  return { family: 'bitcoin', dialect, name: 'Test', icon: null, provider };
}

/** Answers in envelopes of JSON-RPC. */
class FakeSats {
  readonly asked: Asked[] = [];
  readonly #methods: Methods;

  constructor(
    methods: Methods = {},
    readonly dialect: WalletDialect = 'sats-connect',
  ) {
    const addresses = [
      { address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', purpose: 'ordinals' },
      { address: PAYER, purpose: 'payment' },
    ];
    this.#methods = {
      wallet_connect: () => result({ addresses, network: { bitcoin: { name: 'Mainnet' } } }),
      getAddresses: () => result({ addresses: [{ symbol: 'BTC', type: 'p2wpkh', address: PAYER }] }),
      getBalance: () => result({ confirmed: '900000', unconfirmed: '0', total: '900000' }),
      sendTransfer: () => result({ txid: TXID }),
      ...methods,
    };
  }

  readonly request = async (method: string, ...args: readonly unknown[]) => {
    this.asked.push([method, ...args]);
    return this.#methods[method]?.(...args) ?? error(-32601);
  };

  get wallet(): BrowserWallet {
    return walletOf(this.dialect, this);
  }
}

const result = (value: unknown) => ({ jsonrpc: '2.0', id: '1', result: value });
const error = (code: number) => ({ jsonrpc: '2.0', id: '1', error: { code, message: 'text' } });
const rejecting = (reason: unknown) => () => Promise.reject(reason);

describe('a wallet by Sats Connect', () => {
  it('is asked for exactly one transfer, in satoshis', async () => {
    const wallet = new FakeSats();
    const checkout = new FakeCheckout();
    assert.deepEqual(await pay(wallet.wallet, BTC, checkout), SENT);
    assert.deepEqual(wallet.asked, [
      ['wallet_connect', { addresses: ['payment'], network: 'Mainnet' }],
      ['getBalance', undefined],
      ['sendTransfer', { recipients: [{ address: PAYEE, amount: 12_345 }] }],
    ]);
    assert.deepEqual(checkout.steps, ['connecting', 'checking', 'confirming']);
    assert.deepEqual([checkout.accounts.at(-1), checkout.claims], [PAYER, 1]);
  });

  it('that is Leather gets its own names, and the amount as text', async () => {
    const wallet = new FakeSats({}, 'leather');
    assert.deepEqual(await pay(wallet.wallet, BTC), SENT);
    assert.deepEqual(wallet.asked[1], [
      'sendTransfer',
      { recipients: [{ address: PAYEE, amount: '12345' }], network: 'mainnet' },
    ]);
  });

  it('is asked for any amount to the satoshi', async () => {
    await fc.assert(
      fc.asyncProperty(payments('BTC'), async ({ amount }) => {
        const units = parseUnits(amount, 8);
        const wallet = new FakeSats({ getBalance: () => error(-32601) });
        await pay(wallet.wallet, { ...BTC, amount });
        assert.deepEqual(wallet.asked.at(-1)?.[1], {
          recipients: [{ address: PAYEE, amount: Number(units) }],
        });
        assert.equal(BigInt(Number(units)), units);
      }),
      { numRuns: 50 },
    );
  });

  it('on a test network is not asked to send', async () => {
    const testnet = {
      addresses: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', purpose: 'payment' }],
    };
    const named = { addresses: [{ address: PAYER }], network: { bitcoin: { name: 'Signet' } } };
    for (const connected of [testnet, named]) {
      const wallet = new FakeSats({ wallet_connect: () => result(connected) });
      assert.deepEqual(await pay(wallet.wallet, BTC), blocked('network'));
    }
  });

  it('that the payer refuses has sent nothing, whether it answers or throws', async () => {
    for (const refuse of [
      () => error(-32000),
      rejecting(error(-32000)),
      rejecting({ code: -32000 }),
      rejecting({ code: 4001 }),
    ]) {
      // oxfmt-ignore
      assert.deepEqual(await pay(new FakeSats({ wallet_connect: refuse }).wallet, BTC), REFUSED);
      assert.deepEqual(await pay(new FakeSats({ sendTransfer: refuse }).wallet, BTC), REFUSED);
    }
  });

  it('that cannot be connected to is not asked to send', async () => {
    const connecting = (answer: Method) => pay(new FakeSats({ wallet_connect: answer }).wallet, BTC);
    assert.deepEqual(await connecting(() => error(-32002)), blocked('account'));
    assert.deepEqual(await connecting(() => error(-32601)), blocked('unsupported'));
    for (const connected of [null, {}, { addresses: [] }, { addresses: [{ purpose: 'ordinals' }] }])
      assert.deepEqual(await connecting(() => result(connected)), blocked('account'));
  });

  it('may have sent it after any other error, and has no id where it names none', async () => {
    for (const answer of [() => error(-32603), () => error(-32001), rejecting('text'), rejecting(null)])
      assert.deepEqual(await pay(new FakeSats({ sendTransfer: answer }).wallet, BTC), UNKNOWN);
    for (const answer of [null, {}, { txid: 7 }, { txid: `${TXID}00` }, { txid: '<b>' }]) {
      const wallet = new FakeSats({ sendTransfer: () => result(answer) });
      assert.deepEqual(await pay(wallet.wallet, BTC), { ...SENT, transaction: null });
    }
  });

  it('that hangs is unknown when the payer stops, and what it answers later is told', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const wallet = new FakeSats({ sendTransfer: () => new Promise((resolve) => (answer = resolve)) });
    const checkout = new FakeCheckout();
    const paid = pay(wallet.wallet, BTC, checkout);
    await until(() => wallet.asked.length >= 2, 'the wallet is asked to pay');
    checkout.stop();
    assert.deepEqual(await paid, UNKNOWN);
    answer(result({ txid: TXID }));
    await settle();
    assert.deepEqual(checkout.late, [SENT]);
  });
});

/** UniSat's own methods. */
class FakeUnisat {
  chain = 'BITCOIN_MAINNET';
  accounts: readonly string[] = [PAYER];
  readonly asked: Asked[] = [];
  readonly provider: Readonly<Record<string, Method>>;

  constructor(methods: Methods = {}) {
    const usual: Methods = {
      requestAccounts: () => this.accounts,
      getAccounts: () => this.accounts,
      getChain: () => ({ enum: this.chain }),
      switchChain: (chain) => {
        this.chain = String(chain);
      },
      getBalance: () => ({ confirmed: 900_000, unconfirmed: 0, total: 900_000 }),
      sendBitcoin: () => TXID,
      ...methods,
    };
    const recorded = Object.entries(usual).map(([name, method]): readonly [string, Method] => [
      name,
      async (...args) => {
        this.asked.push([name, ...args]);
        return method(...args);
      },
    ]);
    this.provider = Object.fromEntries(recorded);
  }

  get sent(): readonly Asked[] {
    return this.asked.filter(([name]) => name === 'sendBitcoin');
  }

  get wallet(): BrowserWallet {
    return walletOf('unisat', this.provider);
  }
}

describe('UniSat', () => {
  it('is asked for exactly one transfer, in satoshis', async () => {
    const wallet = new FakeUnisat();
    assert.deepEqual(await pay(wallet.wallet, BTC), SENT);
    assert.deepEqual(wallet.sent, [['sendBitcoin', PAYEE, 12_345]]);
  });

  it('is switched to Bitcoin, as Fractal has the same addresses', async () => {
    const wallet = new FakeUnisat();
    wallet.chain = 'FRACTAL_BITCOIN_MAINNET';
    assert.deepEqual(await pay(wallet.wallet, BTC), SENT);
    assert.ok(wallet.asked.some(([name, chain]) => name === 'switchChain' && chain === 'BITCOIN_MAINNET'));
    const lying = new FakeUnisat({ switchChain: () => undefined });
    lying.chain = 'FRACTAL_BITCOIN_MAINNET';
    assert.deepEqual(await pay(lying.wallet, BTC), blocked('network'));
    assert.deepEqual(lying.sent, []);
  });

  it('of an older version names its network', async () => {
    for (const [network, expected] of [
      ['livenet', SENT],
      ['unknown', blocked('network')],
    ] as const) {
      // oxfmt-ignore
      const { provider } = new FakeUnisat({ getNetwork: () => network });
      const { getChain: _, switchChain: __, ...older } = provider;
      assert.deepEqual(await pay(walletOf('unisat', older), BTC), expected);
    }
  });

  it('whose account or network changes after the checks is not asked to send', async () => {
    for (const change of [{ chain: 'BITCOIN_TESTNET' }, { accounts: [OTHER_PAYER] }, { accounts: [] }]) {
      const wallet = new FakeUnisat();
      const checkout = new FakeCheckout();
      checkout.claim = () => {
        Object.assign(wallet, change);
        return Promise.resolve(true);
      };
      assert.deepEqual(await pay(wallet.wallet, BTC, checkout), blocked('changed'));
      assert.deepEqual(wallet.sent, []);
    }
  });

  it('that refuses, fails or answers nothing ends in what is known', async () => {
    const sending = (answer: Method) => pay(new FakeUnisat({ sendBitcoin: answer }).wallet, BTC);
    assert.deepEqual(await sending(rejecting({ code: 4001 })), REFUSED);
    assert.deepEqual(await sending(rejecting({ code: -32603 })), UNKNOWN);
    assert.deepEqual(await sending(() => undefined), { ...SENT, transaction: null });
    assert.deepEqual(
      await pay(new FakeUnisat({ requestAccounts: rejecting({ code: 4001 }) }).wallet, BTC),
      REFUSED,
    );
    assert.deepEqual(
      await pay(new FakeUnisat({ requestAccounts: () => [] }).wallet, BTC),
      blocked('account'),
    );
    assert.deepEqual(await pay(walletOf('unisat', {}), BTC), blocked('unsupported'));
  });
});

describe('what is missing is said with its amount, before a wallet of Bitcoin is asked to send:', () => {
  const walletsWith = (balance: Method) => [
    new FakeSats({ getBalance: (...args) => balance('text', ...args) }),
    new FakeUnisat({ getBalance: (...args) => balance('number', ...args) }),
  ];
  const namesOf = (asked: readonly Asked[]) => asked.map(([name]) => name);

  it('too few bitcoin', async () => {
    const short = {
      kind: 'short',
      payment: { symbol: 'BTC', needed: '0.00012345', available: '0.00012344' },
      fee: null,
    };
    const balance: Method = (form) =>
      form === 'text' ? result({ confirmed: '12300', total: '12344' }) : { confirmed: 12_300, total: 12_344 };
    for (const { wallet, asked } of walletsWith(balance)) {
      const checkout = new FakeCheckout();
      assert.deepEqual(await pay(wallet, BTC, checkout), short);
      assert.deepEqual([checkout.claims, checkout.steps.at(-1)], [0, 'checking']);
      assert.ok(!namesOf(asked).some((name) => name.startsWith('send')));
    }
  });

  it('nothing if the wallet has enough, or does not say what it has', async () => {
    const enough: Method = (form) => (form === 'text' ? result({ total: '12345' }) : { total: 12_345 });
    const silent = [
      rejecting({ code: 4200 }),
      rejecting(null),
      () => ({ total: -1 }),
      () => 'text',
      () => null,
    ];
    for (const balance of [enough, ...silent])
      for (const { wallet } of walletsWith(balance)) assert.deepEqual(await pay(wallet, BTC), SENT);
  });

  it('nothing of Leather, which has no method for it', async () => {
    const leather = new FakeSats({ getBalance: () => result({ total: '0' }) }, 'leather');
    assert.deepEqual(await pay(leather.wallet, BTC), SENT);
    assert.deepEqual(namesOf(leather.asked), ['getAddresses', 'sendTransfer']);
  });
});

/** Bytes of a hash or a key. */
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const secret = bytes(32).filter((key) => key.some((byte) => byte !== 0) && (key[0] ?? 0) < 0xff);

/** The kinds of addresses, as BIP-13, BIP-141 and BIP-341 describe them. */
const OUTPUTS = fc.oneof(
  bytes(20).map((hash) => ({ type: 'pkh', hash }) as const),
  bytes(20).map((hash) => ({ type: 'sh', hash }) as const),
  bytes(20).map((hash) => ({ type: 'wpkh', hash }) as const),
  bytes(32).map((hash) => ({ type: 'wsh', hash }) as const),
  secret.map((key) => ({ type: 'tr', pubkey: utils.pubSchnorr(key) }) as const),
);

describe('what a wallet of Bitcoin is asked for, in a transaction that the public library builds,', () => {
  const asked: Readonly<Record<string, (request: TransferRequest) => Promise<readonly unknown[]>>> = {
    'Sats Connect': async (request) => recipientIn(new FakeSats({ getBalance: () => null }), request),
    'Leather': async (request) => recipientIn(new FakeSats({}, 'leather'), request),
    'UniSat': async (request) => {
      const wallet = new FakeUnisat({ getBalance: () => null });
      await pay(wallet.wallet, request);
      return wallet.sent[0]?.slice(1) ?? [];
    },
  };

  async function recipientIn(wallet: FakeSats, request: TransferRequest): Promise<readonly unknown[]> {
    await pay(wallet.wallet, request);
    const [, parameters] = wallet.asked.at(-1) ?? [];
    const { recipients } = parameters as { readonly recipients: readonly Record<string, unknown>[] };
    assert.equal(recipients.length, 1);
    return [recipients[0]?.['address'], recipients[0]?.['amount']];
  }

  for (const [name, recipientOf] of Object.entries(asked))
    it(`pays the script of the payee, to the satoshi: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(OUTPUTS, payments('BTC'), async (output, { amount }) => {
          const units = parseUnits(amount, 8);
          const payee = Address(NETWORK).encode(output);
          const [address, satoshis] = await recipientOf({ currency: 'BTC', address: payee, amount });
          const transaction = new Transaction();
          transaction.addOutputAddress(String(address), BigInt(String(satoshis)), NETWORK);
          const built = transaction.getOutput(0);
          assert.equal(built.amount, units);
          assert.deepEqual(OutScript.decode(built.script ?? new Uint8Array()), output);
        }),
        { numRuns: 60 },
      );
    });
});
