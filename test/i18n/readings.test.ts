import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { dueIn, languages, messagesIn, readingsIn } from './readings.js';

const REMEDY = 'have it read, see test/i18n/readings/README.md';

/** Subjects of a warning, in English. */
const SUBJECTS = [
  /\b(?:not (?:send|paste)|lost|safe|recovered|exactly|only|close this|watch\w*|network|address)\b/i,
  /\b(?:money|price|amount|fee|held|locked|charged|paid|sent|send|arriv\w*|deadline|time|refund\w*)\b/i,
];

/** Messages on these subjects that are headings, names of controls and facts, or hints on input. */
const HARMLESS = [
  /^payer\.(?:badge\..+|qr\w+|copyA\w+|copiedAmount|includeAmount|changeLong|newPrice|network|timeLeft|usedLast)$/,
  /^payer\.(?:email\w+|helpText|search|chooseFirst|notOffered|gettingAddress|checking\.status|exchange\.invalidNumber)$/,
  /^payer\.(?:exchange\.open|detected\.(?:paid|detectedOn)|paid\.amount|deposit\.(?:choose|back)|askForRefund)$/,
  /^payer\.(?:networkCount|coinOnNetwork|shopAccepts|lastChecked)$/,
  /^payer\.problem\.(?:sendDetails|retryOrSendDetails|when|address\.title)$/,
  /^wallets\.(?:sent|networkFee|allow\w+|switchTo|youHave|missing)$/,
  /^refunds\.(?:title|exactly|address|sent(?:Step|Back)|to|changeAddress|send|sending|approved|declined|emailInvalid)$/,
  /^payment-page\.(?:pageCode|openUntil|wasOpenUntil|refundNeedsScript)$/,
  /^staff\.(?:checkedAt|lastLoaded|coinOnNetwork)$/,
  /^staff\.attention\.(?:money|emptyText|late|\w+ChangedText|duplicateText|\w+Events|reviews\..+|since|nextAttempt)$/,
  /^staff\.refunds\.(?:title|amount|address|states\..+|check\w*|give|decline|confirmMore)$/,
  /^staff\.decide\.accept(?:Title|ed)?$/,
  /^staff\.(?:payments\.(?:search|price|\w+Price)|details\.(?:of|by|resen[dt]|actions\..+))$/,
  /^staff\.(?:balances\.(?:asOf|noneText)|statistics\.(?:paid|invoicesPaid|sum))$/,
  /^staff\.payouts\.(?:amount|address|usedBefore|choose|sentAmount|states\.sent|available|became)$/,
  /^staff\.payouts\.(?:proposedBy|approvedBy|declineTitle|decideTitle)$/,
];

const english = messagesIn('en');

describe('the second reading', () => {
  it('has a file for every language, and for no other', () => {
    const files = readdirSync(new URL('./readings/', import.meta.url)).filter((name) =>
      name.endsWith('.tsv'),
    );
    assert.deepEqual(files.sort(), languages.map((tag) => `${tag}.tsv`).sort());
  });

  for (const tag of languages) {
    it(`${tag}: is of the present text of every warning`, () => {
      const due = dueIn(tag).map(({ key, text }) => `${key}: ${text}`);
      assert.deepEqual(due, [], `the text, or the English one, has changed: ${REMEDY}`);
    });

    it(`${tag}: has one line for each warning, with a reader and a back-translation`, () => {
      const warnings = english.filter(({ isWarning }) => isWarning).map(({ key }) => key);
      const readings = readingsIn(tag);
      assert.deepEqual(readings.map(({ key }) => key).sort(), warnings.sort());
      for (const { key, reader, back } of readings) {
        assert.match(reader, /^(?:second|informed|author)$/, key);
        assert.match(back, /[a-z]{2}/i, key);
      }
    });
  }

  it('is of every message about money, an address, a fee or a deadline', () => {
    const missing = english.filter(
      ({ key, text, isWarning }) =>
        !isWarning && SUBJECTS.some((each) => each.test(text)) && !HARMLESS.some((each) => each.test(key)),
    );
    assert.deepEqual(missing, [], `set "x-warning" beside it in src/locales/en, and ${REMEDY}`);
  });
});
