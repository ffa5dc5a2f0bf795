import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Address, beginCell, internal, loadMessageRelaxed, storeMessageRelaxed } from '@ton/core';
import fc from 'fast-check';
import { parseUnits } from 'micro-eth-signer/utils.js';
import { tokenContract } from '../../src/payment/index.js';
import type { BrowserWallet, TransferRequest } from '../../src/wallets/wallet.js';
import { payments } from '../payment/payment-fixtures.js';
import { blocked, FakeCheckout, pay as payFrom, REFUSED, settle } from './fake-checkout.js';
import { until } from '../until.js';

const PAYER = `0:${'a1'.repeat(32)}`;
const PAYEE = 'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg';
const MANIFEST = 'https://shop.example/checkout/tonconnect-manifest.json';
const SENT = { kind: 'sent', transaction: null };
const UNKNOWN = { kind: 'unknown' };
const TON: TransferRequest = { currency: 'TON', address: PAYEE, amount: '1.000000001' };
const USDT: TransferRequest = { currency: 'USDT_TON', address: PAYEE, amount: '49.9' };
const WITH_JETTONS = [{ name: 'SendTransaction', maxMessages: 4, itemTypes: ['ton', 'jetton'] }];

interface Sent {
  readonly method: string;
  readonly params: readonly [string];
  readonly id: string;
}

class FakeTon {
  readonly asked: unknown[] = [];
  readonly sent: Sent[] = [];
  network = '-239';
  address: unknown = PAYER;
  features: readonly unknown[] = WITH_JETTONS;
  connected: () => unknown = () => ({
    event: 'connect',
    payload: {
      items: [{ name: 'ton_addr', address: this.address, network: this.network }],
      device: { features: this.features },
    },
  });
  answer: () => unknown = () => ({ result: 'te6cckEBAQEAAgAAAEysuc0=', id: '1' });

  readonly connect = async (...args: readonly unknown[]) => {
    this.asked.push(args);
    return this.connected();
  };

  readonly send = async (request: Sent) => {
    this.sent.push(request);
    return this.answer();
  };

  get request(): Readonly<Record<string, unknown>> {
    return JSON.parse(this.sent[0]?.params[0] ?? '{}');
  }

  get wallet(): BrowserWallet {
    return { family: 'ton', name: 'Test', icon: null, provider: this };
  }
}

const withManifest = () => Object.assign(new FakeCheckout(), { tonManifest: MANIFEST });
const pay = (wallet: FakeTon, request = TON, checkout = withManifest()) =>
  payFrom(wallet.wallet, request, checkout);

describe('a wallet of TON is asked for exactly one transfer:', () => {
  it('TON in its smallest unit, to the address as it was given', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_500 });
    const wallet = new FakeTon();
    const checkout = withManifest();
    assert.deepEqual(await pay(wallet, TON, checkout), SENT);
    assert.deepEqual(wallet.asked, [[2, { manifestUrl: MANIFEST, items: [{ name: 'ton_addr' }] }]]);
    assert.equal(wallet.sent[0]?.method, 'sendTransaction');
    assert.deepEqual(wallet.request, {
      valid_until: 1_800_000_300,
      network: '-239',
      from: PAYER,
      messages: [{ address: PAYEE, amount: '1000000001' }],
    });
    assert.deepEqual(checkout.steps, ['connecting', 'confirming']);
    assert.equal(checkout.claims, 1);
  });

  it('that ends by the clock of the server, whatever the clock of the payer says', async () => {
    const wallet = new FakeTon();
    await pay(wallet, TON, Object.assign(withManifest(), { nowMs: () => 1_800_000_000_500 }));
    assert.equal(wallet.request['valid_until'], 1_800_000_300);
  });

  it('a token of our own table, where the wallet looks up its own wallets', async () => {
    const wallet = new FakeTon();
    assert.deepEqual(await pay(wallet, USDT), SENT);
    const { items, messages } = wallet.request;
    const master = tokenContract('USDT_TON');
    assert.deepEqual(items, [{ type: 'jetton', master, destination: PAYEE, amount: '49900000' }]);
    assert.equal(messages, undefined);
    for (const features of [['SendTransaction'], [{ name: 'SendTransaction', itemTypes: ['ton'] }], []]) {
      const older = Object.assign(new FakeTon(), { features });
      assert.deepEqual(await pay(older, USDT), blocked('unsupported'));
      assert.deepEqual(older.sent, []);
    }
  });

  it('of the amount and no other', async () => {
    await fc.assert(
      fc.asyncProperty(payments('TON'), async ({ amount }) => {
        const units = parseUnits(amount, 9);
        const wallet = new FakeTon();
        await pay(wallet, { ...TON, amount });
        assert.deepEqual(wallet.request['messages'], [{ address: PAYEE, amount: String(units) }]);
      }),
      { numRuns: 50 },
    );
  });

  it('that pays the payee to the last unit, in the message that the public library builds of it', async () => {
    const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    await fc.assert(
      fc.asyncProperty(hashes, fc.boolean(), payments('TON'), async (hash, bounceable, { amount }) => {
        const payee = new Address(0, Buffer.from(hash));
        const wallet = new FakeTon();
        await pay(wallet, { ...TON, address: payee.toString({ bounceable }), amount });
        const [message] = wallet.request['messages'] as readonly { address: string; amount: string }[];
        const { address, isBounceable, isTestOnly } = Address.parseFriendly(message?.address ?? '');
        assert.deepEqual([isBounceable, isTestOnly], [bounceable, false]);
        const built = internal({ to: address, value: BigInt(message?.amount ?? 0), bounce: isBounceable });
        const cell = beginCell().store(storeMessageRelaxed(built)).endCell();
        const { info } = loadMessageRelaxed(cell.beginParse());
        assert.ok(info.type === 'internal' && info.dest.equals(payee));
        assert.deepEqual([info.value.coins, info.bounce], [parseUnits(amount, 9), bounceable]);
      }),
      { numRuns: 60 },
    );
  });

  it('of a token, that names payee, token and amount as the public library reads them', async () => {
    const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    await fc.assert(
      fc.asyncProperty(hashes, payments('USDT_TON'), async (hash, { amount }) => {
        const payee = new Address(0, Buffer.from(hash));
        const wallet = new FakeTon();
        await pay(wallet, { ...USDT, address: payee.toString({ bounceable: false }), amount });
        const [item] = wallet.request['items'] as readonly Record<string, string>[];
        assert.ok(Address.parse(item?.['destination'] ?? '').equals(payee));
        assert.ok(Address.isFriendly(item?.['master'] ?? ''));
        // TEP-74: the amount of a transfer is a number of at most 15 bytes.
        const body = beginCell()
          .storeCoins(BigInt(item?.['amount'] ?? 0))
          .endCell();
        assert.equal(body.beginParse().loadCoins(), parseUnits(amount, 6));
      }),
      { numRuns: 60 },
    );
  });

  it('with a number above all before it, also within one moment', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 1_900_000_000_000 });
    const wallet = Object.assign(new FakeTon(), { features: ['SendTransaction'] });
    for (let time = 0; time < 3; time += 1) await pay(wallet);
    const ids = wallet.sent.map(({ id }) => Number(id));
    assert.deepEqual(ids, [1_900_000_000_000, 1_900_000_000_001, 1_900_000_000_002]);
  });
});

describe('a wallet of TON is not asked to send', () => {
  it('without a manifest of the shop, which it would show', async () => {
    const wallet = new FakeTon();
    assert.deepEqual(await payFrom(wallet.wallet, TON), blocked('unsupported'));
    assert.deepEqual(wallet.asked, []);
  });

  it('on a test network, without an account, or where the payer declines', async () => {
    const failed = (code: number) => () => ({ event: 'connect_error', payload: { code, message: 'text' } });
    const cases: readonly (readonly [Partial<FakeTon>, unknown])[] = [
      [{ network: '-3' }, blocked('network')],
      [{ address: 'EQ' }, blocked('account')],
      [{ address: null }, blocked('account')],
      [{ features: [] }, blocked('unsupported')],
      [{ connected: failed(300) }, REFUSED],
      [{ connected: failed(2) }, blocked('unsupported')],
      [{ connected: () => undefined }, blocked('unsupported')],
      [{ connected: () => Promise.reject(new Error('text')) }, blocked('unsupported')],
    ];
    for (const [change, expected] of cases) {
      const wallet = Object.assign(new FakeTon(), change);
      assert.deepEqual(await pay(wallet), expected);
      assert.deepEqual(wallet.sent, []);
    }
  });
});

describe('once it was asked, a wallet of TON', () => {
  const answering = (answer: () => unknown) => Object.assign(new FakeTon(), { answer });

  it('that the payer declines has sent nothing', async () => {
    assert.deepEqual(
      await pay(answering(() => ({ error: { code: 300, message: 'text' }, id: '1' }))),
      REFUSED,
    );
  });

  it('that fails in another way may have sent it, until it is no longer valid', async () => {
    for (const code of [0, 1, 100, 400])
      assert.deepEqual(await pay(answering(() => ({ error: { code }, id: '1' }))), UNKNOWN);
    assert.deepEqual(await pay(answering(() => Promise.reject('text'))), UNKNOWN);
  });

  it('names no transaction, whatever it answers', async () => {
    for (const answer of [undefined, null, {}, { result: 'ab'.repeat(32) }, { result: 7 }])
      assert.deepEqual(await pay(answering(() => answer)), SENT);
  });

  it('that hangs is unknown when the payer stops, and what it answers later is told', async () => {
    let decline: (answer: object) => void = () => undefined;
    const wallet = answering(() => new Promise((resolve) => (decline = resolve)));
    const checkout = withManifest();
    const paid = pay(wallet, TON, checkout);
    await until(() => wallet.sent.length, 'the wallet is asked to pay');
    checkout.stop();
    assert.deepEqual(await paid, UNKNOWN);
    decline({ error: { code: 300 } });
    await settle();
    assert.deepEqual(checkout.late, [REFUSED]);
  });
});
