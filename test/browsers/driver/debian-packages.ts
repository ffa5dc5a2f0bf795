// System packages for tests, installed where the project can: on Debian, as root.
import { existsSync, readFileSync } from 'node:fs';
import { exclusively, log, sh } from '../../../.config/bootstrap.mjs';
import { run, type RunOptions } from '../../../.config/processes.mjs';

/** Whether packages of Debian may be installed here. */
export function canInstallPackages(): boolean {
  // Ubuntu's own package of Chromium is only a stub for the snap.
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const isDebian = /^ID="?debian"?$/m.test(release);
  return isDebian && process.getuid?.() === 0 && process.env.CRYPTO_CHECKOUT_NO_INSTALL !== '1';
}

export async function installPackages(packages: readonly string[]): Promise<void> {
  const options = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=3', 'Dpkg::Use-Pty=0'];
  const apt = ['-qq', ...options.flatMap((option) => ['-o', option])];
  const quiet: RunOptions = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  // With old lists the install may still work; if not, it reports so itself.
  await run('apt-get', [...apt, 'update'], quiet);
  await sh('apt-get', [...apt, 'install', '-y', '--no-install-recommends', ...packages], quiet);
}

/**
 * The fonts in which the tests measure the card, and the screenshots are taken: others, such as DejaVu's, can
 * be a tenth wider. On other systems the installed fonts are used.
 */
export async function ensureFont(): Promise<void> {
  const isThere = () => existsSync('/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf');
  if (isThere() || !canInstallPackages()) return;
  await exclusively(async () => {
    if (isThere()) return;
    log('no Noto Sans found: installing it for the tests (apt-get install fonts-noto-core)');
    await installPackages(['fonts-noto-core']);
  }, 'system-packages');
}
