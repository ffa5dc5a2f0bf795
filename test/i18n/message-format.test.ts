import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import fc from 'fast-check';
import { codeOf } from '../../.config/build/message-code.js';
import { messagesFor } from '../../src/i18n/index.js';
import { compileMessage, MessageSyntaxError } from '../../src/i18n/message-format.js';
import { setMessages } from '../../src/i18n/set-messages.js';
import { formatNumber, plural } from '../../src/locales/plural.js';
import { numberFormat } from '../../src/payment/intl.js';
import { languages, messagesIn } from './readings.js';

type Values = Readonly<Record<string, string | number>>;

/** What a message says by the parser of FormatJS. */
function expected(
  elements: readonly MessageFormatElement[],
  values: Values,
  lang: string,
  count = '',
): string {
  const said = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value;
      case TYPE.argument:
        return String(values[element.value]);
      case TYPE.number:
        return numberFormat(lang)(Number(values[element.value]));
      case TYPE.pound:
        return count;
      case TYPE.plural: {
        const number = Number(values[element.value]);
        const form = element.options[new Intl.PluralRules(lang).select(number)] ?? element.options.other;
        return expected(form?.value ?? [], values, lang, numberFormat(lang)(number));
      }
      default:
        return assert.fail('another form');
    }
  });
  return said.join('');
}

const parsed = (text: string) => parse(text, { ignoreTag: true });
const names = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = '']) => name)),
];
const numbers = (own: readonly string[]) => Object.fromEntries(own.map((name) => [name, 'number' as const]));
const PARAMETERS = new Map([
  ['x', 'number'],
  ['y', 'string'],
] as const);

/** The message as the build compiles it. */
function asBuilt(text: string): (x: number, y: string) => string {
  const code = codeOf(text, 'en', PARAMETERS, () => undefined, false);
  return runInNewContext(`(${code})`, { plural, formatNumber }) as (x: number, y: string) => string;
}

const values = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(0, 1, 2, 5, 21, 1.5));

describe('a text of a shop in ICU MessageFormat', () => {
  it('says what FormatJS reads in it, for every message in every language', () => {
    for (const tag of ['en', ...languages])
      for (const { key, text } of messagesIn(tag)) {
        const own = names(text);
        const compiled = compileMessage(text, numbers(own), tag);
        for (const count of [0, 1, 2, 5, 21, 1.5]) {
          const each = Object.fromEntries(own.map((name, index) => [name, count + index]));
          assert.equal(compiled(...Object.values(each)), expected(parsed(text), each, tag), `${tag} ${key}`);
        }
      }
  });

  it('says so for any other text, as a compiled message does, or is rejected', () => {
    const word = fc.constantFrom(
      'a',
      "'",
      "''",
      '{',
      '}',
      '#',
      ' ',
      '{x}',
      '{ y }',
      '{x, number}',
      "'{'",
      'é',
    );
    const plural = fc
      .tuple(fc.array(word, { maxLength: 5 }), fc.array(word, { maxLength: 5 }))
      .map(([one, other]) => `{x, plural, one {${one.join('')}} other {${other.join('')}}}`);
    const texts = fc.array(fc.oneof(word, plural), { maxLength: 8 }).map((parts) => parts.join(''));
    let accepted = 0;
    const property = fc.property(texts, values, (text, x) => {
      let compiled;
      try {
        compiled = compileMessage(text, Object.fromEntries(PARAMETERS), 'en');
      } catch (error) {
        // FormatJS also takes a closing brace without its pair.
        assert.ok(error instanceof MessageSyntaxError, String(error));
        return;
      }
      accepted += 1;
      const said = expected(parsed(text), { x, y: 'Y' }, 'en');
      assert.equal(compiled(x, 'Y'), said, text);
      assert.equal(asBuilt(text)(x, 'Y'), said, text);
    });
    fc.assert(property, { numRuns: 2000 });
    assert.ok(accepted > 200, `${accepted} accepted`);
  });

  it('is used by the elements, with the plural forms of its language', () => {
    setMessages('ca', {
      lang: 'ca',
      order: 'Comanda {id}',
      networkCount: '{count, plural, one {# xarxa} other {# xarxes}}',
      refund: { address: 'La teva adreça a {network}' },
      browserWallet: { connect: 'Connecta {wallet}' },
    });
    const { m } = messagesFor('ca');
    assert.equal(m.order('A-1'), 'Comanda A-1');
    assert.deepEqual([1, 3].map(m.networkCount), ['1 xarxa', '3 xarxes']);
    assert.equal(m.refund?.address('TRON'), 'La teva adreça a TRON');
    assert.equal(m.browserWallet?.connect?.('Fox'), 'Connecta Fox');
  });

  it('is rejected with its key and the remedy', () => {
    for (const [text, message] of [
      ['Bestelling {nr}', 'Message "order" has {nr}, which is not a placeholder. Use {id}.'],
      ['Bestelling {id', /^Message "order" does not end \{id\} with a brace\. Use \{name\}, /],
      ['Bestelling {', /^Message "order" has a brace without its pair\. Write '\{' or '\}' /],
      ['Bestelling }', /^Message "order" has a brace without its pair/],
      ['{id, select, other {#}}', /^Message "order" does not end \{id\} with a brace/],
      ['{id, number}', 'Message "order" has a number where {id} is a text. Use {id}.'],
      ['{id, plural, other {#}}', 'Message "order" has a number where {id} is a text. Use {id}.'],
    ] as const)
      assert.throws(() => setMessages('en', { order: text }), { name: 'TypeError', message });
  });

  it('is rejected with the plural form that no language has, and without the one that each has', () => {
    assert.throws(() => setMessages('en', { networkCount: '{count, plural, one {#}}' }), {
      name: 'TypeError',
      message: 'Message "networkCount" counts {count} without "other". Add other {…}.',
    });
    for (const form of ['=1', 'offset:1 one', 'several'])
      assert.throws(() => setMessages('en', { networkCount: `{count, plural, ${form} {#} other {#}}` }), {
        name: 'TypeError',
        message: `Message "networkCount" has "${form}" for {count}. Use zero, one, two, few, many and other.`,
      });
  });

  it('is rejected if it is nested too deeply', () => {
    const text = '{count, plural, other {'.repeat(20_000);
    assert.throws(() => setMessages('en', { networkCount: text + '}}'.repeat(20_000) }), {
      name: 'TypeError',
    });
  });
});
