import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chance } from './seeded-random.js';
import { parseOptions } from './options.js';

const take = (chance: Chance) => Array.from({ length: 50 }, () => chance.between(0, 999));

describe('the seed of a run', () => {
  it('repeats every decision, and another seed takes others', () => {
    assert.deepEqual(take(new Chance('a')), take(new Chance('a')));
    assert.notDeepEqual(take(new Chance('a')), take(new Chance('b')));
  });

  it('gives everybody a sequence of their own, whatever the others have taken', () => {
    const chance = new Chance('a');
    const before = take(chance.of('payer 1'));
    take(chance);
    assert.deepEqual(take(chance.of('payer 1')), before);
    assert.notDeepEqual(take(chance.of('payer 2')), before);
  });

  it('chooses as often as the weights say', () => {
    const chance = new Chance('weights');
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let n = 0; n < 10_000; n += 1) counts[chance.weighted({ often: 9, seldom: 1, never: 0 })] += 1;
    assert.equal(counts.never, 0);
    assert.ok(counts.seldom > 850 && counts.seldom < 1150, `${counts.seldom}`);
  });
});

describe('the command line of a run', () => {
  it('is read, and what is left out has a value', () => {
    assert.deepEqual(parseOptions(['--minutes', '0.5', '--seed=x', '--processes', '3']), {
      ...{ minutes: 0.5, seed: 'x', store: 'sqlite', processes: 3, ordersPerSecond: 12, keep: false },
    });
    assert.equal(parseOptions(['--help']), 'help');
  });

  it('is refused with the value and the remedy', () => {
    for (const [args, message] of [
      [['--minutes', 'ten'], /--minutes is "ten": give a number above 0/],
      [['--minutes'], /--minutes needs a value/],
      [['--minuts', '2'], /--minuts is not known: use --help/],
      [['--processes', '1.5'], /--processes is "1.5": give a whole number/],
      [['--store', 'mysql'], /--store is "mysql": give sqlite or postgres/],
    ] as const) {
      assert.throws(() => parseOptions(args), message);
    }
  });
});
