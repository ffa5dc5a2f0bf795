import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { claimDepositAddress } from '../../src/proxy/store/deposit-addresses.js';
import { claimDueInvoices, claimNextPolls } from '../../src/proxy/store/poll-queue.js';
import { LEASE_MS } from '../../src/proxy/store/claim.js';
import { openStore, Store } from '../../src/proxy/store/store.js';
import { endWithdrawalTurn, takeWithdrawalTurn } from '../../src/proxy/store/withdrawal-turns.js';
import { ServiceError } from '../../src/service/index.js';
import { freshStore, SERVER } from './test-stores.js';
import { createHarness } from './fake-service.js';

/** The range in which no event can be written. */
const [BREAK, REPAIR] =
  SERVER === undefined
    ? [
        "create trigger broken before insert on events begin select raise(abort, 'disk full'); end",
        'drop trigger broken',
      ]
    : [
        'alter table events add constraint broken check (false) not valid',
        'alter table events drop constraint broken',
      ];

describe('the store', () => {
  it('is opened again without a change to its content', async (t) => {
    const path = await freshStore(t);
    for (const expected of [0, 1]) {
      const store = await openStore(path);
      const { rows } = await sql<{ n: number }>`select count(*) as n from checkouts`.execute(store.db);
      assert.equal(Number(rows[0]?.n), expected);
      if (expected === 0) {
        await sql`insert into checkouts (id, payment_id, order_id, version, state, amount, currency, is_email_required, is_owing, issued_at, created_at, last_seen_at)
          values ('x', 'pay_x', 'A-1', 1, 'choosing', '1', 'EUR', false, false, 0, 0, 0)`.execute(store.db);
      }
      await store.close();
    }
  });

  it('reads a checkout consistently while another process writes it', async (t) => {
    const path = await freshStore(t);
    const { checkoutId } = await (await createHarness(t, path)).order('A-1');
    const store = await openStore(path);
    const other = await openStore(path);
    t.after(() => Promise.all([store.close(), other.close()]));
    let isBetween = true;
    const write: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      // The checkout is read, and its invoices are not.
      transformResult: async ({ result }) => {
        if (!isBetween) return result;
        isBetween = false;
        await other.db.transaction().execute(async (tx) => {
          await sql`update checkouts set version = version + 1`.execute(tx);
          await sql`update invoices set payment_level = 'paid'`.execute(tx);
        });
        return result;
      },
    };
    const seen = await new Store(store.db.withPlugin(write)).findCheckout(checkoutId);
    assert.ok(!isBetween);
    assert.deepEqual(seen, await store.findCheckout(checkoutId));
    assert.equal(seen?.invoices[0]?.money.level, 'paid');
  });

  it('itself refuses a second open invoice of one currency', async (t) => {
    const { order, record, parts } = await createHarness(t);
    const { checkoutId } = await order('A-1');
    const twice = parts.checkouts.changeCheckout(checkoutId, (checkout) => ({
      ...checkout,
      invoices: checkout.invoices.flatMap((invoice) => [
        invoice,
        { ...invoice, sequence: 2, serviceId: 'INV-OTHER000' },
      ]),
    }));
    await assert.rejects(twice, { code: 'store_unavailable' });
    assert.equal((await record(checkoutId)).invoices.length, 1);
  });

  it('writes a state and its event together, or neither', async (t) => {
    const path = await freshStore(t);
    const { order, record, parts, service, clock } = await createHarness(t, path);
    const { checkoutId, invoiceId } = await order('A-1');
    const store = await openStore(path);
    t.after(() => store.close());
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from events`.execute(store.db)).rows[0]?.n;

    await sql.raw(BREAK).execute(store.db);
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    const before = await record(checkoutId);
    clock.now += 3000;
    await parts.poller.pollDue();
    assert.deepEqual(await record(checkoutId), before);

    await sql.raw(REPAIR).execute(store.db);
    clock.now += 60_000;
    await parts.poller.pollDue();
    assert.equal(parts.serialize(await record(checkoutId)).state, 'paid');
    assert.equal(Number(await count()), 1);
  });
});

describe('two processes on one store', () => {
  it('share the search: each lost invoice goes to one of them', async (t) => {
    const path = await freshStore(t);
    const { parts, service, clock } = await createHarness(t, path);
    const stores = [await openStore(path), await openStore(path)];
    t.after(() => Promise.all(stores.map((store) => store.close())));
    service.fate = () => 'lost';
    for (let n = 0; n < 20; n += 1) {
      const terms = parseOrder({ id: `order-${n}`, amount: '49.00', currency: 'EUR' });
      const { record } = await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now });
      await parts.invoices.choose(record.id, { currency: 'BTC', email: null });
    }
    const claim = (nowMs: number, limit = 100) =>
      Promise.all(
        stores.map((store) =>
          claimDueInvoices(store, 'next_lookup_at', { nowMs, untilMs: nowMs + 60_000, limit }),
        ),
      );
    const countOf = (claims: readonly (readonly unknown[])[]) => claims.flat().length;
    assert.equal(countOf(await claim(clock.now)), 0);
    assert.equal(countOf(await claim(clock.now + 3000, 5)), 10);
    const rest = (await claim(clock.now + 3000)).flat();
    assert.equal(new Set(rest.map(({ checkoutId }) => checkoutId)).size, 10);
    assert.equal(rest.length, 10);
    assert.equal(countOf(await claim(clock.now + 4000)), 0);
    // The process that claimed them has died: they are not lost with it.
    assert.equal(countOf(await claim(clock.now + 64_000)), 20);
  });

  it('keep the claim that one has taken from a slow other: the other does not release it', async (t) => {
    const path = await freshStore(t);
    const { parts, service, clock, order } = await createHarness(t, path);
    const stores = [await openStore(path), await openStore(path)] as const;
    t.after(() => Promise.all(stores.map((store) => store.close())));
    await order('A-1');
    const times = () => ({ nowMs: clock.now, untilMs: clock.now + LEASE_MS });
    const claimInvoice = (store: Store) => claimNextPolls(store, { ...times(), limit: 100 });
    const key = { customer: 'c-1', currency: 'BTC' } as const;
    // The calls take longer than the claims, and fail.
    Object.assign(service, {
      invoices: async () => {
        clock.now += LEASE_MS;
        assert.equal((await claimInvoice(stores[0])).length, 1);
        throw new ServiceError('unavailable', 'information');
      },
      createStaticWallet: async () => {
        clock.now += LEASE_MS;
        assert.equal((await claimDepositAddress(stores[0], key, times())).stage, 'claimed');
        throw new ServiceError('refused', 'information');
      },
    });
    clock.now += 5000;
    await parts.poller.pollDue();
    assert.equal((await claimInvoice(stores[1])).length, 0);
    await assert.rejects(parts.depositAddresses.openAddress(key));
    assert.equal((await claimDepositAddress(stores[1], key, times())).stage, 'busy');
  });

  it('keep the turn to withdraw that one has taken from a slow other', async (t) => {
    const { db } = await openStore(await freshStore(t));
    t.after(() => db.destroy());
    assert.equal(await takeWithdrawalTurn(db, 0), 60_000);
    assert.equal(await takeWithdrawalTurn(db, 60_000), 120_000);
    await endWithdrawalTurn(db, 60_000, 61_000);
    assert.equal(await takeWithdrawalTurn(db, 62_000), null);
    await endWithdrawalTurn(db, 120_000, 63_000);
    assert.equal(await takeWithdrawalTurn(db, 63_000), 123_000);
  });
});
