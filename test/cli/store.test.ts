import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandLine } from './command-line.js';

const PASSWORD = 'planted-database-password-31';

describe('a store move', () => {
  it('refuses an address whose password is visible to every user of the machine', async (t) => {
    const { type } = await commandLine(t);
    for (const to of [
      `postgres://shop:${PASSWORD}@db.example/checkouts`,
      `postgres://shop@db.example/checkouts?password=${PASSWORD}`,
    ]) {
      const { exitCode, output, errors } = await type(['store', 'move', '--to', to]);
      assert.equal(exitCode, 2);
      assert.match(errors, /Put the whole URL in DATABASE_URL, or the password in PGPASSWORD/);
      assert.ok(!`${output}${errors}`.includes(PASSWORD));
    }
  });

  it('needs a destination', async (t) => {
    const { type } = await commandLine(t);
    const { exitCode, errors } = await type(['store', 'move']);
    assert.equal(exitCode, 2);
    assert.match(errors, /DATABASE_URL is not set/);
  });

  it('changes nothing if the database cannot be reached, and reveals no password', async (t) => {
    const { type, env } = await commandLine(t);
    env['DATABASE_URL'] = `postgres://shop:${PASSWORD}@127.0.0.1:9/checkouts`;
    for (const more of [[], ['--dry-run']]) {
      const { exitCode, output, errors } = await type(['store', 'move', ...more]);
      assert.equal(exitCode, 1);
      assert.match(
        errors,
        /postgres:\/\/127\.0\.0\.1:9\/checkouts" cannot be reached\. Check that the database runs .*\.$/m,
      );
      assert.ok(!`${output}${errors}`.includes(PASSWORD));
    }
  });

  it('explains itself', async (t) => {
    const { type } = await commandLine(t);
    const { output } = await type(['store', 'move', '--help']);
    for (const word of ['--from', '--to', '--dry-run', 'Stop the proxy first'])
      assert.ok(output.includes(word), word);
  });
});
