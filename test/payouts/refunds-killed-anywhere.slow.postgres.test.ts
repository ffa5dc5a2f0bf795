import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it, type TestContext } from 'node:test';
import type { CandidateChoice } from '../../src/protocol/index.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { nodeArguments } from '../node-arguments.js';
import { collectText } from '../collect-text.js';
import { SERVER } from '../proxy/test-stores.js';
import { until } from '../until.js';
import { startPayouts, type PayoutContext } from './payout-fixture.js';
import { overpaid } from './refund-fixture.js';
import { advanceRefund, CLAIM, type Moment, type RefundPlan, type Write } from './refund-way.js';

/** Past every claim and turn of a process that has died. */
const LATER_S = 80;
const HEAD = 'the store: payout_journal';
/** The writes are those of SQLite: on PostgreSQL, by day, a process dies at every third moment. */
const EVERY = SERVER === undefined || process.env['LAW_RUNS'] !== undefined ? 1 : 3;
/** Shops in which a process at a time is killed. */
const SHOPS = 2;

/** Starts the process of the plan. */
function start(t: TestContext, plan: RefundPlan) {
  const args = [...nodeArguments('test/payouts/refund-process.ts'), JSON.stringify(plan)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const [output, errors] = [collectText(child.stdout), collectText(child.stderr)];
  let hasEnded = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    hasEnded = true;
    return `${signal ?? code} ${errors()}`.trim();
  });
  return {
    /** Its signal or code, and its errors. */
    ended,
    hasEnded: () => hasEnded,
    writes: () =>
      output()
        .split('\n')
        .slice(0, -1)
        .map((line): Write => JSON.parse(line)),
  };
}

/** The lock of a dead process ends, as it would after some seconds. */
async function endLock(journal: string): Promise<void> {
  const folder = dirname(journal);
  for (const name of await readdir(folder))
    if (name.startsWith(`${basename(journal)}.lock-`)) await utimes(join(folder, name), 0, 0);
}

/**
 * Takes a refund its whole way, in a process that dies at a moment, beside another one. A restarted process and the staff complete
 * it.
 * @returns the writes of the first process
 */
async function takeRefund(
  t: TestContext,
  shop: PayoutContext,
  order: number,
  at: Moment | null,
): Promise<readonly Write[]> {
  const { environment, path, journal, maja, jon, find } = shop;
  const { clock, url } = environment.sandbox;
  // Of each order another one, by which the withdrawal is found.
  const surplus = `${order * 10 + 1001}`;
  const amount = `2.${surplus}`;
  const { id, refunds } = await overpaid(shop, `A-${order}`, `61.${surplus}`);
  const plan = () => ({
    aheadMs: clock.nowMs() - Date.now(),
    ...{ url, store: path, journal, checkoutId: id, amount },
  });
  // The interval after the former withdrawal.
  clock.advance(LATER_S);
  const other = await shop.process();
  // Looks up what was sent before.
  await other.runOnce();
  const first = start(t, { ...plan(), isRestarted: false, at });
  let isOver = false;
  const working = (async () => {
    // The process that dies is the one that claims the payout: the other one waits until it has done so.
    const mayClaim = () =>
      first.hasEnded() ||
      first
        .writes()
        .slice(0, -1)
        .some(({ name }) => name === CLAIM);
    await until(mayClaim, 'the payout is claimed');
    while (!isOver) {
      await other.runOnce().catch(() => false);
      await pause(20);
    }
  })();
  try {
    const end = await first.ended;
    assert.equal(end, at ? 'SIGKILL' : '0');
    if (at) {
      if (first.writes().at(-1)?.isLocked) await endLock(journal);
      clock.advance(LATER_S);
      const restarted = start(t, { ...plan(), isRestarted: true, at: null });
      const sent = async () => (await shop.withdrawals()).filter((one) => one.amount === amount);
      const complete = async () => {
        await advanceRefund(refunds, shop, amount);
        const refund = (await refunds.list()).at(-1);
        const payout = refund?.payout ? await find(refund.payout) : null;
        if (payout?.state !== 'unknown') return refund?.state;
        const candidate = payout.candidates.find((one) => one.amount === amount)?.id ?? null;
        const isSent = (await sent()).length > 0;
        if (isSent && candidate === null) return refund?.state;
        const choice: CandidateChoice = { outcome: isSent ? 'sent' : 'not_sent', candidate };
        for (const person of [maja, jon]) await person.post(`/payouts/${payout.id}/resolve`, choice);
        return refund?.state;
      };
      await until(complete, 'the refund is sent', (state) => state === 'sent');
      assert.equal(await restarted.ended, '0');
    }
  } finally {
    isOver = true;
    await working;
  }
  const sent = (await shop.withdrawals()).filter((one) => one.amount === amount);
  assert.equal(sent.length, 1, 'it is sent once');
  const [invoice] = (await refunds.payment()).invoices;
  assert.ok(invoice);
  const { received, applied, owed, reserved, refunded, dismissed } = invoice;
  assert.deepEqual(
    { received, applied, owed, reserved, refunded, dismissed },
    {
      received: `61.${surplus}`,
      applied: '59',
      owed: '0',
      reserved: '0',
      refunded: amount,
      dismissed: '0',
    },
  );
  const admin = await openStaff(path);
  const [{ differences }, { brokenAt }] = [await admin.verifyLedger(), await admin.verifyAudit()];
  await admin.close();
  assert.deepEqual([differences, brokenAt], [[], null]);
  await until(
    () => environment.refunds.filter((event) => event.type === 'refund.sent' && event.checkout.id === id),
    'the shop is told once',
    (events) => new Set(events.map((event) => event.id)).size === 1,
  );
  return first.writes();
}

describe('a refund', () => {
  it(
    'is sent once, and no money is lost, at whatever write a process dies',
    { concurrency: SHOPS },
    async (t) => {
      const writes = await takeRefund(t, await startPayouts(t, { refunds: 'on' }), 0, null);
      const all = writes.flatMap(({ name }, index) =>
        (['before', 'after'] as const).map((when) => ({ name, when, nth: index + 1 })),
      );
      const chosen = all.filter((_moment, index) => index % EVERY === 0);
      // In each shop, the first payout is the one that creates the head of its journal.
      const moments = [...all.filter(({ name }) => name === HEAD).slice(0, SHOPS), ...chosen];
      let order = 0;
      const lane = async () => {
        const shop = await startPayouts(t, { refunds: 'on' });
        for (let moment = moments.shift(); moment; moment = moments.shift()) {
          const { name, when, nth } = moment;
          order += 1;
          const own = order;
          await t.test(`killed ${when} write ${nth} (${name})`, async (each) => {
            const seen = await takeRefund(each, shop, own, { when, nth });
            assert.deepEqual(
              seen.map((write) => write.name),
              writes.slice(0, nth).map((write) => write.name),
            );
          });
        }
      };
      await Promise.all(Array.from({ length: SHOPS }, lane));
    },
  );
});
