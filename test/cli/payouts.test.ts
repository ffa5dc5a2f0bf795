import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { blocksOf, fileOf, replaced } from '../package/docs-text.js';
import { PAYOUT_SECRET, startPayouts, WITHDRAWAL_KEY } from '../payouts/payout-fixture.js';
import { SECRETS } from '../proxy/test-environment.js';
import { commandLine } from './command-line.js';
import { until } from '../until.js';

const commands = blocksOf('Staff.mdx')
  .filter(({ language, text }) => language === 'sh' && /--env-file (payouts|staff)\.env/.test(text))
  .flatMap(({ text }) => text.split('\n'));

/** The arguments of a documented command, with the files of this folder. */
function argumentsOf(start: string, folder: string): readonly string[] {
  const command = commands.find((one) => one.startsWith(`npx crypto-checkout ${start}`));
  assert.ok(command, start);
  const words = command.match(/"[^"]+"|\S+/g) ?? [];
  return words.slice(2).map((word) => {
    const text = word.replaceAll('"', '');
    return text.endsWith('.env') ? join(folder, text) : text;
  });
}

test('two people pay out with the commands of the documentation', async (t) => {
  const { environment, path, journal, withdrawals, store: shopStore } = await startPayouts(t);
  const { db } = shopStore;
  const shell = await commandLine(t);
  shell.host.aheadMs = environment.sandbox.clock.nowMs() - shell.sandbox.clock.nowMs();
  for (const name of Object.keys(shell.env)) shell.env[name] = undefined;
  shell.env['CRYPTO_CHECKOUT_TEST_MODE'] = '1';
  const folder = join(shell.folder, 'settings');
  await mkdir(folder);
  const isDatabase = path.startsWith('postgres');
  const store = isDatabase ? `DATABASE_URL=${path}` : `CRYPTO_CHECKOUT_STORE=${path}`;
  const settings = replaced(fileOf('payouts.env'), {
    'https://pay.example': environment.sandbox.url,
    'API_KEY=…': `API_KEY=${SECRETS.apiKey}`,
    'SHOP_ID=…': `SHOP_ID=${SECRETS.shopId}`,
    'WITHDRAWAL_KEY=…': `WITHDRAWAL_KEY=${WITHDRAWAL_KEY}`,
    'PAYOUT_SECRET=…': `PAYOUT_SECRET=${PAYOUT_SECRET}`,
    'payouts.jsonl': journal,
    'CRYPTO_CHECKOUT_STORE=crypto-checkout.sqlite': store,
  });
  await writeFile(join(folder, 'payouts.env'), settings);
  await writeFile(join(folder, 'staff.env'), `${store}\nCRYPTO_CHECKOUT_PAYOUT_SECRET=${PAYOUT_SECRET}\n`);

  const doctor = await shell.type(argumentsOf('doctor', folder));
  assert.equal(doctor.exitCode, 0, doctor.output);
  assert.match(doctor.output, /^ok +journal /m);
  const process = shell.start(argumentsOf('payouts run', folder));
  const proposed = await shell.type(argumentsOf('payouts propose', folder));
  assert.equal(proposed.exitCode, 0, proposed.errors);
  const [, id = ''] = /^id +(\S+)$/m.exec(proposed.output) ?? [];
  const approve = argumentsOf('payouts approve', folder).map((word) => (word === '<id>' ? id : word));
  const refused = await shell.type(approve, ['no']);
  assert.match(refused.errors, /Type yes to approve: nothing was approved\n$/);
  const approved = await shell.type([...approve, '--yes']);
  assert.equal(approved.exitCode, 0, approved.errors);
  const list = argumentsOf('payouts list', folder);
  await until(
    async () => (await shell.type(list)).output,
    'the payout is sent',
    (output) => new RegExp(`^${id} .* sent `, 'm').test(output),
  );
  assert.equal((await withdrawals()).length, 1);
  shell.interrupt();
  assert.equal((await process.ended).exitCode, 0);

  await rename(journal, `${journal}.kept`);
  const missing = await shell.type(argumentsOf('doctor', folder));
  assert.equal(missing.exitCode, 1);
  assert.match(
    missing.output,
    /^failed +journal +.* does not exist, but the store knows a journal\n +→ restore the newest journal$/m,
  );
  await rename(`${journal}.kept`, journal);

  // As after a restored backup.
  for (const table of ['payouts', 'payout_journal'] as const) await db.deleteFrom(table).execute();
  const warned = await shell.type(argumentsOf('doctor', folder));
  assert.equal(warned.exitCode, 1);
  assert.match(
    warned.output,
    /^failed +journal +payouts of the journal are missing from the store\n +→ run crypto-checkout payouts book --person <name>, with the variables of payouts run$/m,
  );
});
