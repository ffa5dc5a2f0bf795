import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { everyCatalog, sentencesOf } from './catalogs.js';
import { WARNINGS, warningsOf } from './warnings.js';

const RECORD = new URL('./second-reading/', import.meta.url);
const REMEDY = 'have it read again, see test/i18n/second-reading/README.md';

/** A warning as a payer reads it, its back-translation, and the kind of reader. */
interface Reading {
  readonly text: string;
  readonly back: string;
  readonly reader: string;
}

const catalogs = await everyCatalog();
const english = sentencesOf(catalogs[0]?.[1] ?? {});
const translated = catalogs.filter(([tag]) => tag !== 'en');

function recordOf(tag: string): Readonly<Record<string, Reading>> {
  return JSON.parse(readFileSync(new URL(`${tag}.json`, RECORD), 'utf8')) as Record<string, Reading>;
}

test('every language has its record, and no other has', () => {
  const records = readdirSync(RECORD).filter((file) => file.endsWith('.json'));
  assert.deepEqual(records.sort(), translated.map(([tag]) => `${tag}.json`).sort());
});

for (const [tag, messages] of translated) {
  test(`${tag}: no warning has changed since its second reading`, () => {
    const record = recordOf(tag);
    const warnings = warningsOf(messages);
    assert.deepEqual(Object.keys(record).sort(), Object.keys(warnings).sort());
    for (const [key, text] of Object.entries(warnings)) {
      assert.equal(record[key]?.text, text, `${key} has changed: ${REMEDY}`);
    }
  });

  test(`${tag}: has a back-translation and a reader for every warning`, () => {
    for (const [key, { back, reader }] of Object.entries(recordOf(tag))) {
      assert.match(back, /[a-z]{2}/i, key);
      assert.match(reader, /^(?:second|informed|author)$/, key);
    }
  });
}

test('every warning is a message, and is read with all its parameters', () => {
  for (const [key, told] of Object.entries(WARNINGS)) {
    const sentence = english.get(key);
    assert.ok(sentence !== undefined, `${key} is no message`);
    assert.equal(told.length, typeof sentence === 'string' ? 0 : sentence.length, key);
  }
});

/** Subjects of a warning, in English. */
const WARNS = [
  /\b(?:not (?:send|paste)|lost|safe|recovered|exactly|only|close this|watch\w*|network|address)\b/i,
  /\b(?:money|price|amount|fee|held|fixed|charged|paid|sent|send|arriv\w*|deadline|time)\b/i,
];

/** Messages on such a subject that are headings, names of controls and facts, or hints on input. */
const NO_WARNING = [
  /^(?:badge\..+|qr\w+|copyA\w+|copiedAmount|includeAmount|changeLong|newPrice|network|timeLeft|usedLast)$/,
  /^(?:email\w+|helpText|search|chooseFirst|notOffered|gettingAddress|checking\.status|exchange\.invalidNumber)$/,
  /^browserWallet\.(?:sent|networkFee)$/,
  /^refund\.(?:title|exactly|address|sentStep|sentBack|to|changeAddress)$/,
  /^(?:exchange\.open|detected\.paid|paid\.amount|deposit\.(?:choose|back)|paymentPage\.pageCode)$/,
  /^problem\.(?:sendDetails|retryOrSendDetails|when|address\.title)$/,
];

const isNone = (key: string) => NO_WARNING.some((each) => each.test(key));

test('a message about money, an address, a fee or a deadline has a second reading', () => {
  const said = [...english].map(([key, sentence]) => {
    return [key, typeof sentence === 'string' ? sentence : sentence('A', 'B', 'C')] as const;
  });
  const missing = said.filter(
    ([key, text]) => WARNS.some((each) => each.test(text)) && !(key in WARNINGS) && !isNone(key),
  );
  assert.deepEqual(missing, [], `add it to test/i18n/warnings.ts and ${REMEDY}`);
});
