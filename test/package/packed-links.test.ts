import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './readme-text.js';

/** Links of Markdown, and the files that a page of the manual includes. */
const TARGETS = /\]\((?<link>[^)\s]+)\)|^import .* from '(?<included>\.[^']+\?raw)';$/gm;
/** Addresses and anchors. */
const ELSEWHERE = /^(?:[a-z]+:|#)/;

async function packedFiles(): Promise<readonly string[]> {
  const args = ['pack', '--dry-run', '--json', '--loglevel=error'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

describe('the texts in the package', () => {
  it('link only to files that are in the package too', async () => {
    const packed = await packedFiles();
    const texts = packed.filter(
      (path) => /\.mdx?$|\/llms\.txt$/.test(path) && !path.startsWith('dist/licenses-'),
    );
    const needed = [
      ...['README.md', 'CHANGELOG.md'],
      ...['dist/llms.txt', 'dist/integration.md', 'dist/accessibility-conformance.md'],
    ];
    assert.deepEqual(
      needed.filter((path) => !texts.includes(path)),
      [],
    );
    assert.ok(texts.length > 10);
    const dead = texts.flatMap((text) =>
      [...readFileSync(join(root, text), 'utf8').matchAll(TARGETS)]
        .map(({ groups }) => groups?.['link'] ?? groups?.['included'] ?? '')
        .filter((target) => !ELSEWHERE.test(target))
        .map((target) => posix.join(posix.dirname(text), target.replace(/(?:#.*|\?raw)$/, '')))
        .filter((path) => !packed.includes(path))
        .map((path) => `${text} → ${path}`),
    );
    assert.deepEqual(dead, []);
  });
});
