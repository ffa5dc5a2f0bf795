import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
/** The samples in other languages, a file each. */
export const DOCS = join(root, '.github/docs');
export const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Every fenced snippet of the readme, by its language. */
export function snippets(language: string): readonly string[] {
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text]) =>
    found === language && text ? [text.trim()] : [],
  );
}

/** The snippet that begins with the name of its file. */
export function snippetOf(name: string, language = 'js'): string {
  const found = snippets(language).filter((snippet) => /^(\/\/|#) (\S+)/.exec(snippet)?.[2] === name);
  assert.equal(found.length, 1, `one ${name} in the readme`);
  return found[0] ?? '';
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
