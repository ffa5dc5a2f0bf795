import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { currencyOf, plainAmount, subtractAmounts, type CurrencyCode } from '../../src/payment/index.js';
import { withMoney } from '../../src/proxy/domain/apply-status.js';
import { deriveEvents } from '../../src/proxy/domain/events.js';
import { NO_PAYMENT } from '../../src/proxy/domain/merge-status-reports.js';
import type { CheckoutRecord, DisplayedInvoice } from '../../src/proxy/domain/record.js';
import { parseEvent } from '../../src/protocol/parse-event.js';
import type { CheckoutInvoiceEvent, OrderEvent, Tolerance } from '../../src/proxy/index.js';
import { LAW } from './laws.js';
import { until } from '../until.js';
import { invoiceOf, startEnvironment } from './test-environment.js';

interface Part {
  readonly currency: CurrencyCode;
  /** In the smallest units of the coin. */
  readonly amount: bigint;
  readonly paid: bigint;
  /** In hundredths. */
  readonly price: bigint;
}

const text = (units: bigint, decimals: number) => {
  const digits = String(units).padStart(decimals + 1, '0');
  return plainAmount(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
};

/** A checkout whose only invoice has closed with a part. */
function closedWith(
  { currency, amount, paid, price }: Part,
  orderPrice = price,
): readonly [CheckoutRecord, CheckoutRecord] {
  const { decimals } = currencyOf(currency);
  const euros = { amount: text(price, 2), currency: 'EUR' };
  const invoice: DisplayedInvoice = {
    ...{ stage: 'open', sequence: 1, currency, amount: text(amount, decimals), isLive: true },
    ...{ isCancelRequested: false, orderId: 'A-1', serviceId: 'INV-00000001', address: 'address' },
    price: euros,
    money: NO_PAYMENT,
    movements: [],
    reviewReasons: [],
    viewer: null,
    ...{ createdAtMs: 0, intendedAtMs: 0, expiresAtMs: 60_000, nextPollAtMs: null, checkedAtMs: null },
    ...{ fee: null, feePaidBy: null, hostedPage: null, testMode: false, pollFailure: null },
    ...{ hintedAtMs: null, nextCancelAtMs: null },
  };
  const record = (money: DisplayedInvoice['money']): CheckoutRecord => ({
    ...{ id: 'c-1', version: 1, issuedAtMs: 10, quotableUntilMs: null, reference: null },
    order: {
      ...{ id: 'A-1', amount: text(orderPrice, 2), currency: 'EUR', description: null, email: null },
      ...{ emailRequired: false, offers: null, lifetime: null, returnUrl: null, failUrl: null },
    },
    ...{ shop: { name: null }, email: null, current: 1, paidBy: null, transfer: null },
    ...{ createdAtMs: 0, decisions: [], refunds: [], attentionSinceMs: null, lastSeenAtMs: 0 },
    invoices: [withMoney(invoice, money, 0)],
  });
  const money = { ...NO_PAYMENT, level: 'partial', paid: text(paid, decimals), isClosed: true } as const;
  return [record(NO_PAYMENT), record(money)];
}

function underpaid(part: Part, tolerance?: Tolerance, orderPrice?: bigint): CheckoutInvoiceEvent {
  const [event, ...others] = deriveEvents(...closedWith(part, orderPrice), 0, tolerance);
  assert.ok(event?.type === 'checkout.underpaid' && others.length === 0);
  return event;
}

const part: fc.Arbitrary<Part> = fc
  .record({
    currency: fc.constantFrom<CurrencyCode>('BTC', 'USDT_TRC20', 'ETH'),
    amount: fc.bigInt({ min: 2n, max: 10n ** 20n }),
    missing: fc.double({ min: 0, max: 0.2, noNaN: true }),
    price: fc.bigInt({ min: 1n, max: 10n ** 8n }),
  })
  .map(({ missing, ...rest }) => {
    const wanted = (rest.amount * BigInt(Math.round(missing * 1e6))) / 1_000_000n;
    const paid = rest.amount - (wanted === 0n ? 1n : wanted);
    return { ...rest, paid };
  });

describe('a deduction by an exchange', { concurrency: 4 }, () => {
  it('is within the tolerance exactly if no more is missing than both limits allow', () => {
    const limits = fc.record({
      percent: fc.integer({ min: 1, max: 10_000 }),
      most: fc.bigInt(1n, 10n ** 7n),
    });
    const seen = new Set<boolean>();
    const property = fc.property(part, limits, (one, { percent, most }) => {
      const tolerance = { percent: percent / 1000, atMost: { EUR: text(most, 2) } };
      const missing = one.amount - one.paid;
      const isWithin =
        missing * 100_000n <= one.amount * BigInt(percent) && missing * one.price <= most * one.amount;
      seen.add(isWithin);
      assert.equal(underpaid(one, tolerance).withinTolerance, isWithin || undefined);
    });
    fc.assert(property, LAW);
    assert.equal(seen.size, 2);
  });

  it('changes nothing else of the event, and is a field of the stored one', () => {
    const one: Part = { currency: 'BTC', amount: 1_000_000n, paid: 995_000n, price: 4900n };
    const withIt = underpaid(one, { percent: 1, atMost: { EUR: '1.00' } });
    const { withinTolerance, ...rest } = withIt;
    assert.equal(withinTolerance, true);
    assert.deepEqual({ ...rest, id: '' }, { ...underpaid(one), id: '' });
    assert.deepEqual(parseEvent(JSON.stringify(withIt)), withIt);
    assert.equal(rest.invoice.owed, '0.00995');
  });

  it('is unknown for other currencies of the price, and for an older, lower price', () => {
    const one: Part = { currency: 'BTC', amount: 1_000_000n, paid: 999_999n, price: 4900n };
    const tolerance = { percent: 10, atMost: { EUR: '100.00' } };
    assert.equal(underpaid(one, tolerance).withinTolerance, true);
    assert.equal(underpaid(one, { percent: 10, atMost: { USD: '100.00' } }).withinTolerance, undefined);
    assert.equal(underpaid(one, { percent: 10, atMost: {} }).withinTolerance, undefined);
    assert.equal(underpaid(one, tolerance, 4901n).withinTolerance, undefined);
  });

  it('is checked for the largest amounts, too', () => {
    const one: Part = { currency: 'ETH', amount: 10n ** 53n, paid: 995n * 10n ** 50n, price: 1n };
    const most = `${'9'.repeat(36)}`;
    assert.equal(underpaid(one, { percent: 1, atMost: { EUR: most } }).withinTolerance, true);
    assert.equal(underpaid(one, { percent: 0.1, atMost: { EUR: most } }).withinTolerance, undefined);
  });

  /** The shop's events about an order that lacks a tenth of a coin, and its state. */
  async function afterPart(t: TestContext, tolerance?: Tolerance) {
    const environment = await startEnvironment(t, { proxy: { tolerance } });
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    const paid = subtractAmounts(invoice.amount, '0.1');
    await environment.control('payments', { uuid: invoice.id, amount: paid });
    await environment.becomes(id, 'partial');
    environment.sandbox.clock.advance(31 * 60);
    const { state } = await environment.becomes(id, 'expired');
    const events = await until<readonly OrderEvent[]>(
      () => environment.events,
      'both events arrive',
      ({ length }) => length === 2,
    );
    return { state, events };
  }

  it('is reported to a shop that has set a tolerance, and the order is not paid', async (t) => {
    const { state, events } = await afterPart(t, { percent: 1, atMost: { EUR: '1.00' } });
    assert.equal(state, 'expired');
    assert.deepEqual(
      events.map((event) => [event.type, 'withinTolerance' in event]),
      [
        ['checkout.partial', false],
        ['checkout.underpaid', true],
      ],
    );
  });

  it('is reported to no other shop', async (t) => {
    const { state, events } = await afterPart(t);
    assert.equal(state, 'expired');
    assert.ok(events.every((event) => !('withinTolerance' in event)));
  });
});
