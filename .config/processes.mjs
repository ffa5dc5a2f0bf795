// @ts-check
// Child processes that never outlive us: Ctrl-C, SIGTERM and the death of the parent end them all.
import { spawn } from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/**
 * `capture`: keep what it prints. `limitMs`: kill it after that time.
 * @typedef {import('node:child_process').SpawnOptions & { capture?: boolean, limitMs?: number }} RunOptions
 */

/** @type {Set<{ child: ChildProcess, closed: Promise<unknown> }>} */
const running = new Set();
/** @type {() => Promise<void>} */
let onStop = async () => {};
let stopping = false;

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  try {
    // A child leads its own process group, so that what it started goes with it.
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {number} exitCode */
async function stop(exitCode) {
  if (stopping) {
    for (const { child } of running) endGroup(child, 'SIGKILL');
    process.exit(exitCode);
  }
  stopping = true;
  const impatient = setTimeout(() => {
    for (const { child } of running) endGroup(child, 'SIGKILL');
  }, 2_000);
  for (const { child } of running) endGroup(child, 'SIGTERM');
  const children = [...running];
  await Promise.allSettled([onStop(), ...children.map(({ closed }) => closed)]);
  clearTimeout(impatient);
  // A child that ended in time may have left others behind in its group.
  for (const { child } of children) endGroup(child, 'SIGKILL');
  process.exit(exitCode);
}

process.on('SIGINT', () => stop(130));
process.on('SIGTERM', () => stop(143));
process.on('SIGHUP', () => stop(129));
// Thrown out by an error of ours, in the middle of several.
process.on('exit', () => {
  for (const { child } of running) endGroup(child, 'SIGKILL');
});

// npm hands SIGTERM only to the shell between us, which dies without a word: notice that the parent is gone.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !stopping) void stop(143);
  }, 300).unref();
}

/**
 * Sets what else is to be done before the process ends, e.g. closing servers.
 * @param {() => Promise<void>} work
 */
export function beforeStop(work) {
  onStop = work;
}

/** How long what a command left behind may hold its output open. */
const LEFT_BEHIND_MS = 10_000;

/**
 * Runs a command to its end, or kills it after `limitMs`. Resolves to its exit code and, with `capture`, what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string, isOverdue: boolean }>}
 */
export function run(command, args, { capture = false, limitMs, ...options } = {}) {
  const child = spawn(command, args, {
    stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    ...options,
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', resolve);
  });
  const entry = { child, closed };
  running.add(entry);
  void closed.then(() => running.delete(entry));
  let isOverdue = false;
  /** @type {NodeJS.Timeout | undefined} */
  let impatient;
  const limit =
    limitMs &&
    setTimeout(() => {
      isOverdue = true;
      endGroup(child, 'SIGTERM');
      impatient = setTimeout(() => endGroup(child, 'SIGKILL'), 2_000);
    }, limitMs);
  child.once('exit', () => {
    clearTimeout(limit);
    clearTimeout(impatient);
    const output = [child.stdout, child.stderr];
    const leftBehind = setTimeout(() => output.forEach((stream) => stream?.destroy()), LEFT_BEHIND_MS);
    void closed.then(() => clearTimeout(leftBehind));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      // We ended it ourselves: its caller has nothing to report any more.
      if (stopping) return;
      resolve({
        code: code ?? (signal ? 128 : 1),
        output: Buffer.concat(chunks).toString('utf8'),
        isOverdue,
      });
    });
  });
}
