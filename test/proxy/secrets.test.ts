import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import {
  CANCEL,
  CREATE,
  INFO,
  invoiceOf,
  orderToken,
  SECRETS,
  startProxy,
  startService,
  startWorld,
} from './world.js';
import type { World } from './world.js';

const PLANTED = Object.values(SECRETS);

function assertClean(text: string, where: string): void {
  for (const secret of PLANTED) assert.ok(!text.includes(secret), `${where} holds ${secret}: ${text}`);
}

/** Everything that a browser can ask for, in good and in bad days. */
async function everyAnswer(world: World): Promise<readonly string[]> {
  const answers: string[] = [];
  const note = async (work: Promise<Response>) => {
    const response = await work;
    answers.push(`${JSON.stringify([...response.headers])} ${await response.text()}`);
  };
  const order = await orderToken();
  const { id } = await world.open();
  await note(world.call('POST', '/checkouts', { body: { order } }));
  await note(world.call('POST', '/checkouts', { body: { order: SECRETS.apiKey } }));
  for (const [kind, currency] of [
    ['unauthorized', 'TRX'],
    ['reset-before', 'SOL'],
    ['malformed', 'ETH'],
  ]) {
    await world.control('faults', { kind, endpoint: CREATE, times: 1 });
    await note(world.call('POST', `/checkouts/${id}/invoice`, { body: { currency } }));
  }
  await world.control('faults', { kind: 'unauthorized', endpoint: INFO, times: 2 });
  await note(world.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } }));
  await world.becomes(id, 'awaiting');
  await world.control('faults', { kind: 'unauthorized', endpoint: CANCEL, times: 1 });
  await note(world.call('POST', `/checkouts/${id}/cancel`));
  await note(world.call('GET', `/checkouts/${id}`));
  for (const path of ['/healthz', '/readyz', '/metrics', '/checkouts/x']) await note(world.call('GET', path));
  await world.control('payments', { uuid: invoiceOf(await world.get(id)).id });
  await world.becomes(id, 'paid');
  await note(world.call('GET', `/checkouts/${id}`));
  return answers;
}

describe('key, shop id and order secret', () => {
  it('are in no answer, no event and no log line', async (t) => {
    const world = await startWorld(t);
    for (const answer of await everyAnswer(world)) assertClean(answer, 'an answer');
    assertClean(JSON.stringify(world.events), 'an event');
    assert.ok(world.logLines.length > 5);
    for (const line of world.logLines) assertClean(line, 'a log line');
  });

  it('are not logged either when the service quotes them in its errors', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const { apiKey, shopId } = SECRETS;
    const quoting: typeof fetch = async (_input, init) => {
      const words = `you sent ${new Headers(init?.headers).get('authorization')} for ${shopId}: ${String(init?.body)}`;
      return Response.json({ status: 'error', result: { 'Bad request': words } }, { status: 400 });
    };
    const world = await startProxy(t, sandbox, {
      proxy: { service: { url: sandbox.url, apiKey, shopId, testMode: true, fetch: quoting } },
    });
    const { id } = await world.open();
    const response = await world.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
    const text = await response.text();
    assert.equal(response.status, 502);
    assertClean(text, 'the answer');
    assert.doesNotMatch(text, /you sent/);
    assert.match(world.logLines.join('\n'), /you sent/);
    for (const line of world.logLines) assertClean(line, 'a log line');
  });

  it('nor is the id of a checkout, which is a key to it', async (t) => {
    const world = await startWorld(t);
    const { id } = await world.open();
    await world.control('payments', { uuid: invoiceOf(await world.choose(id)).id });
    await world.becomes(id, 'paid');
    await world.cancel(id).catch(() => undefined);
    for (const line of world.logLines) assert.ok(!line.includes(id), line);
  });

  it('do not come out when the proxy is printed', () => {
    const { apiKey, shopId, orderSecret } = SECRETS;
    const proxy = createCheckoutProxy({
      service: { url: 'https://pay.example', apiKey, shopId },
      orderSecrets: [orderSecret],
      store: ':memory:',
    });
    assertClean(JSON.stringify(proxy), 'the JSON of the proxy');
    assertClean(inspect(proxy, { depth: null, showHidden: true }), 'the print of the proxy');
  });
});
