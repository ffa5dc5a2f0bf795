// `npm run size`: what a page loads, in bytes that travel. Fails over budget.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureBuilt, ensureDependencies, root } from './bootstrap.mjs';

/** File and its budget in bytes after gzip -9. */
const BUDGETS = [['dist/crypto-checkout.js', 80_000]];

/** What is paid with, part by part: each with all that it imports, as if nothing else were on the page. */
const PARTS = [
  ['coins and networks', 'src/payment/currencies.ts'],
  ['exact amounts', 'src/payment/amount.ts'],
  ['prices', 'src/payment/fiat.ts'],
  ['QR payloads', 'src/payment/qr-payloads.ts'],
  ['wallet links', 'src/payment/wallet-links.ts'],
  ['explorer links', 'src/payment/explorers.ts'],
  ['times to confirm', 'src/payment/confirmations.ts'],
  ['QR encoder', 'src/adapters/qr-code.ts'],
  ['coin icons', 'src/adapters/coin-icon.ts'],
];

const gzip = (text) => gzipSync(text, { level: 9 }).length;

/** The chunks of one module: its own first, then what it loads later. */
async function chunksOf(entry) {
  const { build } = await import('vite');
  const [{ output }] = await build({
    ...{ root, configFile: false, logLevel: 'error', publicDir: false },
    build: {
      ...{ write: false, target: 'es2022', lib: { entry: join(root, entry), formats: ['es'] } },
      rolldownOptions: { output: { minify: { compress: true, mangle: true, codegen: true } } },
    },
  });
  return output.map(({ code }) => gzip(code));
}

await ensureDependencies();
await ensureBuilt();
let over = 0;
for (const [file, budget] of BUDGETS) {
  const bytes = readFileSync(join(root, file));
  const travels = gzip(bytes);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const isOver = travels > budget;
  if (isOver) over += 1;
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${file}  ${bytes.length} B, gzip ${travels} B (budget ${budget} B), brotli ${brotli} B`,
  );
}
for (const [name, entry] of PARTS) {
  const [own, ...later] = await chunksOf(entry);
  const rest = later.length === 0 ? '' : `, then ${later.length} of at most ${Math.max(...later)} B each`;
  console.log(`     ${name.padEnd(18)} gzip ${own} B${rest}  ${entry}`);
}
process.exitCode = over > 0 ? 1 : 0;
