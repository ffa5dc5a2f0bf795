import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { CREATE, problemOf, SECRETS, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';

const MINUTE_S = 60;
const REFUSED = { code: 'BTC', available: false, reason: 'service_refused' };
const OFFERED = { code: 'BTC', available: true };

const offerOf = (code: string, { offers }: Checkout) => offers.find((offer) => offer.code === code);

/** A service that refuses BTC while `refuses` is true; the sandbox never refuses a coin. */
async function startRefusing(t: TestContext) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const service = { url: sandbox.url, apiKey: SECRETS.apiKey, shopId: SECRETS.shopId, testMode: true };
  const state = { refuses: true };
  const environment = await startProxy(t, sandbox, {
    proxy: {
      service: {
        ...service,
        fetch: (input, init) => {
          const body = init?.body;
          const isCreation = input === `${sandbox.url}${CREATE}` && typeof body === 'string';
          if (!isCreation || !state.refuses) return fetch(input, init);
          return fetch(input, { ...init, body: body.replace('"BTC"', '"NO-COIN"') });
        },
      },
    },
  });
  const refuse = async (id: string, email?: string) => {
    const body = { currency: 'BTC', email };
    const { code } = await problemOf(await environment.call('POST', `/checkouts/${id}/invoice`, { body }));
    assert.equal(code, 'service_refused');
  };
  return Object.assign(state, { environment, refuse });
}

describe('a currency that the service has refused', { concurrency: 4 }, () => {
  it('is offered as unavailable with the reason: to this page, by its stream, and to other payers', async (t) => {
    const { environment, refuse } = await startRefusing(t);
    const { id } = await environment.open();
    const other = await environment.open({ id: 'A-2' });
    assert.deepEqual(offerOf('BTC', await environment.get(other.id)), OFFERED);
    const stream = await environment.call('GET', `/checkouts/${id}/events`);
    await refuse(id);
    for (const checkout of [
      await environment.get(id),
      await environment.get(other.id),
      await environment.open({ id: 'A-3' }),
    ]) {
      assert.deepEqual([offerOf('BTC', checkout), checkout.state], [REFUSED, 'choosing']);
      assert.deepEqual(offerOf('LTC', checkout), { code: 'LTC', available: true });
    }
    let heard = '';
    for await (const chunk of stream.body ?? []) {
      heard += Buffer.from(chunk).toString();
      if (heard.includes(JSON.stringify(REFUSED))) break;
    }
    assert.equal((await environment.choose(id, 'LTC')).state, 'awaiting');
  });

  it('counts as available again after ten minutes, or once the service has accepted it', async (t) => {
    const scene = await startRefusing(t);
    const { environment, refuse } = scene;
    const { id } = await environment.open();
    await refuse(id);
    environment.sandbox.clock.advance(9 * MINUTE_S);
    assert.deepEqual(offerOf('BTC', await environment.get(id)), REFUSED);
    environment.sandbox.clock.advance(MINUTE_S);
    assert.deepEqual(offerOf('BTC', await environment.get(id)), OFFERED);
    await refuse(id);
    assert.deepEqual(offerOf('BTC', await environment.get(id)), REFUSED);
    scene.refuses = false;
    const { id: another } = await environment.open({ id: 'A-2' });
    assert.equal((await environment.choose(another, 'BTC')).state, 'awaiting');
    assert.deepEqual(offerOf('BTC', await environment.get(id)), OFFERED);
  });

  it('stays available at prices outside the range of refused ones, and in another fiat currency', async (t) => {
    const { environment, refuse } = await startRefusing(t);
    const offerAt = async (amount: string, currency = 'EUR') =>
      offerOf('BTC', await environment.open({ id: `${amount} ${currency}`, amount, currency }));
    await refuse((await environment.open({ id: 'A-1', amount: '0.10' })).id);
    assert.deepEqual([await offerAt('0.10'), await offerAt('49.00')], [REFUSED, OFFERED]);
    await refuse((await environment.open({ id: 'A-2', amount: '100.00' })).id);
    assert.deepEqual(
      [await offerAt('49.00'), await offerAt('100.01'), await offerAt('49.00', 'USD')],
      [REFUSED, OFFERED, OFFERED],
    );
  });

  it('stays available to other payers if the email of the payer may be the reason', async (t) => {
    const { environment, refuse } = await startRefusing(t);
    const { id } = await environment.open();
    await refuse(id, 'payer@example.com');
    assert.deepEqual(offerOf('BTC', await environment.open({ id: 'A-2' })), OFFERED);
  });

  it('stays available if the key was refused', async (t) => {
    const scene = await startRefusing(t);
    scene.refuses = false;
    const { environment } = scene;
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    await scene.refuse(id);
    await until(
      () => environment.get(id),
      'the payer can choose again',
      ({ state }) => state === 'choosing',
    );
    assert.deepEqual(offerOf('BTC', await environment.get(id)), OFFERED);
  });
});
