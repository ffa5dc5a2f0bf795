import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackgroundLoop } from '../../src/proxy/base/background-loop.js';
import { until } from '../until.js';

const FAILURES: Readonly<Record<string, () => Promise<void>>> = {
  'rejects': () => Promise.reject(new Error('the disk is full')),
  'throws before its first await': () => {
    throw new Error('the disk is full');
  },
};

for (const [what, fail] of Object.entries(FAILURES))
  test(`background work that ${what} is reported, and runs again`, async (t) => {
    const errors: unknown[] = [];
    let rounds = 0;
    const work = () => ((rounds += 1) <= 2 ? fail() : Promise.resolve());
    const loop = new BackgroundLoop(work, 1, (error) => void errors.push(error));
    t.after(() => loop.stop());
    loop.start();
    await until(
      () => rounds,
      'it works again',
      (count) => count > 4,
    );
    assert.deepEqual(errors.map(String), ['Error: the disk is full', 'Error: the disk is full']);
    await loop.stop();
    const ended = rounds;
    loop.wake();
    assert.equal(rounds, ended, 'a stopped loop stays stopped');
  });
