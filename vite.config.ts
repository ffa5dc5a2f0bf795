import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { inlineDynamicImports } from './.config/build/inline-dynamic-imports.js';
import { packageJson } from './.config/build/package-json.js';

const define = readdirSync(new URL('./src/define/', import.meta.url)).map((file) =>
  file.replace(/\.ts$/, ''),
);

const languages = Object.keys(
  JSON.parse(readFileSync(new URL('./src/locales/languages.json', import.meta.url), 'utf8')),
);

/** Puts a file of the project in place of an import. */
const replacing = (find: RegExp, file: URL) => ({ find, replacement: fileURLToPath(file) });

/**
 * What a bundler or an import map resolves: lit, @floating-ui/dom and the shop's framework stay imports, qrcode (CommonJS)
 * is bundled in.
 */
const browser: UserConfig = {
  build: {
    license: { fileName: 'licenses-browser.md' },
    lib: {
      entry: {
        'index': 'src/index.ts',
        'payment': 'src/payment/entry.ts',
        'session': 'src/checkout/entry.ts',
        'define': 'src/define/all.ts',
        'react': 'src/react/index.ts',
        // No entry of the package, but a file of its own for bundlers.
        'chunks/react-checkout': 'src/react/checkout.ts',
        'vue': 'src/vue/index.ts',
        ...Object.fromEntries(
          languages.map((tag) => [`locales/${tag}`, `src/locales/compiled/payer/${tag}.ts`]),
        ),
        ...Object.fromEntries(
          define.filter((tag) => tag !== 'all').map((tag) => [`define/${tag}`, `src/define/${tag}.ts`]),
        ),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit($|\/)/, /^@lit\//, /^@floating-ui\//, 'react', 'vue'],
      // `use client` of src/react stays at the top of its file: the tests of the package see to it.
      checks: { moduleLevelDirective: false },
      output: {
        chunkFileNames: 'chunks/[name].js',
        minify: { compress: true, mangle: true, codegen: true },
        // Who imports an event alone gets no element with it.
        codeSplitting: { groups: [{ name: 'events', test: /\/src\/events\/events\.ts$/ }] },
      },
    },
  },
};

/**
 * The elements of the shop's staff, with files of their own: a file that they shared with the elements of payers would change
 * which files a payer loads.
 */
const merchant: UserConfig = {
  build: {
    ...browser.build,
    license: { fileName: 'licenses-merchant.md' },
    lib: {
      entry: {
        'merchant': 'src/merchant/entry.ts',
        'merchant-client': 'src/merchant/client-entry.ts',
        'react/merchant': 'src/react/merchant.ts',
        'vue/merchant': 'src/vue/merchant.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      ...browser.build?.rolldownOptions,
      output: {
        chunkFileNames: 'chunks/merchant-[name].js',
        minify: { compress: true, mangle: true, codegen: true },
      },
    },
  },
};

/** The server entries, with their pure-JavaScript libraries inside; the engines of the store stay the shop's own. */
const server: UserConfig = {
  build: {
    ssr: true,
    lib: {
      entry: {
        'service': 'src/service/node.ts',
        'proxy': 'src/proxy/index.ts',
        'proxy/node': 'src/proxy/node.ts',
        'server': 'src/proxy/server.ts',
        'render': 'src/render/index.ts',
        'sandbox': 'src/sandbox/index.ts',
        'cli': 'src/cli/main.ts',
      },
      formats: ['es'],
    },
    minify: false,
    target: 'node20.19',
    license: { fileName: 'licenses-server.md' },
    rolldownOptions: {
      external: [
        ...['libsql', 'pg', '#elements-files', ...builtinModules, /^node:/],
        // A server has no wallets. The bundler drops the import only after it has planned files for all that is behind it.
        /^\.\/wallet-payment\.js$/,
        /^\.\/lazy-wallet-outcomes\.js$/,
        /^\.\/lazy-refunds\.js$/,
      ],
      output: { chunkFileNames: 'chunks/server-[name].js' },
    },
  },
  ssr: { noExternal: true },
  resolve: {
    alias: [replacing(/^rate-limiter-flexible$/, new URL('.config/rate-limiters.mjs', import.meta.url))],
  },
};

/** One file with everything in it, for pages without a build step. */
const singleFile: UserConfig = {
  plugins: [inlineDynamicImports()],
  build: {
    lib: { entry: { 'crypto-checkout': 'src/define/all.ts' }, formats: ['es'] },
    license: { fileName: 'licenses-single-file.md' },
    rolldownOptions: { output: { codeSplitting: false, minify: true, comments: { annotation: false } } },
  },
  // One file cannot load a language later, and need not carry all of them.
  resolve: {
    alias: [
      replacing(
        /^\.\/language\.js$/,
        new URL('src/elements/crypto-checkout/language-english-only.ts', import.meta.url),
      ),
      replacing(
        /^.*\/(?:i18n\/index|locales\/compiled\/[\w-]+\/catalogs)\.js$/,
        new URL('src/i18n/english-only.ts', import.meta.url),
      ),
    ],
  },
};

/**
 * What the proxy serves to pages behind `elements.js`: all libraries, languages and coins, in files that are named by their
 * contents. The build packs them into one module of the server (`.config/build/elements-files.ts`).
 */
const elements: UserConfig = {
  build: {
    write: false,
    lib: {
      entry: ['src/entry/currency-choice.ts', 'src/entry/payment-steps.ts'],
      formats: ['es'],
      fileName: () => 'elements/[name]-[hash].js',
    },
    license: { fileName: 'licenses-elements.md' },
    rolldownOptions: {
      // Only our own scripts import these two, so what others need can be there, and not in files of its own.
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: 'elements/[name]-[hash].js',
        // Each of the two pieces with all that it needs, so that none waits for a third file.
        codeSplitting: {
          groups: ['currency-choice', 'payment-steps'].map((name) => ({
            name,
            test: new RegExp(`/src/entry/${name}\\.ts$`),
          })),
        },
        // Nearly all functions of the choice run at once, so V8 is to compile them while the file arrives, off the main
        // thread: https://v8.dev/blog/explicit-compile-hints. Other engines see a comment.
        postBanner: ({ name }) => (name === 'currency-choice' ? '//# allFunctionsCalledOnLoad' : ''),
        minify: { compress: true, mangle: true, codegen: true },
        // No bundler reads these files.
        comments: { annotation: false },
      },
    },
  },
  // One piece of all later steps, also for pages that have other elements alone.
  resolve: {
    alias: [replacing(/^\.\/lazy-steps\.js$/, new URL('src/entry/payment-steps.ts', import.meta.url))],
  },
};

/** The same of the elements of the shop's staff, and the script of the page that `desk` serves. */
const merchantElements: UserConfig = {
  build: {
    write: false,
    lib: {
      entry: { 'merchant-elements': 'src/merchant/entry.ts', 'desk': 'src/merchant/desk.ts' },
      formats: ['es'],
      fileName: (_, name) => (name === 'desk' ? 'merchant-elements/desk-[hash].js' : 'merchant-elements.js'),
    },
    license: { fileName: 'licenses-merchant-elements.md' },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: 'merchant-elements/[name]-[hash].js',
        minify: { compress: true, mangle: true, codegen: true },
        // No bundler reads these files.
        comments: { annotation: false },
      },
    },
  },
};

const modes: Readonly<Record<string, UserConfig>> = {
  browser,
  merchant,
  server,
  'single-file': singleFile,
  elements,
  'merchant-elements': merchantElements,
};

export default defineConfig(({ mode }) => {
  const chosen = modes[mode];
  if (!chosen) return {};
  return {
    ...chosen,
    publicDir: false,
    define: { CRYPTO_CHECKOUT_VERSION: JSON.stringify(packageJson.version) },
    build: { target: 'es2022', outDir: 'dist', emptyOutDir: false, ...chosen.build },
  };
});
