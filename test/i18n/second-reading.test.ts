import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { messages as englishOfStaff } from '../../src/locales/compiled/staff/en.js';
import { everyCatalog, everyStaffCatalog, sentencesOf } from './catalogs.js';
import { STAFF_WARNINGS, WARNINGS, warningsOf } from './warnings.js';

const REMEDY = 'have it read again, see test/i18n/second-reading/README.md';

/** A warning as a payer or one of the staff reads it, its back-translation, and the kind of reader. */
interface Reading {
  readonly text: string;
  readonly back: string;
  readonly reader: string;
}

/** Messages with the record of their readings. */
interface Subject {
  readonly folder: string;
  readonly english: object;
  readonly translated: readonly (readonly [tag: string, messages: object])[];
  readonly warnings: typeof WARNINGS;
  /** Messages on a subject of a warning that are headings, names of controls and facts, or hints on input. */
  readonly none: readonly RegExp[];
}

const catalogs = await everyCatalog();

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'the payer’s messages': {
    folder: './second-reading/',
    english: catalogs[0]?.[1] ?? {},
    translated: catalogs.filter(([tag]) => tag !== 'en'),
    warnings: WARNINGS,
    none: [
      /^(?:badge\..+|qr\w+|copyA\w+|copiedAmount|includeAmount|changeLong|newPrice|network|timeLeft|usedLast)$/,
      /^(?:email\w+|helpText|search|chooseFirst|notOffered|gettingAddress|checking\.status|exchange\.invalidNumber)$/,
      /^browserWallet\.(?:sent|networkFee)$/,
      /^refund\.(?:title|exactly|address|sentStep|sentBack|to|changeAddress)$/,
      /^(?:exchange\.open|detected\.paid|paid\.amount|deposit\.(?:choose|back)|paymentPage\.pageCode)$/,
      /^problem\.(?:sendDetails|retryOrSendDetails|when|address\.title)$/,
    ],
  },
  'the staff’s messages': {
    folder: './second-reading/staff/',
    english: englishOfStaff,
    translated: await everyStaffCatalog(),
    warnings: STAFF_WARNINGS,
    none: [
      /^attention\.(?:money|emptyText|late|\w+ChangedText|duplicateText|\w+Events|reviews\..+)$/,
      /^refunds\.(?:amount|address|states\..+|checkText|give)$/,
      /^decide\.accept(?:Title|ed)?$/,
      /^(?:payments\.(?:search|price|\w+Price)|details\.(?:resen[dt]|actions\..+)|statistics\.(?:paid|invoicesPaid))$/,
      /^(?:balances\.noneText|payouts\.(?:amount|address|usedBefore|choose|sentAmount|states\.sent))$/,
    ],
  },
};

/** Subjects of a warning, in English. */
const WARNS = [
  /\b(?:not (?:send|paste)|lost|safe|recovered|exactly|only|close this|watch\w*|network|address)\b/i,
  /\b(?:money|price|amount|fee|held|fixed|charged|paid|sent|send|arriv\w*|deadline|time)\b/i,
];

for (const [name, { folder, english, translated, warnings, none }] of Object.entries(SUBJECTS)) {
  const records = new URL(folder, import.meta.url);
  const sentences = sentencesOf(english);

  describe(`the second reading of ${name}`, () => {
    it('has a record for every language, and for no other', () => {
      const files = readdirSync(records).filter((file) => file.endsWith('.json'));
      assert.deepEqual(files.sort(), translated.map(([tag]) => `${tag}.json`).sort());
    });

    for (const [tag, messages] of translated) {
      const record = JSON.parse(readFileSync(new URL(`${tag}.json`, records), 'utf8')) as Record<
        string,
        Reading
      >;

      it(`${tag}: has the text of every warning`, () => {
        const read = warningsOf(messages, warnings);
        assert.deepEqual(Object.keys(record).sort(), Object.keys(read).sort());
        for (const [key, text] of Object.entries(read)) {
          assert.equal(record[key]?.text, text, `${key} has changed: ${REMEDY}`);
        }
      });

      it(`${tag}: has a back-translation and a reader for every warning`, () => {
        for (const [key, { back, reader }] of Object.entries(record)) {
          assert.match(back, /[a-z]{2}/i, key);
          assert.match(reader, /^(?:second|informed|author)$/, key);
        }
      });
    }

    it('reads every warning with all its parameters', () => {
      for (const [key, values] of Object.entries(warnings)) {
        const sentence = sentences.get(key);
        assert.ok(sentence !== undefined, `${key} is no message`);
        assert.equal(values.length, typeof sentence === 'string' ? 0 : sentence.length, key);
      }
    });

    it('has every message about money, an address, a fee or a deadline', () => {
      const said = [...sentences].map(([key, sentence]) => {
        return [key, typeof sentence === 'string' ? sentence : sentence('A', 'B', 'C')] as const;
      });
      const missing = said.filter(([key, text]) => {
        return (
          WARNS.some((each) => each.test(text)) && !(key in warnings) && !none.some((each) => each.test(key))
        );
      });
      assert.deepEqual(missing, [], `add it to test/i18n/warnings.ts and ${REMEDY}`);
    });
  });
}
