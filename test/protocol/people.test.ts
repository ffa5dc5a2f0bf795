import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSamePerson } from '../../src/protocol/index.js';

const SPELLINGS: readonly (readonly [what: string, one: string, other: string])[] = [
  ['composed and decomposed letters', 'Jos\u00e9 N\u00fa\u00f1ez', 'Jose\u0301 Nu\u0301n\u0303ez'],
  ['letter case', 'Maja Lind', 'MAJA lind'],
  ['letter case of more than one letter', 'Anna Strau\u00df', 'ANNA STRAUSS'],
  [
    'letter case at the end of a word',
    '\u0393\u03b9\u03ac\u03bd\u03bd\u03b7\u03c2',
    '\u0393\u0399\u0386\u039d\u039d\u0397\u03a3',
  ],
  ['a no-break space', 'Maja Lind', 'Maja\u00a0Lind'],
  ['an ideographic space', 'Maja Lind', 'Maja\u3000Lind'],
  ['repeated white space', 'Maja Lind', 'Maja  \tLind'],
  ['surrounding white space', 'Maja Lind', ' Maja Lind\n'],
  ['a zero-width space', 'Maja Lind', 'Ma\u200bja Lind'],
  ['a zero-width joiner', 'Maja Lind', 'Maja\u200d Lind'],
  ['a byte order mark', 'Maja Lind', '\ufeffMaja Lind'],
  ['a soft hyphen', 'Maja Lind', 'Ma\u00adja Lind'],
  ['a variation selector', 'Maja Lind', 'Maja\ufe0f Lind'],
  ['a Hangul filler beside the space', 'Maja Lind', 'Maja\u3164 Lind'],
  ['a Hangul filler', 'Maja Lind', 'Maja\u3164Lind'],
  ['a halfwidth Hangul filler', 'Maja Lind', 'Maja\uffa0Lind'],
  ['the fillers of Hangul syllables', 'Maja Lind', 'Maja\u115f\u1160Lind'],
  ['a braille cell without dots', 'Maja Lind', '\u2800Maja\u2800Lind'],
  ['a null notehead', 'Maja Lind', 'Maja\u{1d159}Lind'],
  ['an interlinear annotation', 'Maja Lind', 'Maja\ufff9 Lind'],
  ['a Syriac abbreviation mark', 'Maja Lind', 'Maja\u070f Lind'],
  ['a joiner of Brahmi numbers', 'Maja Lind', 'Maja\u{1107f} Lind'],
  ['a joiner of hieroglyphs', 'Maja Lind', 'Maja\u{13430} Lind'],
  ['a typographic apostrophe', "Aoife O'Brien", 'Aoife O\u2019Brien'],
  ['another hyphen', 'Anna Berg-Lind', 'Anna Berg\u2010Lind'],
  ['fullwidth letters', 'Maja Lind', '\uff2d\uff41\uff4a\uff41 Lind'],
];

describe('two names of people', () => {
  for (const [what, one, other] of SPELLINGS)
    it(`that differ by ${what} name the same person`, () => {
      assert.equal(isSamePerson(one, other), true);
      assert.equal(isSamePerson(other, one), true);
    });

  it('of two people differ', () => {
    for (const [one, other] of [
      ['Maja Lind', 'Jon Berg'],
      ['Maja Lind', 'Maja Lindh'],
      ['Maja Lind', 'Majalind'],
      ['Jos\u00e9', 'Jose'],
    ] as const)
      assert.equal(isSamePerson(one, other), false, `${one} and ${other}`);
  });
});
