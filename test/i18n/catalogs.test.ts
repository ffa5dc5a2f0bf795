import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTS, everyCatalog, sentencesOf, spellings } from './catalogs.js';
import type { Sentence } from './catalogs.js';

const catalogs = await everyCatalog();
const english = sentencesOf(catalogs[0]?.[1] ?? {});

/** Names, and messages that are the same in some language. */
const SAME = /^(?:lang|total|testMode|email|wallet\.open|.*\.invalidNumber)$/;

/** Values that no message contains by itself. */
const text = fc.stringMatching(/^[A-Z]{6} \([0-9]{3}\)$/);

function callWith(sentence: Sentence, path: string, values: readonly (string | number)[]): string {
  const said = typeof sentence === 'string' ? sentence : sentence(...values);
  assert.equal(typeof said, 'string', path);
  return said;
}

/** Numbers where English has numbers, texts elsewhere. */
const valuesFor = (path: string, sentence: Sentence, count: number, name: string) =>
  Array.from({ length: typeof sentence === 'string' ? 0 : sentence.length }, (_, index) => {
    const place = COUNTS[path]?.indexOf(index) ?? -1;
    return place < 0 ? `${name}${index}` : count + place;
  });

/** One is a word in many sentences; in Arabic two is a form of the noun. */
const isWord = (tag: string, count: number) => count === 1 || (tag === 'ar' && count === 2);

for (const [tag, messages] of catalogs) {
  const own = sentencesOf(messages);

  test(`${tag}: has every message that English has, and no other`, () => {
    assert.deepEqual([...own.keys()].sort(), [...english.keys()].sort());
    assert.equal(messages.lang, tag);
    for (const [path, sentence] of own) assert.notEqual(sentence, '', path);
  });

  test(`${tag}: contains every parameter`, () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 999 }), (name, count) => {
        for (const [path, sentence] of english) {
          const translated = own.get(path) ?? '';
          const values = valuesFor(path, sentence, count, name);
          const said = callWith(translated, path, values);
          const expected = callWith(sentence, path, values);
          for (const value of values) {
            if (!expected.includes(String(value))) continue;
            const ways = typeof value === 'number' ? spellings(value, tag) : [value];
            const mayLack = typeof value === 'number' && isWord(tag, value);
            assert.ok(mayLack || ways.some((way) => said.includes(way)), `${path}: "${said}" lacks ${value}`);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  test(`${tag}: counts in the forms of the language`, () => {
    for (const path of Object.keys(COUNTS)) {
      const sentence = own.get(path) ?? '';
      const forms = new Set<string>();
      for (const count of [0, 1, 2, 3, 5, 11, 21, 100]) {
        const values = valuesFor(path, english.get(path) ?? '', count, 'USDT');
        const said = callWith(sentence, path, values);
        assert.ok(!/#|undefined|NaN|null/.test(said), `${path}: "${said}"`);
        const counts = values.filter((value) => typeof value === 'number' && !isWord(tag, value));
        for (const each of counts)
          assert.ok(
            spellings(Number(each), tag).some((way) => said.includes(way)),
            `${path}: "${said}"`,
          );
        forms.add(said);
      }
      assert.equal(forms.size, 8, `${path} says the same for two numbers`);
    }
  });

  test(`${tag}: the long name of a control contains its text (WCAG 2.5.3)`, () => {
    const { change, changeLong, copy, copyAmount, copyAddress } = messages;
    // Whole words: speech recognition does not find "copy" in "copying". Chinese, Japanese and Thai have no spaces between words.
    const isSpaced = !/^(?:zh|ja|th)\b/.test(tag);
    const padded = (text: string) =>
      isSpaced
        ? ` ${text
            .toLowerCase()
            .match(/[\p{L}\p{M}\p{N}]+/gu)
            ?.join(' ')} `
        : text;
    const has = (long: string, short: string) => padded(long).includes(padded(short));
    assert.ok(has(changeLong, change), `"${changeLong}" lacks "${change}"`);
    for (const long of [copyAmount, copyAddress]) assert.ok(has(long, copy), `"${long}" lacks "${copy}"`);
  });

  if (tag === 'en') continue;
  test(`${tag}: contains no English sentence`, () => {
    const same = [...own].filter(([path, sentence]) => {
      const original = english.get(path);
      if (original === undefined || SAME.test(path)) return false;
      const values = valuesFor(path, original, 7, 'Qx');
      const said = callWith(sentence, path, values);
      return said === callWith(original, path, values) && /[a-z]{3}.* .*[a-z]{2}/i.test(said);
    });
    assert.deepEqual(
      same.map(([path]) => path),
      [],
    );
    const words = /\b(?:the|this|your|you|and|with|payment|please)\b/i;
    for (const [path, sentence] of own) {
      const said = callWith(sentence, path, valuesFor(path, english.get(path) ?? '', 7, 'Qx'));
      assert.ok(!words.test(said), `${path}: "${said}"`);
    }
  });

  test(`${tag}: leaves directions and markup to the elements`, () => {
    for (const [path, sentence] of own) {
      const said = callWith(sentence, path, valuesFor(path, english.get(path) ?? '', 7, 'Qx'));
      assert.ok(!/[\u200e\u200f\u202a-\u202e\u2066-\u2069<>]/.test(said), `${path}: "${said}"`);
      assert.equal(said, said.trim(), path);
    }
  });
}
