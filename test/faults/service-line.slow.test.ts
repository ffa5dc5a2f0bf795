// The line between proxy and service, cut in every phase of a call: what payer, shop and operator see. The
// deadlines are the real ones, so each of these takes up to 20 seconds; they wait concurrently.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { invoicesAtService, timePassesUntil } from '../proxy/lost-invoices.js';
import {
  CANCEL,
  CREATE,
  INFO,
  invoiceOf,
  SECRETS,
  frozenClock,
  startProxy,
  startService,
} from '../proxy/test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from '../proxy/test-environment.js';
import type { FaultyLine, LineFault } from './faulty-line.js';
import { startFaultyLine } from './faulty-line.js';

interface Scenario extends TestEnvironment {
  readonly line: FaultyLine;
}

async function startScene(t: TestContext): Promise<Scenario> {
  const sandbox = await startService({ clock: frozenClock() });
  t.after(() => sandbox.close());
  const line = await startFaultyLine(sandbox.url);
  t.after(() => line.close());
  const { apiKey, shopId } = SECRETS;
  const service = { url: line.url, apiKey, shopId, testMode: true };
  return { ...(await startProxy(t, sandbox, { proxy: { service } })), line };
}

/** The fate of a call, and whether the service has done its work. */
const FAULTS: readonly (readonly [name: string, fault: LineFault, isDone: boolean])[] = [
  ['is cut off in the middle of the question', { kind: 'cut', direction: 'up', afterBytes: 150 }, false],
  ['is cut off in the middle of the headers', { kind: 'cut', direction: 'down', afterBytes: 40 }, true],
  [
    'ends in the middle of the body, in order',
    { kind: 'cut', direction: 'down', afterBytes: 400, isInOrder: true },
    true,
  ],
  ['has a wrong byte in its first line', { kind: 'corrupt', direction: 'down', atByte: 1 }, true],
  ['hangs before its first byte is sent', { kind: 'stall', direction: 'up', afterBytes: 0 }, false],
  ['hangs in the middle of the question', { kind: 'stall', direction: 'up', afterBytes: 150 }, false],
  ['hangs before the first byte of the answer', { kind: 'stall', direction: 'down', afterBytes: 0 }, true],
  ['hangs in the middle of the headers', { kind: 'stall', direction: 'down', afterBytes: 40 }, true],
  ['hangs in the middle of the body', { kind: 'stall', direction: 'down', afterBytes: 400 }, true],
  ['has an answer that trickles in', { kind: 'slow', direction: 'down', bytesPerSecond: 15 }, true],
  ['has lost the other end without a word', { kind: 'half-open', direction: 'up', afterBytes: 0 }, false],
];

/** The longest deadline of a call, plus time for a busy machine. */
const DEADLINE_MS = 26_000;

describe('a creation that', { concurrency: FAULTS.length }, () => {
  for (const [name, fault, isDone] of FAULTS) {
    it(`${name} leads to one address, which can be paid`, async (t) => {
      const scene = await startScene(t);
      const { id } = await scene.open();
      scene.line.break({ fault, path: CREATE });
      const startedMs = performance.now();
      assert.equal((await scene.choose(id)).state, 'creating', 'the payer sees that it takes a while');
      assert.ok(performance.now() - startedMs < DEADLINE_MS, 'and does not wait forever');
      assert.equal((await scene.counts())[CREATE] ?? 0, Number(isDone));
      const shown = invoiceOf(await timePassesUntil(scene, id, 'awaiting'));
      const created = await invoicesAtService(scene.sandbox, 'A-1');
      assert.deepEqual(
        created.map(({ uuid, order_id: order }) => [uuid, order]),
        [[shown.id, isDone ? 'A-1' : 'A-1.2']],
      );
      assert.deepEqual(scene.events, [], 'the shop hears nothing of it');
      assert.match(scene.logLines.join('\n'), /invoice creation has an unknown outcome/);

      await scene.control('payments', { address: shown.address, amount: shown.amount });
      await scene.becomes(id, 'paid');
      await until(
        () => scene.events.map(({ type }) => type),
        'the shop is notified',
        (types) => types.length > 0,
      );
      assert.deepEqual(
        scene.events.map(({ type }) => type),
        ['checkout.paid'],
      );
    });
  }
});

describe('a poll for payments that', { concurrency: FAULTS.length }, () => {
  for (const [name, fault] of FAULTS) {
    it(`${name} is repeated: the payment is detected, and reported once`, async (t) => {
      const scene = await startScene(t);
      const { id } = await scene.open();
      const { address, amount } = invoiceOf(await scene.choose(id));
      scene.line.break({ fault, path: INFO });
      await scene.control('payments', { address, amount });
      scene.sandbox.clock.advance(5);
      await until(() => scene.line.played.size, 'the poll is sent');
      const meanwhile = await scene.get(id);
      assert.equal(meanwhile.state, 'awaiting', 'the payer sees what was known');
      assert.equal(invoiceOf(meanwhile).address, address);
      await until(
        () => scene.logLines.join('\n'),
        'the operator reads of it',
        (lines) => lines.includes('service poll failed'),
      );
      await timePassesUntil(scene, id, 'paid');
      await until(() => scene.events.length, 'the shop is notified');
      assert.deepEqual(
        scene.events.map(({ type }) => type),
        ['checkout.paid'],
      );
    });
  }
});

describe('a service that ends every connection immediately', () => {
  it('is called again and again; a creation is looked up, and repeated when it is back', async (t) => {
    const scene = await startScene(t);
    const { id } = await scene.open();
    scene.line.break({ fault: { kind: 'close' }, times: Infinity });
    assert.equal((await scene.choose(id)).state, 'creating');
    await until(
      () => scene.logLines.join('\n'),
      'the operator reads that the list cannot be read',
      (lines) => {
        scene.sandbox.clock.advance(1);
        return lines.includes('invoice list unavailable');
      },
    );
    assert.equal((await scene.counts())[CREATE] ?? 0, 0);
    scene.line.repair();
    const shown = invoiceOf(await timePassesUntil(scene, id, 'awaiting'));
    const created = await invoicesAtService(scene.sandbox, 'A-1');
    assert.deepEqual(
      created.map(({ uuid }) => uuid),
      [shown.id],
    );
  });
});

describe('a cancellation whose response is lost on the line', () => {
  it('is reported as failed; a repeated request shows that it has succeeded', async (t) => {
    const scene = await startScene(t);
    const { id } = await scene.open();
    await scene.choose(id);
    scene.line.break({ fault: { kind: 'cut', direction: 'down', afterBytes: 0 }, path: CANCEL });
    const response = await scene.call('POST', `/checkouts/${id}/cancel`);
    assert.equal(response.status, 503);
    assert.equal((await invoicesAtService(scene.sandbox, 'A-1'))[0]?.status, 'canceled');
    assert.equal((await scene.cancel(id)).state, 'canceled');
    await until(
      () => scene.events.map(({ type }) => type),
      'the shop is notified',
      (types) => types.includes('checkout.canceled'),
    );
    assert.equal(scene.events.length, 1);
  });
});
