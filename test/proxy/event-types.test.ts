import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { cancelCheckout } from '../../src/proxy/invoices/cancel-checkout.js';
import { INVOICE_EVENT_TYPES } from '../../src/protocol/event-types.js';
import type { CheckoutEventInvoice, InvoiceEventType } from '../../src/proxy/index.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';

const AMOUNT = '0.00063617';
const HOUR_MS = 3600_000;

type Sums = Pick<CheckoutEventInvoice, 'amount' | 'received' | 'due' | 'surplus'>;
const sums = (received: string, due: string, surplus = '0'): Sums => ({
  ...{ amount: AMOUNT, received, due, surplus },
});

interface ReceivedEvent {
  readonly type: InvoiceEventType;
  readonly sums: Sums;
}

interface Scenario extends Harness {
  readonly checkoutId: string;
  readonly invoiceId: string;
}

async function poll({ clock, parts }: Harness): Promise<void> {
  clock.now += 6 * 60_000;
  await parts.poller.pollDue();
}

/** What happens, and the event that the shop receives for it: every type is here. */
const SCENES: Readonly<Record<InvoiceEventType, (scenario: Scenario) => Promise<readonly ReceivedEvent[]>>> =
  {
    'checkout.paid': async (scenario) => {
      scenario.service.set(scenario.invoiceId, { status: 'paid', amountPaid: AMOUNT });
      await poll(scenario);
      return [{ type: 'checkout.paid', sums: sums(AMOUNT, '0') }];
    },
    'checkout.overpaid': async (scenario) => {
      scenario.service.set(scenario.invoiceId, { status: 'overpaid', amountPaid: '0.0007' });
      await poll(scenario);
      return [{ type: 'checkout.overpaid', sums: sums('0.0007', '0', '0.00006383') }];
    },
    'checkout.partial': async (scenario) => {
      const part = { status: 'partial', amountPaid: '0.0001', amountMissing: '0.00053617' };
      scenario.service.set(scenario.invoiceId, part);
      await poll(scenario);
      scenario.service.set(scenario.invoiceId, {
        ...part,
        amountPaid: '0.0002',
        amountMissing: '0.00043617',
      });
      await poll(scenario);
      return [
        { type: 'checkout.partial', sums: sums('0.0001', '0.00053617') },
        { type: 'checkout.partial', sums: sums('0.0002', '0.00043617') },
      ];
    },
    'checkout.paid_late': async (scenario) => {
      const finishedAtMs = scenario.clock.now + HOUR_MS;
      scenario.clock.now += 2 * HOUR_MS;
      scenario.service.set(scenario.invoiceId, { status: 'paid', amountPaid: AMOUNT, finishedAtMs });
      await poll(scenario);
      return [{ type: 'checkout.paid_late', sums: sums(AMOUNT, '0') }];
    },
    'checkout.expired': async (scenario) => {
      scenario.clock.now += HOUR_MS;
      scenario.service.set(scenario.invoiceId, { status: 'canceled' });
      await poll(scenario);
      return [{ type: 'checkout.expired', sums: sums('0', AMOUNT) }];
    },
    'checkout.underpaid': async (scenario) => {
      scenario.clock.now += HOUR_MS;
      const part = { amountPaid: '0.0001', amountMissing: '0.00053617' };
      scenario.service.set(scenario.invoiceId, { status: 'partial', ...part });
      await poll(scenario);
      return [{ type: 'checkout.underpaid', sums: sums('0.0001', '0.00053617') }];
    },
    'checkout.canceled': async (scenario) => {
      scenario.service.cancelInvoice = (id) => {
        scenario.service.set(id, { status: 'canceled' });
        return Promise.resolve();
      };
      await cancelCheckout(scenario.checkoutId, scenario.parts);
      await poll(scenario);
      return [{ type: 'checkout.canceled', sums: sums('0', AMOUNT) }];
    },
    'checkout.duplicate_payment': async (scenario) => {
      const { service, parts, checkoutId, invoiceId } = scenario;
      await parts.invoices.choose(checkoutId, { currency: 'LTC', email: null });
      const [other] = [...service.invoicesById.keys()].slice(-1);
      service.set(other ?? '', { status: 'paid', amountPaid: AMOUNT });
      await poll(scenario);
      service.set(invoiceId, { status: 'paid', amountPaid: AMOUNT });
      await poll(scenario);
      return [
        { type: 'checkout.paid', sums: sums(AMOUNT, '0') },
        { type: 'checkout.duplicate_payment', sums: sums(AMOUNT, '0') },
      ];
    },
  };

async function setUp(t: TestContext) {
  const path = await freshStore(t);
  const harness = await createHarness(t, path);
  const make = harness.service.make.bind(harness.service);
  harness.service.make = (request) => {
    const invoice = { ...make(request), amount: AMOUNT, amountToPay: AMOUNT };
    harness.service.invoicesById.set(invoice.id, invoice);
    return invoice;
  };
  const operator = await openStaff(path);
  t.after(() => operator.close());
  return { scenario: { ...harness, ...(await harness.order('A-1')) }, operator };
}

describe('each event for the shop has exact amounts and a permanent id', { concurrency: 4 }, () => {
  for (const type of INVOICE_EVENT_TYPES) {
    it(`${type}: once, however many polls see it`, async (t) => {
      const { scenario, operator } = await setUp(t);
      const expected = await SCENES[type](scenario);
      await poll(scenario);
      await poll(scenario);
      const events = (await operator.listEvents()).map(({ event }) => event).toReversed();
      const reported = events.map((event) => {
        assert.ok('invoice' in event && event.invoice && 'received' in event.invoice, event.type);
        const { amount, received, due, surplus } = event.invoice;
        return { type: event.type, sums: { amount, received, due, surplus } };
      });
      assert.deepEqual(reported, expected);
      assert.ok(reported.some((event) => event.type === type));
      const versions = events.map((event) => ('checkout' in event ? event.checkout.version : 0));
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      );
      for (const event of events) {
        assert.match(event.id, /^evt_[\w-]{36}$/);
        assert.deepEqual((await operator.resendEvent(event.id, 'command line')).event, event);
      }
      assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
    });
  }
});
