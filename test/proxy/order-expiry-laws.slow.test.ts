import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { compareAmounts } from '../../src/payment/index.js';
import type { ResolvedOrder } from '../../src/proxy/domain/reprice.js';
import { CheckoutRepository } from '../../src/proxy/checkouts/checkout-repository.js';
import { withCurrentPrice } from '../../src/proxy/domain/reprice.js';
import { Retention } from '../../src/proxy/checkouts/retention.js';
import { selectionProblem } from '../../src/proxy/domain/offers.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import type { CheckoutRecord } from '../../src/proxy/domain/record.js';
import { verifyOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { ProblemError } from '../../src/proxy/base/problem-error.js';
import { openStore } from '../../src/proxy/store/store.js';
import { LAW, law, type LawContext, laws } from './laws.js';
import { briefStore } from './test-stores.js';

const KEY = new TextEncoder().encode('planted-order-secret-0123456789abcdef');
const DAY_S = 24 * 3600;
const DAY_MS = DAY_S * 1000;
const START_S = Date.UTC(2026, 0, 1) / 1000;
const QUIET = { info() {}, warn() {}, error() {} };

/** A token of the shop. Times are in seconds from the start. */
interface Token {
  readonly amount: string;
  readonly iat: number;
  readonly exp: number;
}

const amount = fc.constantFrom('39.00', '49.00', '59.00');

function resolved({ amount: price, iat, exp }: Token, id = 'A-1'): ResolvedOrder {
  const terms = parseOrder({ id, amount: price, currency: 'EUR' });
  return { terms, issuedAtMs: (START_S + iat) * 1000, expiresAtMs: (START_S + exp) * 1000 };
}

/** Whether the first of two tokens states the newer price, or the higher one of the same time. */
function isNewer(one: Token, other: Token): boolean {
  return one.iat > other.iat || (one.iat === other.iat && compareAmounts(one.amount, other.amount) > 0);
}

function newCheckout(token: Token): CheckoutRecord {
  const { terms: order, issuedAtMs, expiresAtMs: quotableUntilMs = null } = resolved(token);
  return {
    ...{ id: 'c-1', version: 1, order, issuedAtMs, quotableUntilMs, reference: null },
    ...{ shop: { name: null }, email: null, current: null, paidBy: null, transfer: null },
    ...{ createdAtMs: 0, decisions: [], refunds: [], attentionSinceMs: null, lastSeenAtMs: 0, invoices: [] },
  };
}

function mayQuote(record: CheckoutRecord, atS: number): boolean {
  const nowMs = (START_S + atS) * 1000;
  const time = { nowMs, serviceNowMs: nowMs };
  const problem = selectionProblem(record, { currency: 'BTC', email: null }, ['BTC'], time);
  return problem?.code !== 'new_link_required';
}

laws('the law of expiry', () => {
  law('a token is valid until its exp, or until its iat and the days of the proxy have passed', async () => {
    const times = fc.record({
      iat: fc.integer({ min: 0, max: 100 }),
      lastsS: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 400 * DAY_S })),
      capDays: fc.option(fc.integer({ min: 1, max: 366 }), { nil: undefined }),
      afterEndS: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -400 * DAY_S, max: 400 * DAY_S })),
    });
    const property = fc.asyncProperty(times, async ({ iat, lastsS, capDays, afterEndS }) => {
      const claims = { sub: 'A-1', amount: '49.00', currency: 'EUR' };
      const token = await new SignJWT({ ...claims, iat: START_S + iat, exp: START_S + iat + lastsS })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(KEY);
      const endMs = (START_S + iat + Math.min(lastsS, (capDays ?? 31) * DAY_S)) * 1000;
      const capMs = capDays === undefined ? [] : ([capDays * DAY_MS] as const);
      const verified = verifyOrderToken(token, [KEY], endMs + afterEndS * 1000, ...capMs);
      if (afterEndS >= 0) await assert.rejects(verified, { code: 'expired' });
      else assert.equal((await verified).expiresAtMs, endMs);
    });
    await fc.assert(property, LAW);
  });

  law('new quotes end with the latest exp at the newest price, in any order of the tokens', () => {
    const token = fc.record<Token>({
      amount,
      iat: fc.integer({ min: 0, max: 5 }),
      exp: fc.integer({ min: 10, max: 60 }),
    });
    const tokens = fc.array(token, { minLength: 1, maxLength: 8 });
    const property = fc.property(tokens, fc.integer({ min: 0, max: 70 }), ([first, ...others], atS) => {
      assert.ok(first);
      let newest = first;
      let untilS = first.exp;
      let record = newCheckout(first);
      for (const token of others) {
        record = withCurrentPrice(record, resolved(token));
        const isSamePrice = token.amount === newest.amount;
        if (isSamePrice) untilS = Math.max(untilS, token.exp);
        else if (isNewer(token, newest)) untilS = token.exp;
        if (isNewer(token, newest)) newest = token;
      }
      assert.equal(record.order.amount, newest.amount);
      assert.equal(mayQuote(record, atS), atS < untilS);
      // A resolver decides from now on, without a time limit.
      const answer = { ...resolved({ ...newest, iat: 100, exp: 0 }), expiresAtMs: null, reference: 'cart-7' };
      assert.ok(mayQuote(withCurrentPrice(record, answer), 400 * DAY_S));
    });
    fc.assert(property, LAW);
  });
});

/** A token is opened, the order may be paid, and after some days retention runs. */
interface Round {
  readonly amount: string;
  /** The token's, when it is opened. */
  readonly ageDays: number;
  readonly lastsDays: number;
  readonly isPaid: boolean;
  readonly waitDays: number;
}

const round = fc.record<Round>({
  amount,
  ageDays: fc.integer({ min: 0, max: 8 }),
  lastsDays: fc.integer({ min: 1, max: 30 }),
  isPaid: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  waitDays: fc.integer({ min: 0, max: 4 }),
});

/** A store that serves all runs, with an order for each. */
async function openShop(t: LawContext) {
  const clock = { now: START_S * 1000, nowMs: () => clock.now };
  const store = await openStore(await briefStore());
  t.after(() => store.close());
  const options = { store, clock, logger: QUIET };
  const checkouts = new CheckoutRepository({
    ...options,
    testMode: true,
    fingerprint: ({ order }) => order.amount,
    onChange: () => undefined,
  });
  return {
    clock,
    checkouts,
    /** @returns whether there is such a checkout */
    async pay(orderId: string): Promise<boolean> {
      const { numUpdatedRows } = await store.db
        .updateTable('checkouts')
        .set({ paid_by_sequence: 1, paid_by_position: 0 })
        .where('order_id', '=', orderId)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },
    /** Returns a function that deletes the old records. It begins with its second round. */
    async retention(retentionDays: number, maxOrderTokenDays: number): Promise<() => Promise<void>> {
      const { signal } = new AbortController();
      const retention = new Retention({
        ...{ ...options, retentionDays, auditRetentionDays: 3650, maxOrderTokenDays, signal },
      });
      await retention.removeDue();
      return async () => {
        clock.now += 61 * 60_000;
        await retention.removeDue();
      };
    },
  };
}

laws('the law of retention', () => {
  law(
    'an older token never opens a cheaper order, nor any token one that was paid, while a token can be as old',
    async (t) => {
      const { checkouts, clock, pay, retention } = await openShop(t);
      let orders = 0;
      const codes: string[] = [];
      const story = fc.record({
        rounds: fc.array(round, { minLength: 2, maxLength: 5 }),
        retentionDays: fc.integer({ min: 1, max: 3 }),
        capDays: fc.integer({ min: 3, max: 15 }),
      });
      const property = fc.asyncProperty(story, async ({ rounds, retentionDays, capDays }) => {
        const id = `A-${(orders += 1)}`;
        const removeDue = await retention(retentionDays, capDays);
        let newest: Token | null = null;
        let isPaid = false;
        const endMs = (iat: number) => (START_S + iat + capDays * DAY_S) * 1000;
        for (const { amount: price, ageDays, lastsDays, waitDays, ...then } of rounds) {
          const iat = Math.floor(clock.now / 1000) - START_S - ageDays * DAY_S;
          const token: Token = { amount: price, iat, exp: iat + lastsDays * DAY_S };
          const before: Token | null = newest !== null && clock.now < endMs(newest.iat) ? newest : null;
          // As `verifyOrderToken` decides.
          if (clock.now < Math.min((START_S + token.exp) * 1000, endMs(iat))) {
            const opened = await checkouts.openCheckout(resolved(token, id)).catch((error: unknown) => {
              assert.ok(error instanceof ProblemError);
              return error.code;
            });
            if (typeof opened === 'string') {
              codes.push(opened);
              assert.equal(opened, isPaid ? 'checkout_closed' : 'order_expired');
              assert.ok(isPaid || (before !== null && isNewer(before, token)), 'no newer price is known');
            } else {
              assert.ok(!opened.isNew || !isPaid || before === null, 'a paid order is open again');
              if (opened.isNew) isPaid = false;
              const isFollowed = !isPaid || token.amount === newest?.amount;
              if (isFollowed && (before === null || isNewer(token, before))) newest = token;
              if (!isPaid || before !== null) assert.equal(opened.record.order.amount, newest?.amount);
            }
          }
          if (then.isPaid && (await pay(id))) isPaid = true;
          clock.now += waitDays * DAY_MS;
          await removeDue();
        }
      });
      await fc.assert(property, LAW);
      for (const code of ['checkout_closed', 'order_expired']) {
        const count = codes.filter((one) => one === code).length;
        assert.ok(count > LAW.numRuns / 20, `${count} times ${code}`);
      }
    },
  );
});
