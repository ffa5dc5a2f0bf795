// `npm run release`: prepares the next release, or publishes the prepared one. `--help` says how.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { cache, cleanEnvironment, ensureBuilt, fail, root, sh } from './bootstrap.mjs';

const execute = promisify(execFile);

const HELP = `npm run release [-- --dry-run | --publish]

  Without an option: builds and checks the package, turns the notes of .changeset into a version and its entry in CHANGELOG.md, and
  commits and tags the version. Push the tag: the release workflow runs npm test, and publishes it.

  --dry-run   checks and reports the same, but also with changes in the working tree, and changes nothing
  --publish   publishes the version of package.json from its tag on main, with provenance; for the release workflow`;

interface PackageJson {
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly publishConfig: { readonly access: string; readonly provenance: boolean };
}

/** Marks what only the owner of the repository can fill in. */
const PLACEHOLDER = /.*\bOWNER\b.*/g;

const readText = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
const packageIn = (folder: string) => JSON.parse(readText(folder, 'package.json')) as PackageJson;
const report = (step: string, text: string) => console.log(`${step.padEnd(10)} ${text}`);
const tool = (path: string) => join(root, 'node_modules', path);

async function output(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, args, { cwd: root, env: cleanEnvironment() });
  return stdout.trim();
}

/** Runs a check of the package. Ends this program with what it printed if it fails. */
async function check(name: string, path: string, ...args: readonly string[]): Promise<void> {
  await execute(process.execPath, [tool(path), ...args], { cwd: root, env: cleanEnvironment() }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => fail(`${name} failed:\n${stdout}${stderr}`),
  );
  report(name, 'passed');
}

/** Turns the notes of a folder into its next version. Keeps the version if there are no notes. */
async function applyNotes(folder: string): Promise<void> {
  await execute(process.execPath, [tool('@changesets/cli/bin.js'), 'version'], { cwd: folder });
}

/** The entry of a version in the changelog, without its heading. */
function entryOf(folder: string, version: string): string {
  const [, first = '', entry = ''] =
    /^## (.+?)\n(.*?)(?=^## |$(?![^]))/ms.exec(readText(folder, 'CHANGELOG.md')) ?? [];
  if (first !== version)
    fail(
      `CHANGELOG.md begins with "${first}", but the version is ${version}. Add an entry, or a note in .changeset.`,
    );
  if (entry.trim() === '') fail(`CHANGELOG.md says nothing about ${version}. Write its entry.`);
  return entry.trim();
}

/** Reports the lines of package.json, README.md and .github that the owner has to fill in. @returns whether there is none */
async function isFilledIn(): Promise<boolean> {
  const files = (await output('git', 'ls-files', 'package.json', 'README.md', '.github')).split('\n');
  const missing = files.flatMap((file) =>
    [...readText(root, file).matchAll(PLACEHOLDER)].map(([line]) => `${file}: ${line.trim()}`),
  );
  for (const line of missing) report('fill in', line);
  return missing.length === 0;
}

function assertSettings({ repository, publishConfig }: PackageJson): void {
  if (publishConfig.access !== 'public' || !publishConfig.provenance)
    fail(
      'publishConfig of package.json is not { "access": "public", "provenance": true }. npm shows no provenance without it.',
    );
  if (!/^git\+https:\/\/.+\.git$/.test(repository.url))
    fail(
      `repository.url of package.json is "${repository.url}". Use git+https://….git: provenance is compared with it.`,
    );
}

/** Packs the built package. @returns its path */
async function pack(): Promise<string> {
  const folder = join(cache, 'release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await ensureBuilt();
  const printed = await output('npm', 'pack', '--json', '--pack-destination', folder);
  const [packed] = JSON.parse(printed) as [{ filename: string; files: readonly unknown[] }];
  const path = join(folder, packed.filename);
  report(
    'package',
    `${packed.filename}, ${packed.files.length} files, ${Math.round(statSync(path).size / 1000)} kB`,
  );
  return path;
}

async function checkPackage(path: string): Promise<void> {
  await check('publint', 'publint/src/cli.js', path, '--strict');
  // Two entries are texts.
  const settings = ['--profile', 'esm-only', '--exclude-entrypoints', './llms.txt', './integration.md'];
  await check('types', '@arethetypeswrong/cli/dist/index.js', path, '--no-color', '--no-emoji', ...settings);
}

/** The version of the lock file, which the notes do not change. */
function writeLockVersion(version: string): void {
  const path = join(root, 'package-lock.json');
  const lock = JSON.parse(readText(root, 'package-lock.json')) as {
    version: string;
    packages: Record<string, object>;
  };
  const packages = { ...lock.packages, '': { ...lock.packages[''], version } };
  writeFileSync(path, `${JSON.stringify({ ...lock, version, packages }, null, 2)}\n`);
}

/** What is committed is what is released. */
async function assertReady(): Promise<void> {
  if ((await output('git', 'status', '--porcelain', '--untracked-files=normal')) !== '')
    fail('The working tree has changes. Commit or stash them first.');
  if (!(await isFilledIn())) fail('Replace OWNER in the lines above first.');
}

/** What a release changes. */
const RELEASED = ['package.json', 'package-lock.json', 'CHANGELOG.md', '.changeset'];

/** Calls `work` with a copy of what becomes the next version. */
async function inCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'crypto-checkout-release-'));
  try {
    for (const name of RELEASED) cpSync(join(root, name), join(copy, name), { recursive: true });
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Turns the notes into a version, and checks its entry and the settings.
 * @param folder this project, or a copy
 * @returns the version
 */
async function assess(folder: string): Promise<string> {
  assertSettings(packageIn(root));
  const known = packageIn(root).version;
  await applyNotes(folder);
  const { version } = packageIn(folder);
  report('version', version === known ? version : `${known} → ${version}`);
  report('notes', `${entryOf(folder, version).split('\n').length} lines of CHANGELOG.md`);
  report('settings', 'public, with provenance');
  return version;
}

async function dryRun(): Promise<void> {
  await inCopy(assess);
  await isFilledIn();
  await checkPackage(await pack());
  report('dry run', 'nothing was changed, committed or published');
}

/** Changes nothing before everything is checked. */
async function prepare(): Promise<void> {
  await assertReady();
  const version = await inCopy(assess);
  if ((await output('git', 'tag', '--list', `v${version}`)) !== '')
    fail(`The tag v${version} exists. Push it, or add a note in .changeset for the next version.`);
  await checkPackage(await pack());
  await applyNotes(root);
  writeLockVersion(version);
  await sh('git', ['add', '--', ...RELEASED]);
  if ((await output('git', 'diff', '--cached', '--name-only')) !== '')
    await sh('git', ['commit', '--quiet', '--message', `release: ${version}`, '--', ...RELEASED]);
  await sh('git', ['tag', '--annotate', `v${version}`, '--message', entryOf(root, version)]);
  report('prepared', `git push --follow-tags publishes v${version}`);
}

async function publish(): Promise<void> {
  await assertReady();
  const version = await inCopy(assess);
  const tags = (await output('git', 'tag', '--points-at', 'HEAD')).split('\n');
  if (!tags.includes(`v${version}`))
    fail(`This commit has no tag v${version}. Run npm run release, and push its tag.`);
  await output('git', 'merge-base', '--is-ancestor', 'HEAD', 'origin/main').catch(() =>
    fail(`v${version} is not on origin/main. Push its commit there, and tag that one.`),
  );
  const path = await pack();
  await checkPackage(path);
  await sh('npm', ['publish', path]);
  report('published', version);
}

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'publish': { type: 'boolean', default: false },
    'help': { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) console.log(HELP);
else if (values['dry-run'] && values.publish)
  fail('--dry-run and --publish exclude each other. Use one of them.');
else await (values['dry-run'] ? dryRun() : values.publish ? publish() : prepare());
