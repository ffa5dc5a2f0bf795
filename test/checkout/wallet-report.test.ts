import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { TransferReportResult } from '../../src/checkout/session.js';
import { reportTransfer } from '../../src/checkout/wallet-requests.js';
import type { TransferRequest } from '../../src/protocol/index.js';

const REPORT: TransferRequest = { state: 'sent', invoice: 'one', transfer: 1, transaction: null };
const ACCEPTED: TransferReportResult = { ok: true, transfer: null };

const failing = (retryable: boolean, retryAfterMs = 0): TransferReportResult => ({
  ...{ ok: false, problem: { code: 'offline', retryable }, retryAfterMs },
});

/** A page that reports, and a proxy that answers like this. The last answer repeats. */
function start(t: TestContext, ...answers: readonly TransferReportResult[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const received: TransferRequest[] = [];
  let isOver = false;
  const session = {
    reportTransfer: (report: TransferRequest) => {
      received.push(report);
      return Promise.resolve(answers[received.length - 1] ?? answers.at(-1) ?? ACCEPTED);
    },
  };
  void reportTransfer(session, REPORT).then(() => (isOver = true));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    received,
    isOver: () => isOver,
    after: async (ms: number) => {
      await settle();
      t.mock.timers.tick(ms);
      await settle();
    },
  };
}

describe('the outcome of a transfer from a wallet', () => {
  test('is reported again until the proxy has it', async (t) => {
    const page = start(t, failing(true), failing(true), ACCEPTED);
    for (let time = 0; time < 3; time += 1) await page.after(30_000);
    assert.deepEqual(page.received, [REPORT, REPORT, REPORT]);
    assert.ok(page.isOver());
  });

  test('is not reported before the time that the proxy asks for', async (t) => {
    const page = start(t, failing(true, 60_000), ACCEPTED);
    await page.after(59_999);
    assert.equal(page.received.length, 1);
    await page.after(2_001);
    assert.equal(page.received.length, 2);
  });

  test('is not reported again where that cannot help', async (t) => {
    const page = start(t, failing(false));
    await page.after(30_000);
    assert.equal(page.received.length, 1);
    assert.ok(page.isOver());
  });

  test('is given up after some ten minutes without a proxy', async (t) => {
    const page = start(t, failing(true));
    let minutes = 0;
    for (; !page.isOver() && minutes < 60; minutes += 0.5) await page.after(30_000);
    assert.ok(minutes > 8 && minutes <= 13, `after ${minutes} minutes`);
  });
});
