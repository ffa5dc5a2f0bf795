import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { orders } from './tampered-service.js';
import type { Ordered } from './tampered-service.js';
import { INFO, startEnvironment, streamOf } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

const COUNT = Number(process.env['STREAMS'] ?? '200');

interface Watched {
  readonly stream: AsyncGenerator<Checkout>;
  seen: Checkout | undefined;
}

async function watch(environment: TestEnvironment, { checkoutId }: Ordered): Promise<Watched> {
  const stream = streamOf(await environment.call('GET', `/checkouts/${checkoutId}/events`));
  const watched: Watched = { stream, seen: undefined };
  void (async () => {
    for await (const checkout of stream) watched.seen = checkout;
  })().catch(() => undefined);
  return watched;
}

describe(`${COUNT} open checkouts, each with a connected page`, () => {
  it('cost one call per hundred and round, and a payment is seen within one round', async (t) => {
    const environment = await startEnvironment(t);
    const created = await orders(environment, COUNT);
    const pages: Watched[] = [];
    for (const order of created) pages.push(await watch(environment, order));
    await until(
      () => pages.filter(({ seen }) => seen === undefined).length,
      'every page has its checkout',
      (missing) => missing === 0,
    );
    // The next poll of all of them, and then a payment of one in the middle.
    const middle = Math.floor(COUNT / 2);
    const uuid = created[middle]?.invoiceId;
    // Cleared before the payment: a round may poll it at any moment from then on.
    await environment.clear('requests');
    const startedMs = performance.now();
    await environment.control('payments', { uuid });
    environment.sandbox.clock.advance(5);
    const paid = () => pages[middle]?.seen?.state === 'paid';
    await until(paid, 'the page sees the payment');
    const seenMs = performance.now() - startedMs;
    const calls = (await environment.counts())[INFO] ?? 0;
    // They are allowed for the time in which they were sent, to which that of counting them belongs.
    const tookMs = performance.now() - startedMs;
    const allowed = Math.ceil(COUNT / 100) * Math.ceil((tookMs + 3000) / 3000);
    t.diagnostic(
      `${COUNT} streams: seen after ${Math.round(seenMs)} ms, ${calls} calls (${allowed} allowed)`,
    );
    const requested = (await environment.requests()).filter(({ path }) => path === INFO);
    const first = requested.findIndex(
      ({ body }) => Array.isArray(body['uuids']) && body['uuids'].includes(uuid),
    );
    // One round may have been under way already.
    assert.ok(first >= 0 && first < 2 * Math.ceil(COUNT / 100), `polled in call ${first + 1}`);
    assert.ok(calls <= allowed, `${calls} calls, ${allowed} allowed`);
    assert.equal(pages.filter(({ seen }) => seen?.state === 'paid').length, 1);
  });
});
