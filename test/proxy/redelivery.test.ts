import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import { nodeArguments } from '../node-arguments.js';
import { SECRET } from './webhook-receiver.js';
import { invoicesAtService } from './lost-invoices.js';
import { LATER_S, delivering } from './crash-plan.js';
import type { Plan } from './crash-plan.js';
import { freshStore } from './test-stores.js';
import { orderEvent, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';
import { temporaryFile } from '../temporary-folder.js';
import { startShopServer } from '../shop-server.js';
import { control } from '../sandbox-control.js';

const MORTAL_PROXY = fileURLToPath(new URL('crashing-proxy.ts', import.meta.url));

describe('a proxy that was killed between the payment and its delivery', () => {
  it('notifies the shop after its restart, once', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = await freshStore(t);
    const plan: Plan = { story: 'choosing', at: delivering('before') };
    const reported = `${temporaryFile(t)}.events`;
    const args = [...nodeArguments(MORTAL_PROXY), sandbox.url, store, reported, JSON.stringify(plan)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    const [created] = await until(
      () => invoicesAtService(sandbox, 'A-1'),
      'the child has created an invoice',
      (invoices) => invoices.length > 0,
    );
    await control(sandbox.url, 'payments', { uuid: created?.uuid });
    assert.deepEqual(await exit, [null, 'SIGKILL']);

    const shop = await startShopServer(t);
    const proxy = { store, onEvent: undefined, webhook: { url: shop.url, secrets: [SECRET] } };
    const environment = await startProxy(t, sandbox, { proxy });
    // Past the claim of the killed process on the event.
    environment.sandbox.clock.advance(LATER_S);
    const [request] = await until(
      () => shop.requests,
      'the shop is notified',
      ({ length }) => length > 0,
    );
    assert.ok(request);
    const { type, order } = orderEvent(await verifyWebhook(request, { secrets: [SECRET] }));
    assert.deepEqual([type, order.id], ['checkout.paid', 'A-1']);
    environment.sandbox.clock.advance(600);
    const { id } = await environment.open({ id: 'A-2' });
    await environment.control('payments', { uuid: (await environment.choose(id)).invoice?.id });
    await environment.becomes(id, 'paid');
    await until(
      () => shop.requests.map(({ body }) => /"A-\d"/.exec(body)?.[0]).join(),
      'each is delivered once',
      (orders) => orders === '"A-1","A-2"',
    );
  });
});
