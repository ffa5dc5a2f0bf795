import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { PLANTED } from '../../.config/planted.mjs';
import { startSandbox, type SandboxServer } from '../../src/sandbox/index.js';
import { openBrowser, until } from '../server-example/running-example.js';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Every fenced snippet of the readme, by its language. */
function snippets(language: string): readonly string[] {
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text]) =>
    found === language && text ? [text.trim()] : [],
  );
}

/** What the readme's table says for a variable. */
function tableValue(variable: string): string {
  const value = new RegExp(`\\| \`${variable}\`\\s*\\| \`([^\`]+)\``).exec(readme)?.[1];
  assert.ok(value, `${variable} is in the table`);
  return value;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

describe('the readme', () => {
  // Inside the package, so that its own name leads to what was built; a shop would have it in node_modules.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'readme-'));
  let browser: Browser;
  let sandbox: SandboxServer;
  let server: ChildProcess;
  let url = '';
  let output = '';

  before(async () => {
    browser = await openBrowser();
    sandbox = await startSandbox({ port: 0, apiKey: 'k', withdrawalKey: 'w', shopId: 's' });
    const [first, ...others] = snippets('js').filter((snippet) => snippet.startsWith('// server.js'));
    assert.ok(first && others.length === 0, 'one server in the readme');
    writeFileSync(join(folder, 'server.js'), first);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, ['server.js'], {
      cwd: folder,
      env: {
        ...process.env,
        PORT: String(port),
        CRYPTO_CHECKOUT_SERVICE_URL: sandbox.url,
        CRYPTO_CHECKOUT_API_KEY: 'k',
        CRYPTO_CHECKOUT_SHOP_ID: 's',
        CRYPTO_CHECKOUT_TEST_MODE: '1',
        CRYPTO_CHECKOUT_ORDER_SECRET: PLANTED.CRYPTO_CHECKOUT_ORDER_SECRET,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    }
    await until(async () => {
      assert.equal(server.exitCode, null, output);
      return (await fetch(url).catch(() => null)) !== null;
    }, 'the server of the readme answers');
  });
  after(async () => {
    await browser.close();
    server.kill('SIGTERM');
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows only commands that the tests run', () => {
    assert.deepEqual(snippets('sh'), [
      'npm start',
      'npm test',
      'npm install crypto-checkout libsql',
      'npm run sandbox',
    ]);
  });

  it('starts the sandbox of the package, with the values that its table gives', async () => {
    const [file] = snippets('js').filter((snippet) => snippet.startsWith('// sandbox.js'));
    assert.ok(file);
    const port = await freePort();
    writeFileSync(join(folder, 'sandbox.js'), file.replace('port: 4010', `port: ${port}`));
    const child = spawn(process.execPath, ['sandbox.js'], { cwd: folder, stdio: 'ignore' });
    try {
      const answer = () =>
        fetch(`http://127.0.0.1:${port}/v2/invoice/create`, {
          method: 'POST',
          headers: { authorization: `Token ${tableValue('CRYPTO_CHECKOUT_API_KEY')}` },
          body: JSON.stringify({ shop_id: tableValue('CRYPTO_CHECKOUT_SHOP_ID'), amount: 49 }),
        }).catch(() => null);
      await until(async () => (await answer())?.status === 200, 'the sandbox makes an invoice');
    } finally {
      child.kill('SIGTERM');
    }
  });

  it('has a page and a server with which an order is paid, told to the page, and fulfilled once', async () => {
    const page = await (await browser.newContext()).newPage();
    const token = /order="([^"]+)"/.exec(await (await fetch(url)).text())?.[1];
    assert.ok(token, 'the server signs an order');
    const [embed] = snippets('html');
    const [styles] = snippets('css');
    const [listener] = snippets('js').filter((snippet) => snippet.includes('addEventListener'));
    assert.ok(embed && styles && listener);
    await page.route('**/shop', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><style>${styles}</style>${embed.replace('THE-ORDER-TOKEN', token)}<script type="module">${listener}</script></html>`,
      }),
    );
    await page.route('**/assets/crypto-checkout.js', (route) =>
      route.fulfill({ path: join(root, 'dist/crypto-checkout.js'), contentType: 'text/javascript' }),
    );
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${url}/shop`);

    await page.getByRole('option', { name: /^Bitcoin/ }).click();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    const { invoices } = (await (await fetch(`${sandbox.url}/_sandbox/invoices`)).json()) as {
      invoices: readonly { uuid: string }[];
    };
    const sent = await fetch(`${sandbox.url}/_sandbox/payments`, {
      method: 'POST',
      body: JSON.stringify({ uuid: invoices[0]?.uuid }),
    });
    assert.equal(sent.status, 200, await sent.text());

    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(
      () => Promise.resolve(said.some((line) => line.includes('A-1001'))),
      'the page hears crypto-paid',
    );
    await until(() => Promise.resolve(output.includes('order A-1001 is paid')), 'the shop fulfils');
    assert.equal(output.split('is paid').length - 1, 1);
  });
});
