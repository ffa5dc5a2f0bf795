import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages as en } from '../../src/locales/compiled/staff/en.js';
import { everyStaffCatalog, sentencesOf, spellings, type Sentence } from '../i18n/catalogs.js';
import { NAMED, STAFF_TERMS } from '../i18n/staff-terms.js';

const english = sentencesOf({ lang: 'en', ...en });

/** Where English takes a number; everything else is text. */
const COUNTS =
  /^(?:exported|attention\.(?:newItems|events|paidEvents|deadEvents)|payments\.lastDays|balances\.showEmpty|payouts\.times|statistics\.days)$/;

const say = (sentence: Sentence | undefined, values: readonly (string | number)[]): string =>
  typeof sentence === 'function' ? sentence(...values) : (sentence ?? '');

for (const [tag, messages] of await everyStaffCatalog()) {
  describe(`the staff’s messages in ${tag}`, () => {
    it('are those that English has, and no others', () => {
      const own = sentencesOf(messages);
      assert.deepEqual([...own.keys()].toSorted(), [...english.keys()].toSorted());
      assert.equal(own.get('lang'), tag);
      for (const [path, sentence] of own) assert.notEqual(sentence, '', path);
    });

    it('contain every parameter', () => {
      const own = sentencesOf(messages);
      for (const [path, sentence] of english) {
        if (typeof sentence === 'string' || COUNTS.test(path)) continue;
        const values = Array.from({ length: sentence.length }, (_, index) => `VALUE${index}`);
        for (const value of values)
          assert.ok(say(own.get(path), values).includes(value), `${path} lacks ${value}`);
      }
    });

    it('count in the forms of the language', () => {
      const own = sentencesOf(messages);
      for (const path of [...english.keys()].filter((one) => COUNTS.test(one)))
        for (const count of [0, 3, 5, 11, 21, 100]) {
          const said = say(own.get(path), [count]);
          assert.ok(
            spellings(count, tag).some((way) => said.includes(way)),
            `${path}: "${said}"`,
          );
          assert.doesNotMatch(said, /#|undefined|NaN/, path);
        }
    });

    it('name each concept with one term', () => {
      const own = sentencesOf(messages);
      const terms = STAFF_TERMS[tag as keyof typeof STAFF_TERMS];
      for (const [concept, paths] of Object.entries(NAMED))
        for (const path of paths) {
          const said = say(own.get(path), COUNTS.test(path) ? [5] : ['A', 'B', 'C']);
          assert.match(said, terms[concept as keyof typeof NAMED], `${path} names the ${concept} otherwise`);
        }
    });
  });
}
