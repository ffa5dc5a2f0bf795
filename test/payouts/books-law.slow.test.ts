import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { Journal } from '../../src/payouts/journal.js';
import { PayoutProcess } from '../../src/payouts/payout-process.js';
import {
  addAmounts,
  compareAmounts,
  scaleAmount,
  currencyOf,
  isZeroAmount,
} from '../../src/payment/index.js';
import { addSignedAmounts, negateAmount } from '../../src/payment/signed-amount.js';
import type { BookRow } from '../../src/protocol/index.js';
import { ProblemError } from '../../src/proxy/base/problem-error.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/proxy/base/time.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';
import { ledgerOf } from '../../src/proxy/domain/settlement.js';
import { parseOptions } from '../../src/proxy/options/parse.js';
import { createRuntime, type ProxyRuntime } from '../../src/proxy/runtime/runtime.js';
import { createPayoutApproval, createPayoutProposal } from '../../src/proxy/server.js';
import { StoreClock } from '../../src/proxy/store/store-clock.js';
import { createMovableClock } from '../../src/sandbox/core/base/clock.js';
import { startSandbox, type SandboxServer } from '../../src/sandbox/index.js';
import { createServiceClient, createWithdrawalClient } from '../../src/service/node.js';
import type { ServiceClient } from '../../src/service/index.js';
import { collectText } from '../collect-text.js';
import { listen } from '../listen.js';
import { control } from '../sandbox-control.js';
import { until } from '../until.js';
import { addressFor } from '../proxy/fake-service.js';
import { LAW, law, type LawContext, laws } from '../proxy/laws.js';
import { briefStore, temporaryPath } from '../proxy/test-stores.js';
import { ADDRESS, PAYOUT_SECRET } from './payout-fixture.js';

// A month of a shop in front of the sandbox, with every kind of trouble. However it went, the books close with the balances of the
// service, and a reconciliation finds nothing.

const COINS = ['BTC', 'USDT_TRC20', 'ETH'] as const;
type Coin = (typeof COINS)[number];
const RECIPIENTS: Readonly<Record<Coin, string>> = {
  BTC: addressFor('BTC', 'payer'),
  USDT_TRC20: ADDRESS,
  ETH: '0x52908400098527886e0f7030069857d2e4169ee7',
};

/** How the service answers the next requests of one kind. */
type Trouble = 'none' | 'lost' | 'refused' | 'short';

/** What follows a proposal at once, so that most of them go somewhere. */
type Next = 'nothing' | 'decline' | Trouble;

type Step =
  | { readonly do: 'order'; readonly coin: Coin; readonly price: number }
  /** A share of the amount to pay, or less than the fees. */
  | { readonly do: 'pay'; readonly of: number; readonly percent: number; readonly isConfirmed: boolean }
  | { readonly do: 'confirm' | 'confirm by hand' | 'cancel'; readonly of: number }
  | { readonly do: 'deposit'; readonly coin: Coin; readonly units: number }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'settle'; readonly of: number; readonly isAccepted: boolean }
  | { readonly do: 'refund'; readonly of: number; readonly percent: number; readonly next: Next }
  | { readonly do: 'propose'; readonly coin: Coin; readonly percent: number; readonly next: Next }
  | { readonly do: 'approve' | 'decline' | 'resolve'; readonly nth: number }
  | { readonly do: 'send'; readonly trouble: Trouble }
  | { readonly do: 'pay out'; readonly nth: number }
  /** The service answers in the short form that others have recorded. */
  | { readonly do: 'short form' };

const of = fc.nat(7);
const nth = fc.nat(3);
const coin = fc.constantFrom(...COINS);
const next = fc.constantFrom<Next>('nothing', 'decline', 'none', 'none', 'lost', 'refused', 'short');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      coin,
      price: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      of,
      percent: fc.constantFrom(1, 33, 50, 100, 100, 100, 107, 250),
      isConfirmed: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('confirm', 'confirm by hand', 'cancel'), of }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      coin,
      units: fc.integer({ min: 1, max: 1e9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(0.5, 1, 5, 13) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), of, isAccepted: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      of,
      percent: fc.constantFrom(5, 50, 100),
      next,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('propose' as const),
      coin,
      percent: fc.constantFrom(5, 50, 90, 300),
      next,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('approve', 'approve', 'decline', 'resolve'), nth }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      trouble: fc.constantFrom<Trouble>('none', 'none', 'lost', 'refused', 'short'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay out' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('short form' as const) }) },
);

/** The last day of the next month: a proposal is signed by the system time, and a month ends soon. */
const START_MS = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 0);
const INFO = '/v2/invoice/merchant/info';
const OUT = '/v2/invoice/api/out/create';
const QUIET = { info() {}, warn() {}, error() {} };
const [MAJA, JON] = ['Maja Lind', 'Jon Berg'];

class Shop {
  readonly #orders: { readonly checkoutId: string; readonly serviceId: string; readonly coin: Coin }[] = [];
  #deposits = 0;
  /** What had an effect, so that the law does not hold for a month without events. */
  readonly effects: Set<string>;

  private constructor(
    readonly sandbox: SandboxServer,
    readonly runtime: ProxyRuntime,
    readonly service: ServiceClient,
    readonly process: PayoutProcess,
    readonly postbacks: { count: number },
    effects: Set<string>,
  ) {
    this.effects = effects;
  }

  static async open(t: LawContext, feePaidBy: 'client' | 'merchant', effects: Set<string>): Promise<Shop> {
    const clock = createMovableClock(() => START_MS);
    const account = { apiKey: 'key', shopId: 'shop' };
    const sandbox = await startSandbox({
      ...{ port: 0, withdrawalKey: 'other-key', seed: 'books', feePaidBy, clock },
      ...account,
    });
    t.after(() => sandbox.close());
    const { url } = sandbox;
    const service = createServiceClient({ url, ...account });
    const store = await briefStore();
    const settings = parseOptions({
      ...{ service: { url, ...account, testMode: true }, orders: () => null },
      ...{ store, clock, logger: QUIET, rateLimits: false, monitoringHours: 168 },
    });
    const runtime = await createRuntime(settings, service);
    t.after(() => runtime.stop());
    const postbacks = { count: 0 };
    const receiver = createServer((request, response) => {
      const text = collectText(request);
      request.once('end', () => {
        void runtime.postbacks.handlePostback(parsePostback(text()), null).then(() => {
          postbacks.count += 1;
          response.end();
        });
      });
    });
    await control(url, 'postbacks', { url: await listen(t, receiver) });
    const path = temporaryPath('.journal');
    t.after(() => rm(path, { force: true }));
    const ending = new AbortController();
    t.after(() => ending.abort());
    const payouts = new PayoutProcess({
      ...{ store: runtime.store, clock, signal: ending.signal, testMode: true, logger: QUIET, limiters: [] },
      storeClock: new StoreClock(runtime.store, clock),
      journal: await Journal.open(path),
      rules: { key: new TextEncoder().encode(PAYOUT_SECRET), onePerson: false, limits: null },
      service,
      connect: (limiter) => createWithdrawalClient({ url, withdrawalKey: 'other-key', limiter }),
    });
    return new Shop(sandbox, runtime, service, payouts, postbacks, effects);
  }

  /** Does a step. What the product or the service refuses changes nothing. */
  async run(step: Step): Promise<void> {
    try {
      await this.#do(step);
    } catch (error) {
      const isRefused = error instanceof ProblemError && error.code !== 'store_unavailable';
      const isRefusedByService =
        error instanceof Error && /^(payments|confirmations|cancellations): 400/.test(error.message);
      if (!isRefused && !isRefusedByService) throw error;
    }
  }

  async #do(step: Step): Promise<void> {
    const { runtime, sandbox } = this;
    const { staff } = runtime;
    switch (step.do) {
      case 'order': {
        const id = `A-${this.#orders.length + 1}`;
        const terms = parseOrder({ id, amount: (step.price / 100).toFixed(2), currency: 'EUR' });
        const { record } = await runtime.checkouts.openCheckout({ terms, issuedAtMs: sandbox.clock.nowMs() });
        const chosen = await runtime.invoices.choose(record.id, { currency: step.coin, email: null });
        const invoice = chosen.invoices.at(-1);
        assert.ok(invoice && invoice.stage !== 'creating');
        this.#orders.push({ checkoutId: record.id, serviceId: invoice.serviceId, coin: step.coin });
        return;
      }
      case 'pay': {
        const order = this.#nth(step.of);
        if (!order) return;
        const reported = (await this.service.invoices([order.serviceId])).get(order.serviceId);
        const by = String(step.percent);
        const { decimals } = currencyOf(order.coin);
        const amount = scaleAmount(reported?.amountToPay ?? '1', { by, over: '100', decimals });
        if (isZeroAmount(amount)) return;
        await this.#control('payments', { uuid: order.serviceId, amount, confirm: step.isConfirmed });
        this.effects.add(`pay ${step.percent}`);
        return this.#wait(15 * MINUTE_MS);
      }
      case 'confirm': {
        const order = this.#nth(step.of);
        if (order) await this.#control('confirmations', { uuid: order.serviceId });
        return;
      }
      case 'confirm by hand': {
        const order = this.#nth(step.of);
        if (order) await this.#control('confirmations', { uuid: order.serviceId, byHand: true });
        return;
      }
      case 'cancel': {
        const order = this.#nth(step.of);
        if (order) await this.#control('cancellations', { uuid: order.serviceId });
        return;
      }
      case 'deposit': {
        const key = { customer: 'c-1', currency: step.coin } as const;
        const { address } = await runtime.depositAddresses.openAddress(key);
        const { decimals } = currencyOf(step.coin);
        const amount = addAmounts(`${step.units}e-${Math.min(decimals, 8)}`, '0');
        await this.#control('payments', { address, amount });
        this.#deposits += 1;
        await until(
          () => this.postbacks.count,
          'the postback arrives',
          (count) => count >= this.#deposits,
        );
        this.effects.add('deposit');
        return;
      }
      case 'wait':
        return this.#wait(step.hours * HOUR_MS);
      case 'settle': {
        const order = this.#nth(step.of);
        const ledger = order && (await this.#ledgerOf(order.checkoutId));
        if (!ledger || isZeroAmount(ledger.owed)) return;
        const decision = step.isAccepted ? 'accepted' : 'dismissed';
        const request = {
          invoice: ledger.invoice.sequence,
          about: 'owed',
          decision,
          amount: ledger.owed,
        } as const;
        await staff.settlePayment(paymentIdOf(order.checkoutId), { ...request, note: 'ok' }, MAJA);
        this.effects.add(decision);
        return;
      }
      case 'refund': {
        const order = this.#nth(step.of);
        const ledger = order && (await this.#ledgerOf(order.checkoutId));
        if (!ledger) return;
        const { decimals } = currencyOf(order.coin);
        const amount = scaleAmount(ledger.refundable, { by: String(step.percent), over: '100', decimals });
        if (isZeroAmount(amount)) return;
        const address = RECIPIENTS[order.coin];
        const payment = paymentIdOf(order.checkoutId);
        const request = { invoice: ledger.invoice.sequence, address, amount, includesPayment: true };
        const { refunds } = await staff.createRefund(payment, request, MAJA);
        const id = refunds.find(({ state }) => state === 'requested')?.id;
        if (id !== undefined) await this.#propose(order.coin, amount, { payment, id });
        return this.#follow(step.next);
      }
      case 'propose': {
        const balance = (await this.service.balances()).find(({ currency }) => currency?.code === step.coin);
        const { decimals } = currencyOf(step.coin);
        const by = String(step.percent);
        const amount = scaleAmount(balance?.available ?? '0', { by, over: '100', decimals });
        if (isZeroAmount(amount)) return;
        await this.#propose(step.coin, amount);
        return this.#follow(step.next);
      }
      case 'approve':
      case 'decline':
      case 'resolve':
        return this.#decide(step.do, step.nth);
      case 'send':
        return this.#send(step.trouble);
      case 'pay out': {
        const sent = (await staff.listPayouts({ cursor: null, limit: 100 })).payouts.filter(
          ({ serviceId, transaction }) => serviceId !== null && transaction === null,
        );
        const payout = sent[step.nth % Math.max(1, sent.length)];
        if (payout) await this.#control('confirmations', { uuid: payout.serviceId });
        return;
      }
      case 'short form':
        return this.#control('faults', { kind: 'recorded', endpoint: INFO, times: 2 });
    }
  }

  #nth(of: number) {
    return this.#orders[of % Math.max(1, this.#orders.length)];
  }

  #control(path: string, body: object): Promise<void> {
    return control(this.sandbox.url, path, body);
  }

  /** The invoice with money, or the last one. */
  async #ledgerOf(checkoutId: string) {
    const { invoices } = ledgerOf(await this.runtime.checkouts.findCheckout(checkoutId));
    return invoices.find(({ received }) => !isZeroAmount(received)) ?? invoices.at(-1);
  }

  async #propose(currency: Coin, amount: string, refund?: { readonly payment: string; readonly id: string }) {
    const wanted = { person: MAJA, currency, amount, address: RECIPIENTS[currency] };
    const clock = this.sandbox.clock;
    const proposal = await createPayoutProposal(
      { ...wanted, ...(refund ? { refund } : {}) },
      { secret: PAYOUT_SECRET, clock },
    );
    await this.runtime.staff.proposePayout(proposal, MAJA);
  }

  async #follow(next: Next): Promise<void> {
    if (next === 'nothing') return;
    if (next === 'decline') return this.#decide('decline', 0);
    await this.#decide('approve', 0);
    await this.#send(next);
  }

  async #decide(action: 'approve' | 'decline' | 'resolve', nth: number): Promise<void> {
    const { staff } = this.runtime;
    // The payouts process looks for the withdrawal in the list of the service first: people who do not wait may be wrong.
    if (action === 'resolve') await this.#wait(2 * MINUTE_MS);
    const state = action === 'resolve' ? 'unknown' : 'proposed';
    const { payouts } = await staff.listPayouts({ cursor: null, limit: 100 });
    const open = payouts.filter((payout) => payout.state === state);
    const payout = open[nth % Math.max(1, open.length)];
    if (!payout) return;
    this.effects.add(action);
    if (action === 'decline') return void (await staff.declinePayout(payout.id, 'no', JON));
    if (action === 'approve') {
      const options = { secret: PAYOUT_SECRET, clock: this.sandbox.clock };
      const approval = await createPayoutApproval({ person: JON, digest: payout.digest }, options);
      return void (await staff.approvePayout(payout.id, approval, JON));
    }
    // They look at the account: a candidate there is the payout, and none means that nothing was sent.
    const candidate = payout.candidates.find(({ isSameAmount }) => isSameAmount)?.id ?? null;
    const choice = { outcome: candidate === null ? 'not_sent' : 'sent', candidate } as const;
    await staff.resolvePayout(payout.id, choice, MAJA);
    await staff.resolvePayout(payout.id, choice, JON);
  }

  async #send(trouble: Trouble): Promise<void> {
    const before = await this.#stateCounts();
    const fault = { endpoint: OUT, times: 1 };
    if (trouble === 'lost') await this.#control('faults', { kind: 'reset-after', ...fault });
    if (trouble === 'refused') await this.#control('faults', { kind: 'status', code: 400, ...fault });
    if (trouble === 'short') await this.#control('faults', { kind: 'recorded', ...fault });
    // The minimum interval between withdrawals.
    this.sandbox.clock.advance(13);
    await this.process.runOnce();
    await fetch(`${this.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
    const after = await this.#stateCounts();
    for (const [state, count] of after)
      if (count > (before.get(state) ?? 0)) this.effects.add(`payout ${state}`);
  }

  async #stateCounts(): Promise<ReadonlyMap<string, number>> {
    const { payouts } = await this.runtime.staff.listPayouts({ cursor: null, limit: 100 });
    const counts = new Map<string, number>();
    for (const { state } of payouts) counts.set(state, (counts.get(state) ?? 0) + 1);
    return counts;
  }

  /** Time passes in parts, so that every poll that becomes due is done. */
  async #wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 15 * MINUTE_MS) {
      this.sandbox.clock.advance(Math.min(left, 15 * MINUTE_MS) / 1000);
      await this.#poll();
    }
  }

  async #poll(): Promise<void> {
    const { poller, deposits, reconciler } = this.runtime;
    await reconciler.reconcileDue();
    await poller.pollDue();
    await poller.drain();
    await deposits.verifyDue();
    await this.process.runOnce();
  }

  /** Ends the month: what is open is polled, and nothing is left that was sent and is not known to be. */
  async close(): Promise<void> {
    for (const { serviceId } of this.#orders) await this.run({ do: 'confirm', of: this.#indexOf(serviceId) });
    await fetch(`${this.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
    // Otherwise, money that arrived long after the deadline would be seen days later.
    const next_poll_at = this.sandbox.clock.nowMs();
    await this.runtime.store.db.updateTable('invoices').set({ next_poll_at }).execute();
    await this.#wait(3 * HOUR_MS);
    for (let left = 20; left > 0; left -= 1) {
      const { payouts } = await this.runtime.staff.listPayouts({ cursor: null, limit: 100 });
      if (!payouts.some(({ state }) => state === 'unknown')) break;
      await this.#decide('resolve', 0);
    }
    await this.#wait(HOUR_MS);
  }

  #indexOf(serviceId: string): number {
    return this.#orders.findIndex((order) => order.serviceId === serviceId);
  }
}

async function assertClosed({ runtime, service, sandbox }: Shop): Promise<void> {
  const days = { from: new Date(START_MS), to: new Date(sandbox.clock.nowMs() + DAY_MS) };
  const months = await runtime.staff.summarizeBooks(days);
  const closings = new Map<string, string>();
  for (const month of months) {
    const { currency, opening, received, fees, refunded, paidOut, closing } = month;
    const going = [fees, refunded, paidOut].map(negateAmount);
    assert.equal(addSignedAmounts([opening, received, ...going]), closing, 'opening + movements = closing');
    assert.equal(opening, closings.get(currency) ?? '0', 'a month opens with the closing of the former');
    closings.set(currency, closing);
  }
  const balances = await service.balances();
  for (const { currency, balance } of balances)
    assert.equal(
      closings.get(currency?.code ?? '') ?? '0',
      balance,
      `the service has this much ${currency?.code}`,
    );
  const known = new Set(balances.map(({ currency }) => currency?.code));
  for (const [currency, closing] of closings) assert.ok(known.has(currency) || closing === '0');

  const rows: BookRow[] = [];
  for await (const row of runtime.staff.readBooks(days)) rows.push(row);
  for (const [currency, closing] of closings) {
    const changes = rows.filter((row) => row.currency === currency).map(({ balanceChange }) => balanceChange);
    assert.equal(addSignedAmounts(changes), closing, 'the rows add up to the closing');
  }
  for (const { fees, serviceFee, networkFee, kind } of rows)
    if (kind === 'received' && serviceFee !== null && networkFee !== null)
      assert.ok(
        compareAmounts(addAmounts(serviceFee, networkFee), fees) <= 0,
        'each fee is part of the fees',
      );

  const { closes, mismatches, unreadable } = await runtime.staff.reconcile(days, service);
  assert.deepEqual({ mismatches, unreadable, closes }, { mismatches: [], unreadable: [], closes: true });
}

laws('a month of books', () => {
  law('closes with the balances of the service, whatever happened in it', async () => {
    const effects = new Set<string>();
    const months = fc.tuple(
      fc.constantFrom('client' as const, 'merchant' as const),
      fc.array(step, { minLength: 30, maxLength: 90, size: 'max' }),
    );
    await fc.assert(
      fc.asyncProperty(months, async ([feePaidBy, steps]) => {
        const ends: (() => unknown)[] = [];
        const shop = await Shop.open({ after: (work) => void ends.push(work) }, feePaidBy, effects);
        try {
          for (const one of steps) await shop.run(one);
          await shop.close();
          await assertClosed(shop);
        } finally {
          for (const end of ends.reverse()) await end();
        }
      }),
      { numRuns: Math.max(8, Math.ceil(LAW.numRuns / 50)) },
    );
    const expected = [
      'pay 33',
      'pay 100',
      'pay 250',
      'deposit',
      'accepted',
      'dismissed',
      'approve',
      'decline',
      'resolve',
    ];
    for (const effect of [...expected, 'payout sent', 'payout unknown', 'payout refused'])
      assert.ok(effects.has(effect), `no month had: ${effect}`);
  });
});
