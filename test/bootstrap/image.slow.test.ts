import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { copied, instructions, root } from '../server-example/dockerfile.js';
import { temporaryFolder } from '../temporary-folder.js';

it('the image is built only from the files that it copies', async (t) => {
  const folder = temporaryFolder(t);
  const [stage, packed] = [join(folder, 'stage'), join(folder, 'packed')];
  for (const { from, to } of copied) cpSync(join(root, from), join(stage, to), { recursive: true });
  // The packages are those of the lock file, so nothing is installed here.
  symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'));
  const env = { ...process.env, CRYPTO_CHECKOUT_NO_INSTALL: '1' };
  const commands = instructions.find(({ word }) => word === 'RUN')?.rest.replaceAll('/packed', packed) ?? '';
  assert.match(commands, /npm run build/);
  await promisify(execFile)('sh', ['-c', commands], { cwd: stage, env });
  const [tarball = '', ...others] = readdirSync(packed);
  assert.match(tarball, /^crypto-checkout-.*\.tgz$/);
  assert.deepEqual(others, []);
});
