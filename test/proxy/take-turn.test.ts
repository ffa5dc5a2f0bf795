import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takeTurn } from '../../src/proxy/base/async.js';

describe('expensive requests that take turns', () => {
  it('let every other request be answered between two of them', async () => {
    let rounds = 0;
    let next = setImmediate(function countRound() {
      rounds += 1;
      next = setImmediate(countRound);
    });
    const turns = Array.from({ length: 20 }, async () => {
      await takeTurn();
      return rounds;
    });
    const taken = await Promise.all(turns);
    clearImmediate(next);
    // Between two rounds, the process reads and answers what has arrived.
    assert.equal(new Set(taken).size, 20, taken.join(' '));
  });
});
