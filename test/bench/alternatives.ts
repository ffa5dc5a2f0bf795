// The sizes of our entries, and of the alternatives for a shop: bundled in the same way, in one run.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { cache, root } from '../../.config/bootstrap.mjs';
import { run } from '../../.config/processes.mjs';
import type { PartOptions, Report } from './report.js';

interface Installed {
  readonly name: string;
  readonly packages: readonly [string, ...string[]];
}

interface Alternative extends Installed {
  readonly entry: string;
}

const CONNECT: Alternative = {
  name: 'bitcoin-connect, payment element',
  packages: ['@getalby/bitcoin-connect@3.12.3'],
  entry: `import '@getalby/bitcoin-connect';`,
};

/** The packages to install, and the imports of a page. Stylesheets are counted separately. */
const ALTERNATIVES: readonly Alternative[] = [
  CONNECT,
  {
    name: 'adyen-web, drop-in with cards',
    packages: ['@adyen/adyen-web@6.45.2'],
    entry: `export { AdyenCheckout, Dropin, Card } from '@adyen/adyen-web';
      import '@adyen/adyen-web/styles/adyen.css';`,
  },
  {
    name: 'AppKit with pay',
    packages: ['@reown/appkit@1.8.24', '@reown/appkit-pay@1.8.24'],
    entry: `export { createAppKit } from '@reown/appkit'; export { pay, openPay } from '@reown/appkit-pay';`,
  },
  {
    name: 'OnchainKit, checkout, with React',
    packages: ['@coinbase/onchainkit@1.1.2', 'react@19', 'react-dom@19', 'viem@2.52.2'],
    entry: `export { OnchainKitProvider } from '@coinbase/onchainkit';
      export { Checkout, CheckoutButton, CheckoutStatus } from '@coinbase/onchainkit/checkout';`,
  },
  {
    name: 'Daimo with React',
    packages: ['@daimo/sdk@1.7.0', 'react@19', 'react-dom@19'],
    entry: `export * from '@daimo/sdk/web';`,
  },
  {
    name: 'Request payment widget',
    packages: ['@requestnetwork/payment-widget@0.3.10'],
    entry: `import '@requestnetwork/payment-widget';`,
  },
  {
    name: 'DePay widgets with React and ethers',
    packages: ['@depay/widgets@13.0.45', 'react@18', 'react-dom@18', 'ethers@5'],
    entry: `export { default } from '@depay/widgets';`,
  },
  {
    name: 'Shoelace: button, dialog, QR, copy, select',
    packages: ['@shoelace-style/shoelace@2.20.1'],
    entry: ['button', 'dialog', 'qr-code', 'copy-button', 'select']
      .map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`)
      .join('\n'),
  },
  {
    name: 'Solana Pay: an address as a URL and QR, no screen',
    packages: ['@solana/pay@1.0.16'],
    entry: `export { encodeURL, createQR } from '@solana/pay';`,
  },
];

/** As a shop has them: from the package. */
const ELEMENT = 'crypto-checkout, the drop-in';
const OURS: readonly (readonly [name: string, entry: string])[] = [
  [ELEMENT, 'dist/define/crypto-checkout.js'],
  ['crypto-checkout-button', 'dist/define/crypto-checkout-button.js'],
  ['payment panel alone', 'dist/define/crypto-payment-panel.js'],
  ['currency picker alone', 'dist/define/crypto-currency-picker.js'],
  ['QR alone', 'dist/define/crypto-payment-qr.js'],
];

const icons = readdirSync(join(root, 'src/adapters/icons')).map((name) => name.replace(/\.\w+$/, '.js'));
/** Other languages and the coins' drawings: a payer loads a few of them at most. */
const isOfAKind = (path: string) =>
  dirname(path) === 'dist/locales' || (dirname(path) === 'dist/chunks' && icons.includes(basename(path)));
const gzip = (contents: Uint8Array) => gzipSync(contents, { level: 9 }).length;

/** A missing module, such as an optional peer or one of Node, is an empty one. */
export const stubs = (missing: Set<string>): Plugin => ({
  name: 'stubs',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, resolveDir, pluginData, kind }) => {
      if (pluginData === 'resolving' || kind === 'entry-point') return null;
      const found = await build.resolve(path, { resolveDir, kind, pluginData: 'resolving' });
      if (found.errors.length === 0) return found;
      missing.add(path);
      return { path, namespace: 'missing' };
    });
    build.onLoad({ filter: /.*/, namespace: 'missing' }, () => ({ contents: 'module.exports = {}' }));
  },
});

interface Weight {
  readonly initial: number;
  readonly all: number;
  readonly styles: number;
  readonly missing: number;
}

async function weigh(entry: string): Promise<Weight> {
  const missing = new Set<string>();
  const { outputFiles, metafile } = await build({
    ...{
      entryPoints: [entry],
      absWorkingDir: root,
      outdir: 'out',
      bundle: true,
      splitting: true,
      format: 'esm',
    },
    ...{ minify: true, target: 'es2022', platform: 'browser', legalComments: 'none', metafile: true },
    ...{ write: false, logLevel: 'silent', define: { 'process.env.NODE_ENV': '"production"' } },
    ...{ loader: { '.svg': 'text', '.png': 'empty', '.woff2': 'empty' }, plugins: [stubs(missing)] },
  });
  const bytes = new Map(
    outputFiles.map(({ path, contents: text }) => [path.slice(root.length + 1), gzip(text)]),
  );
  const outputs = metafile.outputs;
  const [first] = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === entry);
  const initial = new Set<string>();
  const add = (path: string) => {
    const output = outputs[path];
    if (initial.has(path) || !output) return;
    initial.add(path);
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') add(next);
  };
  if (first) add(first[0]);
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + (bytes.get(path) ?? 0), 0);
  const scripts = [...bytes.keys()].filter((path) => path.endsWith('.js'));
  const isShared = (path: string) =>
    !Object.keys(outputs[path]?.inputs ?? {}).every(isOfAKind) || initial.has(path);
  return {
    initial: sum([...initial]),
    all: sum(scripts.filter(isShared)),
    styles: sum([...bytes.keys()].filter((path) => path.endsWith('.css'))),
    missing: missing.size,
  };
}

const folderOf = ({ name }: Installed) =>
  join(cache, 'bench-alternatives', name.replaceAll(/[^a-z]+/gi, '-'));

/** The path of bitcoin-connect once it is installed. */
export const CONNECT_FOLDER = folderOf(CONNECT);
export const installConnect = () => install(CONNECT);

/** Installs its packages outside of the project's own; resolves to their folder, or to null if they are unavailable. */
export async function install(installed: Installed): Promise<string | null> {
  const { packages } = installed;
  const folder = folderOf(installed);
  if (existsSync(join(folder, 'node_modules', packages[0].replace(/@[^@]+$/, '')))) return folder;
  mkdirSync(folder, { recursive: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--no-save'];
  const args = ['install', '--prefix', folder, ...flags, ...packages];
  const { code } = await run('npm', args, { cwd: folder, capture: true });
  return code === 0 ? folder : null;
}

function entryIn(folder: string, contents: string): string {
  const file = join(folder, 'entry.js');
  writeFileSync(file, contents);
  return relative(root, file);
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1);

export async function alternatives({ progress }: PartOptions): Promise<Report> {
  const weighed: (readonly [name: string, weight: Weight | null])[] = [];
  for (const [name, entry] of OURS) weighed.push([name, await weigh(entry)]);
  for (const alternative of ALTERNATIVES) {
    progress(alternative.name);
    const folder = await install(alternative);
    const weight = folder
      ? await weigh(entryIn(folder, alternative.entry)).catch((error: Error) =>
          progress(error.message.split('\n').slice(0, 3).join(' ')),
        )
      : null;
    weighed.push([alternative.name, weight ?? null]);
  }
  const found = new Map(weighed);
  const ours = found.get(ELEMENT);
  const connect = found.get(CONNECT.name);
  const row = ([name, weight]: (typeof weighed)[number]) =>
    weight && ours
      ? [
          ...[name, kB(weight.initial), kB(weight.all), kB(weight.styles), String(weight.missing)],
          (weight.all / ours.all).toFixed(2),
        ]
      : [name, '–', '–', '–', '–', '–'];
  const part = ours && connect ? ours.initial / connect.initial : NaN;
  return {
    tables: [
      {
        title: 'Bytes, in kB after gzip -9',
        columns: [
          'what a page imports',
          'initially',
          'with all that comes later',
          'styles',
          'stubs',
          'later, × ours',
        ],
        rows: weighed.map(row),
        notes: [
          'esbuild, minified, es2022, in pieces. Ours: without other languages and the drawings of coins.',
          'stubs: imports of what is not there (optional peers, parts of Node), taken as empty. –: not to be had.',
        ],
      },
    ],
    figures: Object.fromEntries(
      weighed.flatMap(([name, weight]) => (weight ? [[`${name}, initially, bytes`, weight.initial]] : [])),
    ),
    targets: [
      {
        name: 'the drop-in initially loads ≤ 1/6 of bitcoin-connect',
        holds: part <= 1 / 6,
        found: Number.isNaN(part) ? 'bitcoin-connect could not be had' : `${part.toFixed(3)} of it`,
      },
    ],
  };
}
