import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import { openStoreAdmin } from '../../src/proxy/admin.js';
import { freshStore } from './test-stores.js';
import { openWorkshop } from './fake-service.js';
import type { Workshop } from './fake-service.js';

const HOUR_MS = 3600_000;
/** EIP-55, "Test Cases". */
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

interface Shop {
  readonly workshop: Workshop;
  readonly path: string;
  readonly told: () => Promise<readonly CheckoutEvent[]>;
}

async function setUp(t: TestContext, address = SEGWIT): Promise<Shop> {
  const path = await freshStore(t);
  const workshop = await openWorkshop(t, path);
  workshop.service.address = () => address;
  const operator = await openStoreAdmin(path);
  t.after(() => operator.close());
  return {
    workshop,
    path,
    told: async () => (await operator.events()).map(({ event }) => event).toReversed(),
  };
}

async function addressOf(
  { parts, record }: Workshop,
  checkoutId: string,
): Promise<string | null | undefined> {
  return parts.serialize(await record(checkoutId)).invoice?.address;
}

const reasons = (events: readonly CheckoutEvent[]) =>
  events.map((event) =>
    event.type === 'checkout.review_required' ? `${event.order.id} ${event.reason}` : event.type,
  );

describe('an address that the service gives to two open orders', { concurrency: 4 }, () => {
  it('raises an alarm for the second, which is shown the hosted page in its place', async (t) => {
    const { workshop, told } = await setUp(t);
    const first = await workshop.order('A-1');
    const second = await workshop.order('A-2');
    assert.deepEqual(reasons(await told()), ['A-2 address_reused']);
    assert.equal(await addressOf(workshop, first.checkoutId), SEGWIT);
    const { state, invoice } = workshop.parts.serialize(await workshop.record(second.checkoutId));
    assert.deepEqual(
      [state, invoice?.address, invoice?.hostedPage],
      ['awaiting', null, 'https://pay.example/x'],
    );
    const alarm = (await told()).at(-1);
    assert.ok(alarm?.type === 'checkout.review_required' && alarm.invoice.address === null);
    assert.match(workshop.logLines.join('\n'), /another open order hidden.*"alert":"address_reused"/);
    assert.ok(!JSON.stringify([invoice, alarm, workshop.logLines]).includes(SEGWIT));
  });

  it('is told before any money, once, and the address stays hidden', async (t) => {
    const { workshop, path, told } = await setUp(t);
    await workshop.order('A-1');
    const { checkoutId, invoiceId } = await workshop.order('A-2');
    workshop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    workshop.clock.now += 10 * 60_000;
    await workshop.parts.poller.pollDue();
    assert.deepEqual(reasons(await told()), ['A-2 address_reused', 'checkout.paid']);
    const later = await openWorkshop(t, path);
    assert.equal(await addressOf(later, checkoutId), null);
  });

  it('is told before the money that the first information names', async (t) => {
    const { workshop, told } = await setUp(t);
    await workshop.order('A-1');
    const make = workshop.service.make.bind(workshop.service);
    workshop.service.make = (request) => {
      const made = make(request);
      workshop.service.set(made.id, { status: 'paid', amountPaid: '1' });
      return made;
    };
    await workshop.order('A-2');
    assert.deepEqual(reasons(await told()), ['A-2 address_reused', 'checkout.paid']);
  });

  it('is found in other letters, where these say nothing', async (t) => {
    for (const [index, [currency, first, second]] of (
      [
        ['ETH', EVM, EVM.toLowerCase()],
        ['ETH', EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`],
        ['BTC', SEGWIT, SEGWIT.toUpperCase()],
      ] as const
    ).entries()) {
      const { workshop, told } = await setUp(t, first);
      await workshop.order('A-1', currency);
      workshop.service.address = () => second;
      await workshop.order('A-2', currency);
      assert.deepEqual(reasons(await told()), ['A-2 address_reused'], String(index));
    }
  });

  it('is found where the address comes with the information only', async (t) => {
    const { workshop, told } = await setUp(t);
    await workshop.order('A-1');
    const make = workshop.service.make.bind(workshop.service);
    workshop.service.make = (request) => ({ ...make(request), address: null });
    const { checkoutId } = await workshop.order('A-2');
    assert.deepEqual(reasons(await told()), ['A-2 address_reused']);
    assert.equal(await addressOf(workshop, checkoutId), null);
  });

  it('is found where the answer to the creation was lost', async (t) => {
    const { workshop, told } = await setUp(t);
    await workshop.order('A-1');
    workshop.service.fate = () => 'answer lost';
    await assert.rejects(workshop.order('A-2'));
    workshop.clock.now += 3000;
    await workshop.parts.reconciler.reconcileDue();
    assert.deepEqual(reasons(await told()), ['A-2 address_reused']);
  });

  it('is found as long as money on the first order is looked for', async (t) => {
    const { workshop, told } = await setUp(t);
    const { invoiceId } = await workshop.order('A-1');
    workshop.service.set(invoiceId, { status: 'canceled' });
    workshop.clock.now += 20 * HOUR_MS;
    await workshop.parts.poller.pollDue();
    await workshop.order('A-2');
    assert.equal(reasons(await told()).at(-1), 'A-2 address_reused');
  });

  it('is found by two processes that store it at once, in one of them', async (t) => {
    const { workshop: one, path, told } = await setUp(t);
    const other = await openWorkshop(t, path);
    // One account, so that every invoice has an id of its own.
    Object.assign(other.service, { invoicesById: one.service.invoicesById });
    for (let round = 0; round < 10; round += 1) {
      const address = `0x${String(round).padStart(40, '1')}`;
      for (const { service } of [one, other]) service.address = () => address;
      await Promise.all([one.order(`A-${round}`, 'ETH'), other.order(`B-${round}`, 'ETH')]);
      const alarms = reasons(await told()).filter((reason) => reason.includes(`-${round} `));
      assert.equal(alarms.length, 1, `round ${round}: ${alarms.join()}`);
    }
  });
});

describe('an address raises no alarm', { concurrency: 4 }, () => {
  async function isQuiet(
    t: TestContext,
    second: (workshop: Workshop) => Promise<unknown>,
    code: CurrencyCode = 'BTC',
  ) {
    const { workshop, told } = await setUp(t, code === 'BTC' ? SEGWIT : EVM);
    const { checkoutId } = await workshop.order('A-1', code);
    await second(workshop);
    assert.deepEqual(
      reasons(await told()).filter((reason) => reason.includes('address')),
      [],
    );
    return { workshop, checkoutId };
  }

  it('in another coin, which the service tells apart', async (t) => {
    const { workshop } = await isQuiet(t, (shop) => shop.order('A-2', 'USDT_ERC20'), 'ETH');
    const { checkoutId } = await workshop.order('A-3', 'USDT_BSC');
    assert.equal(await addressOf(workshop, checkoutId), EVM);
  });

  it('in a new quote of the same order', async (t) => {
    const { workshop, checkoutId } = await isQuiet(t, async (shop) => {
      shop.clock.now += HOUR_MS;
      await shop.order('A-1');
    });
    assert.equal((await workshop.record(checkoutId)).invoices.length, 2);
    assert.equal(await addressOf(workshop, checkoutId), SEGWIT);
  });

  it('after an old order that is watched no more', async (t) => {
    await isQuiet(t, async (shop) => {
      const [id = ''] = shop.service.invoicesById.keys();
      shop.service.set(id, { status: 'canceled' });
      shop.clock.now += 26 * HOUR_MS;
      await shop.parts.poller.pollDue();
      await shop.order('A-2');
    });
  });
});
