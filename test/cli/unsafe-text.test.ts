import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine } from './command-line.js';

const PERSON = ['--person', 'Maja Lind'];

for (const [line, name] of [
  [['invoice', 'create', '--amount', '5', '--order'], '--order'],
  [['invoice', 'create', '--amount', '5', '--email'], '--email'],
  [['invoice', 'info', 'INV-ABCD1234'], 'id'],
  [['wallet', 'create', '--currency', 'BTC', '--customer'], '--customer'],
  [['checkout', 'show'], 'id'],
  [['checkout', 'list', '--order'], '--order'],
  [['checkout', 'dismiss', 'A-1', ...PERSON, '--note'], '--note'],
  [['refund', 'decide', 'x', ...PERSON, '--decline'], '--decline'],
  [['payouts', 'decline', 'x', ...PERSON, '--reason'], '--reason'],
  [['payouts', 'propose', ...PERSON, '--purpose'], '--purpose'],
] as const) {
  test(`${line.slice(0, 2).join(' ')} refuses ${name} with an invisible character`, async (t) => {
    const shell = await commandLine(t);
    for (const [character, kind] of [
      ['\u001b', 'a control character (U+001B)'],
      ['\ud800', 'half a character (U+D800)'],
      ['\u202e', 'a character that turns the text direction (U+202E)'],
    ] as const) {
      const { exitCode, output, errors } = await shell.type([...line, `a${character}b`]);
      assert.deepEqual([exitCode, output], [2, '']);
      assert.equal(errors, `${name} contains ${kind}. Remove it.\n`);
    }
  });
}

test('a person, and the reason for a refusal, are required in the command line as on the page', async (t) => {
  const shell = await commandLine(t);
  for (const [line, pattern] of [
    [['payouts', 'decline', 'x', '--person', ' ', '--reason', 'y'], /--person.*Use 1 to 100 characters/],
    [['payouts', 'decline', 'x', ...PERSON, '--reason', ' '], /--reason.*Use 1 to 1000 characters/],
    [
      ['refund', 'decide', 'x', ...PERSON, '--checked', 'y'.repeat(1001)],
      /--checked.*Use 1 to 1000 characters/,
    ],
    [
      ['refund', 'create', 'A-1', '--invoice', '1', '--to', 'x', '--person', 'a\nb'],
      /--person[^]*Use 1 to 100/,
    ],
  ] as const) {
    const { exitCode, errors } = await shell.type(line);
    assert.equal(exitCode, 2);
    assert.match(errors, pattern);
  }
});
