import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { compileMessages, MessagesError } from '../../.config/build/messages.js';
import { root } from '../../.config/bootstrap.mjs';

const folders: string[] = [];

after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

type Change = (messages: Record<string, unknown>) => void;

/** The messages in English, German and Arabic, after a change to one file. */
function changed(language: string, entry: string, change: Change): string {
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-messages-'));
  folders.push(folder);
  for (const each of ['en', 'de', 'ar'])
    cpSync(join(root, 'src/locales', each), join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'languages.json'), '{ "de": "Deutsch", "ar": "العربية" }');
  const path = join(folder, language, `${entry}.json`);
  const messages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  change(messages);
  writeFileSync(path, JSON.stringify(messages, null, 2));
  return folder;
}

/** The problems that the compiler names. */
function problemsOf(locales: string): string {
  try {
    compileMessages(locales);
    return '';
  } catch (error) {
    assert.ok(error instanceof MessagesError, String(error));
    return error.message;
  }
}

const compiled = (locales: string, module: string) => compileMessages(locales).get(module) ?? '';

describe('a message that does not fit is named with its file, its key and the remedy', () => {
  const cases: Readonly<Record<string, readonly [language: string, change: Change, problem: RegExp]>> = {
    'without a translation': [
      'de',
      (all) => delete all.total,
      /^src\/locales\/de\/payer\.json: "total" is missing\. Translate "Total"\.$/,
    ],
    'that English has not': [
      'de',
      (all) => (all.totl = 'Summe'),
      /de\/payer\.json: "totl" is not an English message\. Delete it, or correct its key\.$/,
    ],
    'without a placeholder': [
      'de',
      (all) => (all.receivedOf = '{paid} ist da'),
      /"receivedOf" lacks \{amount\}\. Add it\.$/,
    ],
    'with another placeholder': [
      'de',
      (all) => (all.receivedOf = '{paid} von {amont} und {amount}'),
      /"receivedOf" has \{amont\}, which English has not\. Use \{paid\}, \{amount\}\.$/,
    ],
    'with a plural form of another language': [
      'de',
      (all) => (all.minutesLeft = '{count, plural, one {# Minute} few {# Minuten} other {# Minuten}}'),
      /"minutesLeft" has the plural form "few"\. This language has one, other\.$/,
    ],
    'with a plural form for one number': [
      'ar',
      (all) => (all.minutesLeft = '{count, plural, =1 {دقيقة} other {# دقيقة}}'),
      /ar\/payer\.json: "minutesLeft" has the plural form "=1"\. This language has .*other.*\.$/,
    ],
    'without the form for all other numbers': [
      'de',
      (all) => (all.minutesLeft = '{count, plural, one {# Minute}}'),
      /"minutesLeft" is not ICU MessageFormat .*Compare its braces with the English message\.$/,
    ],
    'that counts a text': [
      'de',
      (all) => (all.receivedOf = '{paid, number} von {amount}'),
      /"receivedOf" has a number where \{paid\} is a text\.$/,
    ],
    'without a plural form of its language': [
      'ar',
      (all) => (all.minutesLeft = '{count, plural, one {دقيقة} two {دقيقتان} other {# دقيقة}}'),
      /^src\/locales\/ar\/payer\.json: "minutesLeft" lacks the plural forms zero, few, many\. Add them, even if they say the same as other\.$/,
    ],
    'without a placeholder in one of its forms': [
      'de',
      (all) =>
        (all.shopAccepts = '{coins, plural, one {Eine Münze} other {# Münzen in {networks} Netzwerken}}.'),
      /^src\/locales\/de\/payer\.json: "shopAccepts" lacks \{networks\} in the plural form "one"\. Add it\.$/,
    ],
    'with a style of numbers': [
      'de',
      (all) => (all.moreTransactions = 'und {count, number, percent} mehr'),
      /"moreTransactions" has a form that is not supported\. Use \{name\}, \{name, number\} or \{name, plural, …\}\.$/,
    ],
    'with an open brace': [
      'de',
      (all) => (all.receivedOf = '{paid von {amount}'),
      /"receivedOf" is not ICU MessageFormat .*Compare its braces with the English message\.$/,
    ],
    'with a form that is not compiled': [
      'de',
      (all) => (all.receivedOf = '{paid, select, other {x}} von {amount}'),
      /"receivedOf" has a form that is not supported\. Use \{name\}, \{name, number\} or \{name, plural, …\}\./,
    ],
    'without text': ['de', (all) => (all.total = ''), /"total" is not a text, or is empty/],
    'with a blank at its end': ['de', (all) => (all.total = 'Summe '), /"total" .* ends with a blank/],
    'in English without a description': [
      'en',
      (all) => delete all['@total'],
      /^src\/locales\/en\/payer\.json: "total" has no description\. Say in "@total" what it is and where it is shown\.$/m,
    ],
    'in English with a placeholder without an example': [
      'en',
      (all) => (all['@order'] = { context: 'card', description: 'A title.', placeholders: { id: {} } }),
      /en\/payer\.json: "order" has no example of \{id\}\. Add "example" to the placeholder in "@order"\.$/,
    ],
    'in the file of another language': [
      'de',
      (all) => (all['@@locale'] = 'nl'),
      /de\/payer\.json: "@@locale" is not "de", the name of its folder\.$/,
    ],
  };
  for (const [name, [language, change, problem]] of Object.entries(cases))
    it(name, () => assert.match(problemsOf(changed(language, 'payer', change)), problem));

  it('that is there twice', () => {
    const locales = changed('de', 'payer', () => undefined);
    const path = join(locales, 'de/payer.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{\n  "total": "Summe",'));
    assert.match(problemsOf(locales), /"total" is there twice\. Delete one of them\.$/);
  });

  it('and so is a file that is missing, or is not JSON, and a language that the list lacks', () => {
    const locales = changed('de', 'payer', () => undefined);
    rmSync(join(locales, 'de/refunds.json'));
    writeFileSync(join(locales, 'ar/wallets.json'), '{ "lookTitle": ');
    writeFileSync(join(locales, 'languages.json'), '{ "de": "Deutsch", "ar": "العربية" }');
    cpSync(join(locales, 'de'), join(locales, 'nl'), { recursive: true });
    const problems = problemsOf(locales);
    assert.match(
      problems,
      /^src\/locales\/languages\.json lacks "nl"\. Add it with the language's own name\.$/m,
    );
    assert.match(problems, /^src\/locales\/de\/refunds\.json: is missing\. Copy the English file/m);
    assert.match(problems, /^src\/locales\/ar\/wallets\.json: is not JSON/m);
  });
});

describe('the list of languages', () => {
  const withList = (list: string) => {
    const locales = changed('de', 'payer', () => undefined);
    writeFileSync(join(locales, 'languages.json'), list);
    return problemsOf(locales);
  };

  it('is named if it is not JSON', () => {
    assert.match(
      withList('{ "de": "Deutsch", }'),
      /^src\/locales\/languages\.json: is not JSON\. SyntaxError/,
    );
  });

  it('is named with a tag that is not written as the browsers write it', () => {
    for (const tag of ['de_DE', 'iw', 'zh-hans', 'xx', ''])
      assert.match(
        withList(JSON.stringify({ de: 'Deutsch', ar: 'العربية', [tag]: 'x' })),
        new RegExp(
          `^src/locales/languages\\.json: "${tag}" is not a language tag that Node counts in\\. Write it as in "de" or "zh-Hans"\\.$`,
          'm',
        ),
      );
  });
});

describe('a message', () => {
  const withText = (language: string, key: string, text: string) =>
    compiled(
      changed(language, 'payer', (all) => (all[key] = text)),
      `payer/${language}.ts`,
    );

  it('is a text, or a function of its placeholders in the order of English', () => {
    assert.match(withText('de', 'total', 'Sum`me ${x}'.replace('{x}', '')), /^total: "Sum`me \$",$/m);
    assert.match(
      withText('de', 'receivedOf', 'Von {amount}: {paid}'),
      /^receivedOf: \(paid, amount\) => `Von \$\{amount\}: \$\{paid\}`,$/m,
    );
  });

  it('keeps quoted braces, backticks and dollars as they are', () => {
    const code = withText('de', 'order', "'{'{id}'}' `$'{'x");
    assert.ok(code.includes('order: (id) => `{${id}} \\`\\${x`,'), code);
  });

  it('counts in the forms of its language, also with other placeholders inside', () => {
    assert.match(
      withText('de', 'minutesLeft', '{count, plural, one {# Minute} other {# Minuten}}'),
      /^minutesLeft: plural\("de", \{ one: "# Minute", other: "# Minuten" \}\),$/m,
    );
    const text = '{count, plural, one {# von {of}} other {# aus {of}}} zu {query}';
    assert.ok(withText('de', 'matches', text).includes('one: ($count) => `${$count} von ${of}`'));
  });

  it('has no code for a plural form that says the same as the others', () => {
    const text = '{count, plural, one {# Minute} other {# Minute}}';
    assert.match(
      withText('de', 'minutesLeft', text),
      /^minutesLeft: plural\("de", \{ other: "# Minute" \}\),$/m,
    );
  });

  it('keeps a quoted number sign, and a placeholder beside the formatted number', () => {
    const quoted = withText('de', 'minutesLeft', "{count, plural, one {'#'1} other {Nr. '#'#}}");
    assert.ok(quoted.includes('one: ($count) => `#1`, other: ($count) => `Nr. #${$count}`'), quoted);
    const both = withText('de', 'minutesLeft', '{count, plural, one {eine} other {# ({count})}}');
    assert.ok(
      /minutesLeft: \(count\) => `\$\{plural\(.*other: \(\$count\) => `\$\{\$count\} \(\$\{count\}\)`/.test(
        both,
      ),
      both,
    );
  });
});
