// What has passed is not run again while nothing has changed that it depends on: its own file, every file that it imports or
// names, and theirs; the versions of Node, of the packages and of the browsers.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { cache, root } from '../../.config/bootstrap.mjs';

const COMPILED = 'src/locales/compiled';
const PASSED = join(cache, 'passed.json');
/** Of every branch that somebody works on. */
const KEPT = 20_000;

const digest = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
const isFolder = (file: string) => statOf(join(root, file))?.isDirectory() ?? false;
const isFile = (file: string) => statOf(join(root, file))?.isFile() ?? false;

/** Git ignores them, and what imports them depends on them. */
const compiledMessages = () =>
  readdirSync(join(root, COMPILED), { recursive: true }).map((name) => `${COMPILED}/${String(name)}`);

/** All files of the checkout but the ignored ones. Empty where git does not answer: then nothing counts as unchanged. */
function listFiles(): readonly string[] {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const listed = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...listed.split('\0'), ...compiledMessages()].filter(isFile).sort();
  } catch {
    return [];
  }
}

const files = listFiles();
const isListed = new Set(files);

const digests = new Map<string, string>();
function digestOf(file: string): string {
  const known = digests.get(file) ?? digest(file, readFileSync(join(root, file), 'latin1'));
  digests.set(file, known);
  return known;
}

/** What every run depends on: it starts the tests, so that no test imports it. */
const STARTS_TESTS =
  /^(?:\.config\/(?:bootstrap|processes|web-test-runner\.config)\.mjs|test\/(?:suites\.ts|runner\/.*|browsers\/(?:bundle-tests\.ts|driver\/.*)|postgres\/(?:with-server|server)\.ts))$/;

const IMPORT = /\b(?:from|import)\b[ (]*'(\.[^']+)'/g;

/** With the test code that it imports; not with what it names, such as the folders of all tests. */
const tools = new Set(files.filter((file) => STARTS_TESTS.test(file)));
for (const file of tools)
  for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT))
    for (const other of filesAt(relative(root, resolve(root, dirname(file), name))))
      if (!other.startsWith('src/')) tools.add(other);

/** Tests that read the whole checkout, or the documentation and the samples in all of it. */
const READS_ALL = /^test\/(?:repository|package|bootstrap|consumers|frameworks)\//;

/** Between quotes, up to a value that is put in: an import, a path, the path of a URL, or none of them. */
const QUOTED = /['"`]\/?((?:\.{1,2}\/|[\w@.-])[\w@./[\]-]*)/g;

/** Whether it opens folders: there, a plain word may be the name of one. */
const OPENS_FOLDERS = /\b(?:readdir|cp|glob)\w*\(|\bjoin\(root/;

/** The files of a path, under the names that an import has for it. */
function filesAt(path: string): readonly string[] {
  const found = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].filter((name) =>
    isListed.has(name),
  );
  if (found.length > 0 || path === '' || path.startsWith('..') || !isFolder(path)) return found;
  const below = `${path.replace(/\/$/, '')}/`;
  return files.filter((file) => file.startsWith(below));
}

/** The files that a file imports, or names in a text, alone or by their folder: from its own folder or from the root. */
function namedBy(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (tools.has(file) || !/\.(?:ts|tsx|js|mjs)$/.test(file)) return found;
  const text = readFileSync(join(root, file), 'utf8');
  const opensFolders = OPENS_FOLDERS.test(text);
  for (const [, name = ''] of text.matchAll(QUOTED)) {
    if (!/[\w@][/.]\w/.test(name) && !/^\.{1,2}\/[\w.]/.test(name) && !opensFolders) continue;
    const isRelative = /^\.{1,2}\//.test(name);
    for (const path of [relative(root, resolve(root, dirname(file), name)), isRelative ? '' : name])
      for (const other of filesAt(path)) found.add(other);
  }
  return found;
}

const named = new Map<string, ReadonlySet<string>>();

/** All that a file depends on, with itself. */
export function inputsOf(file: string): readonly string[] {
  if (READS_ALL.test(file)) return files;
  const found = new Set([file]);
  // It is run as users do, by a command that names no file.
  if (file.startsWith('test/server-example/'))
    for (const path of ['server-example', '.config/start.mjs'])
      for (const other of filesAt(path)) found.add(other);
  // The iteration of a set also reaches what is added meanwhile.
  for (const next of found) {
    const others = named.get(next) ?? namedBy(next);
    named.set(next, others);
    for (const other of others) found.add(other);
  }
  return [...found].sort();
}

const SETTINGS = ['package-lock.json', 'tsconfig.json', '.npmrc'];
/** Of the browsers and servers that the system has, where the tests look for them. */
const PROGRAMS = [
  ...[process.env.CHROME_PATH ?? '', process.env.FIREFOX_PATH ?? ''],
  ...['/usr/bin/chromium', '/usr/lib/chromium/chromium-headless-shell', '/usr/bin/firefox-esr'],
  ...['/usr/bin/WebKitWebDriver', '/usr/sbin/nginx', '/usr/bin/caddy'],
];

/** What tests read of the environment. */
const VARIABLES = ['FAST_CHECK_SEED', 'LAW_RUNS', 'BROWSERS', 'NODE_OPTIONS', 'TZ', 'LANG', 'LC_ALL'];

const everyRun = () =>
  digest(
    ...[process.version, process.platform, process.arch],
    ...VARIABLES.map((name) => process.env[name] ?? ''),
    ...[...SETTINGS, ...tools].filter((file) => isListed.has(file)).map(digestOf),
    ...PROGRAMS.map((path) => String(path === '' ? 0 : statOf(path)?.mtimeMs)),
  );

let settings: string | undefined;

const inputsOfProof = new Map<string, readonly string[]>();

/** What a command has shown when it passes: of one test file, or of all that it may read. */
export function proofOf(command: readonly string[], file?: string): string {
  const inputs = file === undefined ? files : inputsOf(file);
  const proof = digest((settings ??= everyRun()), ...command, file ?? '', ...inputs.map(digestOf));
  inputsOfProof.set(proof, inputs);
  return proof;
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(PASSED, 'utf8'));
    return Array.isArray(stored) ? stored.filter((proof) => typeof proof === 'string') : [];
  } catch {
    // Missing, or half-written by a process that was killed.
    return [];
  }
}

const before = new Set(read());

export const hasPassed = (proof: string) => files.length > 0 && before.has(proof);

const startedMs = Date.now();

/** Whether nobody has edited a file since this run has begun: the test may have read the new text. */
const isUntouched = (proof: string) =>
  (inputsOfProof.get(proof) ?? []).every(
    (file) => (statOf(join(root, file))?.mtimeMs ?? Infinity) < startedMs,
  );

/** Another run may have written meanwhile. */
export function recordPassed(proofs: readonly string[]): void {
  mkdirSync(cache, { recursive: true });
  const kept = [...new Set([...read(), ...proofs.filter(isUntouched)])].slice(-KEPT);
  const written = `${PASSED}-${process.pid}`;
  writeFileSync(written, JSON.stringify(kept));
  renameSync(written, PASSED);
}
