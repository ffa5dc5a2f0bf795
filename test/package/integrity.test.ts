import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { files } from '#elements-files';
import type { Page } from 'playwright-core';
import { servePages } from './page-server.js';
import type { PageServer } from './page-server.js';
import { root } from './readme-text.js';

const dist = join(root, 'dist');
const { 'style-src': styleSources, ...hashes } = JSON.parse(
  readFileSync(join(dist, 'integrity.json'), 'utf8'),
) as Readonly<Record<string, string>>;
const { exports: entries, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
};

const hashOfBytes = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
const hashOf = (path: string): string => hashOfBytes(readFileSync(path));

/** Those that the proxy serves, by their name below its base path: no files of dist, but of a module in it. */
const served = new Map(
  files.map(({ name, brotli }) => [name, brotliDecompressSync(Buffer.from(brotli, 'base64'))]),
);

/** Entries without code. */
const TYPES = ['./svelte', './solid'];

/** Entries for a server: no page may load them. */
const SERVER = [...['./service', './proxy', './proxy/node', './server', './render', './sandbox']];

/** These files and all that they import, now or later, as paths in dist. */
function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files);
  for (const file of reached) {
    const code = readFileSync(join(dist, file), 'utf8');
    for (const [, , to = ''] of code.matchAll(/\b(?:from|import)\s*(\(\s*)?["'`](\.[^"'`]+)["'`]/g)) {
      const target = join(dirname(file), to);
      if (existsSync(join(dist, target))) reached.add(target);
    }
  }
  return reached;
}

function mainFile(name: string): string {
  const entry = entries[name] ?? assert.fail(name);
  return relative('dist', typeof entry === 'string' ? entry : entry.default);
}

const CODE = /\.(?:js|css)$/;
const built = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && CODE.test(entry.name))
  .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
  .toSorted();

describe('the hashes in the package', () => {
  const ofServers = reachedFrom([
    'elements-files.js',
    ...SERVER.map(mainFile),
    ...Object.values(bin).map((file) => relative('dist', file)),
  ]);

  it('exist for every file that a page may load, and for no other', () => {
    const forPages = built.filter((file) => !ofServers.has(file));
    assert.ok(forPages.length > 80, `${forPages.length} files`);
    assert.deepEqual(Object.keys(hashes).toSorted(), [...forPages, ...served.keys()].toSorted());
  });

  it('exist for everything that an entry for pages imports, now or later', () => {
    const others = [...SERVER, ...TYPES];
    const forPages = Object.keys(entries).filter(
      (name) => !others.includes(name) && !/\*|json|\.(?:txt|md)$/.test(name),
    );
    const single = built.filter((file) => /^(?:define|locales)\//.test(file));
    const reached = [...reachedFrom([...forPages.map(mainFile), ...single])];
    assert.deepEqual(
      reached.filter((file) => !(file in hashes)),
      [],
    );
    assert.deepEqual(
      [...ofServers].filter((file) => file in hashes),
      [],
    );
  });

  it('include the sources that a page with a rendered checkout adds to its policy', async () => {
    const render: { styleSources(): Promise<string> } = await import(join(dist, 'render.js'));
    assert.match(styleSources ?? '', /^('sha256-[\w+/]{43}=' ?){8}$/);
    assert.equal(new Set(styleSources?.split(' ')).size, 8);
    assert.equal(styleSources, await render.styleSources());
  });

  it('match the files', () => {
    for (const [name, hash] of Object.entries(hashes)) {
      const bytes = served.get(name) ?? readFileSync(join(dist, name));
      assert.equal(hash, hashOfBytes(bytes), name);
    }
  });

  it('match those in the proxy, whose files import each other and nothing else', () => {
    for (const { name, integrity } of files) assert.equal(integrity, hashes[name], name);
    const roles = files.filter(({ name }) => name.startsWith('elements')).map(({ role }) => role);
    for (const role of ['entry', 'currency-choice', 'drawings', 'payment-steps'] as const)
      assert.equal(roles.filter((one) => one === role).length, 1, role);
    // Nothing delays the entry.
    assert.doesNotMatch(String(served.get('elements.js')), /\bfrom\s*["'`]|\bimport\s*["'`]/);
    const imports = [...served].flatMap(([name, code]) =>
      [...String(code).matchAll(/\b(?:from|import)\s*(?:\(\s*)?["'`]([.@\w][\w./@-]*)["'`]/g)].map(
        ([, to = '']) => (to.startsWith('.') ? join(dirname(name), to) : to),
      ),
    );
    assert.ok(imports.length > files.length, `${imports.length} imports`);
    assert.deepEqual(
      imports.filter((name) => !served.has(name)),
      [],
    );
    // Each name but those of the entries changes with the contents.
    for (const name of served.keys())
      assert.match(name, /^(?:merchant-)?elements(?:\/[\w-]+-[\w-]{8})?\.js$/);
  });
});

describe('a page that loads nothing without its hash', () => {
  /** Served with another text than the packed one. */
  const changed = new Set<string>();
  const others = ['lit', 'lit-html', 'lit-element', '@lit/reactive-element', '@floating-ui'];
  let server: PageServer;

  /** With the published hashes for the package's files, and with hashes for the libraries beside it. */
  function html(): string {
    const page = readFileSync(join(root, 'test/consumers/plain-importmap/index.html'), 'utf8');
    const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
    const { imports } = JSON.parse(map) as { readonly imports: Readonly<Record<string, string>> };
    const own = Object.entries(hashes).map(([name, hash]) => [
      `./node_modules/crypto-checkout/dist/${name}`,
      hash,
    ]);
    const libraries = others.flatMap((name) =>
      readdirSync(join(root, 'node_modules', name), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.m?js$/.test(file))
        .map((file) => [`./node_modules/${name}/${file}`, hashOf(join(root, 'node_modules', name, file))]),
    );
    const integrity = Object.fromEntries([...own, ...libraries]) as Readonly<Record<string, string>>;
    const entry = './node_modules/crypto-checkout/dist/define.js';
    return `<!doctype html><html lang="de"><link rel="icon" href="data:," />
      <script type="importmap">${JSON.stringify({ imports, integrity })}</script>
      <script type="module" src="${entry}" integrity="${integrity[entry]}"></script></html>`;
  }

  before(async () => {
    server = await servePages(({ url: path = '/' }, response) => {
      if (path === '/') {
        const headers = { 'content-type': 'text/html', 'integrity-policy': 'blocked-destinations=(script)' };
        return response.writeHead(200, headers).end(html());
      }
      const own = /^\/node_modules\/crypto-checkout\/(.+)$/.exec(path)?.[1];
      const file = join(root, own ?? path);
      if (!existsSync(file)) return response.writeHead(404).end();
      const code = readFileSync(file, 'utf8');
      const isChanged = [...changed].some((name) => path.endsWith(name));
      response.writeHead(200, { 'content-type': 'text/javascript' });
      return response.end(isChanged ? `${code}\n// another text` : code);
    });
  });
  after(() => server?.close());

  async function open(): Promise<{ readonly page: Page; readonly said: readonly string[] }> {
    const page = await server.browser.newPage();
    page.setDefaultTimeout(15_000);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(server.url, { waitUntil: 'load' });
    return { page, said };
  }

  const INVOICE = {
    ...{ id: 'INV-8KQ2M4XZ', currency: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    ...{ amount: '1', paid: '0', due: '1', surplus: '0', fee: null, feePaidBy: null },
    ...{ transactions: [], unconfirmed: [] },
    ...{ createdAt: '2026-11-21T12:42:00Z', expiresAt: null, monitoredUntil: null, hostedPage: null },
  };
  const showPanel = (page: Page) =>
    page.evaluate(`{
      const panel = document.createElement('crypto-payment-panel');
      panel.invoice = ${JSON.stringify(INVOICE)};
      document.body.append(panel);
    }`);

  it('works, with later chunks, in another language', async () => {
    const { page, said } = await open();
    await showPanel(page);
    await page.getByRole('button', { name: 'Adresse kopieren' }).waitFor();
    await page.locator('crypto-payment-qr svg[part=code]').waitFor();
    assert.deepEqual(said, []);
  });

  it('works without a file that has changed', async () => {
    changed.add('/drawings.js');
    const { page } = await open();
    const isRefusal = (text: string) => /integrity/i.test(text) && text.includes('/drawings.js');
    const refusal = page.waitForEvent('console', (message) => isRefusal(message.text()));
    await showPanel(page);
    await refusal;
    changed.clear();
    await page.getByRole('button', { name: 'Adresse kopieren' }).waitFor();
    await page.locator('[part=network-icon] text', { hasText: 'Bit' }).waitFor();
  });
});
