// `npm run size`: what a page loads, in bytes that travel. Fails over budget.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureBuilt, ensureDependencies, root } from './bootstrap.mjs';

/** File and its budget in bytes after gzip -9. */
const BUDGETS = [['dist/crypto-checkout.js', 58_000]];

await ensureDependencies();
await ensureBuilt();
let over = 0;
for (const [file, budget] of BUDGETS) {
  const bytes = readFileSync(join(root, file));
  const gzip = gzipSync(bytes, { level: 9 }).length;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const isOver = gzip > budget;
  if (isOver) over += 1;
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${file}  ${bytes.length} B, gzip ${gzip} B (budget ${budget} B), brotli ${brotli} B`,
  );
}
process.exitCode = over > 0 ? 1 : 0;
