import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { paidEvent } from '../server-example/paid-event.js';
import { until } from '../until.js';
import { blocksOf, fileOf, PAGES } from './docs-text.js';
import { freePort } from '../free-port.js';
import { CLI, createSampleFolder, type SampleFolder } from './sample-folder.js';
import { control } from '../sandbox-control.js';

const commandsOn = (page: string): readonly string[] =>
  blocksOf(page).flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []));
const [sandboxCommand = '', postbackCommand = '', ...others] = commandsOn('Testing.mdx');

describe('the samples of the documentation', () => {
  let folder: SampleFolder;

  before(async () => {
    folder = await createSampleFolder();
    for (const name of ['.env', 'fulfill.js', 'checkout.js', 'server.js', 'sandbox.js', 'account.js'])
      folder.write(name, fileOf(name));
    folder.start(sandboxCommand);
    folder.start('node --env-file=.env server.js');
    await folder.ready();
  });
  after(() => folder.close());

  /** Opens the order of the page, chooses Bitcoin and pays. */
  async function buy(): Promise<void> {
    const { shopUrl } = folder;
    const order = /order="([^"]+)"/.exec(await (await fetch(shopUrl)).text())?.[1];
    const post = async (path: string, body: object): Promise<{ readonly id: string }> => {
      const headers = { 'content-type': 'application/json', 'origin': shopUrl };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${shopUrl}/crypto-checkout/checkouts${path}`, request);
      assert.ok(response.ok, await response.clone().text());
      return (await response.json()) as { readonly id: string };
    };
    const { id } = await post('', { order });
    await post(`/${id}/invoice`, { currency: 'BTC' });
    await folder.pay();
    const isFulfilled = () => folder.output().includes('order A-1001 is paid');
    await until(() => isFulfilled(), 'the shop fulfills');
  }

  it('have commands on pages whose commands the tests run', () => {
    const pages = PAGES.filter((page) => commandsOn(page).length > 0);
    // Guide, desk and payouts have tests of their own; moving a store is tested with PostgreSQL.
    assert.deepEqual(pages.sort(), [
      'CommandLine.mdx',
      'Guide.mdx',
      'Operating.mdx',
      'PaymentLinks.mdx',
      'Staff.mdx',
      'Testing.mdx',
    ]);
    assert.match(sandboxCommand, /^npx crypto-checkout sandbox$/);
    assert.match(postbackCommand, /^npx crypto-checkout sandbox --postback-url http:\S+\/postbacks$/);
    assert.deepEqual(others, []);
    for (const command of commandsOn('Staff.mdx'))
      assert.match(
        command,
        /^npx crypto-checkout (desk --person|payouts (book|propose|approve|list|run) |doctor --env-file payouts\.env|books |reconcile )/,
      );
    for (const command of commandsOn('Operating.mdx'))
      assert.match(command, /^npx crypto-checkout store move /);
  });

  it('have a client that lists paid invoices, and those without a chosen currency', async () => {
    await buy();
    await control(folder.sandboxUrl, 'invoices', { amount: 5 });
    const { stdout } = await folder.node(['account.js']);
    assert.match(stdout, /^INV-\w{8} created no currency yet$/m);
    assert.match(stdout, /^INV-\w{8} paid \d+\.\d+ BTC$/m);
    assert.match(stdout, /^\d+(\.\d+)? USD$/m);
    assert.match(stdout, /^BTC \d+\.\d+$/m);
  });

  it('have commands that all work as described', async () => {
    // `link-samples` runs the servers.
    const commands = [
      ...[...commandsOn('CommandLine.mdx'), ...commandsOn('PaymentLinks.mdx')].filter((command) =>
        /^npx crypto-checkout (?!serve|sandbox$)/.test(command),
      ),
      ...commandsOn('Staff.mdx').filter((command) =>
        /^npx crypto-checkout (?:books|reconcile) /.test(command),
      ),
    ];
    assert.ok(commands.length > 5);
    for (const command of commands) {
      const [, , ...args] = command.split(' ');
      const { stdout } = await folder.node([CLI, ...args]);
      if (args[0] !== 'event' && !args.includes('--output')) assert.notEqual(stdout, '', command);
    }
  });

  it('have a sandbox for tests, from code, and one that sends postbacks', async () => {
    const [port, otherPort] = [await freePort(), await freePort()];
    folder.write('sandbox.js', fileOf('sandbox.js').replace(/port: \d+/, `port: ${port}`));
    folder.start('node sandbox.js');
    // The one of the test before keeps its data in this folder.
    folder.start(postbackCommand, { SANDBOX_PORT: String(otherPort), SANDBOX_FILE: ':memory:' });
    for (const used of [port, otherPort])
      await until(async () => {
        const page = await fetch(`http://127.0.0.1:${used}/_sandbox/`).catch(() => null);
        return page?.status === 200;
      }, 'the sandbox responds');
  });

  it('have a fulfillment that happens once, even if the shop is killed before it can respond', async () => {
    const handle = `import { fulfill, recordOrder } from './fulfill.js';
      recordOrder({ id: 'A-3003', amount: '49.00', currency: 'EUR' });
      fulfill(${JSON.stringify(paidEvent('A-3003'))});
      if (process.argv[1] === 'killed') process.kill(process.pid, 'SIGKILL');`;
    const args = ['--input-type=module', '-e', handle];
    await assert.rejects(folder.node([...args, 'killed']), { signal: 'SIGKILL' });
    await folder.node(args);
    const count = `import Database from 'libsql';
      const db = new Database('shop.sqlite');
      const sql = "select count(*) as shipments from shipments where order_id = 'A-3003'";
      process.stdout.write(String(db.prepare(sql).get().shipments));`;
    assert.equal((await folder.node(['--input-type=module', '-e', count])).stdout, '1');
  });

  it('have a server that keeps its checkouts where the commands look them up', async () => {
    const list = [CLI, 'checkout', 'list'];
    const unreachable = 'postgres://127.0.0.1:9/checkouts';
    for (const [variables, place] of [
      [{ CRYPTO_CHECKOUT_STORE: 'no-such-folder/checkouts.sqlite' }, 'no-such-folder/checkouts.sqlite'],
      [{ CRYPTO_CHECKOUT_STORE: 'checkouts.sqlite', DATABASE_URL: unreachable }, unreachable],
    ] as const) {
      for (const args of [['server.js'], list]) {
        const failed = await folder.node(args, variables).catch((error: unknown) => error);
        assert.ok(
          failed instanceof Error && 'stderr' in failed,
          `${args.join(' ')} uses another path than ${place}`,
        );
        assert.ok(String(failed.stderr).includes(`"${place}"`), String(failed.stderr));
      }
    }
  });

  it('have a server that reports in a line that its port is in use, and the remedy', async () => {
    const used = new URL(folder.shopUrl).port;
    const failed = await folder.node(['server.js']).catch((error: unknown) => error);
    assert.ok(failed instanceof Error && 'stderr' in failed);
    const said = String(failed.stderr).split('\n');
    // The rest is the log of the proxy, a line of JSON each.
    assert.deepEqual(
      said.filter((line) => !line.startsWith('{') && line !== ''),
      [`port ${used} is in use. Set PORT to another port.`],
    );
  });
});
