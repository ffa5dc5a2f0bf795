import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { until } from '../until.js';
import { contentPolicy } from '../../server-example/security-headers.js';
import { blocksOf, replaced } from './docs-text.js';
import { freePort } from '../free-port.js';
import { root } from './readme-text.js';

const execute = promisify(execFile);
const blocks = blocksOf('Guide.mdx');
const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
const [install = '', sandboxCommand = '', shopCommand = '', payCommand = '', ...further] = commands;
const [eventCommands = '', testCommand = '', clockCommand = '', ...others] = further;
const [listCommand = '', resendCommand = ''] = eventCommands.split('\n');

/** No setting of an outer npm, test runner or shop reaches a reader of the guide. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cache|userconfig)$)|NODE_|CRYPTO_CHECKOUT_|SANDBOX_|DATABASE_URL$|PORT$)/i.test(
        name,
      ),
  ),
);

describe('the guide, step by step in an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-guide-'));
  const running: ChildProcess[] = [];
  let browser: Browser;
  let output = '';
  let [sandboxPort, shopPort, testPort] = [0, 0, 0];

  before(async () => {
    browser = await openBrowser();
    [sandboxPort, shopPort, testPort] = [await freePort(), await freePort(), await freePort()];
  });
  after(async () => {
    await browser.close();
    for (const child of running) await stop(child);
    rmSync(folder, { recursive: true, force: true });
  });

  /** On free ports, since those of the guide may be taken here. */
  const onFreePorts = (text: string): string =>
    text
      .replaceAll('4010', String(sandboxPort))
      .replaceAll('3000', String(shopPort))
      .replaceAll('3100', String(testPort));

  /** Keeps running, until the end of the test. */
  function start(command: string, variables: NodeJS.ProcessEnv = {}): void {
    const [program = '', ...args] = command.replace(/^npx /, 'node_modules/.bin/').split(' ');
    const child = spawn(program, args, { cwd: folder, env: { ...environment, ...variables } });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    running.push(child);
  }

  async function stop(child: ChildProcess | undefined): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async function inShell(command: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
    const env = { ...environment, ...variables };
    const { stdout } = await execute('sh', ['-ec', command], { cwd: folder, env }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) =>
        assert.fail(`${command}:\n${stdout}${stderr}`),
    );
    return stdout;
  }

  const answers = async (url: string): Promise<boolean> => (await fetch(url).catch(() => null)) !== null;

  it('has only commands that are run here', () => {
    assert.match(install, /npm install crypto-checkout libsql$/);
    assert.match(sandboxCommand, /^npx crypto-checkout sandbox$/);
    assert.match(shopCommand, /server\.js$/);
    assert.match(payCommand, /^npx crypto-checkout sandbox pay <address>$/);
    assert.match(listCommand, /^npx crypto-checkout event list$/);
    assert.match(resendCommand, /^npx crypto-checkout event resend <id>$/);
    assert.match(testCommand, /^node --test /);
    assert.match(clockCommand, /^node --test /);
    assert.deepEqual(others, []);
  });

  it('installs the packed package and a store', async () => {
    const packed = await execute('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: root,
      env: environment,
    });
    const [tarball] = JSON.parse(packed.stdout) as [{ readonly filename: string }];
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly devDependencies: { readonly libsql: string };
    };
    const quietly = '--no-audit --no-fund --prefer-offline --loglevel=error';
    await inShell(
      install.replace(
        'crypto-checkout libsql',
        `${quietly} ./${tarball.filename} libsql@${devDependencies.libsql}`,
      ),
    );
  });

  it('has the settings before the files that read them', () => {
    const files = blocks.filter(({ file }) => file !== null);
    assert.deepEqual(
      files.map(({ file }) => file),
      [
        '.env',
        'fulfill.js',
        'fulfill-postgres.js',
        'server.cts',
        'checkout.js',
        'server.js',
        'shop.test.js',
        'clock.test.js',
      ],
    );
    for (const { file, text } of files) {
      // As the guide says: a random one instead.
      const secret = randomBytes(32).toString('base64');
      const ownText = onFreePorts(text).replace('put-32-random-bytes-or-more-here-please', secret);
      writeFileSync(join(folder, file ?? ''), `${ownText}\n`);
    }
  });

  it('starts the sandbox and the shop', async () => {
    start(sandboxCommand, { SANDBOX_PORT: String(sandboxPort) });
    start(shopCommand);
    for (const port of [sandboxPort, shopPort])
      await until(() => answers(`http://127.0.0.1:${port}/`), `an answer at ${port}`);
  });

  it('receives a payment under the documented policy: the page says "Paid", and the shop fulfills the order', async () => {
    const shop = await browser.newPage();
    const address = onFreePorts('http://127.0.0.1:3000/');
    await shop.route(address, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': contentPolicy() };
      await route.fulfill({ response, headers });
    });
    const refused: string[] = [];
    shop.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await shop.goto(address);
    await shop.getByRole('option', { name: /^Bitcoin/ }).click();
    await shop.getByRole('button', { name: 'Copy address' }).waitFor();

    const chain = await browser.newPage();
    await chain.goto(onFreePorts('http://127.0.0.1:4010/_sandbox/'));
    await chain.getByRole('button', { name: /exact/i }).first().click();

    await shop.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(
      () => output,
      'the shop fulfills',
      (text) => text.includes('order A-1001 is paid'),
    );
    assert.equal(output.split('is paid').length - 1, 1);
    assert.deepEqual(refused, []);
    await Promise.all([shop.close(), chain.close()]);
  });

  it('has commands that pay another order and deliver its event again: it is fulfilled once', async () => {
    await stop(running.pop());
    const path = join(folder, 'server.js');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll('A-1001', 'A-1002'));
    start(shopCommand);
    const address = onFreePorts('http://127.0.0.1:3000/');
    await until(() => answers(address), 'an answer of the shop');
    writeFileSync(path, text);
    const shop = await browser.newPage();
    await shop.goto(address);
    await shop.getByRole('option', { name: /^Bitcoin/ }).click();
    await shop.getByRole('button', { name: 'Copy address' }).waitFor();
    const list = await fetch(onFreePorts('http://127.0.0.1:4010/_sandbox/invoices'));
    const {
      invoices: [newest],
    } = (await list.json()) as {
      readonly invoices: readonly { readonly payment: { readonly address: string } | null }[];
    };

    await inShell(payCommand.replace('<address>', newest?.payment?.address ?? ''), {
      CRYPTO_CHECKOUT_SERVICE_URL: onFreePorts('http://127.0.0.1:4010'),
    });
    await shop.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await shop.close();
    const listed = async () =>
      (await inShell(listCommand)).split('\n').find((line) => line.includes('A-1002')) ?? '';
    await until(async () => /delivered/.test(await listed()), 'the event is delivered');
    const [id = ''] = /evt_[\w-]+/.exec(await listed()) ?? [];
    const deliveredAt = async () =>
      (
        JSON.parse(await inShell(`${listCommand} --json`)) as readonly {
          id: string;
          deliveredAt: string | null;
        }[]
      ).find((event) => event.id === id)?.deliveredAt;
    const first = await deliveredAt();
    await inShell(resendCommand.replace('<id>', id));
    await until(async () => ![first, null].includes(await deliveredAt()), 'the event is delivered again');
    assert.equal(output.split('order A-1002 is paid').length - 1, 1, output);
  });

  it('has a test of the shop that passes, and that fails if the shop does not fulfill', async () => {
    // The database of the real shop, if it is set, is not the one of its test.
    const beside = `export DATABASE_URL=postgres://127.0.0.1:9/shop; ${testCommand}`;
    assert.match(await inShell(beside), /pass 1\b[\s\S]*fail 0\b/);
    const path = join(folder, 'fulfill.js');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, replaced(text, { 'event.fulfill ?': '!event.fulfill ?', "'checkout.paid', ": '' }));
    const failed = await execute('sh', ['-ec', testCommand], { cwd: folder, env: environment }).then(
      () => null,
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    assert.match(failed ?? 'it passes', /fail 1\b/);
    assert.match(failed ?? '', /review A-1001: checkout\.paid/, 'it shows what the shop says');
  });

  it('has a test of time that passes, which needs the proxy on the clock of the sandbox', async () => {
    assert.match(await inShell(clockCommand), /pass 1\b[\s\S]*fail 0\b/);
    const path = join(folder, 'clock.test.js');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/^ *clock,.*\n/m, '').replace('tries < 200', 'tries < 40'));
    const failed = await execute('sh', ['-ec', clockCommand], { cwd: folder, env: environment }).then(
      () => null,
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    assert.match(failed ?? 'it passes', /fail 1\b/);
  });
});
