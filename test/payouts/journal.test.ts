import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Journal, type JournalContent } from '../../src/payouts/journal.js';
import { createStoreLimiter } from '../../src/payouts/store-limiter.js';
import type { Attention, Payout } from '../../src/protocol/index.js';
import { createWithdrawalClient, ServiceError } from '../../src/service/node.js';
import { run } from './payouts-run.js';
import { startPayouts, WITHDRAWAL_KEY, type PayoutContext } from './payout-fixture.js';

const approved = async (context: PayoutContext): Promise<Payout> => context.approve(await context.propose());

const ATTEMPT = { currency: 'BTC', amount: '1', refund: null, proposal: 'token', approvedBy: 'Jon Berg' };

/** Sends one payout, and waits until the next one may be sent. */
async function sendOne(context: PayoutContext): Promise<Payout> {
  const { id } = await approved(context);
  await (await context.process()).runOnce();
  context.environment.sandbox.clock.advance(20);
  const sent = await context.find(id);
  assert.equal(sent.state, 'sent');
  return sent;
}

async function otherJournal(context: PayoutContext): Promise<Journal> {
  return Journal.open(`${context.journal}.other`);
}

async function journalItems({ maja }: PayoutContext) {
  const { items, count } = await maja.get<Attention>('/attention');
  assert.equal(count, items.length);
  return items.filter(({ kind }) => kind === 'journal');
}

/** Collects log lines. */
function recorder() {
  const lines: { readonly level: string; readonly message: string; readonly fields: object }[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields });
  return { lines, logger: { info: at('info'), warn: at('warn'), error: at('error') } };
}

/** Puts the rows of the store back, as a restored backup or a standby that lags does. */
async function backUp({ store: { db } }: PayoutContext) {
  const [payouts, heads] = [
    await db.selectFrom('payouts').selectAll().execute(),
    await db.selectFrom('payout_journal').selectAll().execute(),
  ];
  return async () => {
    for (const { id, ...row } of payouts)
      await db.updateTable('payouts').set(row).where('id', '=', id).execute();
    await db.deleteFrom('payout_journal').execute();
    if (heads.length > 0) await db.insertInto('payout_journal').values(heads).execute();
  };
}

describe('a store that forgets', { concurrency: 2 }, () => {
  it('does not make a process that already runs send a payout again', async (t) => {
    const context = await startPayouts(t);
    const { lines, logger } = recorder();
    const [first, second] = [await context.process(), await context.process({ logger })];
    await second.runOnce();
    const { id } = await approved(context);
    const restore = await backUp(context);
    await first.runOnce();
    const { serviceId } = await context.find(id);
    await restore();
    context.environment.sandbox.clock.advance(20);
    await second.runOnce();
    const found = await context.find(id);
    assert.deepEqual([found.state, found.serviceId], ['sent', serviceId], 'the journal knows');
    assert.deepEqual(lines, [
      {
        level: 'info',
        message: 'payout was sent before, outcome taken from the journal',
        fields: { payoutId: id, serviceId },
      },
    ]);
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('leaves a payout whose outcome the journal does not know as unknown', async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    const restore = await backUp(context);
    await context.environment.control('faults', {
      ...{ endpoint: '/v2/invoice/api/out/create', times: 1, kind: 'reset-after' },
    });
    await (await context.process()).runOnce();
    await restore();
    context.environment.sandbox.clock.advance(20);
    const payouts = await context.process();
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'unknown');
    await payouts.runOnce();
    assert.equal((await context.find(id)).candidates.length, 1);
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('follows the journal: the next payout is sent, and older journals stay refused', async (t) => {
    const context = await startPayouts(t);
    const restore = await backUp(context);
    await sendOne(context);
    await copyFile(context.journal, `${context.journal}.other`);
    await sendOne(context);
    await restore();
    await sendOne(context);
    await approved(context);
    await (await context.process({ journal: await otherJournal(context) })).runOnce();
    assert.equal((await context.withdrawals()).length, 3);
    assert.equal((await journalItems(context)).length, 1);
  });
});

describe('a journal', { concurrency: 2 }, () => {
  it('that is an old copy sends nothing, says so to the staff, and sends once the newest is back', async (t) => {
    const context = await startPayouts(t);
    const { clock } = context.environment.sandbox;
    await sendOne(context);
    const old = `${context.journal}.other`;
    await copyFile(context.journal, old);
    await sendOne(context);
    const { id } = await approved(context);
    const { lines, logger } = recorder();
    const payouts = await context.process({ journal: await otherJournal(context), logger });
    const startedMs = clock.nowMs();
    assert.equal(await payouts.runOnce(), false);
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'approved');
    assert.equal((await context.withdrawals()).length, 2);
    assert.deepEqual(
      lines.map(({ level, message }) => `${level} ${message}`),
      ['error journal is not the newest, payouts refused'],
    );
    const [item, ...more] = await journalItems(context);
    assert.deepEqual([item?.id, more], ['journal', []]);
    const since = Date.parse(item?.since ?? '');
    assert.ok(since >= startedMs && since <= clock.nowMs(), item?.since);
    // The same process goes on once the newest journal is in its place.
    await copyFile(context.journal, old);
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'sent');
    assert.deepEqual(await journalItems(context), []);
  });

  it('that is empty, on a store with sent payouts, sends nothing', async (t) => {
    const context = await startPayouts(t);
    await sendOne(context);
    const { id } = await approved(context);
    await (await context.process({ journal: await otherJournal(context) })).runOnce();
    assert.equal((await context.find(id)).state, 'approved');
    assert.equal((await context.withdrawals()).length, 1);
    assert.equal((await journalItems(context)).length, 1);
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'sent');
    assert.deepEqual(await journalItems(context), [], 'a process with the newest journal resolves it');
  });

  it('of another process that sent first is the newest, so a second journal sends nothing', async (t) => {
    const context = await startPayouts(t);
    const [first, second] = [
      await context.process(),
      await context.process({ journal: await otherJournal(context) }),
    ];
    // Both run, and none has sent anything yet.
    for (const each of [first, second]) await each.runOnce();
    await approved(context);
    await first.runOnce();
    context.environment.sandbox.clock.advance(20);
    const { id } = await approved(context);
    await second.runOnce();
    assert.equal((await context.find(id)).state, 'approved');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('with sent payouts is accepted by a new store', async (t) => {
    const context = await startPayouts(t);
    await sendOne(context);
    await context.store.db.deleteFrom('payout_journal').execute();
    await sendOne(context);
    assert.deepEqual(await journalItems(context), []);
  });

  it('that another process refused is no case any more once that process has ended', async (t) => {
    const context = await startPayouts(t);
    await sendOne(context);
    const right = await context.process();
    await right.runOnce();
    const wrong = await context.process({ journal: await otherJournal(context) });
    for (let round = 0; round < 4; round += 1) {
      await wrong.runOnce();
      await right.runOnce();
      assert.equal((await journalItems(context)).length, 1, 'it still refuses');
      context.environment.sandbox.clock.advance(30);
    }
    context.environment.sandbox.clock.advance(61);
    await right.runOnce();
    assert.deepEqual(await journalItems(context), []);
  });

  it('counts each attempt with one approval: a failed one says nothing about the next', async (t) => {
    const context = await startPayouts(t);
    const journal = await Journal.open(context.journal);
    const attempt = { ...ATTEMPT, payout: 'p', approval: 'a' };
    const none = { approval: 'a', serviceId: null, amount: null };
    await journal.use(async (content) => {
      await content.begin({ ...attempt, atMs: 1 });
      await content.end({ ...none, outcome: 'not sent' });
      assert.equal(content.isUsed(attempt), false);
      await content.begin({ ...attempt, atMs: 2 });
    });
    await journal.use((content) => {
      assert.equal(content.isUsed(attempt), true);
      assert.equal(content.sumSince('BTC', 0), '1');
      assert.equal(content.outcomeOf({ payout: 'p', atMs: 2 }), null);
      return Promise.resolve();
    });
  });

  it('of two processes at once gets whole lines', async (t) => {
    const context = await startPayouts(t);
    const journals = [await Journal.open(context.journal), await Journal.open(context.journal)];
    const attempt = { ...ATTEMPT, atMs: 1 };
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        journals[number % 2]?.use((content) =>
          content.begin({ ...attempt, payout: `p-${number}`, approval: `a-${number}` }),
        ),
      ),
    );
    const lines = (await readFile(context.journal, 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).payout).toSorted(),
      Array.from({ length: 20 }, (_, number) => `p-${number}`).toSorted(),
    );
  });
});

describe('a damaged journal', { concurrency: 2 }, () => {
  const damaged = (line: string) => `${line.slice(0, 20)}\0\0${line.slice(30)}`;

  for (const [what, change, problem] of [
    [
      'an unreadable line in the middle',
      (lines) => lines.with(2, damaged(lines[2] ?? '')),
      /line 3 is unreadable/,
    ],
    ['an unreadable last line', (lines) => lines.with(3, damaged(lines[3] ?? '')), /line 4 is unreadable/],
    ['an empty line', (lines) => lines.toSpliced(1, 0, ''), /line 2 is unreadable/],
    [
      'a changed line',
      (lines) => lines.with(2, (lines[2] ?? '').replace('"amount":"12.5"', '"amount":"1"')),
      /damaged: line 3 was changed, or a line after it is missing/,
    ],
    [
      'a changed first line',
      (lines) => lines.with(0, (lines[0] ?? '').replace('"amount":"12.5"', '"amount":"1"')),
      /damaged: line 1 was changed, or a line after it is missing/,
    ],
    [
      'a lost attempt',
      (lines) => lines.toSpliced(2, 1),
      /damaged: line 2 was changed, or a line after it is missing/,
    ],
    ['a lost beginning', (lines) => lines.slice(2), /the lines before line 1 are missing/],
    [
      'an outcome alone',
      (lines) => [(lines[1] ?? '').replace(/"after":"[^"]*"/, '"after":""')],
      /line 1 is the outcome of an attempt that is missing/,
    ],
  ] as readonly (readonly [string, (lines: readonly string[]) => readonly string[], RegExp])[]) {
    it(`with ${what} sends nothing, also if the store forgets`, async (t) => {
      const context = await startPayouts(t);
      await sendOne(context);
      const { id } = await approved(context);
      const restore = await backUp(context);
      const errors: string[] = [];
      const record = (_: object, message: string) => void errors.push(message);
      const logger = { info: () => undefined, warn: () => undefined, error: record };
      const payouts = await context.process({ logger });
      await payouts.runOnce();
      assert.equal((await context.find(id)).state, 'sent');
      const lines = (await readFile(context.journal, 'utf8')).trimEnd().split('\n');
      assert.equal(lines.length, 4);
      await writeFile(context.journal, `${change(lines).join('\n')}\n`);
      await restore();
      context.environment.sandbox.clock.advance(20);
      const expected = (error: Error) => {
        assert.match(
          error.message,
          /^The journal ".*" is damaged: .*\. Nothing is sent\. Restore the newest journal/,
        );
        assert.match(error.message, problem);
        return true;
      };
      await assert.rejects(Journal.open(context.journal), expected);
      assert.deepEqual(await journalItems(context), []);
      for (let round = 0; round < 3; round += 1) assert.equal(await payouts.runOnce(), false);
      assert.equal(errors.length, 1, 'logged once');
      expected(new Error(errors[0]));
      assert.equal((await journalItems(context)).length, 1, 'the staff read that payouts have stopped');
      assert.equal((await context.find(id)).state, 'approved');
      assert.equal((await context.withdrawals()).length, 2);
    });
  }

  it('is shown to the staff if the process cannot start with it, until it is repaired', async (t) => {
    const context = await startPayouts(t);
    await sendOne(context);
    const text = await readFile(context.journal, 'utf8');
    await writeFile(context.journal, text.replace('"amount":"12.5"', '"amount":"1"'));
    const command = run(t, context);
    await command.ended;
    assert.match(command.errors(), /is damaged: line 1 was changed/);
    assert.equal((await journalItems(context)).length, 1);
    await writeFile(context.journal, text);
    await (await context.process()).runOnce();
    assert.deepEqual(await journalItems(context), []);
  });

  it('with half a line at its end is repaired: its request was never sent', async (t) => {
    const context = await startPayouts(t);
    await sendOne(context);
    const text = await readFile(context.journal, 'utf8');
    await writeFile(context.journal, `${text}{"atMs":1,"payout":"é`.slice(0, -1));
    const cut: number[] = [];
    await Journal.open(context.journal, (line) => void cut.push(line));
    assert.deepEqual(cut, [3], 'it is reported');
    await sendOne(context);
    const lines = (await readFile(context.journal, 'utf8')).trimEnd().split('\n');
    assert.deepEqual([lines.length, `${lines.slice(0, 2).join('\n')}\n`], [4, text]);
  });

  it('with a whole last line that does not end counts it', async (t) => {
    const context = await startPayouts(t);
    await sendOne(context);
    const text = await readFile(context.journal, 'utf8');
    await writeFile(context.journal, text.trimEnd());
    await sendOne(context);
    assert.ok((await readFile(context.journal, 'utf8')).startsWith(text));
  });
});

describe('a payout that the service has accepted', { concurrency: 2 }, () => {
  /** A journal whose disk is full for a number of outcomes. */
  async function fullDisk(context: PayoutContext, times: number): Promise<Pick<Journal, 'use'>> {
    const journal = await Journal.open(context.journal);
    let left = times;
    return {
      use: (work) =>
        journal.use((content: JournalContent) => {
          const end = content.end.bind(content);
          content.end = async (outcome) => {
            left -= 1;
            if (left >= 0) throw new Error('ENOSPC: no space left on device');
            return end(outcome);
          };
          return work(content);
        }),
    };
  }

  it('is "sent" with its id, also if the disk of the journal is full, and the journal gets it later', async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    const { lines, logger } = recorder();
    const payouts = await context.process({ journal: await fullDisk(context, 2), logger });
    await payouts.runOnce();
    const found = await context.find(id);
    assert.equal(found.state, 'sent');
    assert.match(found.serviceId ?? '', /^INV-/);
    const [error] = lines.filter(({ level }) => level === 'error');
    assert.equal(error?.message, 'payout outcome could not be recorded, retrying');
    assert.ok(JSON.stringify(error.fields).includes(found.serviceId ?? 'no id'));
    assert.doesNotMatch(await readFile(context.journal, 'utf8'), /"sent"/);
    await payouts.runOnce();
    await payouts.runOnce();
    assert.match(
      await readFile(context.journal, 'utf8'),
      new RegExp(`"sent","serviceId":"${found.serviceId}"`),
    );
    assert.equal(lines.filter(({ level }) => level === 'error').length, 1, 'logged once');
  });

  it('is never "unknown" if the store is down when it is recorded', async (t) => {
    const context = await startPayouts(t);
    const { store } = context;
    const { id } = await approved(context);
    const transaction = store.transaction.bind(store);
    const { url } = context.environment.sandbox;
    let serviceId = '';
    const { lines, logger } = recorder();
    const payouts = await context.process({
      logger,
      connect: (limiter) => ({
        async withdraw(request) {
          const client = createWithdrawalClient({ url, withdrawalKey: WITHDRAWAL_KEY, limiter });
          const withdrawal = await client.withdraw(request);
          serviceId = withdrawal.id;
          store.transaction = () => Promise.reject(new Error('the store is down'));
          return withdrawal;
        },
      }),
    });
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'sending');
    assert.ok(
      lines.some(({ level, fields }) => level === 'error' && JSON.stringify(fields).includes(serviceId)),
    );
    assert.match(await readFile(context.journal, 'utf8'), new RegExp(serviceId), 'the journal has it');
    // The lease has ended when the store is back.
    context.environment.sandbox.clock.advance(20);
    store.transaction = transaction;
    await payouts.runOnce();
    const found = await context.find(id);
    assert.deepEqual([found.state, found.serviceId], ['sent', serviceId]);
  });

  it('is "sent" with its id, also if the turn of the request cannot be ended', async (t) => {
    const context = await startPayouts(t);
    const { store, environment } = context;
    const { id } = await approved(context);
    const payouts = await context.process({
      limiters: [
        createStoreLimiter(store, environment.sandbox.clock, new AbortController().signal),
        {
          async take(_, send) {
            const result = await send();
            await store.db.schema.dropTable('payout_turns').execute();
            return result;
          },
        },
      ],
    });
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'sent');
  });

  it('with another amount is "unknown", and its id is a candidate that stays', async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    const created = { id: 'INV-ABCD1234', amount: '12.4' };
    const failing = {
      connect: () => {
        throw new Error('not used');
      },
    };
    const payouts = await context.process({
      connect: (limiter) => ({
        withdraw: () =>
          limiter.take(0, () =>
            Promise.reject(new ServiceError('outcome_unknown', 'create withdrawal', { created })),
          ),
      }),
    });
    await payouts.runOnce();
    const assertUnknown = async () => {
      const { state, candidates } = await context.find(id);
      assert.equal(state, 'unknown');
      assert.deepEqual(
        candidates.map((candidate) => [candidate.id, candidate.amount, candidate.isSameAmount]),
        [['INV-ABCD1234', '12.4', false]],
      );
    };
    await assertUnknown();
    context.environment.sandbox.clock.advance(61);
    await payouts.runOnce();
    await assertUnknown();
    // Also if its process died before it wrote to the store.
    const died = { state: 'sending', candidates: '[]', claimed_until: 0 };
    await context.store.db.updateTable('payouts').set(died).where('id', '=', id).execute();
    await (await context.process(failing)).runOnce();
    await assertUnknown();
  });
});
