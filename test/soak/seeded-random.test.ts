import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SeededRandom } from './seeded-random.js';
import { parseOptions } from './options.js';

const take = (random: SeededRandom) => Array.from({ length: 50 }, () => random.between(0, 999));

describe('the seed of a run', () => {
  it('repeats every decision, and another seed decides differently', () => {
    assert.deepEqual(take(new SeededRandom('a')), take(new SeededRandom('a')));
    assert.notDeepEqual(take(new SeededRandom('a')), take(new SeededRandom('b')));
  });

  it('provides independent sequences', () => {
    const random = new SeededRandom('a');
    const before = take(random.of('payer 1'));
    take(random);
    assert.deepEqual(take(random.of('payer 1')), before);
    assert.notDeepEqual(take(random.of('payer 2')), before);
  });

  it('selects by the weights', () => {
    const random = new SeededRandom('weights');
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let n = 0; n < 10_000; n += 1) counts[random.weighted({ often: 9, seldom: 1, never: 0 })] += 1;
    assert.equal(counts.never, 0);
    assert.ok(counts.seldom > 850 && counts.seldom < 1150, `${counts.seldom}`);
  });
});

describe('the command line of a run', () => {
  it('is parsed, with defaults for missing options', () => {
    assert.deepEqual(parseOptions(['--minutes', '0.5', '--seed=x', '--processes', '3']), {
      ...{ minutes: 0.5, seed: 'x', store: 'sqlite', processes: 3, ordersPerSecond: 12, keep: false },
    });
    assert.equal(parseOptions(['--help']), 'help');
  });

  it('is rejected with the value and the remedy', () => {
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
