import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CandidateChoice } from '../../src/protocol/index.js';
import { until } from '../until.js';
import { ADDRESS } from './payout-fixture.js';
import { becomes, run, WITHDRAW } from './payouts-run.js';
import { only, startRefunds } from './refund-fixture.js';
import { startTwoProcesses } from './two-processes.js';

describe('two payouts processes', () => {
  it('send a refund once, however the staff race, and after a kill between request and answer two people close it', async (t) => {
    const context = await startRefunds(t);
    const { environment, refunds, approve, maja, jon, find, withdrawals } = context;
    const { errors, killSender } = await startTwoProcesses(t, environment.sandbox.url, (url) =>
      run(t, context, context.journal, ['payouts', 'run'], { CRYPTO_CHECKOUT_SERVICE_URL: url }),
    );
    await environment.control('faults', { kind: 'delay', ms: 60_000, endpoint: WITHDRAW, times: 1 });

    await Promise.all([refunds.asked(), refunds.asked()]);
    const refund = await only(refunds.list());
    const proposals = await Promise.allSettled([refunds.propose(refund), refunds.propose(refund)]);
    const [payout, ...more] = proposals.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.ok(payout);
    assert.deepEqual(more, []);
    const approvals = await Promise.allSettled([approve(payout), approve(payout, 'Ida Moe')]);
    assert.equal(approvals.filter(({ status }) => status === 'fulfilled').length, 1);

    await becomes(context, payout.id, 'sending', errors);
    await until(
      () => environment.counts(),
      'the request has arrived',
      (counts) => (counts[WITHDRAW] ?? 0) > 0,
    );
    await killSender();

    await becomes(context, payout.id, 'unknown', errors);
    assert.equal((await refunds.item()).state, 'approved', 'the payer reads no more than is known');
    const { candidates } = await until(
      () => find(payout.id),
      'it is found in the list',
      ({ candidates: found }) => found.length > 0,
    );
    const choice: CandidateChoice = { outcome: 'sent', candidate: candidates[0]?.id ?? null };
    await maja.post(`/payouts/${payout.id}/resolve`, choice);
    assert.equal((await find(payout.id)).state, 'unknown', 'one person is not enough');
    await jon.post(`/payouts/${payout.id}/resolve`, choice);

    assert.equal((await find(payout.id)).state, 'sent');
    assert.equal((await refunds.item()).state, 'sent');
    assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '2.5' }]);
    const { invoices } = await refunds.payment();
    assert.deepEqual([invoices[0]?.owed, invoices[0]?.refundable], ['0', '59']);
  });
});
