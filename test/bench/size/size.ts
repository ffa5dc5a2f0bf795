// `npm run size`: the size of a page's files after compression. Fails over budget. A budget is the current size plus two
// percent: lower it with every gain, towards the target.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureBuilt, root } from '../../../.config/bootstrap.mjs';
import {
  chunksOf,
  neededBy,
  neededByRefund,
  neededByWallet,
  neededByWalletOutcome,
  STEPS,
} from './page-weight.js';

/** Bytes after gzip -9. */
const BUDGETS: Readonly<Record<string, { readonly budget: number; readonly target: number }>> = {
  'before the picker can be used': { budget: 51_540, target: 15_000 },
  'address, amount and QR on screen': { budget: 100_550, target: 26_000 },
  'all of a payment, in English': { budget: 106_890, target: 36_000 },
  'then a wallet on evm': { budget: 8_630, target: 8_000 },
  'then a wallet on tron': { budget: 9_240, target: 8_000 },
  'then a wallet on solana': { budget: 8_680, target: 8_000 },
  'then a wallet on bitcoin': { budget: 8_140, target: 8_000 },
  'then a wallet on ton': { budget: 7_600, target: 8_000 },
  'then the outcome in any wallet': { budget: 4_090, target: 3_000 },
  'then a request for money back': { budget: 7_170, target: 6_000 },
  'the largest language': { budget: 5_950, target: 3_000 },
  'the icons': { budget: 5_350, target: 5_100 },
  'the elements of the staff': { budget: 84_100, target: 40_000 },
  'the largest language of the staff': { budget: 6_890, target: 3_000 },
  'dist/crypto-checkout.js': { budget: 135_870, target: 36_000 },
};

/** By network, what a payer loads who presses a wallet in the browser. */
const WALLET_FAMILIES = ['evm', 'tron', 'solana', 'bitcoin', 'ton'];

/** The parts of src/payment: each with its imports, as if nothing else were on the page. */
const PARTS: readonly (readonly [name: string, entry: string])[] = [
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

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

interface Weight {
  readonly gzip: number;
  readonly brotli: number;
}

/** Every file is compressed separately. */
function travels(...texts: readonly (string | Buffer)[]): Weight {
  const sum = (bytes: (text: string | Buffer) => number) => texts.reduce((all, text) => all + bytes(text), 0);
  return {
    gzip: sum((text) => gzipSync(text, { level: 9 }).length),
    brotli: sum((text) => brotliCompressSync(text, BEST).length),
  };
}

const heavier = (one: Weight, other: Weight) => (other.gzip > one.gzip ? other : one);

/** The largest file of a folder below dist, of those that match. */
function largest(folder: string, pattern: RegExp): Weight {
  return readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => travels(readFileSync(join(root, folder, name))))
    .reduce(heavier);
}

await ensureBuilt();
const chunks = await chunksOf('src/define/crypto-checkout.ts');
const staff = await chunksOf('src/merchant/entry.ts');
const staffLanguages = staff.filter(({ facadeModuleId }) =>
  /\/locales\/compiled\/staff\//.test(facadeModuleId ?? ''),
);
const icons = chunks.filter(({ facadeModuleId }) => /\/adapters\/icons\//.test(facadeModuleId ?? ''));
const measured = new Map<string, Weight>([
  ...STEPS.map(
    ({ name, modules }) => [name, travels(...neededBy(chunks, ...modules).map(({ code }) => code))] as const,
  ),
  ...WALLET_FAMILIES.map(
    (family) =>
      [
        `then a wallet on ${family}`,
        travels(...neededByWallet(chunks, family).map(({ code }) => code)),
      ] as const,
  ),
  ['then the outcome in any wallet', travels(...neededByWalletOutcome(chunks).map(({ code }) => code))],
  ['then a request for money back', travels(...neededByRefund(chunks).map(({ code }) => code))],
  ['the largest language', largest('dist/locales', /^(?!en\.).*\.js$/)],
  ['the icons', travels(...icons.map(({ code }) => code))],
  ['the elements of the staff', travels(...neededBy(staff, 'src/merchant/entry.ts').map(({ code }) => code))],
  ['the largest language of the staff', staffLanguages.map(({ code }) => travels(code)).reduce(heavier)],
  ['dist/crypto-checkout.js', travels(readFileSync(join(root, 'dist/crypto-checkout.js')))],
]);
let over = 0;
for (const [name, { gzip, brotli }] of measured) {
  const { budget = 0, target = 0 } = BUDGETS[name] ?? {};
  const isOver = gzip > budget;
  if (isOver) over += 1;
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${name.padEnd(33)} gzip ${gzip} B (budget ${budget} B, target ${target} B), brotli ${brotli} B`,
  );
}
for (const [name, entry] of PARTS) {
  const [own, ...later] = (await chunksOf(entry)).map(({ code }) => travels(code).gzip);
  const rest = later.length === 0 ? '' : `, then ${later.length} of at most ${Math.max(...later)} B each`;
  console.log(`     ${name.padEnd(33)} gzip ${own} B${rest}  ${entry}`);
}
process.exitCode = over > 0 ? 1 : 0;
