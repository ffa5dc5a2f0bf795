import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTampered, withResult } from './tampered-service.js';
import { CANCEL, CREATE, invoiceOf, SECRETS, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';

describe('the messages of the service', { concurrency: 3 }, () => {
  it('never reach a browser: the reason of a refusal stays in the log', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const refused: string[] = [];
    const { apiKey, shopId } = SECRETS;
    const quoting: typeof fetch = (input, init) => {
      if (!refused.some((path) => input === `${sandbox.url}${path}`)) return fetch(input, init);
      const body = { status: 'error', result: { reason: 'private words of the service' } };
      return Promise.resolve(Response.json(body, { status: 400 }));
    };
    const service = { url: sandbox.url, apiKey, shopId, testMode: true, fetch: quoting };
    const environment = await startProxy(t, sandbox, { isIdle: true, proxy: { service } });
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    refused.push(CREATE, CANCEL);
    const created = await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'LTC' } });
    assert.equal(created.status, 502);
    const canceled = await environment.call('POST', `/checkouts/${id}/cancel`);
    for (const response of [created, canceled]) assert.doesNotMatch(await response.text(), /private words/);
    assert.match(environment.logLines.join('\n'), /private words/);
  });

  it('decide nothing in `invoice_status`: only `status` does', async (t) => {
    const environment = await startTampered(t);
    const word = { status: 'success' };
    environment.tamper = async (_, request) =>
      withResult(await request(), (result) =>
        result.map((fields) => ({ ...fields, invoice_status: word.status })),
      );
    const { id } = await environment.open();
    const { id: uuid } = invoiceOf(await environment.choose(id));
    const { checkedAt } = await environment.get(id);
    environment.sandbox.clock.advance(5);
    const again = await until(
      () => environment.get(id),
      'it is polled again',
      (seen) => seen.checkedAt !== checkedAt,
    );
    assert.equal(again.state, 'awaiting');
    assert.deepEqual(environment.events, []);
    word.status = 'canceled';
    await environment.control('payments', { uuid });
    await environment.becomes(id, 'paid');
  });
});
