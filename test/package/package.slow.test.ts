import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'vite';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const shop = mkdtempSync(join(tmpdir(), 'crypto-checkout-shop-'));
const npmSettings = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

/** The environment of a shop's own npm, without settings of an outer npm or test runner. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_(registry|cache|userconfig)$)|NODE_)/i.test(name),
  ),
);

function inShop(command: string, ...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return execute(command, args, { cwd: shop, env: environment });
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

interface PackedFile {
  readonly path: string;
}

/** All files that a shop downloads, and their reasons: the package has no others. */
const MEANT: Readonly<Record<string, RegExp>> = {
  'the files that npm shows, and the license': /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  'the licenses of bundled libraries':
    /^dist\/licenses-(?:browser|server|single-file|(?:merchant-)?elements|merchant)\.md$/,
  'the entries for browsers':
    /^dist\/(?:index|define|react|vue|payment|session|merchant(?:-client)?|crypto-checkout|(?:react|vue)\/merchant)\.js$/,
  'the entries for servers': /^dist\/(?:service|proxy|proxy\/node|server|render|sandbox|cli)\.js$/,
  'what the proxy serves to pages': /^dist\/elements-files\.js$/,
  'an entry per element': /^dist\/define\/crypto-[a-z-]+\.js$/,
  'a catalog per language': /^dist\/locales\/[a-z]{2}(?:-[A-Z][a-z]{3})?\.js$/,
  'what entries share': /^dist\/chunks\/[\w.-]+\.js$/,
  'the types of the entries':
    /^dist\/types\/(?!cli\/|styles\/(?!appearance|token-table)|adapters\/icons\/)[\w/.-]+\.d\.ts$/,
  'what editors and catalogs of elements read':
    /^dist\/(?:custom-elements|web-types|vscode\.(?:html|css)-custom-data)\.json$/,
  'what programs that write code read': /^dist\/(?:llms\.txt|integration\.md)$/,
  'what is known of its accessibility': /^dist\/accessibility-conformance\.md$/,
  'what design tools read': /^dist\/tokens\.json$/,
  'the ready themes': /^dist\/themes\/[a-z-]+\.css$/,
  "the description of the proxy's answers": /^dist\/openapi\.json$/,
  'the manual that the readme points to': /^stories\/docs\/[A-Z]\w+\.mdx$/,
  'the samples that the manual includes':
    /^server-example\/(?:README\.md|(?:go|java|php|python|ruby|typescript)\/[\w-]+\.(?:go|java|php|py|rb|ts))$/,
  'what the readme points to beside the manual':
    /^\.github\/(?:checkout\.png|CONTRIBUTING\.md|SECURITY\.md)$/,
  'what the sandbox does': /^src\/sandbox\/README\.md$/,
  'the pages of the sandbox': /^src\/sandbox\/page\/(?:index\.html|page\.css|page\.js|payment\.js)$/,
  'the hashes': /^dist\/integrity\.json$/,
};

/** What a page would load initially if this were its script: bytes, and the files of the package in it. */
async function bundled(
  script: string,
): Promise<{ readonly bytes: number; readonly files: readonly string[] }> {
  const entry = join(shop, 'page.js');
  writeFileSync(entry, script);
  const settings = { root: shop, configFile: false, logLevel: 'error' } as const;
  const lib = { entry, formats: ['es' as const] };
  const output = { minify: true };
  const built = await build({ ...settings, build: { write: false, lib, rolldownOptions: { output } } });
  assert.ok(Array.isArray(built) && built[0]);
  const chunks = built[0].output.filter((chunk) => chunk.type === 'chunk');
  const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of atOnce)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) atOnce.add(chunk);
  const modules = [...atOnce].flatMap((chunk) => Object.entries(chunk.modules));
  return {
    bytes: [...atOnce].reduce((sum, { code }) => sum + code.length, 0),
    files: modules.flatMap(([path, { renderedLength }]) =>
      renderedLength > 0 ? (/node_modules\/crypto-checkout\/dist\/(.+)$/.exec(path)?.[1] ?? []) : [],
    ),
  };
}

/** With the strictest settings: a shop need not skip the check of libraries. */
async function compiles(file: string, ...settings: readonly string[]): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
  await inShop(process.execPath, tsc, ...strict, ...settings, file).catch(({ stdout }: { stdout: string }) =>
    assert.fail(stdout),
  );
}

interface Described {
  readonly name: string;
  readonly tagName: string;
  readonly events: readonly { readonly name: string; readonly type: { readonly text: string } }[];
}

/** The elements, as the manifest has them. */
const described = (
  JSON.parse(readFileSync(join(root, 'dist/custom-elements.json'), 'utf8')) as {
    readonly modules: readonly { readonly declarations: readonly Described[] }[];
  }
).modules.flatMap(({ declarations }) => declarations);

describe('the packed package', () => {
  let packed: readonly PackedFile[] = [];

  before(async () => {
    const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', shop], {
      cwd: root,
      env: environment,
    });
    const [created] = JSON.parse(stdout) as [{ filename: string; files: readonly PackedFile[] }];
    packed = created.files;
    const tarball = join(shop, created.filename);
    writeFileSync(
      join(shop, 'package.json'),
      JSON.stringify({ name: 'a-shop', private: true, type: 'module' }),
    );
    await inShop('npm', 'install', ...npmSettings, tarball);
  });
  after(() => rmSync(shop, { recursive: true, force: true }));

  it('contains exactly the files for a shop', () => {
    const paths = packed.map(({ path }) => path);
    const meant = Object.entries(MEANT);
    assert.deepEqual(
      paths.filter((path) => !meant.some(([, pattern]) => pattern.test(path))),
      [],
    );
    assert.deepEqual(
      meant.filter(([, pattern]) => !paths.some((path) => pattern.test(path))),
      [],
    );
  });

  it('leads programs that write code to the guide', async () => {
    const program = `
      import { readFileSync } from 'node:fs';
      const list = import.meta.resolve('crypto-checkout/llms.txt');
      const guide = import.meta.resolve('crypto-checkout/integration.md');
      const [, link] = /\\]\\((.*integration\\.md)\\)/.exec(readFileSync(new URL(list), 'utf8'));
      console.log(list.split('/').at(-3), new URL(link, list).href === guide);`;
    const { stdout } = await inShop(process.execPath, '--input-type=module', '-e', program);
    assert.equal(stdout, 'crypto-checkout true\n');
  });

  it('names no folder of the machine that built it', () => {
    const texts = filesBelow(join(shop, 'node_modules/crypto-checkout')).filter(
      (file) => readFileSync(file).includes(root) || readFileSync(file).includes(tmpdir() + '/'),
    );
    assert.deepEqual(texts, []);
  });

  it('installs at most 10 packages', async () => {
    const lock = JSON.parse(readFileSync(join(shop, 'package-lock.json'), 'utf8')) as { packages: object };
    const names = Object.keys(lock.packages).filter((path) => path !== '');
    assert.ok(names.length <= 10, `installed: ${names.join(', ')}`);
  });

  it('installs nothing native', () => {
    const native = filesBelow(join(shop, 'node_modules')).filter((file) =>
      /\.node$|binding\.gyp$/.test(file),
    );
    assert.deepEqual(native, []);
  });

  it('has no side effects when its classes are imported on a server', async () => {
    const script = `
      const before = Object.getOwnPropertyNames(globalThis);
      const library = await import('crypto-checkout');
      if (globalThis.customElements?.get('crypto-checkout')) throw new Error('defined an element');
      if (typeof library.CryptoCheckout !== 'function') throw new Error('no class');
      process.stdout.write(JSON.stringify(Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name))));`;
    const { stdout, stderr } = await inShop(process.execPath, '--input-type=module', '-e', script);
    assert.equal(stderr, '');
    // Lit itself leaves these, on every import in Node: its versions, and a registry that renders on servers.
    const byLit = /^(lit\w+|reactiveElementVersions|customElements)$/;
    assert.deepEqual(
      (JSON.parse(stdout) as string[]).filter((name) => !byLit.test(name)),
      [],
    );
  });

  /** The elements of the staff have an entry of their own. */
  const entryOf = (tagName: string) =>
    tagName.startsWith('crypto-merchant') ? 'crypto-checkout/merchant' : 'crypto-checkout';

  it('has types for the elements and their events behind the import that defines them', async () => {
    writeFileSync(
      join(shop, 'page.ts'),
      `import 'crypto-checkout/define';
       import 'crypto-checkout/merchant';
       import type { CryptoCheckout, CryptoDepositReadyEvent, CryptoReadyEvent } from 'crypto-checkout';
       const checkout = document.querySelector('crypto-checkout');
       checkout satisfies CryptoCheckout | null;
       checkout?.addEventListener('crypto-paid', (event) => event.detail.orderId satisfies string);
       checkout?.addEventListener('crypto-close', (event) => event.preventDefault());
       checkout?.addEventListener('crypto-ready', (event) => event satisfies CryptoReadyEvent | CryptoDepositReadyEvent);
       document.addEventListener('crypto-paid', (event) => event.detail.amount satisfies string | null);
       window.addEventListener('crypto-error', (event) => event.detail.retryable satisfies boolean);
       document.createElement('crypto-countdown').expiresAt = '2030-01-01T00:00:00Z';
       if (checkout) checkout.theme = 'dark';
       // @ts-expect-error no such theme
       if (checkout) checkout.theme = 'purple';
       // @ts-expect-error no such field
       checkout?.addEventListener('crypto-paid', (event) => event.detail.price);
       // @ts-expect-error no such property
       document.createElement('crypto-payment-qr').order = 'A-1001';
       ${described
         .flatMap(({ tagName, name, events }) => [
           `document.createElement('${tagName}') satisfies import('${entryOf(tagName)}').${name};`,
           ...events
             .filter((event) => event.name !== 'crypto-ready' && event.name.startsWith('crypto-'))
             .map(
               (event) =>
                 `document.createElement('${tagName}').addEventListener('${event.name}', (event) => event satisfies import('${entryOf(tagName)}').${event.type.text});`,
             ),
         ])
         .join('\n')}`,
    );
    await compiles('page.ts', '--module', 'esnext', '--moduleResolution', 'bundler');
  });

  it('has types that need no other package, with any compiler settings of a shop', async () => {
    const entries = [
      '',
      '/define',
      '/payment',
      '/session',
      '/merchant',
      '/merchant/client',
      '/service',
      '/proxy',
      '/proxy/node',
      '/server',
      '/render',
    ];
    const imports = [...entries, '/sandbox'].map((entry) => `import 'crypto-checkout${entry}';`);
    writeFileSync(join(shop, 'all.ts'), `${imports.join('\n')}\n`);
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    await compiles('all.ts', '--module', 'nodenext', ...types);
  });

  it('opens each of its entries', async () => {
    const entries = [
      'payment',
      'session',
      'merchant',
      'merchant/client',
      'service',
      'proxy',
      'proxy/node',
      'server',
      'render',
      'sandbox',
      'locales/ru',
      'locales/zh-Hans',
    ];
    const script = `for (const entry of ${JSON.stringify(entries)}) {
      const found = Object.keys(await import('crypto-checkout/' + entry));
      if (found.length === 0) throw new Error(entry + ' exports nothing');
    }`;
    await inShop(process.execPath, '--input-type=module', '-e', script);
  });

  it('names the package to install if the store is missing', async () => {
    const script = `
      const { createCheckoutProxy } = await import('crypto-checkout/proxy');
      const proxy = createCheckoutProxy({
        service: { url: 'http://127.0.0.1:9', apiKey: 'k', shopId: 's' },
        orderSecrets: ['0123456789abcdef0123456789abcdef'],
        onEvent: async () => {},
        store: ':memory:',
      });
      await proxy.start().then(() => { throw new Error('started'); }, (error) => process.stdout.write(error.message));`;
    const { stdout } = await inShop(process.execPath, '--input-type=module', '-e', script);
    assert.match(stdout, /npm install libsql/);
  });

  it('adds only imported code to a page', async () => {
    const nothing = await bundled(`import 'crypto-checkout';`);
    assert.deepEqual(nothing.files, []);
    const amount = await bundled(
      `import { exactAmount } from 'crypto-checkout/payment'; console.log(exactAmount);`,
    );
    assert.ok(amount.bytes < 5_000, `an amount: ${amount.bytes} bytes, ${amount.files.join(', ')}`);
    const event = await bundled(
      `import { CryptoPaidEvent } from 'crypto-checkout'; console.log(CryptoPaidEvent);`,
    );
    assert.deepEqual(event.files, ['chunks/events.js']);
    const element = await bundled(
      `import { CryptoCountdown } from 'crypto-checkout'; console.log(CryptoCountdown);`,
    );
    assert.ok(element.bytes < 57_900, `an element: ${element.bytes} bytes`);
    assert.deepEqual(
      element.files.filter((file) => /crypto-(?!countdown)|chunks\/define2?\.js|qr/.test(file)),
      [],
    );
  });

  it('keeps the purpose of an import: the definition of an element', async () => {
    const single = described.filter(({ tagName }) => !tagName.startsWith('crypto-merchant'));
    for (const { tagName } of single) {
      const { files } = await bundled(`import 'crypto-checkout/define/${tagName}';`);
      assert.ok(files.includes(`define/${tagName}.js`) || files.includes('chunks/define.js'), tagName);
    }
  });
});
