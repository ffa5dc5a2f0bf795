import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const shop = mkdtempSync(join(tmpdir(), 'crypto-checkout-shop-'));
const npmSettings = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

/** What a shop's own npm would see: nothing that an outer npm or test runner has set. */
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

describe('the packed package', () => {
  let packed: readonly PackedFile[] = [];

  before(async () => {
    const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', shop], {
      cwd: root,
      env: environment,
    });
    const [tarball] = JSON.parse(stdout) as [{ filename: string; files: readonly PackedFile[] }];
    packed = tarball.files;
    writeFileSync(
      join(shop, 'package.json'),
      JSON.stringify({ name: 'a-shop', private: true, type: 'module' }),
    );
    await inShop('npm', 'install', ...npmSettings, `./${tarball.filename}`);
  });
  after(() => rmSync(shop, { recursive: true, force: true }));

  it('holds the built files, the readme and the licence, and no sources', () => {
    const outside = packed.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    assert.deepEqual(outside.sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    assert.deepEqual(
      packed.filter(({ path }) => /(?<!\.d)\.tsx?$/.test(path)),
      [],
    );
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

  it('does nothing when its classes are imported on a server', async () => {
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

  it('has types for the elements and their events behind the import that defines them', async () => {
    writeFileSync(
      join(shop, 'page.ts'),
      `import 'crypto-checkout/define';
       const checkout = document.querySelector('crypto-checkout');
       if (checkout) checkout.theme = 'dark';
       document.addEventListener('crypto-paid', (event) => event.detail.orderId satisfies string);`,
    );
    const settings = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await inShop(process.execPath, tsc, ...settings, '--target', 'es2022', 'page.ts').catch(
      ({ stdout }: { stdout: string }) => assert.fail(stdout),
    );
  });

  it('has types that need no other package, whatever a shop checks', async () => {
    const entries = [
      '',
      '/define',
      '/payment',
      '/service',
      '/proxy',
      '/proxy/node',
      '/order-token',
      '/webhooks',
    ];
    const imports = [...entries, '/sandbox'].map((entry) => `import 'crypto-checkout${entry}';`);
    writeFileSync(join(shop, 'all.ts'), `${imports.join('\n')}\n`);
    const settings = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
    ];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await inShop(
      process.execPath,
      tsc,
      ...settings,
      '--typeRoots',
      join(root, 'node_modules/@types'),
      'all.ts',
    ).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  });

  it('opens each of its entries', async () => {
    const entries = [
      'payment',
      'service',
      'proxy',
      'proxy/node',
      'order-token',
      'webhooks',
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

  it('says what to install when the store is missing', async () => {
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

  it('passes the checks of package tools', async () => {
    await execute(process.execPath, [join(root, 'node_modules/publint/src/cli.js'), root, '--strict']);
  });
});
