import { spawn } from 'node:child_process';
import { once as onceEmitted } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { CheckoutEvent, WebhookOptions } from '../../src/proxy/index.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { nodeArguments } from '../node-arguments.js';
import { freshStore } from './test-stores.js';
import { startProxy, startService } from './test-environment.js';
import type { TestEnvironment } from './test-environment.js';
import { temporaryFile } from '../temporary-folder.js';
import { control } from '../sandbox-control.js';

/** Where the process crashes. */
export interface Moment {
  /** At a call of the service, around a commit of the store, or at the delivery of an event. */
  readonly seam: 'service' | 'store' | 'shop';
  readonly when: 'before' | 'during' | 'after';
  /** The path of the call, or a part of a statement that is committed. */
  readonly of?: string;
  /** Which occurrence. Default: the first. */
  readonly nth?: number;
}

/** What the process does before. */
export interface Plan {
  readonly story:
    | 'choosing'
    | 'paying'
    | 'paying in parts'
    | 'notified'
    | 'canceling'
    | 'opening a wallet'
    | 'depositing';
  readonly at: Moment;
  /** How fast its time runs. Default: 20 times as fast. */
  readonly speed?: number;
  readonly webhook?: WebhookOptions;
}

/** What it has written to stdout: the id of the checkout. @throws {Error} if the process did not reach the moment */
export async function crash(t: TestContext, life: Life, plan: Plan): Promise<string> {
  const { url, store, reported } = life;
  const args = [...nodeArguments('test/proxy/crashing-proxy.ts'), url, store, reported, JSON.stringify(plan)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const [said, reason, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    onceEmitted(child, 'exit'),
  ]);
  if (signal !== 'SIGKILL') throw new Error(`it was not killed: ${JSON.stringify(plan)}\n${reason}`);
  return said;
}

/** What the process uses: the service, its store, and the file to which it writes the events for the shop. */
interface Life {
  readonly url: string;
  readonly store: string;
  readonly reported: string;
}

/** The events that the crashed process delivered to the shop. */
function reportedBefore(path: string): readonly CheckoutEvent[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line): CheckoutEvent => JSON.parse(line));
}

/** More than the fast time of the process has passed, and than its claims last. */
export const LATER_S = 300;

export interface Setting {
  readonly sandbox?: Partial<SandboxOptions>;
  readonly faults?: readonly object[];
}

export interface Restarted {
  readonly environment: TestEnvironment;
  readonly store: string;
  /** Of the checkout. */
  readonly id: string;
  /** All events that the shop received, before and after the crash. */
  readonly reported: () => readonly CheckoutEvent[];
}

/** A proxy was killed at this moment, and another one has been started on its file. */
export async function restarted(
  t: TestContext,
  plan: Plan,
  { sandbox: options, faults = [] }: Setting = {},
): Promise<Restarted> {
  const sandbox = await startService(options);
  t.after(() => sandbox.close());
  for (const fault of faults) await control(sandbox.url, 'faults', fault);
  const store = await freshStore(t);
  const before = `${temporaryFile(t)}.events`;
  const id = await crash(t, { url: sandbox.url, store, reported: before }, plan);
  sandbox.clock.advance(LATER_S);
  const environment = await startProxy(t, sandbox, { proxy: { store } });
  const reported = () => [...reportedBefore(before), ...environment.events, ...environment.deposits];
  return { environment, store, id, reported };
}

/** The events of this type, without duplicates. */
export const once = (reported: readonly CheckoutEvent[], type: CheckoutEvent['type']) =>
  [...new Map(reported.map((event) => [event.id, event])).values()].filter((event) => event.type === type);

export const call = (when: Moment['when'], of: string, nth = 1): Moment => ({
  seam: 'service',
  when,
  of,
  nth,
});
export const commit = (when: Moment['when'], of: string, nth = 1): Moment => ({
  seam: 'store',
  when,
  of,
  nth,
});
export const delivering = (when: Moment['when'], nth = 1): Moment => ({ seam: 'shop', when, nth });
