import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CANARY_SECRETS } from '../repository/canary-secrets.js';
import { until } from '../until.js';
import { control } from '../sandbox-control.js';
import { collectText } from '../collect-text.js';

const root = join(import.meta.dirname, '../..');

export interface RunningExample {
  readonly shopUrl: string;
  /** `null` with another service. */
  readonly sandboxUrl: string | null;
  /** Posts to the control API of the sandbox. */
  readonly control: (path: string, body: unknown) => Promise<void>;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Returns the reports of browsers about violations. Each is a bug, unless a test provokes it. */
export function refusalsIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => line.includes('Browser report:'));
}

/**
 * Runs the example as `npm start` does, on free ports, with canary secrets, in a temporary folder. Its stop fails the test
 * if a browser reported a violation.
 */
export async function runExample(
  variables: NodeJS.ProcessEnv = {},
  { mayRefuse = false }: { readonly mayRefuse?: boolean } = {},
): Promise<RunningExample> {
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-example-'));
  const child = spawn(process.execPath, [join(root, '.config/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      ...CANARY_SECRETS,
      PORT: '0',
      SANDBOX_PORT: '0',
      SHOP_FOLDER: folder,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectText(child.stdout, child.stderr);
  const find = (pattern: RegExp): string | undefined => pattern.exec(output())?.[1];
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the example stopped:\n${output()}`);
    return Promise.resolve(output().includes('Press Ctrl-C to stop'));
  }, 'the example is up');
  const shopUrl = find(/Shop\s+(http:\S+)/);
  const sandboxUrl = find(/Sandbox\s+(http:\S+)\/_sandbox\//) ?? null;
  if (!shopUrl) throw new Error(`no addresses in:\n${output()}`);
  return {
    shopUrl,
    sandboxUrl,
    output,
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
      if (!mayRefuse) assert.deepEqual(refusalsIn(output()), []);
    },
    control: (path, body) => control(`${sandboxUrl}`, path, body),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
