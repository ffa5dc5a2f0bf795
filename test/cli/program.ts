import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { nodeArguments } from '../node-arguments.js';
import { collectText } from '../collect-text.js';
import { until } from '../until.js';

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
  cwd = root,
): Program {
  const child = spawn(process.execPath, [...nodeArguments('src/cli/main.ts'), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { child, output: collectText(child.stdout), errors: collectText(child.stderr), ended };
}

/** What a running command has printed so far. */
type Printing = Pick<Program, 'output' | 'errors'>;

/** Waits until a command prints this, to either stream. @returns the group of the pattern, or all that matches */
export async function untilPrinted({ output, errors }: Printing, pattern: RegExp): Promise<string> {
  const text = await until(
    () => `${output()}\n${errors()}`,
    `${pattern} is printed`,
    (printed) => pattern.test(printed),
  );
  const [whole = '', group = whole] = pattern.exec(text) ?? [];
  return group;
}

/** The base URL of a proxy, once it is up. */
export function proxyUrl(proxy: Printing): Promise<string> {
  return untilPrinted(proxy, /proxy is at (http:\S+)\n/);
}
