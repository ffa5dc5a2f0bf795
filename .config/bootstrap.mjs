// @ts-check
// Brings a bare clone to where it can run. Only Node built-ins at the top: this runs before node_modules exists.
//   node .config/bootstrap.mjs <program.ts> [argument …]     installs what is missing, then runs the program
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './processes.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cache = join(root, '.cache');
/** @param {string} message */
export const log = (message) => console.error(`[setup] ${message}`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`crypto-checkout needs Node 20.19 or newer (24 is recommended); this is ${process.version}.`);
  process.exit(1);
}

/**
 * Ends the process with a message, without a stack trace.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  log(message);
  process.exit(1);
}

/** @param {string} what is missing, with its verb */
export function mustInstall(what) {
  if (process.env.CRYPTO_CHECKOUT_NO_INSTALL !== '1') return;
  fail(
    `${what} missing, and CRYPTO_CHECKOUT_NO_INSTALL=1 forbids installing. Install it, or unset the variable.`,
  );
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('./processes.mjs').RunOptions} [options]
 */
export async function sh(command, args, options = {}) {
  const { code } = await run(command, args, { cwd: root, shell: process.platform === 'win32', ...options });
  if (code !== 0) fail(`${command} ${args.join(' ')} ended with exit code ${code}: see above`);
}

/**
 * The very npm that runs us, or the one on the PATH.
 * @param {readonly string[]} args
 * @param {import('./processes.mjs').RunOptions} options
 */
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

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Runs `work` while no other process of this checkout does, under a lock of that name; takes over the lock of a process
 * that died.
 * @template Result
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function exclusively(work, name = 'bootstrap') {
  const lock = join(cache, `${name}-lock`);
  const owner = join(lock, 'pid');
  mkdirSync(cache, { recursive: true });
  for (let attempt = 0; ; attempt++) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
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

/**
 * Does `work` under a lock unless the stamp file already says `want`; writes the stamp afterwards.
 * @param {string} stamp
 * @param {string} want
 * @param {() => void | Promise<void>} work
 * @param {string} [lock] its name
 */
async function once(stamp, want, work, lock = 'bootstrap') {
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === want;
  if (isDone()) return;
  await exclusively(async () => {
    if (isDone()) return;
    await work();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, want);
  }, lock);
}

/**
 * @typedef {{ version?: string, optional?: boolean, os?: readonly string[], cpu?: readonly string[], libc?: readonly string[] }} Locked
 */

/**
 * Of the packages that the lock file has for other platforms, and that are left out where they cannot run, only those for this one.
 * @param {Locked} locked
 */
const isForThisPlatform = ({ optional, os, cpu, libc }) =>
  optional !== true ||
  (libc === undefined && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true);

/** Whether `npm ci` has installed these packages for this platform, as npm itself has recorded it. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const read = (/** @type {string} */ path) =>
    /** @type {Record<string, Locked>} */ (JSON.parse(readFileSync(path, 'utf8')).packages);
  const installed = read(record);
  return Object.entries(read(join(root, 'package-lock.json')))
    .filter(([path, locked]) => path !== '' && isForThisPlatform(locked))
    .every(([path, { version }]) => installed[path]?.version === version && existsSync(join(root, path)));
}

/** The packages of the lock file: a release changes only the version of this one. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return JSON.stringify({ ...packages, '': { ...packages[''], version: undefined } });
}

export async function ensureDependencies() {
  const want = createHash('sha256')
    .update(lockedPackages())
    .update(`${major} ${process.platform} ${process.arch}`)
    .digest('hex');
  const stamp = join(root, 'node_modules', '.crypto-checkout-stamp');
  await once(stamp, want, () => {
    // Without a stamp, it was the developer who ran `npm ci`.
    if (!existsSync(stamp) && isInstalled()) return undefined;
    mustInstall('The packages of package-lock.json are');
    log('installing packages (npm ci), about two minutes');
    return npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: cleanEnvironment(),
    });
  });
}

/**
 * A file, or the files of a folder, from the project's root.
 * @param {string} name
 * @returns {readonly string[]}
 */
function filesOf(name) {
  const path = join(root, name);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** @param {readonly string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const COMPILER = ['.config/build/messages.ts', '.config/build/message-code.ts'];

/** Compiles the messages of `src/locales` if they have changed since the last time. */
export async function ensureMessages() {
  const files = [
    ...filesOf('src/locales').filter((file) => file.endsWith('.json')),
    ...COMPILER.flatMap(filesOf),
  ];
  const compile = async () => {
    const { register } = await import('tsx/esm/api');
    const unregister = register();
    const { MessagesError, writeMessages } = await import('./build/messages.js');
    try {
      writeMessages(root);
    } catch (error) {
      if (error instanceof MessagesError) fail(`the messages cannot be compiled:\n${error.message}`);
      throw error;
    } finally {
      await unregister();
    }
  };
  // Of its own: a build, which holds the usual lock, runs programs that call this.
  await once(join(root, 'src/locales/compiled/.stamp'), hashOf(files), compile, 'messages');
}

/**
 * Runs a program of node when one of these sources has changed since the last time.
 * @param {string} stamp file in the folder that is written
 * @param {readonly string[]} sources files and folders, from the project's root
 * @param {string} what is written, for the progress message
 * @param {readonly string[]} program with its arguments
 */
async function ensureWritten(stamp, sources, what, program) {
  await once(stamp, hashOf(sources.flatMap(filesOf)), () => {
    log(what);
    return sh(process.execPath, program, {
      env: { ...cleanEnvironment(), STORYBOOK_DISABLE_TELEMETRY: '1' },
      shell: false,
    });
  });
}

export async function ensureBuilt() {
  await ensureMessages();
  await ensureWritten(
    join(root, 'dist/.stamp'),
    [
      ...[
        'src',
        '.config/build',
        '.config/bootstrap.mjs',
        '.config/processes.mjs',
        '.config/tsconfig.build.json',
      ],
      '.config/custom-elements-manifest.config.mjs',
      ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
    ],
    'building',
    [join(root, '.config/bootstrap.mjs'), '.config/build/build.ts', '--quiet'],
  );
  await ensureWritten(
    join(root, 'dist/.stamp-texts'),
    ['dist/.stamp', 'README.md', 'stories/docs', 'test/accessibility'],
    "writing the package's texts",
    [join(root, '.config/bootstrap.mjs'), '.config/build/texts.ts'],
  );
}

export const ensureGallery = () =>
  ensureWritten(
    join(cache, 'storybook/.stamp'),
    ['dist/.stamp-texts', 'stories', '.storybook'],
    'building the gallery',
    [
      join(root, 'node_modules/storybook/dist/bin/dispatcher.js'),
      ...['build', '-o', join(cache, 'storybook'), '--quiet'],
    ],
  );

/** Builds the example's pages that need a bundle. */
export const ensureExample = () =>
  ensureWritten(
    join(cache, 'example/.stamp'),
    ['dist/.stamp', 'server-example/pages', 'server-example/vite.config.ts'],
    "building the example's pages",
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      ...['build', '--config', join(root, 'server-example/vite.config.ts'), '--logLevel', 'error'],
    ],
  );

/**
 * Runs a program in TypeScript in this process.
 * @param {string} program from the project's root
 */
export async function runProgram(program) {
  await ensureDependencies();
  await ensureMessages();
  process.chdir(root);
  process.argv[1] = join(root, program);
  const { register } = await import('tsx/esm/api');
  register();
  await import(pathToFileURL(join(root, program)).href);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program = ''] = process.argv.splice(2, 1);
  // Not awaited here: the program imports this module, which would wait for it.
  void runProgram(program);
}
