import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { SandboxServerOptions } from '../../src/sandbox/index.js';
import { createMovableClock, startSandbox } from '../../src/sandbox/index.js';
import { nodeArguments } from '../node-arguments.js';
import {
  API_KEY,
  fieldsOf,
  Merchant,
  openSandbox,
  SHOP_ID,
  START_MS,
  textOf,
  WITHDRAWAL_KEY,
} from './harness.js';
import { temporaryFolder } from '../temporary-folder.js';
import { collectText } from '../collect-text.js';

const KEYS = { apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID };
const START = '{"kind":"start","format":"crypto-checkout-sandbox","version":1}\n';

/** One run of a sandbox on this file, with a frozen clock that the test moves. */
async function live<T>(
  file: string,
  work: (merchant: Merchant) => Promise<T>,
  options: Partial<SandboxServerOptions> = {},
): Promise<T> {
  const clock = createMovableClock(() => START_MS);
  const server = await startSandbox({ ...KEYS, clock, port: 0, file, ...options });
  try {
    return await work(new Merchant(server.url));
  } finally {
    await server.close();
  }
}

function openWallet(merchant: Merchant, identify = 'customer 7') {
  return merchant.call('/v2/invoice/static/create', { shop_id: SHOP_ID, currency: 'BTC', identify });
}

function withdraw(merchant: Merchant) {
  const body = { currency_code: 'USDT_TRC20', amount: 5, to_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };
  const headers = { authorization: `Token ${WITHDRAWAL_KEY}` };
  return merchant.send('/v2/invoice/api/out/create', JSON.stringify(body), headers);
}

/** All information of the service about itself. */
async function everything(merchant: Merchant): Promise<readonly string[]> {
  const period = { start: '01.01.2026', end: '31.12.2027', limit: 100 };
  const answers = await Promise.all([
    merchant.call('/v2/invoice/merchant/list', period),
    merchant.call('/v2/invoice/merchant/statistics', period),
    merchant.call('/v2/merchant/wallet/balance/all', {}),
    merchant.call('/v2/invoice/static/list', { shop_id: SHOP_ID }),
    merchant.control('GET', '/invoices'),
  ]);
  return answers.map(({ text }) => text);
}

describe('a sandbox with a file', () => {
  test('restores its state after a restart', async (t) => {
    const file = join(temporaryFolder(t), 'sandbox.jsonl');
    const { before, record } = await live(file, async (merchant) => {
      await merchant.pay(await merchant.createId(), '100.000001');
      await merchant.pay(
        await merchant.createId({ email: 'a@example.com', order_id: 'Ω "2"\n' }),
        '1.5',
        false,
      );
      await merchant.cancel(await merchant.createId());
      await merchant.createId({ add_fields: {} });
      await merchant.steer('/confirmations', { uuid: await merchant.createId(), byHand: true });
      await merchant.createId({ add_fields: { available_currencies: ['BTC', 'LTC'] } });
      await merchant.steer('/payments', {
        uuid: await merchant.createId({ add_fields: {} }),
        currency: 'SOL',
      });
      const address = textOf(fieldsOf((await openWallet(merchant)).body['result']), 'address');
      const deposit = await merchant.steer('/payments', { address, amount: '0.00000001' });
      assert.ok(deposit['wallet']);
      await merchant.advance(3600.5);
      assert.equal((await withdraw(merchant)).status, 200);
      await merchant.createId();
      const wallet = await merchant.steer('/payments', { address, amount: '2' });
      return { before: await everything(merchant), record: wallet };
    });
    await live(file, async (merchant) => {
      assert.deepEqual(await everything(merchant), before);
      const again = await openWallet(merchant);
      assert.equal(fieldsOf(again.body['result'])['address'], fieldsOf(record['wallet'])['address']);
      assert.match((await withdraw(merchant)).text, /Wait 12 more/, 'the pause between withdrawals goes on');
    });
    // And once more, after a run in which only refusals happened.
    assert.deepEqual(await live(file, everything), before);
  });

  test('never repeats an id, also with the same seed', async (t) => {
    const file = join(temporaryFolder(t), 'sandbox.jsonl');
    const names: unknown[] = [];
    for (let life = 0; life < 3; life += 1) {
      await live(
        file,
        async (merchant) => {
          const { uuid, address } = await merchant.create();
          names.push(uuid, address, (await merchant.pay(textOf({ uuid }, 'uuid')))['transaction']);
        },
        { seed: 'the same' },
      );
    }
    assert.equal(new Set(names).size, 9);
  });

  test('stores neither keys nor secrets, in a private file', async (t) => {
    const file = join(temporaryFolder(t), 'sandbox.jsonl');
    await live(file, (merchant) => merchant.createId(), {
      postbackSecret: 'a postback secret',
      seed: 'a seed',
    });
    const text = await readFile(file, 'utf8');
    assert.match(text, /"kind":"invoice"/);
    for (const secret of [API_KEY, WITHDRAWAL_KEY, 'a postback secret', 'a seed'])
      assert.ok(!text.includes(secret));
    assert.equal((await stat(file)).mode & 0o077, 0);
  });

  test('drops a last line that was cut short, and continues after the others', async (t) => {
    const file = join(temporaryFolder(t), 'sandbox.jsonl');
    const id = await live(file, (merchant) => merchant.createId());
    await writeFile(file, `${await readFile(file, 'utf8')}{"kind":"invoice","recor`);
    const second = await live(file, async (merchant) => {
      assert.equal((await merchant.info(id))['status'], 'created');
      return merchant.createId();
    });
    await live(file, async (merchant) => assert.equal((await merchant.info(second))['uuid'], second));
  });

  test('rejects changes after another program has written to its file', async (t) => {
    const file = join(temporaryFolder(t), 'sandbox.jsonl');
    await live(file, async (merchant) => {
      await writeFile(file, START, { flag: 'a' });
      assert.equal((await merchant.requestInvoice()).status, 500);
      assert.match((await merchant.control('GET', '/invoices')).text, /"total":0/);
    });
  });
});

describe('a file that is refused', () => {
  const files: readonly (readonly [string, string, RegExp])[] = [
    ['of something else', '{"name":"shop"}\n', /line 1 was not written by a sandbox of this version/],
    ['of something else, of one line without an end', 'my only text', /line 1 was not written by a sandbox/],
    ['of another version', START.replace('"version":1', '"version":2'), /line 1 .*version/],
    ['that begins in the middle', '{"kind":"clock","seconds":1}\n', /line 1 .*start/],
    ['with a broken line in the middle', `${START}{"kind":"clo\n${START}`, /line 2 was not written/],
    [
      'with a line that lacks a field',
      `${START}{"kind":"clock"}\n`,
      /line 2 .*: its field seconds is invalid$/,
    ],
    ['with a line that is a number', `${START}5\n`, /line 2 .*: it is not a JSON object$/],
    ['with a clock that goes back', `${START}{"kind":"clock","seconds":-1}\n`, /line 2 .*advance is -1/],
    [
      'with money in no wallet',
      `${START}{"kind":"deposit","address":"bc1q","deposit":{"id":"a","recordId":"b","units":"1","atMs":1}}\n`,
      /line 2 .*bc1q/,
    ],
  ];
  for (const [name, text, reason] of files) {
    test(`${name}: it is named, and stays as it is`, async (t) => {
      const file = join(temporaryFolder(t), 'text.txt');
      await writeFile(file, text);
      await assert.rejects(openSandbox(t, { file }), (error: Error) => {
        assert.match(error.message, reason);
        assert.ok(error.message.includes(file));
        return true;
      });
      assert.equal(await readFile(file, 'utf8'), text);
    });
  }

  test('a file that cannot be opened is reported', async (t) => {
    const file = join(temporaryFolder(t), 'nowhere', 'sandbox.jsonl');
    await assert.rejects(openSandbox(t, { file }), /cannot be opened \(ENOENT\)\. Use a writable file/);
  });
});

interface Program {
  readonly child: ChildProcess;
  readonly merchant: Merchant;
}

function spawnSandbox(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [...nodeArguments('src/cli/main.ts'), 'sandbox'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function outcomeOf(child: ChildProcess): Promise<{ code: unknown; output: string }> {
  const output = collectText(child.stdout, child.stderr);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

async function startProgram(t: TestContext, file: string): Promise<Program> {
  const env = { SANDBOX_PORT: '0', SANDBOX_FILE: file, SANDBOX_API_KEY: API_KEY, SANDBOX_SHOP_ID: SHOP_ID };
  const child = spawnSandbox(env);
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  for await (const text of child.stdout ?? []) {
    output += String(text);
    const url = /the service is at (\S+?),/.exec(output)?.[1];
    if (url) return { child, merchant: new Merchant(url) };
  }
  throw new Error(`the sandbox did not start: ${output}`);
}

describe('the program', () => {
  test('killed in the middle of traffic, has every answered call after its restart', async (t) => {
    const file = join(temporaryFolder(t), 'sandbox.jsonl');
    const { child, merchant } = await startProgram(t, file);
    const paid = new Map<string, string>();
    const canceled: string[] = [];
    /** Creates and pays, or cancels, until the line is cut. */
    const traffic = async (): Promise<void> => {
      for (;;) {
        const id = await merchant.createId();
        const { transaction } = await merchant.pay(id);
        paid.set(id, String(transaction));
        const other = await merchant.createId();
        if ((await merchant.cancel(other)).status === 200) canceled.push(other);
        if (paid.size >= 60) child.kill('SIGKILL');
      }
    };
    const killed = once(child, 'exit');
    await Promise.allSettled(Array.from({ length: 8 }, traffic));
    assert.deepEqual(await killed, [null, 'SIGKILL']);
    assert.ok(paid.size >= 60 && canceled.length > 0);
    const { merchant: next, child: second } = await startProgram(t, file);
    for (const [id, transaction] of paid) {
      const invoice = await next.info(id);
      assert.equal(invoice['status'], 'paid');
      assert.deepEqual(invoice['tx_list'], [transaction]);
    }
    for (const id of canceled) assert.equal((await next.info(id))['status'], 'canceled');
    const end = outcomeOf(second);
    second.kill('SIGINT');
    assert.equal((await end).code, 0, 'Ctrl-C ends it cleanly');
  });
});
