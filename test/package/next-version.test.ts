import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './readme-text.js';

const waiting = readdirSync(join(root, '.changeset')).filter(
  (name) => name.endsWith('.md') && name !== 'README.md',
);

function versions(folder: string): readonly string[] {
  const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  assert.match(text, /^# Changelog\n\n## /);
  return [...text.matchAll(/^## (.+)$/gm)].flatMap(([, found]) => found ?? []);
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

describe('the changelog', () => {
  it('begins with the version of the package', () => {
    assert.equal(versions(root)[0], versionOf(root));
  });

  it('includes the pending entries of .changeset, above the existing ones, without a network', async (t) => {
    const copy = mkdtempSync(join(tmpdir(), 'crypto-checkout-version-'));
    t.after(() => rmSync(copy, { recursive: true, force: true }));
    for (const name of ['package.json', 'CHANGELOG.md', '.changeset'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    const changesets = join(root, 'node_modules/@changesets/cli/bin.js');
    await promisify(execFile)(process.execPath, [changesets, 'version'], { cwd: copy });
    const next = waiting.length > 0 ? [versionOf(copy)] : [];
    assert.deepEqual(versions(copy), [...next, ...versions(root)]);
    assert.equal(versionOf(copy) === versionOf(root), waiting.length === 0);
    assert.match(versionOf(copy), /^\d+\.\d+\.\d+$/);
  });
});
