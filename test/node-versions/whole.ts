// Runs `npm test` with another version of Node, in a copy of the checkout that has only what is tracked:
//   node .config/bootstrap.mjs test/node-versions/whole.ts <version>
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { cleanEnvironment } from '../../.config/bootstrap.mjs';
import { run } from '../../.config/processes.mjs';
import { copyCheckout } from '../copy-checkout.js';
import { ensureNode } from './install.js';

const [version = ''] = process.argv.slice(2);
const node = await ensureNode(version);
const copy = mkdtempSync(join(tmpdir(), `crypto-checkout-node-${version}-`));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
copyCheckout(copy);
// Some tests ask git which files there are.
for (const args of [
  ['init', '-q'],
  ['add', '-A'],
])
  execFileSync('git', args, { cwd: copy });
const environment: NodeJS.ProcessEnv = {
  ...cleanEnvironment(),
  PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
};
delete environment['npm_execpath'];
const { code } = await run('npm', ['test'], {
  cwd: copy,
  env: environment,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = code;
