import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './readme-text.js';
import { copyCheckout } from '../copy-checkout.js';
import { temporaryFolder } from '../temporary-folder.js';

const execute = promisify(execFile);

it('a release commits and tags the version of its notes, and nothing before everything is checked', async (t) => {
  const clone = join(temporaryFolder(t), 'clone');
  const run = async (command: string, ...args: readonly string[]) =>
    (await execute(command, args, { cwd: clone })).stdout.trim();
  const files = copyCheckout(clone);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  await run('git', 'init', '--quiet');
  for (const [name, value] of [
    ['user.name', 'Maja Lind'],
    ['user.email', 'maja@shop.example'],
  ] as const)
    await run('git', 'config', name, value);
  // What only the owner can fill in.
  for (const file of files.filter((name) =>
    /^(package\.json|README\.md|\.github\/.*\.(md|yml)|\.github\/CODEOWNERS)$/.test(name),
  )) {
    const text = readFileSync(join(clone, file), 'utf8');
    writeFileSync(join(clone, file), text.replaceAll('OWNER', 'nordlys'));
  }
  const note = "---\n'crypto-checkout': minor\n---\n\nSomething that a shop can use.\n";
  writeFileSync(join(clone, '.changeset/something.md'), note);
  const commit = async (message: string) => {
    await run('git', 'add', '--all');
    await run('git', 'commit', '--quiet', '--message', message);
  };
  await commit('all of it');

  const settings = readFileSync(join(clone, 'package.json'), 'utf8');
  writeFileSync(join(clone, 'package.json'), settings.replace('"provenance": true', '"provenance": false'));
  await commit('no provenance');
  await assert.rejects(run('npm', 'run', '--silent', 'release'), /npm shows no provenance without it/);
  assert.equal(await run('git', 'status', '--porcelain'), '');
  await run('git', 'revert', '--no-edit', 'HEAD');

  const printed = await run('npm', 'run', '--silent', 'release');
  const [, version = ''] = /^version {4}\S+ → (\S+)$/m.exec(printed) ?? assert.fail(printed);
  assert.equal(
    await run('git', 'log', '-1', '--format=%s %D'),
    `release: ${version} HEAD -> ${await run('git', 'branch', '--show-current')}, tag: v${version}`,
  );
  assert.equal(await run('git', 'status', '--porcelain'), '');
  for (const file of ['package.json', 'package-lock.json'])
    assert.ok(readFileSync(join(clone, file), 'utf8').includes(`"version": "${version}"`), file);
  assert.match(
    readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'),
    new RegExp(`^# Changelog\n\n## ${version}\n`),
  );
  assert.equal(await run('git', 'ls-files', '.changeset'), '.changeset/config.json');
  assert.match(await run('git', 'tag', '--list', '--format=%(contents)'), /Something that a shop can use\./);
  await assert.rejects(run('npm', 'run', '--silent', 'release'), new RegExp(`The tag v${version} exists`));
});
