import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { SECRETS } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { OTHER_ADDRESS, PAYOUT_SECRET, startPayouts, WITHDRAWAL_KEY } from './payout-fixture.js';
import { becomes, run, WITHDRAW } from './payouts-run.js';

describe('payouts run', { concurrency: 2 }, () => {
  it('killed between request and answer: the payout is unknown, is found, and is not sent again', async (t) => {
    const context = await startPayouts(t);
    await context.environment.control('faults', { kind: 'delay', ms: 60_000, endpoint: WITHDRAW, times: 1 });
    const { id } = await context.approve(await context.propose());
    const first = run(t, context);
    await becomes(context, id, 'sending', first.errors);
    // The service has it, and answers in a minute.
    await until(
      () => context.environment.counts(),
      'the request has arrived',
      (counts) => (counts[WITHDRAW] ?? 0) > 0,
    );
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run(t, context);
    await becomes(context, id, 'unknown', second.errors);
    const { candidates } = await until(
      () => context.find(id),
      'it is found in the list',
      (payout) => payout.candidates.length > 0,
    );
    assert.equal(candidates[0]?.isSameAmount, true);
    second.child.kill('SIGTERM');
    assert.equal(await second.ended, 0, second.errors());
    assert.match(second.output(), /^the payouts process is running\nstopped\n$/);
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('prints no secret, and two of them send each payout once', async (t) => {
    const context = await startPayouts(t);
    const ids = [];
    for (let count = 0; count < 2; count += 1)
      ids.push((await context.approve(await context.propose({ amount: `${count + 1}` }))).id);
    const processes = [run(t, context), run(t, context)];
    const errors = () => processes.map((one) => one.errors()).join('');
    for (const id of ids) await becomes(context, id, 'sent', errors);
    for (const { child } of processes) child.kill('SIGTERM');
    for (const { ended } of processes) assert.equal(await ended, 0, errors());
    assert.deepEqual((await context.withdrawals()).map(({ amount }) => amount).toSorted(), ['1', '2']);
    const printed = errors() + processes.map((one) => one.output()).join('');
    for (const secret of [PAYOUT_SECRET, WITHDRAWAL_KEY, SECRETS.apiKey])
      assert.ok(!printed.includes(secret));
    const journal = await readFile(context.journal, 'utf8');
    assert.ok(!journal.includes(PAYOUT_SECRET));
  });

  it('keeps 12 seconds between its requests and those of the command withdraw', async (t) => {
    const context = await startPayouts(t);
    const { id } = await context.approve(await context.propose());
    const payouts = run(t, context);
    const command = ['withdraw', '--currency', 'USDT_TRC20', '--amount', '7', '--to', OTHER_ADDRESS, '--yes'];
    // On the same machine, in an environment without payouts. Beside them, the command refuses.
    const refused = run(t, context, context.journal, command);
    assert.equal(await refused.ended, 1, refused.errors());
    const elsewhere = {
      ...{ DATABASE_URL: '', CRYPTO_CHECKOUT_STORE: `${context.journal}.no-store` },
      ...{ CRYPTO_CHECKOUT_PAYOUT_SECRET: '', CRYPTO_CHECKOUT_PAYOUT_JOURNAL: '' },
    };
    const withdraw = run(t, context, context.journal, command, elsewhere);
    assert.equal(await withdraw.ended, 0, withdraw.errors());
    await becomes(context, id, 'sent', payouts.errors);
    const sent = (await context.environment.requests()).filter(({ path }) => path === WITHDRAW);
    const [first = 0, second = 0, ...more] = sent.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b);
    assert.deepEqual(more, []);
    assert.ok(second - first >= 12_000, `${second - first} ms`);
  });
});
