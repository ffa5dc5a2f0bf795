// What the build writes shorter than its sources says the same.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { everyCatalog, sentencesOf } from '../i18n/catalogs.js';
import { root } from './readme-text.js';

/** Every sentence, told the same things. */
function saidBy(messages: object): readonly (readonly [way: string, text: string])[] {
  return [...sentencesOf(messages)].map(([way, sentence]) => [
    way,
    typeof sentence === 'string' ? sentence : sentence(3, 7, 21),
  ]);
}

describe('the build', () => {
  it('keeps every word of every language, in its place', async () => {
    for (const [tag, messages] of await everyCatalog()) {
      const file = pathToFileURL(join(root, `dist/locales/${tag}.js`)).href;
      const built = Object.values((await import(file)) as Readonly<Record<string, object>>);
      assert.equal(built.length, 1, tag);
      assert.deepEqual(saidBy(built[0] ?? {}).toSorted(), saidBy(messages).toSorted(), tag);
    }
  });
});
