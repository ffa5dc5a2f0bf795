import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CANARY_SECRETS, secretsIn } from './canary-secrets.js';
import { temporaryFolder } from '../temporary-folder.js';

const SEARCH = join(import.meta.dirname, 'canary-secrets.ts');

function search(folder: string): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', SEARCH, folder], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

describe('the search for planted secrets', () => {
  it('finds each in plain text, inside JSON, in a link, in hex and anywhere in base64', () => {
    for (const secret of Object.values(CANARY_SECRETS)) {
      const encoded = ['', 'a', 'ab', 'abc'].map((start) =>
        Buffer.from(`${start}${secret}.`).toString('base64'),
      );
      const map = JSON.stringify({ sourcesContent: [`const key = "${secret}"`] });
      for (const text of [
        secret,
        map,
        `?key=${encodeURIComponent(secret)}`,
        ...encoded,
        Buffer.from(secret).toString('hex'),
      ])
        assert.deepEqual(secretsIn(`before ${text} after`), [secret], text);
    }
    assert.deepEqual(secretsIn('nothing planted here, not even planted-api-key'), []);
  });

  it('reads every file of a folder, and fails if there is none', async (t) => {
    const folder = temporaryFolder(t);
    assert.equal((await search(folder)).code, 1);
    await mkdir(join(folder, 'deep/er'), { recursive: true });
    await writeFile(join(folder, 'page.html'), 'clean');
    assert.deepEqual(await search(folder), { code: 0, said: '1 files read, 0 secrets found\n' });
    await writeFile(join(folder, 'deep/er/app.js.map'), Buffer.from(`\u0000${CANARY_SECRETS.VITE_PLANTED}`));
    const { code, said } = await search(folder);
    assert.equal(code, 1);
    assert.match(said, /app\.js\.map holds planted-vite-secret/);
  });
});
