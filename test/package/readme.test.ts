import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { paidEvent } from '../server-example/paid-event.js';
import { openBrowser, until } from '../server-example/running-example.js';
import { freePort, root, snippetOf, snippets } from './readme-text.js';

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

/** Only what the files of the readme say may reach its programs. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(CRYPTO_CHECKOUT_|SANDBOX_|DATABASE_URL$|PORT$)/.test(name),
  ),
);

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
      ['checkout.js', 'js'],
      ['fulfil.js', 'js'],
      ['server.js', 'js'],
      ['account.js', 'js'],
      ['.env', 'ini'],
    ] as const) {
      const text = snippetOf(name, language)
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

  /** A command as the readme shows it. */
  function run(command: string, variables: NodeJS.ProcessEnv = {}): void {
    assert.ok(snippets('sh').includes(command), `${command} is in the readme`);
    const env = { ...surroundings, ...variables };
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
  function inFolder(
    args: readonly string[],
    others: NodeJS.ProcessEnv = {},
  ): Promise<{ readonly stdout: string }> {
    const env = { ...surroundings, ...variables(join(folder, '.env')), ...others };
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

  it('has a client that tells what was paid, and where no coin was chosen yet', async () => {
    await fetch(`${sandboxUrl}/_sandbox/invoices`, { method: 'POST', body: JSON.stringify({ amount: 5 }) });
    const { stdout } = await inFolder(['account.js']);
    assert.match(stdout, /^INV-\w{8} created no coin yet$/m);
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

  it('has a fulfilment that is done once, although the shop is killed before it can say so', async () => {
    const tell = `import { fulfil, sell } from './fulfil.js';
      sell({ id: 'A-3003', amount: '49.00', currency: 'EUR' });
      fulfil(${JSON.stringify(paidEvent('A-3003'))});
      if (process.argv[1] === 'killed') process.kill(process.pid, 'SIGKILL');`;
    const args = ['--input-type=module', '-e', tell];
    await assert.rejects(inFolder([...args, 'killed']), { signal: 'SIGKILL' });
    await inFolder(args);
    const count = `import Database from 'libsql';
      const books = new Database('shop.sqlite');
      const sql = "select count(*) as parcels from parcels where order_id = 'A-3003'";
      process.stdout.write(String(books.prepare(sql).get().parcels));`;
    assert.equal((await inFolder(['--input-type=module', '-e', count])).stdout, '1');
  });

  it('has a server that keeps its checkouts where the commands look for them', async () => {
    const list = [join(root, 'dist/cli.js'), 'checkout', 'list'];
    const unreachable = 'postgres://127.0.0.1:9/checkouts';
    for (const [variables, place] of [
      [{ CRYPTO_CHECKOUT_STORE: 'no-such-folder/checkouts.sqlite' }, 'no-such-folder/checkouts.sqlite'],
      [{ CRYPTO_CHECKOUT_STORE: 'checkouts.sqlite', DATABASE_URL: unreachable }, unreachable],
    ] as const) {
      for (const args of [['server.js'], list]) {
        const failed = await inFolder(args, variables).catch((error: unknown) => error);
        assert.ok(failed instanceof Error && 'stderr' in failed, `${args.join(' ')} looks for ${place}`);
        assert.ok(String(failed.stderr).includes(`"${place}"`), String(failed.stderr));
      }
    }
  });

  it('has a server that says in a line that its port is taken, and what to do', async () => {
    const taken = /(\d+)$/.exec(shopUrl)?.[1];
    const failed = await inFolder(['server.js']).catch((error: unknown) => error);
    assert.ok(failed instanceof Error && 'stderr' in failed);
    const said = String(failed.stderr).split('\n');
    // The rest is the log of the proxy, a line of JSON each.
    assert.deepEqual(
      said.filter((line) => !line.startsWith('{') && line !== ''),
      [`port ${taken} is taken: set PORT to another`],
    );
  });
});
