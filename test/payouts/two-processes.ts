import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Program } from '../cli/program.js';
import { relayTo } from '../postgres/tcp-relay.js';

/** Two payouts processes on one store, with one journal. */
export interface TwoProcesses {
  readonly errors: () => string;
  /** Kills the process whose request to the service has no response yet. */
  killSender(): Promise<void>;
}

/**
 * Starts two payouts processes. Each has a line of its own to the service, which shows which of them has sent a request.
 * @param start starts a process that finds the service at this URL
 */
export async function startTwoProcesses(
  t: TestContext,
  serviceUrl: string,
  start: (url: string) => Program,
): Promise<TwoProcesses> {
  const relays = [await relayTo(t, serviceUrl), await relayTo(t, serviceUrl)];
  const processes = relays.map((relay) => ({ relay, program: start(relay.url) }));
  return {
    errors: () => processes.map(({ program }) => program.errors()).join(''),
    async killSender() {
      const [sender, ...more] = processes.filter(({ relay }) => relay.count() > 0);
      assert.ok(sender, 'one has sent a request');
      assert.deepEqual(more, []);
      sender.program.child.kill('SIGKILL');
      await sender.program.ended;
    },
  };
}
