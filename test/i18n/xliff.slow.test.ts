import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { root } from '../../.config/bootstrap.mjs';
import { ensureEngine } from '../browsers/driver/install.js';
import { ENTRIES } from './readings.js';

const toolkit = await ensureEngine('translate-toolkit');
const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-xliff-'));
after(() => rmSync(folder, { recursive: true }));

/** The commands of CONTRIBUTING that convert a file to XLIFF and back, for another language and entry, in a copy. */
function commandsFor(tag: string, entry: string): string {
  const page = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8');
  const [, commands] = /```sh\n(mkdir -p \.cache\/xliff\n[^`]*)```/.exec(page) ?? [];
  assert.ok(commands, 'CONTRIBUTING has the commands');
  return commands
    .replaceAll('de/payer', `${tag}/${entry}`)
    .replaceAll('en/payer', `en/${entry}`)
    .replace('npm run format\n', '');
}

describe('a file of messages', { skip: !toolkit && 'the Translate Toolkit is not installed' }, () => {
  for (const tag of ['de', 'ar', 'ja'])
    it(`is the same after a way to XLIFF and back in ${tag}`, () => {
      cpSync(join(root, 'src/locales'), join(folder, 'src/locales'), { recursive: true });
      for (const entry of ENTRIES) {
        const path = join(folder, 'src/locales', tag, `${entry}.json`);
        const before = JSON.parse(readFileSync(path, 'utf8')) as object;
        execFileSync('sh', ['-ec', commandsFor(tag, entry)], { cwd: folder, stdio: 'pipe' });
        const now = JSON.parse(readFileSync(path, 'utf8')) as object;
        assert.deepEqual(Object.entries(now), Object.entries(before), entry);
      }
    });
});
