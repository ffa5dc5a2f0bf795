import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { run } from '../../src/cli/run.js';
import type { SandboxServer, SandboxServerOptions } from '../../src/sandbox/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { temporaryFolder } from '../temporary-folder.js';
import { control } from '../sandbox-control.js';

export const API_KEY = 'planted-api-key-4d1e';
export const WITHDRAWAL_KEY = 'planted-withdrawal-key-a90c';
export const ORDER_SECRET = 'planted-order-secret-0123456789abcdef';
export const WEBHOOK_SECRET = `whsec_${Buffer.from('planted-webhook-secret-0123').toString('base64')}`;
const SHOP_ID = 'planted-shop-77b2';
/** None of these is ever printed. */
export const SECRETS: readonly string[] = [API_KEY, WITHDRAWAL_KEY, ORDER_SECRET, WEBHOOK_SECRET, SHOP_ID];

export interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/** A command that may still run. */
export interface Running {
  readonly output: () => string;
  readonly errors: () => string;
  readonly ended: Promise<Outcome>;
}

export interface CommandLine {
  readonly sandbox: SandboxServer;
  /** Set by a test that needs another environment. */
  readonly env: Record<string, string | undefined>;
  /** How far the clock of this machine is ahead of that of the service. */
  readonly host: { aheadMs: number };
  /** A folder of its own, for stores. */
  readonly folder: string;
  /** Starts a command; `answers` are typed at its prompts. */
  start(args: readonly string[], answers?: readonly string[]): Running;
  /** Runs one command as typed, to its end. */
  type(args: readonly string[], answers?: readonly string[]): Promise<Outcome>;
  /** The same for a command with JSON output. */
  read(args: readonly string[]): Promise<unknown>;
  /** The control API of the sandbox. */
  control(path: string, body: object): Promise<void>;
  /** The number of requests to the service at this path. */
  requestCount(path: string): Promise<number>;
  /** Presses Ctrl-C in every running command. */
  interrupt(): void;
}

/** A command line in front of a sandbox of its own. */
export async function commandLine(
  t: TestContext,
  options: Partial<SandboxServerOptions> = {},
): Promise<CommandLine> {
  let interrupted = new AbortController();
  const running = new Set<Promise<unknown>>();
  // A failed test leaves its commands running. They end before the servers that they use.
  t.after(() => {
    interrupted.abort();
    return Promise.allSettled(running);
  });
  const folder = temporaryFolder(t);
  const sandbox = await startSandbox({
    apiKey: API_KEY,
    withdrawalKey: WITHDRAWAL_KEY,
    shopId: SHOP_ID,
    port: 0,
    seed: 'command line',
    ...options,
  });
  t.after(() => sandbox.close());
  const env: Record<string, string | undefined> = {
    CRYPTO_CHECKOUT_SERVICE_URL: sandbox.url,
    CRYPTO_CHECKOUT_API_KEY: API_KEY,
    CRYPTO_CHECKOUT_SHOP_ID: SHOP_ID,
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: WITHDRAWAL_KEY,
    CRYPTO_CHECKOUT_STORE: join(folder, 'checkouts.sqlite'),
  };
  const host = { aheadMs: 0 };
  function start(args: readonly string[], answers: readonly string[] = []): Running {
    let output = '';
    let errors = '';
    const waiting = [...answers];
    const exitCode = run(args, {
      env,
      write: (text) => void (output += text),
      drained: () => Promise.resolve(),
      writeError: (text) => void (errors += text),
      isInteractive: answers.length > 0,
      hasColors: false,
      nowMs: () => sandbox.clock.nowMs() + host.aheadMs,
      signal: interrupted.signal,
      ask(question) {
        errors += question;
        const answer = waiting.shift();
        return answer === undefined
          ? Promise.reject(new Error(`no answer to "${question}"`))
          : Promise.resolve(answer);
      },
    });
    running.add(exitCode);
    return {
      output: () => output,
      errors: () => errors,
      ended: exitCode.then((code) => ({ exitCode: code, output, errors })),
    };
  }
  const type = (args: readonly string[], answers?: readonly string[]) => start(args, answers).ended;
  return {
    sandbox,
    env,
    host,
    folder,
    start,
    type,
    async read(args) {
      const { exitCode, output, errors } = await type([...args, '--json']);
      assert.equal(exitCode, 0, errors);
      return JSON.parse(output);
    },
    control: (path, body) => control(sandbox.url, path.slice(1), body),
    async requestCount(path) {
      const response = await fetch(`${sandbox.url}/_sandbox/requests`);
      const log: { counts: Record<string, number> } = await response.json();
      return log.counts[path] ?? 0;
    },
    interrupt() {
      interrupted.abort();
      interrupted = new AbortController();
    },
  };
}
