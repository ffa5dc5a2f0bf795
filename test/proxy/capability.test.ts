import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newCheckoutId } from '../../src/proxy/checkouts/checkout-repository.js';
import { Store } from '../../src/proxy/store/store.js';
import { invoiceOf, problemOf, startEnvironment } from './test-environment.js';
import type { TestEnvironment } from './test-environment.js';

/** Everything visible in a response, except the id of the request. */
async function seen(response: Response): Promise<object> {
  const { requestId: _, ...body } = await problemOf(response);
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'content-length');
  return { status: response.status, headers, body };
}

async function everything(environment: TestEnvironment, id: string): Promise<readonly object[]> {
  return [
    await seen(await environment.call('GET', `/checkouts/${id}`)),
    await seen(await environment.call('GET', `/checkouts/${id}/events`)),
    await seen(await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } })),
    await seen(await environment.call('POST', `/checkouts/${id}/cancel`)),
  ];
}

describe('a client that does not know the id of a checkout', () => {
  it('learns nothing: an unknown id, an invalid one and those of the service and the order get the same response', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open({ id: 'A-1' });
    const serviceId = invoiceOf(await environment.choose(id, 'BTC')).id;
    await environment.clear('requests');
    const find = t.mock.method(Store.prototype, 'findCheckout');
    const answers: (readonly object[])[] = [];
    const work: number[] = [];
    const near = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of ['A'.repeat(32), near, 'x', '1', serviceId, 'A-1', '%00', 'a'.repeat(5000)]) {
      find.mock.resetCalls();
      answers.push(await everything(environment, wrong));
      work.push(find.mock.callCount());
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(new Set(work).size, 1, 'each id is read as often as any other');
    assert.deepEqual(await environment.counts(), {});
  });
});

it('an id can be passed on a command line: none begins like an option', () => {
  const ids = Array.from({ length: 2000 }, newCheckoutId);
  assert.deepEqual(
    ids.filter((id) => !/^\w[\w-]{31}$/.test(id)),
    [],
  );
});
