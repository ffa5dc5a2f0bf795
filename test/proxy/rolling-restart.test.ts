import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Database from 'libsql';
import { CREATE, invoiceOf, startProxy, startService, streamOf } from './test-environment.js';
import { until } from '../until.js';
import { temporaryFile } from '../temporary-folder.js';

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

describe('while a new release replaces an old one', () => {
  it('the old process continues to sell, poll and deliver after the new one has changed the file', async (t) => {
    const store = temporaryFile(t);
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
      'the shop receives both events',
      (reported) => reported.includes('A-1') && reported.includes('A-2'),
    );
    assert.equal((await old.counts())[CREATE], 2);
    assert.deepEqual(
      old.logLines.filter((line) => /"level":"(warn|error)"/.test(line)),
      [],
    );
  });
});
