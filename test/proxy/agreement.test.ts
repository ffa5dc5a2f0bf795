import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { parseOrder } from '../../src/proxy/domain/order.js';
import type { CheckoutRecord, InvoiceRecord } from '../../src/proxy/domain/record.js';
import { withInvoice } from '../../src/proxy/domain/record.js';
import { deriveEvents } from '../../src/proxy/domain/events.js';
import { withStatus } from '../../src/proxy/domain/apply-status.js';
import type { Invoice } from '../../src/service/index.js';
import { LAW } from './laws.js';
import { createHarness } from './fake-service.js';

type Said = Pick<Invoice, 'orderId' | 'fiatAmount' | 'fiatCurrency' | 'currency' | 'type' | 'testMode'>;

const coin = (code: string): Invoice['currency'] => ({
  ...{ code, symbol: code, name: null, networkCode: null, networkName: null },
});

/** What agrees with the order, is left out, or contradicts it. */
const AGREES: Readonly<{ [K in keyof Said]: fc.Arbitrary<Said[K]> }> = {
  orderId: fc.constantFrom('0107', '107', null),
  fiatAmount: fc.constantFrom('49', '49.00', '48.99999999999999', '49.00000000000001', '0', null),
  fiatCurrency: fc.constantFrom('EUR', null),
  currency: fc.constantFrom(coin('BTC'), null),
  type: fc.constantFrom('up', null),
  testMode: fc.constant(false),
};
const CONTRADICTS: typeof AGREES = {
  orderId: fc.constantFrom('0108', '0107.2', 'A-1', '1070'),
  fiatAmount: fc.constantFrom('48.99', '49.01', '4900', '48.9999', '49.0000001'),
  fiatCurrency: fc.constantFrom('USD', 'eur'),
  currency: fc.constantFrom('LTC', 'ETH', 'USDT_BSC', 'TUSD_TRC20').map(coin),
  type: fc.constantFrom('dw', 'refund', 'UP'),
  testMode: fc.constant(true),
};
const money: fc.Arbitrary<Partial<Invoice>> = fc.record({
  status: fc.constantFrom('created', 'partial', 'paid', 'overpaid', 'canceled', 'on its way'),
  amountPaid: fc.constantFrom(null, '0', '0.4', '1', '1.2'),
  transactions: fc.constantFrom([], ['tx']),
  address: fc.constantFrom('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', null),
  expiresAtMs: fc.constantFrom(null, Date.UTC(2026, 5, 1)),
});
const agreeing = fc.record(AGREES);
const contradicting = fc
  .subarray(['orderId', 'fiatAmount', 'fiatCurrency', 'currency', 'type', 'testMode'] as const, {
    minLength: 1,
  })
  .chain((names) => {
    const wrong = Object.fromEntries(names.map((name) => [name, CONTRADICTS[name]]));
    return fc.record({ ...AGREES, ...wrong } as typeof AGREES);
  });

async function setUp(t: TestContext) {
  const { parts, record, service, clock } = await createHarness(t);
  const order = { id: '0107', amount: '49.00', currency: 'EUR' };
  const opened = await parts.checkouts.openCheckout({ terms: parseOrder(order), issuedAtMs: clock.now });
  await parts.invoices.choose(opened.record.id, { currency: 'BTC', email: null });
  const shown = await record(opened.record.id);
  const [invoice] = shown.invoices;
  const [answer] = service.invoicesById.values();
  assert.ok(invoice?.stage === 'open' && answer);
  const created = { ...invoice, stage: 'created', checkedAtMs: null } as const;
  return { answer, states: [shown, withInvoice(shown, created)], nowMs: clock.now + 60_000 };
}

function polled(checkout: CheckoutRecord, answer: Invoice, nowMs: number): CheckoutRecord {
  const silent = () => undefined;
  return checkout.invoices.reduce((rest, invoice) => {
    assert.ok(invoice.stage !== 'creating');
    const context = {
      ...{
        requestedAtMs: nowMs,
        serviceTimeMs: nowMs,
        nowMs,
        serviceNowMs: nowMs,
        monitoringMs: 0,
        acceptsTestMode: false,
        hasConnectedPage: () => true,
      },
      logger: { info: silent, warn: silent, error: silent },
    };
    return withInvoice(rest, withStatus(rest, invoice, answer, context));
  }, checkout);
}

/** What an invalid status may still change: the next poll time, and that the payer can choose again. */
const known = ({ reviewReasons: _, nextPollAtMs: _next, isLive: _live, ...rest }: InvoiceRecord) => ({
  ...rest,
  pollFailure: null,
});

describe('a status of an invoice', () => {
  it('that contradicts the order changes nothing, requires a review, and is polled again', async (t) => {
    const { answer, states, nowMs } = await setUp(t);
    fc.assert(
      fc.property(fc.constantFrom(...states), contradicting, money, (before, said, paid) => {
        const after = polled(before, { ...answer, ...said, ...paid }, nowMs);
        const [invoice] = after.invoices;
        const [former] = before.invoices;
        assert.ok(invoice && former);
        assert.deepEqual(known(invoice), known(former));
        assert.equal(invoice.reviewReasons.length, 1);
        assert.ok(invoice.nextPollAtMs !== null && invoice.nextPollAtMs > nowMs);
        const reported = deriveEvents(before, after, nowMs).map(({ type }) => type);
        assert.deepEqual(reported, ['checkout.review_required']);
        // The same status again sends no second event; a valid status is applied.
        assert.deepEqual(
          deriveEvents(after, polled(after, { ...answer, ...said, ...paid }, nowMs), nowMs),
          [],
        );
        const settled = polled(after, { ...answer, status: 'paid', amountPaid: '1', orderId: null }, nowMs);
        assert.equal(settled.invoices[0]?.money.level, 'paid');
      }),
      LAW,
    );
  });

  it('that agrees with the order requires no review and is applied', async (t) => {
    const { answer, states, nowMs } = await setUp(t);
    fc.assert(
      fc.property(fc.constantFrom(...states), agreeing, (before, said) => {
        const after = polled(before, { ...answer, ...said, status: 'paid', amountPaid: '1' }, nowMs);
        const [invoice] = after.invoices;
        assert.deepEqual(
          [invoice?.stage, invoice?.money.level, invoice?.reviewReasons],
          ['open', 'paid', []],
        );
      }),
      LAW,
    );
  });
});
