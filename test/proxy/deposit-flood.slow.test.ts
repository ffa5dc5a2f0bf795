import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { SignJWT } from 'jose';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import type { CreateStaticWalletRequest } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import { addressFor, createHarness } from './fake-service.js';

const SECRET = 'planted-postback-secret-0123456789abcdef';
const FORGED = 150;
/** The customer whose genuine deposit it is. */
const VICTIM = 'c-1';
const OTHERS = Array.from({ length: 40 }, (_, index) => `c-${index + 2}`);
/** The number of ids in one status request per round, whatever arrives. */
const MOST_CALLS = 17;

/** How the service responds to an id that it does not know: the document does not define it. */
const SERVICES = ['refuses', 'leaves out'] as const;

interface Options {
  readonly service?: (typeof SERVICES)[number];
  readonly hasSecret?: boolean;
}

interface DepositOptions {
  readonly isSigned?: boolean;
  readonly sender?: string | null;
}

/** A shop with 41 customers, each with an address. */
async function shopOf(t: TestContext, { service: way = 'refuses', hasSecret = false }: Options = {}) {
  const options = hasSecret ? { postbackSecrets: [SECRET] } : {};
  const { parts, clock, service } = await createHarness(t, undefined, options);
  Object.assign(service, {
    createStaticWallet: ({ customer, currency }: CreateStaticWalletRequest) => ({
      ...{ id: `w-${customer}`, customer, address: addressFor('BTC', customer), active: true },
      ...{ currency: { code: currency }, createdAtMs: clock.now },
    }),
  });
  for (const customer of [VICTIM, ...OTHERS])
    await parts.depositAddresses.openAddress({ customer, currency: 'BTC' });
  if (way === 'refuses') {
    service.trouble = (ids) =>
      ids.every((id) => service.invoicesById.has(id)) ? null : new ServiceError('refused', 'information');
  }
  let forged = 0;
  let genuine = '';
  const notify = async (body: object, sender: string | null) => {
    await parts.postbacks.handlePostback(parsePostback(JSON.stringify({ currency: 'BTC', ...body })), sender);
    clock.now += 1;
  };
  return {
    clock,
    service,
    /** Forged money, for any of these customers. */
    async forge(
      customers: readonly string[],
      count = FORGED,
      senders: readonly (string | null)[] = [null],
    ): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        const order_id = customers[index % customers.length];
        forged += 1;
        const invoice_id = `F${String(forged).padStart(7, '0')}`;
        await notify({ order_id, invoice_id, amount: '5000000' }, senders[index % senders.length] ?? null);
      }
    },
    /** Money has come to the victim's address, and the service notifies us. */
    async deposit({ isSigned = hasSecret, sender = null }: DepositOptions = {}): Promise<void> {
      const request = { amount: '1', currency: 'USD', orderId: VICTIM, cryptocurrency: 'BTC' };
      const { id } = service.make(request);
      service.set(id, { address: addressFor('BTC', VICTIM), status: 'paid', amountPaid: '0.5' });
      genuine = id;
      const token = await new SignJWT({ id, exp: clock.now / 1000 + 300 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(SECRET));
      await notify({ order_id: VICTIM, invoice_id: id.slice(4), ...(isSigned ? { token } : {}) }, sender);
    },
    /** One round; returns the number of calls to the service. */
    async round(): Promise<number> {
      const before = service.polled.length;
      await parts.deposits.verifyDue();
      clock.now += 500;
      return service.polled.length - before;
    },
    /** Whether the service was called about the genuine deposit, and the shop was notified. */
    isAsked: () => service.polled.flat().includes(genuine),
    /** The number of deposits that the shop received as verified. Read once: metrics are cached for a moment. */
    verified: async () => new Map((await parts.readMetrics()).deposits).get('verified'),
  };
}

type Shop = Awaited<ReturnType<typeof shopOf>>;

/** The rounds until the deposit is checked and the shop is notified, and the most calls in one of them. */
async function askedAfter(shop: Shop): Promise<{ readonly rounds: number; readonly calls: number }> {
  let calls = 0;
  for (let rounds = 1; rounds <= 200; rounds += 1) {
    calls = Math.max(calls, await shop.round());
    if (!shop.isAsked()) continue;
    assert.equal(await shop.verified(), 1);
    return { rounds, calls };
  }
  throw new Error('the shop was never notified');
}

describe('a flood of forged postbacks', { concurrency: 2 }, () => {
  it('has an effect to measure: without one a deposit is reported after one round and one call', async (t) => {
    const shop = await shopOf(t);
    await shop.deposit();
    assert.deepEqual(await askedAfter(shop), { rounds: 1, calls: 1 });
  });

  for (const service of SERVICES) {
    for (const [whose, customers] of [
      ['another customer', OTHERS.slice(0, 1)],
      ['forty other customers', OTHERS],
      ['the same customer', [VICTIM]],
      ['all customers', [VICTIM, ...OTHERS]],
    ] as const) {
      it(`for ${whose} delays a deposit by one round at most, if the service ${service} what it does not know`, async (t) => {
        for (const comes of ['after it', 'before it', 'long after it']) {
          const shop = await shopOf(t, { service });
          if (comes === 'before it') await shop.deposit();
          await shop.forge(customers);
          if (comes === 'long after it') {
            for (let round = 0; round < 30; round += 1) await shop.round();
          }
          if (comes !== 'before it') await shop.deposit();
          const { rounds, calls } = await askedAfter(shop);
          assert.ok(rounds <= 2, `it comes ${comes}: reported after ${rounds} rounds`);
          assert.ok(calls <= MOST_CALLS, `${calls} calls in a round`);
        }
      });
    }
  }

  it('for a few customers delays the deposit of another by no round, also one that arrives in the middle of it', async (t) => {
    const shop = await shopOf(t);
    await shop.forge(OTHERS.slice(0, 5));
    await shop.deposit();
    await shop.forge(OTHERS.slice(0, 5));
    const { rounds, calls } = await askedAfter(shop);
    assert.equal(rounds, 1);
    assert.ok(calls <= MOST_CALLS, `${calls} calls`);
  });

  it('without an end, as fast as one client may send, delays no deposit by more than one round', async (t) => {
    for (const customers of [[VICTIM], OTHERS]) {
      const shop = await shopOf(t);
      for (let time = 0; time < 5; time += 1) {
        for (let round = 0; round < 10; round += 1) {
          await shop.forge(customers, 10);
          await shop.round();
        }
        await shop.forge(customers, 5);
        await shop.deposit();
        await shop.forge(customers, 5);
        await shop.round();
        if (shop.isAsked()) continue;
        await shop.forge(customers, 10);
        await shop.round();
        assert.ok(shop.isAsked(), `${customers.length} customers, time ${time}`);
      }
    }
  });

  for (const [whose, customers] of [
    ['the same customer', [VICTIM]],
    ['all customers', [VICTIM, ...OTHERS]],
  ] as const) {
    it(`that a few clients send concurrently, for ${whose}, delays a deposit in its middle by no round`, async (t) => {
      const shop = await shopOf(t);
      const senders = Array.from({ length: 11 }, (_, index) => `203.0.113.${index}`);
      await shop.forge(customers, 600, senders);
      await shop.deposit({ sender: '198.51.100.1' });
      await shop.forge(customers, 600, senders);
      const { rounds, calls } = await askedAfter(shop);
      assert.equal(rounds, 1);
      assert.ok(calls <= MOST_CALLS, `${calls} calls`);
    });
  }

  it('for unknown customers costs no call at all', async (t) => {
    const shop = await shopOf(t);
    await shop.forge(Array.from({ length: FORGED }, (_, index) => `unknown-${index}`));
    for (let round = 0; round < 10; round += 1) assert.equal(await shop.round(), 0);
  });

  it('costs a bounded number of calls while it is checked, and then ends', async (t) => {
    const shop = await shopOf(t);
    await shop.forge([VICTIM, ...OTHERS]);
    for (let round = 0; round < 100; round += 1) assert.ok((await shop.round()) <= MOST_CALLS);
    for (let hour = 0; hour < 24 * 4; hour += 1) {
      shop.clock.now += 3_600_000;
      for (let round = 0; round < FORGED / MOST_CALLS; round += 1) await shop.round();
    }
    assert.equal(await shop.round(), 0);
    assert.ok(shop.service.polled.length <= 10 * FORGED, `${shop.service.polled.length} calls`);
  });

  describe('a service that signs its own postbacks', () => {
    for (const [whose, customers] of [
      ['the same customer', [VICTIM]],
      ['all customers', [VICTIM, ...OTHERS]],
    ] as const) {
      it(`delays a signed deposit by no round, and has a slow lane of its own (${whose})`, async (t) => {
        const shop = await shopOf(t, { hasSecret: true });
        await shop.forge(customers);
        await shop.deposit();
        await shop.forge(customers);
        const { rounds, calls } = await askedAfter(shop);
        assert.equal(rounds, 1);
        assert.ok(calls <= 2, `${calls} calls`);
        for (let round = 0; round < 20; round += 1) assert.ok((await shop.round()) <= 1);
      });
    }

    it('has its unsigned deposits verified as well, slowly', async (t) => {
      const shop = await shopOf(t, { hasSecret: true });
      await shop.forge(OTHERS, 20);
      await shop.deposit({ isSigned: false });
      const { rounds } = await askedAfter(shop);
      assert.ok(rounds <= 2, `${rounds} rounds`);
    });
  });
});
