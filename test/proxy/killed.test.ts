import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { invoicesAtService, timePassesUntil } from './lost.js';
import { CREATE, invoiceOf, startProxy, startService } from './world.js';

const MORTAL_PROXY = fileURLToPath(new URL('mortal-proxy.ts', import.meta.url));

/** A proxy was killed while it made an invoice, and another one has been started on its file. */
async function killedAndStarted(t: TestContext, moment: 'before' | 'after') {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-killed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const store = join(folder, 'store.sqlite');
  const args = ['--import', 'tsx', MORTAL_PROXY, sandbox.url, store, moment];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [id, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.equal(signal, 'SIGKILL');
  const made = await invoicesAtService(sandbox, 'A-1');
  assert.equal(made.length, moment === 'after' ? 1 : 0);
  const world = await startProxy(t, sandbox, { proxy: { store } });
  assert.equal((await world.get(id)).state, 'creating');
  return { world, id };
}

describe('a proxy that is started again after it was killed', { concurrency: 2 }, () => {
  it('adopts the invoice that the service had made', async (t) => {
    const { world, id } = await killedAndStarted(t, 'after');
    const shown = await timePassesUntil(world, id, 'awaiting');
    const made = await invoicesAtService(world.sandbox, 'A-1');
    assert.deepEqual(
      made.map(({ uuid }) => uuid),
      [invoiceOf(shown).id],
    );
    assert.equal((await world.counts())[CREATE], 1);
  });

  it('has the invoice made of which the service never heard', async (t) => {
    const { world, id } = await killedAndStarted(t, 'before');
    const shown = await timePassesUntil(world, id, 'awaiting');
    const made = await invoicesAtService(world.sandbox, 'A-1');
    assert.deepEqual(
      made.map(({ uuid }) => uuid),
      [invoiceOf(shown).id],
    );
    assert.equal((await world.counts())[CREATE], 1);
  });
});
