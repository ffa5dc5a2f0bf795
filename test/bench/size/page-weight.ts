// The files that a shop's page loads, bundled as a shop does: lit and all libraries included, lazy modules in chunks.
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { root } from '../../../.config/bootstrap.mjs';

type Chunk = Rolldown.OutputChunk;

/**
 * Returns the chunks of one module, as the bundler writes them.
 * @param entry a path from the project's root
 */
export async function chunksOf(entry: string): Promise<readonly [Chunk, ...Chunk[]]> {
  const bundles = await build({
    ...{ root, configFile: false, logLevel: 'error', publicDir: false },
    build: {
      ...{ write: false, target: 'es2022', lib: { entry: join(root, entry), formats: ['es'] } },
      rolldownOptions: {
        // As for a page: no module imports from its first file, so shared code can be in it.
        preserveEntrySignatures: 'allow-extension',
        output: {
          chunkFileNames: 'chunks/[name].js',
          minify: { compress: true, mangle: true, codegen: true },
          // A shop's bundler leaves out the hints for bundlers.
          comments: { annotation: false },
        },
      },
    },
  });
  const [first, ...others] = (Array.isArray(bundles) ? bundles : [])
    .flatMap(({ output }) => output)
    .filter((file) => file.type === 'chunk');
  if (!first) throw new Error(`${entry} has no chunk.`);
  return [first, ...others];
}

/** The chunks that these modules need, each once: their own and their imports, but not lazy ones. */
export function neededBy(chunks: readonly Chunk[], ...modules: readonly string[]): readonly Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Chunk>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(byName.get(name));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)));
    if (!chunk) throw new Error(`no chunk has ${module}`);
    add(chunk);
  }
  return [...found];
}

/** The chunks that a press on a wallet loads, in English, beside those of the payment. */
export function neededByWallet(chunks: readonly Chunk[], family: string): readonly Chunk[] {
  return neededAfterPayment(
    chunks,
    'src/elements/browser-wallet/wallet-payment.ts',
    `src/wallets/${family}.ts`,
  );
}

/** The chunks that the page loads while the payer is in the wallet, in English. */
export function neededByWalletOutcome(chunks: readonly Chunk[]): readonly Chunk[] {
  const loaded = neededByWallet(chunks, 'evm');
  return neededAfterPayment(chunks, 'src/elements/browser-wallet/lazy-wallet-outcomes.ts').filter(
    (chunk) => !loaded.includes(chunk),
  );
}

/** The chunks that a press on "Request a refund" loads, in English, beside those of the payment. */
export function neededByRefund(chunks: readonly Chunk[]): readonly Chunk[] {
  return neededAfterPayment(chunks, 'src/elements/refund/refund-requests.ts');
}

function neededAfterPayment(chunks: readonly Chunk[], ...modules: readonly string[]): readonly Chunk[] {
  const loaded = STEPS.flatMap((step) => neededBy(chunks, ...step.modules));
  return neededBy(chunks, ...modules).filter((chunk) => !loaded.includes(chunk));
}

/** The three steps of a payment in English, each with the modules that are loaded by then. */
export const STEPS = [
  { name: 'before the picker can be used', modules: ['src/define/crypto-checkout.ts'] },
  {
    name: 'address, amount and QR on screen',
    modules: ['src/define/crypto-checkout.ts', 'src/elements/crypto-checkout/lazy-steps.ts'],
  },
  {
    name: 'all of a payment, in English',
    modules: [
      'src/define/crypto-checkout.ts',
      'src/elements/crypto-checkout/lazy-steps.ts',
      'src/adapters/popover.ts',
    ],
  },
];
