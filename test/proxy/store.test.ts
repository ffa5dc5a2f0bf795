import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import Database from 'libsql';
import { parseOrder } from '../../src/proxy/checkouts/orders.js';
import { claimDue } from '../../src/proxy/store/due.js';
import { openSqlite } from '../../src/proxy/store/sqlite.js';
import { openStore } from '../../src/proxy/store/store.js';
import { openWorkshop } from './workshop.js';

const run = promisify(execFile);

async function temporaryFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-store-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'store.sqlite');
}

describe('the store', () => {
  it('says what to install where libsql is missing', async () => {
    const missing = () => Promise.reject(new Error("Cannot find package 'libsql'"));
    await assert.rejects(openSqlite(':memory:', missing), { message: /npm install libsql/ });
  });

  it('keeps what was committed through a power cut: WAL, and a full sync at every commit', async (t) => {
    const store = await openStore(await temporaryFile(t));
    t.after(() => store.close());
    const pragma = async (name: string) => {
      const { rows } = await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(store.db);
      return rows[0];
    };
    assert.equal((await pragma('journal_mode'))?.['journal_mode'], 'wal');
    assert.equal((await pragma('synchronous'))?.['synchronous'], 2);
  });

  it('opens a file again without touching what is in it', async (t) => {
    const path = await temporaryFile(t);
    for (const expected of [0, 1]) {
      const store = await openStore(path);
      const { rows } = await sql<{ n: number }>`select count(*) as n from checkouts`.execute(store.db);
      assert.equal(rows[0]?.n, expected);
      if (expected === 0) {
        await sql`insert into checkouts (id, order_id, version, state, amount, currency, email_required, issued_at_ms, created_at_ms, looked_at_ms)
          values ('x', 'A-1', 1, 'choosing', '1', 'EUR', 0, 0, 0, 0)`.execute(store.db);
      }
      await store.close();
    }
  });

  it('reads a checkout whole while another process writes it', async (t) => {
    const path = await temporaryFile(t);
    const { checkoutId } = await (await openWorkshop(t, path)).order('A-1');
    const store = await openStore(path);
    t.after(() => store.close());
    const other = new Database(path);
    t.after(() => other.close());
    const { prepare } = Database.prototype;
    let isBetween = true;
    t.mock.method(Database.prototype, 'prepare', function (this: Database.Database, text: string) {
      if (isBetween && text.startsWith('select') && text.includes('from "invoices"')) {
        isBetween = false;
        other.exec(`begin immediate; update checkouts set version = version + 1;
          update invoices set settled = 'paid', paid = '1'; commit`);
      }
      return prepare.call(this, text);
    });
    const seen = await store.find(checkoutId);
    assert.ok(!isBetween);
    assert.deepEqual(seen, await store.find(checkoutId));
  });

  it('takes over the file of an older release, and looks for what was lost in it', async (t) => {
    const path = await temporaryFile(t);
    const old = new Database(path);
    old.exec(await readFile(new URL('store-0001.sql', import.meta.url), 'utf8'));
    old.close();

    const workshop = await openWorkshop(t, path);
    const id = '6Ddwx53mXdJ0BgSFykxfPBtBz6OtikOq';
    const before = await workshop.record(id);
    const [shown, lost] = before.invoices;
    assert.equal(shown?.stage, 'shown');
    assert.ok(lost?.stage === 'intended');
    assert.deepEqual(
      [lost.intendedAtMs, lost.nextLookAtMs, lost.looks, lost.orderId],
      [before.createdAtMs, 0, 0, 'A-1.2'],
    );

    workshop.clock.now = before.createdAtMs + 3600_000;
    workshop.service.make({ amount: '49', currency: 'EUR', orderId: 'A-1.2', cryptocurrency: 'LTC' });
    await workshop.parts.adoption.round();
    assert.equal(workshop.parts.view(await workshop.record(id)).state, 'awaiting');
    assert.deepEqual((await workshop.record(id)).invoices[0], shown);
  });

  it('does not open a file that a newer release has changed, and lives with what one has added', async (t) => {
    const path = await temporaryFile(t);
    const store = await openStore(path);
    const add = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(store.db);
    await add('9999_more');
    await (await openStore(path)).close();
    await add('9999_other_breaking');
    await store.close();
    await assert.rejects(openStore(path), { message: /written by a newer release, which has changed it/ });
  });

  it('itself refuses a second live invoice of one currency', async (t) => {
    const { order, record, parts } = await openWorkshop(t);
    const { checkoutId } = await order('A-1');
    const twice = parts.checkouts.change(checkoutId, (checkout) => ({
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
    const path = await temporaryFile(t);
    const { order, record, parts, service, clock } = await openWorkshop(t, path);
    const { checkoutId, invoiceId } = await order('A-1');
    const store = await openStore(path);
    t.after(() => store.close());
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from events`.execute(store.db)).rows[0]?.n;

    await sql`create trigger broken before insert on events begin select raise(abort, 'disk full'); end`.execute(
      store.db,
    );
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    const before = await record(checkoutId);
    clock.now += 3000;
    await parts.watcher.round();
    assert.deepEqual(await record(checkoutId), before);

    await sql`drop trigger broken`.execute(store.db);
    clock.now += 60_000;
    await parts.watcher.round();
    assert.equal(parts.view(await record(checkoutId)).state, 'paid');
    assert.equal(await count(), 1);
  });
});

describe('two processes on one file', () => {
  it('share what is to be looked for: each lost invoice goes to one of them', async (t) => {
    const path = await temporaryFile(t);
    const { parts, service, clock } = await openWorkshop(t, path);
    const stores = [await openStore(path), await openStore(path)];
    t.after(() => Promise.all(stores.map((store) => store.close())));
    service.fate = () => 'lost';
    for (let n = 0; n < 20; n += 1) {
      const terms = parseOrder({ id: `order-${n}`, amount: '49.00', currency: 'EUR' });
      const { record } = await parts.checkouts.open({ terms, issuedAtMs: clock.now });
      await parts.creation.choose(record.id, { currency: 'BTC', email: null });
    }
    const claim = (nowMs: number, limit = 100) =>
      Promise.all(
        stores.map((store) => claimDue(store, 'next_look_at_ms', { nowMs, untilMs: nowMs + 60_000, limit })),
      );
    const countOf = (claims: readonly (readonly unknown[])[]) => claims.flat().length;
    assert.equal(countOf(await claim(clock.now)), 0);
    assert.equal(countOf(await claim(clock.now + 3000, 5)), 10);
    const rest = (await claim(clock.now + 3000)).flat();
    assert.equal(new Set(rest.map(({ checkoutId }) => checkoutId)).size, 10);
    assert.equal(rest.length, 10);
    assert.equal(countOf(await claim(clock.now + 4000)), 0);
    // Whoever took them is gone: they are not lost with him.
    assert.equal(countOf(await claim(clock.now + 64_000)), 20);
  });

  it('wait for each other, and what a transaction has read stays true until it has written', async (t) => {
    const path = await temporaryFile(t);
    const store = await openStore(path);
    t.after(() => store.close());
    await sql`create table tally (n integer)`.execute(store.db);
    await sql`insert into tally values (0)`.execute(store.db);
    const other = run(process.execPath, ['--input-type=module', '-e', COUNTING, path]);
    let isRunning = true;
    const ended = other.finally(() => (isRunning = false));
    let own = 0;
    while (isRunning) {
      await store.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ n: number }>`select n from tally`.execute(tx);
        await sql`update tally set n = ${Number(rows[0]?.n) + 1}`.execute(tx);
      });
      own += 1;
      // Lets the news of the other process's end come in.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ended;
    const { rows } = await sql<{ n: number }>`select n from tally`.execute(store.db);
    assert.equal(rows[0]?.n, own + 200);
  });
});

/** The other process: counts up by 200. */
const COUNTING = `
  import Database from 'libsql';
  const db = new Database(process.argv[1]);
  db.prepare('PRAGMA busy_timeout = 10000').all([]);
  for (let i = 0; i < 200; i += 1) {
    db.exec('begin immediate');
    const { n } = db.prepare('select n from tally').get();
    db.prepare('update tally set n = ?').run(n + 1);
    db.exec('commit');
  }
`;
