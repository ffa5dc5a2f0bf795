import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { en } from '../../src/i18n/en.js';
import { LANGUAGES, languageOf, messagesFor } from '../../src/i18n/index.js';
import type { MessageOverrides } from '../../src/i18n/index.js';
import { directionOf, matching, rangesOf } from '../../src/i18n/language-tags.js';
import { setMessages } from '../../src/i18n/set-messages.js';
import { mutatedText, mutatedValue } from '../faults/mutations.js';
import { assertLinear, assertUnpolluted } from '../faults/parser-properties.js';
import { sentencesOf } from './catalogs.js';

/** Checks that every message is still a text, or a function that returns one. */
function assertReadable(messages: object): void {
  for (const [path, sentence] of sentencesOf(en)) {
    const own = path.split('.').reduce<unknown>((group, key) => Reflect.get(Object(group), key), messages);
    assert.equal(typeof own, typeof sentence, `${path} of the messages is no longer a ${typeof sentence}`);
    if (typeof own === 'function') assert.equal(typeof own(1, 'a', 'b', 'c'), 'string', path);
  }
}

/** As read from a file: JSON has no functions. */
const catalogFile: unknown = JSON.parse(JSON.stringify(en));
const anyChanges = fc.oneof(
  mutatedValue(catalogFile),
  mutatedValue({ lang: 'de', paid: { title: 'Bezahlt' }, total: 'Summe' }),
);

/** A value from untyped code. */
function changesOf(value: unknown): MessageOverrides {
  return Object(value);
}

describe('invalid overrides of a shop', () => {
  test('a value of another type is rejected by its key', () => {
    for (const [value, name] of [
      [{ order: 5 }, 'order'],
      [{ total: null }, 'total'],
      [{ paid: 'Bezahlt' }, 'paid'],
      [{ paid: { title: 5 } }, 'paid.title'],
    ] as const)
      assert.throws(() => setMessages('en', changesOf(value)), {
        name: 'TypeError',
        message: new RegExp(`^Message "${name}" must be of type \\w+, as in the English catalog\\.$`),
      });
    setMessages('en', changesOf({ ofAnotherRelease: 'x', total: undefined }));
    assertReadable(messagesFor('en').m);
  });

  test('are rejected with a TypeError, or every element still has its messages', () => {
    let taken = 0;
    const property = fc.property(anyChanges, mutatedText('en', 'en', 'de', 'ar', 'x-a'), (value, locale) => {
      try {
        setMessages(locale, changesOf(value));
        taken += 1;
      } catch (error) {
        assert.ok(error instanceof TypeError, String(error));
        assert.ok(error.message.length < 300, error.message.slice(0, 400));
        return;
      }
      const { m } = messagesFor(locale);
      assertReadable(m);
      assert.match(directionOf(m.lang), /^(ltr|rtl)$/);
      assertUnpolluted();
    });
    fc.assert(property, { numRuns: 400 });
    assert.ok(taken > 20, `${taken} taken`);
  });

  test('an invalid lang is rejected, with the tag and the remedy', () => {
    const before = messagesFor('en').m.lang;
    assert.throws(() => setMessages('en', { lang: 'not a tag' }), {
      name: 'TypeError',
      message: '"not a tag" is not a language tag. Use one such as "de" or "pt-BR".',
    });
    assert.equal(messagesFor('en').m.lang, before);
  });
});

describe('arbitrary language tags', () => {
  test('are accepted, or rejected with a RangeError', () => {
    const known = LANGUAGES.map(([tag]) => tag);
    const property = fc.property(mutatedText(...known, 'pt-BR', 'zh-Hant-TW-u-nu-latn', 'de_DE'), (tag) => {
      for (const work of [rangesOf, directionOf, languageOf, (text: string) => matching(text, known)]) {
        try {
          work(tag);
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
        }
      }
    });
    fc.assert(property, { numRuns: 800 });
  });

  test('take time in proportion to their length', async () => {
    for (const letter of ['a', 'a-', '-', 'en-', 'x-a-'])
      await assertLinear(5_000, (size) => {
        try {
          return rangesOf(letter.repeat(size));
        } catch (error) {
          return assert.ok(error instanceof RangeError);
        }
      });
  });
});
