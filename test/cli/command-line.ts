import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { run } from '../../src/cli/run.js';
import type { SandboxServer, SandboxServerOptions } from '../../src/sandbox/index.js';
import { startSandbox } from '../../src/sandbox/index.js';

export const API_KEY = 'cli-api-key';
export const WITHDRAWAL_KEY = 'cli-withdrawal-key';
const SHOP_ID = 'cli-shop';

export interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

export interface CommandLine {
  readonly sandbox: SandboxServer;
  /** Changed by a test that wants another environment. */
  readonly env: Record<string, string | undefined>;
  /** One command as a person types it; `answers` are typed at its questions. */
  type(args: readonly string[], answers?: readonly string[]): Promise<Outcome>;
  /** The same, whose output is JSON. */
  read(args: readonly string[]): Promise<unknown>;
  /** The sandbox's control face. */
  control(path: string, body: object): Promise<unknown>;
  /** Presses Ctrl-C in every command that runs. */
  interrupt(): void;
}

/** A command line in front of a sandbox of its own. */
export async function commandLine(
  t: TestContext,
  options: Partial<SandboxServerOptions> = {},
): Promise<CommandLine> {
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
  };
  const interrupted = new AbortController();
  async function type(args: readonly string[], answers: readonly string[] = []): Promise<Outcome> {
    let output = '';
    let errors = '';
    const waiting = [...answers];
    const exitCode = await run(args, {
      env,
      write: (text) => void (output += text),
      writeError: (text) => void (errors += text),
      isInteractive: answers.length > 0,
      nowMs: () => sandbox.clock.nowMs(),
      signal: interrupted.signal,
      ask(question) {
        errors += question;
        const answer = waiting.shift();
        return answer === undefined
          ? Promise.reject(new Error(`nobody answers "${question}"`))
          : Promise.resolve(answer);
      },
    });
    return { exitCode, output, errors };
  }
  return {
    sandbox,
    env,
    type,
    async read(args) {
      const { exitCode, output, errors } = await type([...args, '--json']);
      assert.equal(exitCode, 0, errors);
      return JSON.parse(output);
    },
    async control(path, body) {
      const response = await fetch(`${sandbox.url}/_sandbox${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.ok(response.ok, await response.clone().text());
      return response.json();
    },
    interrupt: () => interrupted.abort(),
  };
}
