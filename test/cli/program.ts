import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { nodeArguments } from '../node-arguments.js';

const root = join(import.meta.dirname, '../..');

export interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  /** The exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** The command line as a process of its own, without a terminal. */
export function program(
  t: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Program {
  const child = spawn(process.execPath, [...nodeArguments('src/cli/main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { child, output: () => output, errors: () => errors, ended };
}
