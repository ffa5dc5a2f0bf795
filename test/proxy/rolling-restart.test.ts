import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import Database from 'libsql';
import { openStore } from '../../src/proxy/store/store.js';
import { temporaryFile } from './webhook-receiver.js';
import { CREATE, invoiceOf, startProxy, startService, streamOf, until } from './test-environment.js';

/** As every release may change the file: more columns, tables and indexes. */
const NEWER_RELEASE = `
  begin immediate;
  alter table checkouts add column note text;
  alter table invoices add column weight integer not null default 0;
  alter table events add column tried_by text;
  create table branches (id text primary key);
  create index invoices_weight on invoices (weight);
  insert into kysely_migration (name, timestamp) values ('9999_branches', '2100-01-01T00:00:00.000Z');
  commit;
`;

interface Column {
  readonly name: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

function columnsOf(path: string): ReadonlyMap<string, readonly Column[]> {
  const database = new Database(path);
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all() as { name: string }[];
  const columns = tables.map(
    ({ name }) => [name, database.prepare(`pragma table_info(${name})`).all() as Column[]] as const,
  );
  database.close();
  return new Map(columns);
}

describe('while a new release replaces an old one', () => {
  it('the old process continues to sell, poll and deliver after the new one has changed the file', async (t) => {
    const store = await temporaryFile(t);
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const old = await startProxy(t, sandbox, { proxy: { store } });
    const before = await old.open({ id: 'A-1' });
    const awaited = invoiceOf(await old.choose(before.id));
    const stream = streamOf(await old.call('GET', `/checkouts/${before.id}/events`));
    await stream.next();

    const newer = new Database(store);
    newer.exec(NEWER_RELEASE);
    newer.close();

    const { id } = await old.open({ id: 'A-2' });
    const { id: uuid } = invoiceOf(await old.choose(id));
    for (const paid of [uuid, awaited.id]) await old.control('payments', { uuid: paid });
    await old.becomes(id, 'paid');
    for await (const { state } of stream) if (state === 'paid') break;
    await until(
      () => old.events.filter(({ type }) => type === 'checkout.paid').map(({ order }) => order.id),
      (reported) => reported.includes('A-1') && reported.includes('A-2'),
      'the shop receives both events',
    );
    assert.equal((await old.counts())[CREATE], 2);
    assert.deepEqual(
      old.logLines.filter((line) => /"level":"(warn|error)"/.test(line)),
      [],
    );
  });

  it('the old one loses no column, and needs none that it does not know', async (t) => {
    const path = await temporaryFile(t);
    const oldest = new Database(path);
    oldest.exec(await readFile(new URL('store-0001.sql', import.meta.url), 'utf8'));
    oldest.close();
    const before = columnsOf(path);
    await (await openStore(path)).close();
    const after = columnsOf(path);
    for (const [table, columns] of before) {
      const now = after.get(table) ?? [];
      for (const { name, notnull } of columns) {
        const kept = now.find((column) => column.name === name);
        assert.ok(kept && kept.notnull <= notnull, `${table}.${name} is what it was`);
      }
      const known = new Set(columns.map(({ name }) => name));
      for (const { name, notnull, dflt_value } of now.filter((column) => !known.has(column.name)))
        assert.ok(
          notnull === 0 || dflt_value !== null,
          `${table}.${name} may be left out by who does not know it`,
        );
    }
  });
});
