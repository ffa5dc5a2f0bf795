// Compiles the messages of `src/locales` into modules of typed functions. A language is a folder of JSON files in ARB: messages in
// ICU MessageFormat by key, and beside an English message `@key` with its description and placeholders.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, type Parameters } from './message-code.js';

const ENTRIES = ['payer', 'wallets', 'refunds', 'payment-page', 'staff'];

interface Message {
  readonly text: string;
  readonly parameters: Parameters;
  /** The module of an English message: elements load only those that they need. */
  readonly context: string;
  /** For translators, who see nothing but the file. */
  readonly description: string;
  /** The placeholders of which translators see no value. */
  readonly unexplained: readonly string[];
}

type Messages = ReadonlyMap<string, Message>;
type Field = readonly [path: readonly string[], code: string];
/** Records what is wrong with a message, or with its file if the key is empty. */
type Report = (key: string, problem: string) => void;

/** What is wrong with the messages, one line each: file, key and remedy. */
export class MessagesError extends Error {
  override readonly name = 'MessagesError';
}

/**
 * Compiles every entry in every language of `languages.json`.
 * @param locales the folder of the languages
 * @returns the modules by their paths
 * @throws {MessagesError}
 */
export function compileMessages(locales: string): ReadonlyMap<string, string> {
  const names = readLanguages(locales);
  const languages = Object.keys(names);
  const folders = readdirSync(locales, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const problems = folders.flatMap(({ name }) =>
    ['en', 'compiled', ...languages].includes(name)
      ? []
      : [`src/locales/languages.json lacks "${name}". Add it with the language's own name.`],
  );
  const modules = new Map([
    ['languages.ts', `export const LANGUAGE_NAMES = ${JSON.stringify(names, null, 2)} as const;\n`],
  ]);
  for (const entry of ENTRIES) {
    const compile = (language: string, english?: Messages) => {
      const report: Report = (key, problem) =>
        problems.push(`src/locales/${language}/${entry}.json: ${key && `"${key}" `}${problem}`);
      const messages = readMessages(join(locales, language, `${entry}.json`), language, report);
      return { messages, fields: fieldsOf(messages, language, english, report) };
    };
    const { messages: english, fields } = compile('en');
    for (const [file, code] of englishModules(fields, english)) modules.set(`${entry}/${file}`, code);
    for (const language of languages) {
      const content = `messages: Messages = ${objectOf(compile(language, english).fields)}`;
      modules.set(`${entry}/${language}.ts`, moduleOf("import type { Messages } from './en.js';\n", content));
    }
    modules.set(`${entry}/catalogs.ts`, catalogsModule(languages));
  }
  if (problems.length > 0) throw new MessagesError(problems.join('\n'));
  return modules;
}

/** Returns the languages with their names. @throws {MessagesError} since no other file is checked without them */
function readLanguages(locales: string): Readonly<Record<string, string>> {
  let names: Readonly<Record<string, string>>;
  try {
    names = JSON.parse(readFileSync(join(locales, 'languages.json'), 'utf8')) as typeof names;
  } catch (error) {
    throw new MessagesError(`src/locales/languages.json: is not JSON. ${String(error)}`);
  }
  const wrong = Object.keys(names).filter((tag) => !isCountedIn(tag));
  if (wrong.length === 0) return names;
  const problem = 'is not a language tag that Node counts in. Write it as in "de" or "zh-Hans".';
  throw new MessagesError(wrong.map((tag) => `src/locales/languages.json: "${tag}" ${problem}`).join('\n'));
}

function isCountedIn(tag: string): boolean {
  try {
    return Intl.PluralRules.supportedLocalesOf(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** Writes the modules of `src/locales` to `src/locales/compiled`. @throws {MessagesError} */
export function writeMessages(root: string): void {
  const locales = join(root, 'src/locales');
  const folder = join(locales, 'compiled');
  const modules = new Map(
    [...compileMessages(locales)].map(([name, code]) => [
      join(folder, name),
      `// Compiled from src/locales/*/*.json: edit those.\n${code}`,
    ]),
  );
  mkdirSync(folder, { recursive: true });
  for (const path of readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    if (path.endsWith('.ts') && !modules.has(path)) rmSync(path);
  for (const [path, code] of modules) {
    mkdirSync(dirname(path), { recursive: true });
    // A dev server reloads what is written.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== code) writeFileSync(path, code);
  }
}

function readMessages(path: string, language: string, report: Report): Messages {
  if (!existsSync(path)) {
    report('', 'is missing. Copy the English file, and translate its messages.');
    return new Map();
  }
  const source = readFileSync(path, 'utf8');
  try {
    const { '@@locale': locale, ...content } = JSON.parse(source) as Record<string, unknown>;
    if (locale !== language) report('@@locale', `is not "${language}", the name of its folder.`);
    const keys = [...source.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key = '']) => key);
    for (const key of Object.keys(content))
      if (keys.indexOf(key) !== keys.lastIndexOf(key)) report(key, 'is there twice. Delete one of them.');
    return new Map(
      Object.entries(content).flatMap(([key, text]) => {
        if (key.startsWith('@')) return [];
        if (typeof text === 'string' && text !== '' && text === text.trim())
          return [[key, { text, ...attributesOf(content[`@${key}`]) }] as const];
        report(key, 'is not a text, or is empty, or begins or ends with a blank. Correct it.');
        return [];
      }),
    );
  } catch (error) {
    report('', `is not JSON. ${String(error)}`);
    return new Map();
  }
}

function attributesOf(value: unknown): Omit<Message, 'text'> {
  const {
    context = '',
    description = '',
    placeholders = {},
  } = (value ?? {}) as {
    readonly context?: string;
    readonly description?: string;
    readonly placeholders?: Readonly<Record<string, { readonly type?: string; readonly example?: string }>>;
  };
  const all = Object.entries(placeholders);
  const parameters = all.map(([name, { type }]) => [name, type === 'int' ? 'number' : 'string'] as const);
  const unexplained = all.flatMap(([name, { example }]) => (example ? [] : [name]));
  return { context, description, unexplained, parameters: new Map(parameters) };
}

/** Reports what a translator would have to guess. */
function checkDescriptions(messages: Messages, report: Report): void {
  for (const [key, { description, unexplained }] of messages) {
    if (!description) report(key, `has no description. Say in "@${key}" what it is and where it is shown.`);
    for (const name of unexplained)
      report(key, `has no example of {${name}}. Add "example" to the placeholder in "@${key}".`);
  }
}

/** Compiles the messages of a language in the order of the English ones. @param english none if these are English */
function fieldsOf(
  messages: Messages,
  language: string,
  english: Messages | undefined,
  report: Report,
): readonly Field[] {
  for (const key of messages.keys())
    if (english?.has(key) === false) report(key, 'is not an English message. Delete it, or correct its key.');
  if (!english) checkDescriptions(messages, report);
  return [...(english ?? messages)].flatMap(([key, { text, parameters }]) => {
    const own = messages.get(key)?.text;
    if (own === undefined) {
      report(key, `is missing. Translate "${text}".`);
      return [];
    }
    const code = codeOf(own, language, parameters, (problem) => report(key, problem), !english);
    return [[key.split('.'), code] as const];
  });
}

/** English in one module, or in one for each context, and one that has them all. */
function englishModules(fields: readonly Field[], messages: Messages): ReadonlyMap<string, string> {
  const contextOf = ([path]: Field) => messages.get(path.join('.'))?.context ?? '';
  const contexts = [...new Set(fields.map(contextOf))];
  const type = `export type Messages = typeof messages;\n${placeholdersOf(messages)}`;
  if (contexts.length < 2) return new Map([['en.ts', moduleOf('', `messages = ${objectOf(fields)}`) + type]]);
  const imports = contexts.map((context) => `import { ${context} } from './en/${context}.js';\n`).join('');
  const all = `messages = { ${contexts.map((context) => `...${context}`).join(', ')} }`;
  return new Map([
    ['en.ts', moduleOf(imports, all) + type],
    ...contexts.map((context) => {
      const own = fields.filter((field) => contextOf(field) === context);
      return [`en/${context}.ts`, moduleOf('', `${context} = ${objectOf(own)}`, '../../../../')] as const;
    }),
  ]);
}

function catalogsModule(languages: readonly string[]): string {
  const imports = languages.map((language) => `  '${language}': () => import('./${language}.js'),\n`);
  return `import type { Messages } from './en.js';

export const catalogs: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>> = {
${imports.join('')}};
`;
}

/** The placeholders with their types, for the messages that a shop writes. */
function placeholdersOf(messages: Messages): string {
  const lists = [...messages].flatMap(([key, { parameters }]) =>
    parameters.size === 0 ? [] : [[key, Object.fromEntries(parameters)] as const],
  );
  return `\nexport const placeholders: Readonly<Record<string, Readonly<Record<string, 'number' | 'string'>>>> = ${JSON.stringify(Object.fromEntries(lists), null, 2)};\n`;
}

/** @param up the way to `src` */
function moduleOf(imports: string, declaration: string, up = '../../../'): string {
  const uses = ['formatNumber', 'plural'].filter((name) => declaration.includes(`${name}("`));
  const line = uses.length > 0 ? `import { ${uses.join(', ')} } from '${up}locales/plural.js';\n` : '';
  return `${line}${imports}\nexport const ${declaration};\n`;
}

function objectOf(fields: readonly Field[]): string {
  const groups = new Map<string, Field[]>();
  for (const [[name = '', ...path], code] of fields)
    groups.set(name, [...(groups.get(name) ?? []), [path, code]]);
  const lines = [...groups].map(([name, inner]) => {
    const [[path, code] = [[], '']] = inner;
    return `${name}: ${path.length === 0 ? code : objectOf(inner)},\n`;
  });
  return `{\n${lines.join('')}}`;
}
