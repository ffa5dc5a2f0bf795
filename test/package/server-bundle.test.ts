import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from './readme-text.js';
import { temporaryFolder } from '../temporary-folder.js';

const SHOP = `
  import { createCheckoutProxy } from 'crypto-checkout/proxy';
  const proxy = createCheckoutProxy({
    service: { url: 'http://127.0.0.1:9', apiKey: 'k', shopId: 's' },
    orderSecrets: ['an-order-secret-of-more-than-32-bytes'],
    store: process.argv[2],
    onEvent() {},
  });
  await proxy.start().catch(({ message }) => console.log(message));`;

it('esbuild bundles a server without an engine of the store, which then names the package to install', async (t) => {
  const folder = temporaryFolder(t);
  for (const path of ['dist', 'package.json'])
    cpSync(join(root, path), join(folder, 'node_modules/crypto-checkout', path), { recursive: true });
  writeFileSync(join(folder, 'shop.js'), SHOP);
  const outfile = join(folder, 'server.mjs');
  const { warnings } = await build({
    absWorkingDir: folder,
    entryPoints: ['shop.js'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  const says = async (store: string) =>
    (await promisify(execFile)(process.execPath, [outfile, store], { cwd: folder })).stdout;
  assert.match(await says('checkouts.sqlite'), /npm install libsql/);
  assert.match(await says('postgres://127.0.0.1:9/checkouts'), /npm install pg/);
});

it('no file of the server imports one that the package lacks, not even later', () => {
  const folder = join(root, 'dist/chunks');
  const missing = readdirSync(folder)
    .filter((file) => file.startsWith('server-'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\bimport\("(\.[^"]+)"\)/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(folder, path)))
        .map((path) => `${file}: ${path}`),
    );
  assert.deepEqual(missing, []);
});
