// Brings a bare clone to where it can run. Only Node built-ins at the top: this runs before node_modules exists.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from './processes.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cache = join(root, '.cache');
export const log = (message) => console.error(`[setup] ${message}`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`crypto-checkout needs Node 20.19 or newer (24 is recommended); this is ${process.version}.`);
  process.exit(1);
}

/** A setup that cannot go on says why in words; nobody needs to know where in this file. */
export function fail(message) {
  log(message);
  process.exit(1);
}

export function mustInstall(what) {
  if (process.env.CRYPTO_CHECKOUT_NO_INSTALL !== '1') return;
  fail(
    `${what} missing, and CRYPTO_CHECKOUT_NO_INSTALL=1 forbids installing. Install it, or unset the variable.`,
  );
}

async function sh(command, args, options = {}) {
  const { code } = await run(command, args, { cwd: root, shell: process.platform === 'win32', ...options });
  if (code !== 0) fail(`${command} ${args.join(' ')} ended with exit code ${code}: see above`);
}

/** The very npm that runs us, or the one on the PATH. */
function npm(args, options) {
  const path = process.env.npm_execpath;
  return path?.endsWith('npm-cli.js')
    ? sh(process.execPath, [path, ...args], { ...options, shell: false })
    : sh('npm', args, options);
}

/** Without what the outer npm put there: `NODE_ENV=production` would leave out what the build needs. */
export function cleanEnvironment() {
  const keep = /^npm_(?:config_(?:registry|cache|userconfig|cafile|proxy|https_proxy|noproxy)|execpath)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => key !== 'NODE_ENV' && (!/^npm_/i.test(key) || keep.test(key)),
    ),
  );
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` while no other process of this checkout does; takes over the lock of a process that died. */
export async function exclusively(work) {
  const lock = join(root, '.bootstrap-lock');
  const owner = join(lock, 'pid');
  for (let attempt = 0; ; attempt++) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
      const ageMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (pid ? !isAlive(pid) : ageMs > 10_000) rmSync(lock, { recursive: true, force: true });
      else if (attempt === 0) log('another setup is running here; waiting for it');
      await sleep(300);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Does `work` under the lock unless the stamp file already says `want`; writes the stamp afterwards. */
async function once(stamp, want, work) {
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === want;
  if (isDone()) return;
  await exclusively(async () => {
    if (isDone()) return;
    await work();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, want);
  });
}

export async function ensureDependencies() {
  const want = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${major} ${process.platform} ${process.arch}`)
    .digest('hex');
  await once(join(root, 'node_modules', '.crypto-checkout-stamp'), want, () => {
    mustInstall('The packages of package-lock.json are');
    log('installing packages (npm ci), about half a minute');
    return npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: cleanEnvironment(),
    });
  });
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Builds `dist` when its sources have changed since the last time. */
export async function ensureBuilt() {
  const hash = createHash('sha256');
  const sources = [
    ...filesBelow(join(root, 'src')),
    ...[
      'package.json',
      'package-lock.json',
      'vite.config.ts',
      '.config/all-at-once.mjs',
      '.config/build.mjs',
      '.config/custom-elements-manifest.config.mjs',
      '.config/manifest.mjs',
      '.config/manifest-types.mjs',
      '.config/public-types.mjs',
      '.config/short-catalogs.mjs',
      '.config/tsconfig.build.json',
    ].map((name) => join(root, name)),
  ];
  for (const file of sources) hash.update(relative(root, file)).update(readFileSync(file));
  await once(join(root, 'dist', '.stamp'), hash.digest('hex'), () => {
    log('building');
    return sh(process.execPath, [join(root, '.config/build.mjs'), '--quiet'], {
      env: cleanEnvironment(),
      shell: false,
    });
  });
}

/** Builds the gallery when it or `dist` has changed since the last time. */
export async function ensureGallery() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'dist', '.stamp')));
  for (const file of ['stories', '.storybook'].flatMap((folder) => filesBelow(join(root, folder))))
    hash.update(relative(root, file)).update(readFileSync(file));
  await once(join(cache, 'storybook', '.stamp'), hash.digest('hex'), () => {
    log('building the gallery');
    const storybook = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
    return sh(process.execPath, [storybook, 'build', '-o', join(cache, 'storybook'), '--quiet'], {
      env: { ...cleanEnvironment(), STORYBOOK_DISABLE_TELEMETRY: '1' },
      shell: false,
    });
  });
}

/** Builds the example's pages that need a bundle, when they or `dist` have changed since the last time. */
export async function ensureExample() {
  const folder = join(root, 'server-example');
  const hash = createHash('sha256').update(readFileSync(join(root, 'dist', '.stamp')));
  for (const file of [...filesBelow(join(folder, 'pages')), join(folder, 'vite.config.ts')])
    hash.update(relative(root, file)).update(readFileSync(file));
  await once(join(cache, 'example', '.stamp'), hash.digest('hex'), () => {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const config = join(folder, 'vite.config.ts');
    return sh(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'error'], {
      env: cleanEnvironment(),
      shell: false,
    });
  });
}

const BROWSERS = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
};

async function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!existsSync(chosen))
      fail(`CHROME_PATH=${chosen} does not exist. Point it to Chrome or Chromium, or unset it.`);
    return chosen;
  }
  const { chromium } = await import('playwright-core');
  return [...(BROWSERS[process.platform] ?? []), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
}

export function isDebianRoot() {
  // Ubuntu's own package is only a stub for the snap.
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID="?debian"?$/m.test(release) && process.getuid?.() === 0;
}

async function installChromium() {
  mustInstall('Chromium is');
  if (!isDebianRoot()) {
    log('no Chromium found: downloading one for the tests (playwright-core install chromium)');
    await sh(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
    return;
  }
  log('no Chromium found: installing it for the tests (apt-get install chromium)');
  await aptInstall(['chromium']);
}

export async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = [
    '-qq',
    '-o',
    'DPkg::Lock::Timeout=300',
    '-o',
    'Acquire::Retries=3',
    '-o',
    'Dpkg::Use-Pty=0',
  ];
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  // With old lists the install may still work; if not, it says so itself.
  await run('apt-get', [...options, 'update'], quiet);
  await sh('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], quiet);
}

/**
 * The letters in which the tests measure the card, and the pictures are taken: what else is there, such as DejaVu's, can
 * be a tenth wider. Elsewhere than on Debian the letters of the system are taken.
 */
export async function ensureFont() {
  const isThere = () => existsSync('/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf');
  if (!isDebianRoot() || isThere() || process.env.CRYPTO_CHECKOUT_NO_INSTALL === '1') return;
  await exclusively(async () => {
    if (isThere()) return;
    log('no Noto Sans found: installing it for the tests (apt-get install fonts-noto-core)');
    await aptInstall(['fonts-noto-core']);
  });
}

/** The path of a Chromium; installs one where there is none. */
export async function ensureChromium() {
  await ensureFont();
  const found = await findChromium();
  if (found) return found;
  await exclusively(async () => {
    if (!(await findChromium())) await installChromium();
  });
  const installed = await findChromium();
  if (!installed) fail('No Chromium found. Install Chrome or Chromium, or set CHROME_PATH.');
  return installed;
}
