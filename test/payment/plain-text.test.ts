import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLine, lineFault, textFault, toPlainText } from '../../src/payment/plain-text.js';
import { anyCharacter } from '../any-character.js';
import { unsafeText } from '../unsafe-text.js';

test('a text says which character hides or turns what is read', () => {
  assert.equal(textFault('a\0'), 'contains a control character (U+0000)');
  assert.equal(textFault('a\u009f'), 'contains a control character (U+009F)');
  assert.equal(textFault('\ud83d!'), 'contains half a character (U+D83D)');
  assert.equal(textFault('\u2066a'), 'contains a character that turns the text direction (U+2066)');
  assert.equal(lineFault('a\tb'), 'contains a tab (U+0009)');
  assert.equal(lineFault('a\u2028b'), 'contains a line break (U+2028)');
});

test('a text of any language is plain, with tabs and line breaks in several lines', () => {
  const texts = [
    '',
    'Maja Lind',
    'می‌خواهم',
    'क्‍ष',
    'שלום\u200f!',
    '\u200eA-1',
    '👩‍👩‍👧🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'e\u0301',
    '\ufeff',
    '\ue000',
  ];
  for (const text of texts) assert.deepEqual([textFault(text), lineFault(text)], [null, null], text);
  assert.equal(textFault('one\r\n\ttwo\u2028three'), null);
  assert.deepEqual([isLine('12345', 5), isLine('123456', 5), isLine('1\n', 5)], [true, false, false]);
});

test('a foreign text becomes plain, and no shorter', () => {
  assert.equal(toPlainText('INV-\0ABCD1234'), 'INV-\ufffdABCD1234');
  assert.equal(toPlainText('\ud800\ud83d\ude00\tx\n'), '\ufffd\ud83d\ude00\tx\n');
  const foreign = fc.oneof(
    unsafeText,
    fc.array(anyCharacter).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(foreign, (text) => {
      const plain = toPlainText(text);
      assert.equal(textFault(plain), null);
      assert.equal(plain.length, text.length);
      assert.equal(plain === text, textFault(text) === null);
    }),
  );
});
