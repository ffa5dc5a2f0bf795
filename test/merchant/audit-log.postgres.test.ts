import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  appendAudit,
  listAuditEntries,
  removeAuditEntries,
  verifyAuditLog,
} from '../../src/proxy/store/audit-log.js';
import { openStore, type Store } from '../../src/proxy/store/store.js';
import { briefStore } from '../proxy/test-stores.js';

function append(store: Store, number: number): Promise<void> {
  return store.transaction((tx) =>
    appendAudit(tx, {
      ...{ atMs: number, person: 'Maja Lind', action: 'payment.note', subject: `A-${number}` },
      ...{ before: null, after: { note: `note ${number}` } },
    }),
  );
}

/** A log whose entries are in the order of their times. */
async function logOf(entries: number): Promise<Store> {
  const store = await openStore(await briefStore());
  for (let number = 1; number <= entries; number += 1) await append(store, number);
  return store;
}

describe('the hashes of the audit log', () => {
  it('are complete after concurrent entries', async (t) => {
    const store = await logOf(0);
    t.after(() => store.close());
    // PostgreSQL writes them in any order.
    await Promise.all(Array.from({ length: 20 }, (_, index) => append(store, index + 1)));
    const { entries, brokenAt, hash } = await verifyAuditLog(store.db);
    assert.deepEqual({ entries, brokenAt }, { entries: 20, brokenAt: null });
    assert.match(hash, /^[\da-f]{64}$/);
  });

  for (const [name, change] of [
    ['was changed', { after: '{"note":"another"}' }],
    ['has another person', { person: 'Jon Berg' }],
    ['has another time', { at: 7 }],
  ] as const) {
    it(`show which entry ${name}`, async (t) => {
      const store = await logOf(5);
      t.after(() => store.close());
      await store.db.updateTable('audit_log').set(change).where('number', '=', 3).execute();
      assert.equal((await verifyAuditLog(store.db)).brokenAt, 3);
    });
  }

  it('are still complete after retention has deleted the oldest entries, and no content of them is left', async (t) => {
    const store = await logOf(6);
    t.after(() => store.close());
    while ((await removeAuditEntries(store, { beforeMs: 4, limit: 2 })) > 0);
    const left = await listAuditEntries(store.db, { limit: 10 });
    assert.deepEqual(
      left.map(({ subject }) => subject),
      ['A-6', 'A-5', 'A-4'],
    );
    assert.equal((await verifyAuditLog(store.db)).brokenAt, null);
    const stored = await store.db.selectFrom('audit_log').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes('note 3'));
    await store.db.updateTable('audit_log').set({ person: 'Jon Berg' }).where('number', '=', 4).execute();
    assert.equal((await verifyAuditLog(store.db)).brokenAt, 4);
  });

  it('show that an entry is missing', async (t) => {
    const store = await logOf(5);
    t.after(() => store.close());
    await store.db.deleteFrom('audit_log').where('number', '=', 3).execute();
    assert.equal((await verifyAuditLog(store.db)).brokenAt, 4);
  });
});
