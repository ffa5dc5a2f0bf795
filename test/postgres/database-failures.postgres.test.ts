import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { appendAudit, verifyAuditLog } from '../../src/proxy/store/audit-log.js';
import { openStore } from '../../src/proxy/store/store.js';
import { describeDatabase, postgresEngine, toNumber } from '../../src/proxy/store/engine/postgres.js';
import { timePassesUntil } from '../proxy/lost-invoices.js';
import { isRefused, startTwoPayers } from '../proxy/failing-store.js';
import { rows } from '../proxy/test-stores.js';
import { until } from '../until.js';
import { freshDatabase } from './database.js';
import { relayTo } from './tcp-relay.js';

/** Everything in progress continues: the waiting page, the payment, the shop. */
async function goesOn({ environment, shown, opened, stream }: Awaited<ReturnType<typeof startTwoPayers>>) {
  const chosen = await until(
    () => environment.call('POST', `/checkouts/${opened}/invoice`, { body: { currency: 'BTC' } }),
    'a new invoice can be had again',
    ({ status }) => status === 200,
  );
  assert.equal(chosen.status, 200);
  await timePassesUntil(environment, shown, 'paid');
  for await (const { state } of stream) if (state === 'paid') break;
  await until(
    () => environment.events.filter(({ type }) => type === 'checkout.paid').length,
    'the shop is notified, once',
    (count) => count === 1,
  );
}

function partsOf(url: string) {
  const at = url.lastIndexOf('/');
  return { server: url.slice(0, at), name: url.slice(at + 1) };
}

async function endConnections(url: string): Promise<void> {
  const { server, name } = partsOf(url);
  await rows(
    `${server}/postgres`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

describe('a database that is away for a while', { concurrency: true }, () => {
  const ways = [
    ['whose connections break', 'cut'],
    ['that does not answer any more', 'freeze'],
  ] as const;
  for (const [name, way] of ways) {
    it(`(${name}) costs only the invoices of that time, and no connection`, async (t) => {
      const relay = await relayTo(t, await freshDatabase());
      const shop = await startTwoPayers(t, relay.url);
      const { environment, opened, invoice } = shop;
      relay[way]();
      await isRefused(environment, opened);
      assert.match(
        environment.logLines.join('\n'),
        /postgres:\/\/127\.0\.0\.1:\d+\/\w+\\" cannot be reached/,
      );
      assert.equal((await environment.call('GET', '/readyz')).status, 503);
      await environment.control('payments', { uuid: invoice.id });
      relay.open();
      await goesOn(shop);
      assert.ok(relay.count() <= 11, `${relay.count()} connections`);
      const figures = await environment.proxy.metrics();
      const { password } = new URL(relay.url);
      assert.ok(![...environment.logLines, figures].some((text) => text.includes(password)));
    });
  }

  it('(whose server has ended every connection) continues immediately', async (t) => {
    const url = await freshDatabase();
    const shop = await startTwoPayers(t, url);
    await endConnections(url);
    await shop.environment.control('payments', { uuid: shop.invoice.id });
    await goesOn(shop);
  });
});

describe('a read-only database', () => {
  it('refuses new invoices, serves known ones, and continues when it is writable', async (t) => {
    const url = await freshDatabase();
    const { server, name } = partsOf(url);
    const shop = await startTwoPayers(t, url);
    const becomes = async (isReadOnly: boolean) => {
      await rows(
        `${server}/postgres`,
        `alter database ${name} set default_transaction_read_only = ${isReadOnly}`,
      );
      await endConnections(url);
    };
    await becomes(true);
    await until(
      async () => (await shop.environment.get(shop.shown).catch(() => null))?.state,
      'what is known is served',
      (state) => state === 'awaiting',
    );
    await isRefused(shop.environment, shop.opened);
    assert.match(shop.environment.logLines.join('\n'), /is read-only\. Use the URL of the primary/);
    await shop.environment.control('payments', { uuid: shop.invoice.id });
    await becomes(false);
    await goesOn(shop);
  });
});

describe('a database with a locked table', () => {
  it('keeps no statement that a process has given up', async (t) => {
    const url = await freshDatabase();
    const { server, name } = partsOf(url);
    const store = await openStore(url);
    t.after(() => store.close());
    const shell = new pg.Client({ connectionString: url });
    await shell.connect();
    t.after(() => shell.end());
    await shell.query('begin; lock table checkouts in access exclusive mode');
    const reads = Array.from({ length: 10 }, () =>
      assert.rejects(store.findCheckout('c-1'), { name: 'StoreError' }),
    );
    await Promise.all(reads);
    await until(
      async () => {
        const waiting = `select 1 from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
        return (await rows(`${server}/postgres`, waiting)).length;
      },
      'nothing waits for the lock',
      (count) => count === 0,
    );
  });
});

describe('a transaction that waits for a locked table', () => {
  it('says what holds it up', async (t) => {
    const url = await freshDatabase();
    const store = await openStore(url);
    t.after(() => store.close());
    const shell = new pg.Client({ connectionString: url });
    await shell.connect();
    t.after(() => shell.end());
    await shell.query('begin; lock table checkouts in access exclusive mode');
    await assert.rejects(
      store.transaction((tx) => tx.findCheckout({ id: 'c-1' })),
      /is locked\. End the program that holds the lock/,
    );
  });
});

describe('a database with a stricter default isolation', () => {
  it('lets processes see what they have waited for', async (t) => {
    const url = await freshDatabase();
    const { server, name } = partsOf(url);
    await rows(
      `${server}/postgres`,
      `alter database ${name} set default_transaction_isolation = 'repeatable read'`,
    );
    const stores = await Promise.all([openStore(url), openStore(url)]);
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const note = { atMs: 0, person: 'Maja Lind', action: 'payment.note', before: null, after: null } as const;
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        stores[at % 2]?.transaction(async (tx) => {
          await tx.findCheckout({ id: 'c-1' });
          await appendAudit(tx, { ...note, subject: `pay_${at}` });
        }),
      ),
    );
    const [first] = stores;
    const { entries, brokenAt } = await verifyAuditLog(first.db);
    assert.deepEqual({ entries, brokenAt }, { entries: 40, brokenAt: null });
  });
});

describe('a proxy that ends', () => {
  it('does not wait for a notification that the database does not answer', { timeout: 20_000 }, async (t) => {
    const relay = await relayTo(t, await freshDatabase());
    const store = await openStore(relay.url);
    relay.freeze();
    void store.notifyChanged(['c-1']);
    await assert.rejects(store.findCheckout('c-1'), { message: /cannot be reached/ });
    await store.close();
  });

  it('does not wait for its connection for notifications', { timeout: 20_000 }, async (t) => {
    const relay = await relayTo(t, await freshDatabase());
    const store = await openStore(relay.url);
    const before = relay.count();
    relay.freeze();
    store.onChange(() => undefined);
    await until(relay.count, 'a connection for the news has begun', (count) => count > before);
    await store.close();
    await until(relay.count, 'and is gone', (count) => count <= before);
  });
});

describe('a proxy does not start on', () => {
  const refused: readonly (readonly [string, (url: string) => string, RegExp])[] = [
    [
      'a wrong password',
      (url) => url.replace(/:[^:@/]+@/, ':hunter2@'),
      /rejects this user\. Check the user/,
    ],
    ['a database that is not there', (url) => `${url}_gone`, /_gone" does not exist\. Create it/],
    ['a server that is not there', () => 'postgres://u:hunter2@127.0.0.1:1/x', /cannot be reached\. Check/],
    [
      'an address with a password that is not encoded',
      () => 'postgres://u:hunter2/3@db/x',
      /not a valid database URL\. Use/,
    ],
    ['half an address', () => 'postgres://u:1/hunter2@db/x', /not a valid database URL\. Use/],
  ];
  for (const [name, change, said] of refused) {
    it(`${name}, and reveals no password`, async () => {
      const error: unknown = await openStore(change(await freshDatabase())).catch(
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof Error);
      assert.match(error.message, said);
      const { cause } = error;
      assert.doesNotMatch(`${error.stack} ${cause instanceof Error ? cause.stack : ''}`, /hunter2|planted/);
    });
  }

  it('a database that cannot store every character, and names a remedy', async () => {
    const { server, name } = partsOf(await freshDatabase());
    await rows(
      `${server}/postgres`,
      `create database ${name}_latin template template0 encoding 'LATIN1' locale 'C'`,
    );
    await assert.rejects(openStore(`${server}/${name}_latin`), {
      name: 'StoreError',
      message: /has the encoding LATIN1.* --encoding=UTF8/,
    });
  });

  it('a machine without pg, and names the package to install', async () => {
    const missing = () => Promise.reject(new Error("Cannot find package 'pg'"));
    await assert.rejects(postgresEngine('postgres://db/x', missing), { message: /npm install pg/ });
    // As Next.js bundles it with webpack.
    const empty = () => Promise.resolve({ default: Object.create(null) });
    await assert.rejects(postgresEngine('postgres://db/x', empty), { message: /npm install pg/ });
  });

  it('reveals no password in its name', () => {
    assert.equal(
      describeDatabase('postgresql://u:hunter2@db.example:6543/shop?password=x'),
      'postgres://db.example:6543/shop',
    );
  });

  it('returns numbers exactly, or not at all', () => {
    assert.equal(toNumber('1790000000000'), 1_790_000_000_000);
    assert.throws(() => toNumber('9007199254740993'), { name: 'StoreError', message: /9007199254740993/ });
  });
});
