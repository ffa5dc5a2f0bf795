import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './readme-text.js';
import { temporaryFolder } from '../temporary-folder.js';

const execute = promisify(execFile);

function versions(folder: string): readonly string[] {
  const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  assert.match(text, /^# Changelog\n\n## /);
  return [...text.matchAll(/^## (.+)$/gm)].flatMap(([, found]) => found ?? []);
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const inRoot = async (command: string, ...args: readonly string[]) =>
  (await execute(command, args, { cwd: root })).stdout;

/** What a release changes: files, commits and tags. Other tests may write other files meanwhile. */
const released = () =>
  Promise.all([
    inRoot(
      'git',
      'status',
      '--porcelain',
      '--',
      'package.json',
      'package-lock.json',
      'CHANGELOG.md',
      '.changeset',
    ),
    inRoot('git', 'rev-parse', 'HEAD'),
    inRoot('git', 'tag'),
  ]);

describe('a release', () => {
  it('is prepared by a dry run that checks the package, names what is missing, and changes nothing', async () => {
    const before = await released();
    const printed = await inRoot('npm', 'run', '--silent', 'release', '--', '--dry-run');
    assert.deepEqual(await released(), before);
    const lines = printed.trim().split('\n');
    const hasNotes = readdirSync(join(root, '.changeset')).some((name) => name.endsWith('.md'));
    const [, from, next = ''] = /^version {4}(\S+)(?: → (\S+))?$/.exec(lines[0] ?? '') ?? [];
    assert.deepEqual([from, next !== ''], [version, hasNotes]);
    assert.match(printed, /^notes {6}\d+ lines of CHANGELOG\.md$/m);
    assert.match(printed, /^settings {3}public, with provenance$/m);
    assert.match(
      printed,
      new RegExp(`^package {4}crypto-checkout-${version}\\.tgz, \\d+ files, \\d+ kB$`, 'm'),
    );
    assert.match(printed, /^publint {4}passed$/m);
    assert.match(printed, /^types {6}passed$/m);
    assert.equal(lines.at(-1), 'dry run    nothing was changed, committed or published');
    const forms = ['.github/CODEOWNERS', '.github/ISSUE_TEMPLATE/config.yml'];
    for (const file of ['package.json', 'README.md', ...forms]) {
      const missing = readFileSync(join(root, file), 'utf8').match(/.*\bOWNER\b.*/g) ?? [];
      for (const line of missing) assert.ok(lines.includes(`fill in    ${file}: ${line.trim()}`), line);
    }
  });

  it('has an entry for its version at the top of the changelog', () => {
    assert.equal(versions(root)[0], version);
  });

  it('turns a note of .changeset into the next version and its entry, without a network', async (t) => {
    const copy = temporaryFolder(t);
    for (const name of ['package.json', 'CHANGELOG.md', '.changeset'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    const note = "---\n'crypto-checkout': minor\n---\n\nSomething that a shop can use.\n";
    writeFileSync(join(copy, '.changeset/something.md'), note);
    const changesets = join(root, 'node_modules/@changesets/cli/bin.js');
    await execute(process.execPath, [changesets, 'version'], { cwd: copy });
    const [next, ...others] = versions(copy);
    assert.deepEqual(others, versions(root));
    assert.notEqual(next, version);
    assert.match(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8'), /Something that a shop can use\./);
  });
});
