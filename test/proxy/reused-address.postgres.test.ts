import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';

const HOUR_MS = 3600_000;
/** EIP-55, "Test Cases". */
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

interface Shop {
  readonly harness: Harness;
  readonly path: string;
  readonly reported: () => Promise<readonly CheckoutEvent[]>;
}

async function setUp(t: TestContext, address = SEGWIT): Promise<Shop> {
  const path = await freshStore(t);
  const harness = await createHarness(t, path);
  harness.service.address = () => address;
  const operator = await openStaff(path);
  t.after(() => operator.close());
  return {
    harness,
    path,
    reported: async () => (await operator.listEvents()).map(({ event }) => event).toReversed(),
  };
}

async function addressOf({ parts, record }: Harness, checkoutId: string): Promise<string | null | undefined> {
  return parts.serialize(await record(checkoutId)).invoice?.address;
}

const reasons = (events: readonly CheckoutEvent[]) =>
  events.map((event) =>
    event.type === 'checkout.review_required' ? `${event.order.id} ${event.reason}` : event.type,
  );

describe('an address that the service returns for two open orders', { concurrency: 4 }, () => {
  it('requires a review for the second, which shows the hosted page instead', async (t) => {
    const { harness, reported } = await setUp(t);
    const first = await harness.order('A-1');
    const second = await harness.order('A-2');
    assert.deepEqual(reasons(await reported()), ['A-2 address_reused']);
    assert.equal(await addressOf(harness, first.checkoutId), SEGWIT);
    const { state, invoice } = harness.parts.serialize(await harness.record(second.checkoutId));
    assert.deepEqual(
      [state, invoice?.address, invoice?.hostedPage],
      ['awaiting', null, 'https://pay.example/x'],
    );
    const alarm = (await reported()).at(-1);
    assert.ok(alarm?.type === 'checkout.review_required' && alarm.invoice.address === null);
    assert.match(harness.logLines.join('\n'), /another open order hidden.*"alert":"address_reused"/);
    assert.ok(!JSON.stringify([invoice, alarm, harness.logLines]).includes(SEGWIT));
  });

  it('is reported before any money, once, and the address stays hidden', async (t) => {
    const { harness, path, reported } = await setUp(t);
    await harness.order('A-1');
    const { checkoutId, invoiceId } = await harness.order('A-2');
    harness.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    harness.clock.now += 10 * 60_000;
    await harness.parts.poller.pollDue();
    assert.deepEqual(reasons(await reported()), ['A-2 address_reused', 'checkout.paid']);
    const later = await createHarness(t, path);
    assert.equal(await addressOf(later, checkoutId), null);
  });

  it('is reported before the money in the first information', async (t) => {
    const { harness, reported } = await setUp(t);
    await harness.order('A-1');
    const make = harness.service.make.bind(harness.service);
    harness.service.make = (request) => {
      const created = make(request);
      harness.service.set(created.id, { status: 'paid', amountPaid: '1' });
      return created;
    };
    await harness.order('A-2');
    assert.deepEqual(reasons(await reported()), ['A-2 address_reused', 'checkout.paid']);
  });

  it('is found in other letters, if letter case means nothing in them', async (t) => {
    for (const [index, [currency, first, second]] of (
      [
        ['ETH', EVM, EVM.toLowerCase()],
        ['ETH', EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`],
        ['BTC', SEGWIT, SEGWIT.toUpperCase()],
      ] as const
    ).entries()) {
      const { harness, reported } = await setUp(t, first);
      await harness.order('A-1', currency);
      harness.service.address = () => second;
      await harness.order('A-2', currency);
      assert.deepEqual(reasons(await reported()), ['A-2 address_reused'], String(index));
    }
  });

  it('is found if the address arrives with the information only', async (t) => {
    const { harness, reported } = await setUp(t);
    await harness.order('A-1');
    const make = harness.service.make.bind(harness.service);
    harness.service.make = (request) => ({ ...make(request), address: null });
    const { checkoutId } = await harness.order('A-2');
    assert.deepEqual(reasons(await reported()), ['A-2 address_reused']);
    assert.equal(await addressOf(harness, checkoutId), null);
  });

  it('is found if the response to the creation was lost', async (t) => {
    const { harness, reported } = await setUp(t);
    await harness.order('A-1');
    harness.service.fate = () => 'answer lost';
    await assert.rejects(harness.order('A-2'));
    harness.clock.now += 3000;
    await harness.parts.reconciler.reconcileDue();
    assert.deepEqual(reasons(await reported()), ['A-2 address_reused']);
  });

  it('is found for as long as money on the first order is polled for', async (t) => {
    const { harness, reported } = await setUp(t);
    const { invoiceId } = await harness.order('A-1');
    harness.service.set(invoiceId, { status: 'canceled' });
    harness.clock.now += 20 * HOUR_MS;
    await harness.parts.poller.pollDue();
    await harness.order('A-2');
    assert.equal(reasons(await reported()).at(-1), 'A-2 address_reused');
  });

  it('is found by two processes that store it concurrently, in one of them', async (t) => {
    const { harness: one, path, reported } = await setUp(t);
    const other = await createHarness(t, path);
    // One account, so that every invoice has an id of its own.
    Object.assign(other.service, { invoicesById: one.service.invoicesById });
    for (let round = 0; round < 10; round += 1) {
      const address = `0x${String(round).padStart(40, '1')}`;
      for (const { service } of [one, other]) service.address = () => address;
      await Promise.all([one.order(`A-${round}`, 'ETH'), other.order(`B-${round}`, 'ETH')]);
      const alarms = reasons(await reported()).filter((reason) => reason.includes(`-${round} `));
      assert.equal(alarms.length, 1, `round ${round}: ${alarms.join()}`);
    }
  });
});

describe('an address requires no review', { concurrency: 4 }, () => {
  async function isQuiet(
    t: TestContext,
    second: (harness: Harness) => Promise<unknown>,
    code: CurrencyCode = 'BTC',
  ) {
    const { harness, reported } = await setUp(t, code === 'BTC' ? SEGWIT : EVM);
    const { checkoutId } = await harness.order('A-1', code);
    await second(harness);
    assert.deepEqual(
      reasons(await reported()).filter((reason) => reason.includes('address')),
      [],
    );
    return { harness, checkoutId };
  }

  it('in another coin, which the service distinguishes', async (t) => {
    const { harness } = await isQuiet(t, (shop) => shop.order('A-2', 'USDT_ERC20'), 'ETH');
    const { checkoutId } = await harness.order('A-3', 'USDT_BSC');
    assert.equal(await addressOf(harness, checkoutId), EVM);
  });

  it('in a new quote of the same order', async (t) => {
    const { harness, checkoutId } = await isQuiet(t, async (shop) => {
      shop.clock.now += HOUR_MS;
      await shop.order('A-1');
    });
    assert.equal((await harness.record(checkoutId)).invoices.length, 2);
    assert.equal(await addressOf(harness, checkoutId), SEGWIT);
  });

  it('after an old order that is no longer polled', async (t) => {
    await isQuiet(t, async (shop) => {
      const [id = ''] = shop.service.invoicesById.keys();
      shop.service.set(id, { status: 'canceled' });
      shop.clock.now += 26 * HOUR_MS;
      await shop.parts.poller.pollDue();
      await shop.order('A-2');
    });
  });
});
