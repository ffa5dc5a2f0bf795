import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, until } from '../server-example/running-example.js';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Every fenced snippet of the readme, by its language. */
function snippets(language: string): readonly string[] {
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text]) =>
    found === language && text ? [text.trim()] : [],
  );
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
  const running: ChildProcess[] = [];
  let sandboxUrl = '';
  let shopUrl = '';
  let output = '';

  before(async () => {
    browser = await openBrowser();
    const [sandboxPort, shopPort] = [await freePort(), await freePort()];
    sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    shopUrl = `http://127.0.0.1:${shopPort}`;
    for (const [name, language] of [
      ['sandbox.js', 'js'],
      ['server.js', 'js'],
      ['.env', 'ini'],
    ] as const) {
      const found = snippets(language).filter((snippet) => /^(\/\/|#) (\S+)/.exec(snippet)?.[2] === name);
      assert.equal(found.length, 1, `one ${name} in the readme`);
      const text = (found[0] ?? '')
        .replaceAll('4010', String(sandboxPort))
        .replaceAll('3000', String(shopPort));
      writeFileSync(join(folder, name), text);
    }
    run('node sandbox.js');
    run('node --env-file=.env server.js');
    await until(
      async () => {
        const answers = await Promise.all([sandboxUrl, shopUrl].map((url) => fetch(url).catch(() => null)));
        return answers.every((answer) => answer !== null);
      },
      'sandbox and server of the readme answer',
      20_000,
    );
  });
  after(async () => {
    await browser.close();
    for (const child of running) child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  /** A command as the readme shows it. Only what its files say may reach it. */
  function run(command: string): void {
    assert.ok(snippets('sh').includes(command), `${command} is in the readme`);
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(CRYPTO_CHECKOUT_|SANDBOX_|PORT$)/.test(name)),
    );
    const child = spawn(process.execPath, command.split(' ').slice(1), { cwd: folder, env });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    }
    running.push(child);
  }

  async function pay(): Promise<void> {
    const { invoices } = (await (await fetch(`${sandboxUrl}/_sandbox/invoices`)).json()) as {
      invoices: readonly { uuid: string }[];
    };
    const sent = await fetch(`${sandboxUrl}/_sandbox/payments`, {
      method: 'POST',
      body: JSON.stringify({ uuid: invoices[0]?.uuid }),
    });
    assert.equal(sent.status, 200, await sent.text());
  }

  it('shows only commands that the tests run', () => {
    assert.deepEqual(snippets('sh'), [
      'npm start',
      'npm test',
      // Done by the test of the packed package, with the package itself.
      'npm init -y && npm pkg set type=module\nnpm install crypto-checkout libsql',
      'npm run sandbox',
      'node sandbox.js',
      'node --env-file=.env server.js',
    ]);
  });

  it('has a server whose page is paid, and whose order is fulfilled once', async () => {
    const page = await browser.newPage();
    await page.goto(shopUrl);
    await page.getByRole('option', { name: /^Bitcoin/ }).click();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    await pay();
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(() => Promise.resolve(output.includes('order A-1001 is paid')), 'the shop fulfils');
    assert.equal(output.split('is paid').length - 1, 1);
  });

  it('has a tag, a theme and a listener that work on a page of their own', async () => {
    const page = await browser.newPage();
    const token = /order="([^"]+)"/.exec(await (await fetch(shopUrl)).text())?.[1];
    const [embed] = snippets('html');
    const [styles] = snippets('css');
    const [listener] = snippets('js').filter((snippet) => snippet.includes('addEventListener'));
    assert.ok(token && embed && styles && listener);
    const body = `<!doctype html><html lang="en"><style>${styles}</style>
      ${embed.replace('THE-ORDER-TOKEN', token)}<script type="module">${listener}</script></html>`;
    await page.route('**/shop', (route) => route.fulfill({ contentType: 'text/html', body }));
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${shopUrl}/shop`);
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(
      () => Promise.resolve(said.some((line) => line.includes('A-1001'))),
      'the page hears crypto-paid',
    );
    const radius = await page.locator('crypto-checkout').evaluate((element) => {
      const card = element.shadowRoot?.querySelector('[part~=card]');
      return card ? getComputedStyle(card).borderRadius : '';
    });
    assert.equal(radius, '4px');
  });
});
