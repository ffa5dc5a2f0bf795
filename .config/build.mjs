// Builds dist: browser entries, server entries, the self-contained file, and the types.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, root } from './bootstrap.mjs';
import { run } from './processes.mjs';

await ensureDependencies();
const { build } = await import('vite');
const quiet = process.argv.includes('--quiet');
rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const mode of ['browser', 'server', 'single-file']) {
  await build({ root, mode, logLevel: quiet ? 'error' : 'warn' });
}
// The drawings are no package that the bundler knows.
const drawings = readFileSync(join(root, 'src/adapters/icons/NOTICE.md'), 'utf8');
for (const file of ['licenses-browser.md', 'licenses-single-file.md'])
  appendFileSync(join(root, 'dist', file), `\n${drawings}`);
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const types = await run(process.execPath, [tsc, '-p', join(root, '.config/tsconfig.build.json')]);
if (types.code !== 0) process.exit(1);
if (!quiet) {
  const file = readFileSync(join(root, 'dist/crypto-checkout.js'));
  const integrity = createHash('sha384').update(file).digest('base64');
  console.log(`dist/crypto-checkout.js  integrity="sha384-${integrity}"`);
}
