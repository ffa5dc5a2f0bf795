import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.js';
import { freePort } from '../free-port.js';
import { root } from './readme-text.js';
import { control } from '../sandbox-control.js';

export const CLI = join(root, 'dist/cli.js');

/** A folder in which files and commands of the documentation run, on free ports instead of 3000 and 4010. */
export interface SampleFolder {
  readonly path: string;
  readonly sandboxUrl: string;
  readonly shopUrl: string;
  /** The output of all started commands. */
  readonly output: () => string;
  readonly write: (name: string, text: string) => void;
  /** Starts a command as the documentation shows it. It runs until the folder is closed. @returns its process id */
  readonly start: (command: string, variables?: NodeJS.ProcessEnv) => number;
  /** Runs Node with the settings in `.env`. Rejects if the exit code is not 0. */
  readonly node: (
    args: readonly string[],
    variables?: NodeJS.ProcessEnv,
  ) => Promise<{ readonly stdout: string }>;
  /** Waits until sandbox and shop respond. */
  readonly ready: () => Promise<void>;
  /** Pays the newest invoice of the sandbox. */
  readonly pay: () => Promise<void>;
  readonly close: () => void;
}

/** Without the settings of an outer shop. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(CRYPTO_CHECKOUT_|SANDBOX_|DATABASE_URL$|PORT$)/.test(name),
  ),
);

export async function createSampleFolder(): Promise<SampleFolder> {
  // Inside the package, so that its own name resolves to the build; a shop has it in node_modules.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'sample-'));
  const [sandboxPort, shopPort] = [await freePort(), await freePort()];
  const [sandboxUrl, shopUrl] = [`http://127.0.0.1:${sandboxPort}`, `http://127.0.0.1:${shopPort}`];
  // As the documentation says: a random secret instead of the example.
  const secret = randomBytes(32).toString('base64');
  const running: ChildProcess[] = [];
  let output = '';

  function settings(): NodeJS.ProcessEnv {
    const lines = [...readFileSync(join(folder, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)];
    return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  }

  return {
    path: folder,
    sandboxUrl,
    shopUrl,
    output: () => output,
    write: (name, text) =>
      writeFileSync(
        join(folder, name),
        text
          .replaceAll('4010', String(sandboxPort))
          .replaceAll('3000', String(shopPort))
          .replace('put-32-random-bytes-or-more-here-please', secret),
      ),
    start: (command, variables = {}) => {
      const [, ...args] = command.replace(/^npx crypto-checkout/, `node ${CLI}`).split(' ');
      const env = { ...surroundings, SANDBOX_PORT: String(sandboxPort), ...variables };
      const child = spawn(process.execPath, args, { cwd: folder, env });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
      running.push(child);
      return child.pid ?? 0;
    },
    node: (args, variables = {}) => {
      const env = { ...surroundings, ...settings(), ...variables };
      return promisify(execFile)(process.execPath, [...args], { cwd: folder, env });
    },
    ready: async () => {
      await until(async () => {
        const responses = await Promise.all([sandboxUrl, shopUrl].map((url) => fetch(url).catch(() => null)));
        return responses.every((response) => response !== null);
      }, 'sandbox and shop respond');
    },
    pay: async () => {
      const { invoices } = (await (await fetch(`${sandboxUrl}/_sandbox/invoices`)).json()) as {
        invoices: readonly { uuid: string }[];
      };
      await control(sandboxUrl, 'payments', { uuid: invoices[0]?.uuid });
    },
    close: () => {
      for (const child of running) child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
