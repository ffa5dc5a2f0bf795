import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import type { CheckoutEvent } from '../../src/proxy/webhooks.js';
import { signWebhook } from '../../src/proxy/webhooks.js';
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

/** The block of the command line, a command a line. */
function commandLines(): readonly string[] {
  const [block = ''] = snippets('sh').filter((snippet) => /^npx crypto-checkout .*\n/.test(snippet));
  return block.split('\n');
}

/** The settings of the readme's file. */
function variables(path: string): NodeJS.ProcessEnv {
  const lines = [...readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

const EVENT: CheckoutEvent = {
  id: 'evt_1',
  type: 'checkout.paid',
  createdAt: '2026-03-01T12:00:00.000Z',
  testMode: true,
  checkout: { id: 'c', version: 3, state: 'paid', late: false },
  order: { id: 'A-1001', amount: '49.00', currency: 'EUR' },
  invoice: {
    id: 'INV-ABCD1234',
    orderId: 'A-1001',
    currency: 'BTC',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    price: { amount: '49.00', currency: 'EUR' },
    amount: '0.001',
    paid: '0.001',
    due: '0',
    surplus: '0',
    createdAt: '2026-03-01T11:00:00.000Z',
    expiresAt: '2026-03-01T12:30:00.000Z',
    finishedAt: '2026-03-01T12:00:00.000Z',
    transactions: ['ab'],
  },
};

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
      ['events.js', 'js'],
      ['account.js', 'js'],
      ['.env', 'ini'],
    ] as const) {
      const found = snippets(language).filter((snippet) => /^(\/\/|#) (\S+)/.exec(snippet)?.[2] === name);
      assert.equal(found.length, 1, `one ${name} in the readme`);
      const text = (found[0] ?? '')
        .replaceAll('4010', String(sandboxPort))
        .replaceAll('3000', String(shopPort))
        // As the readme says: a random one in its place.
        .replace('put-32-random-bytes-or-more-here-please', randomBytes(32).toString('base64'));
      writeFileSync(join(folder, name), text);
    }
    run('npx crypto-checkout sandbox', { SANDBOX_PORT: String(sandboxPort) });
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
  function run(command: string, variables: NodeJS.ProcessEnv = {}): void {
    assert.ok(snippets('sh').includes(command), `${command} is in the readme`);
    const others = Object.entries(process.env).filter(
      ([name]) => !/^(CRYPTO_CHECKOUT_|SANDBOX_|PORT$)/.test(name),
    );
    const env = { ...Object.fromEntries(others), ...variables };
    const args = command
      .replace('npx crypto-checkout', `node ${join(root, 'dist/cli.js')}`)
      .split(' ')
      .slice(1);
    const child = spawn(process.execPath, args, { cwd: folder, env });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    }
    running.push(child);
  }

  /** Ends with 0, or fails with what was said. */
  function inFolder(args: readonly string[]): Promise<{ readonly stdout: string }> {
    const env = { ...process.env, ...variables(join(folder, '.env')) };
    return promisify(execFile)(process.execPath, [...args], { cwd: folder, env });
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
      'npx crypto-checkout sandbox',
      'node --env-file=.env server.js',
      commandLines().join('\n'),
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

  it('has a sandbox for tests, from code', async () => {
    const port = await freePort();
    const path = join(folder, 'sandbox.js');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/port: \d+/, `port: ${port}`));
    const child = spawn(process.execPath, ['sandbox.js'], { cwd: folder });
    running.push(child);
    await until(async () => {
      const page = await fetch(`http://127.0.0.1:${port}/_sandbox/`).catch(() => null);
      return page?.status === 200;
    }, 'the sandbox answers');
  });

  it('has a client that tells what was paid', async () => {
    const { stdout } = await inFolder(['account.js']);
    assert.match(stdout, /^INV-\w{8} paid \d+\.\d+ BTC$/m);
    assert.match(stdout, /^\d+(\.\d+)? USD$/m);
    assert.match(stdout, /^BTC \d+\.\d+$/m);
  });

  it('has commands that all do what they say', async () => {
    assert.ok(commandLines().length > 5);
    for (const line of commandLines()) {
      const [, , ...args] = line.split(' ');
      const { stdout } = await inFolder([join(root, 'dist/cli.js'), ...args]);
      if (args[0] !== 'event') assert.notEqual(stdout, '', line);
    }
  });

  it('has a server for webhooks that takes an event once, and refuses what we have not signed', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort();
    const env = { ...process.env, CRYPTO_CHECKOUT_WEBHOOK_SECRET: secret, EVENTS_PORT: String(port) };
    let said = '';
    const child = spawn(process.execPath, ['events.js'], { cwd: folder, env });
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    running.push(child);
    const { body, headers } = await signWebhook(EVENT, secret);
    const post = async (text: string): Promise<number | null> => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text }).catch(
        () => null,
      );
      return answer && answer.status;
    };
    await until(async () => (await post(body)) === 204, 'the event is taken');
    assert.equal(await post(body), 204);
    assert.equal(await post(body.replace('49.00', '0.01')), 400);
    assert.equal(said, 'checkout.paid for order A-1001\n');
  });
});
