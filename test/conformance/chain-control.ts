import type { MovableClock } from '../../src/sandbox/index.js';
import { createMovableClock, startSandbox } from '../../src/sandbox/index.js';
import { fieldsOf } from './json.js';
import type { Settings } from './settings.js';

/** What the document's interface cannot do: receive money and pass time. Only a sandbox has one. */
export interface ChainControl {
  /** Confirmed money: the amount due, or `amount` in the invoice's coin. Resolves to the transaction. */
  pay(uuid: string, amount?: string): Promise<string>;
  /** @param seconds that pass */
  advance(seconds: number): void;
}

/** Until the suite is closed, wherever it runs. */
export interface TestAccount {
  readonly url: string;
  readonly hand: ChainControl | null;
  /** Milliseconds UTC, by the clock of the service if known. */
  readonly nowMs: () => number;
  readonly close: () => Promise<void>;
}

export async function openAccount({ url, apiKey, withdrawalKey, shopId }: Settings): Promise<TestAccount> {
  if (url !== null) return { url, hand: null, nowMs: Date.now, close: () => Promise.resolve() };
  const clock = createMovableClock();
  const keys = { apiKey, withdrawalKey: withdrawalKey ?? '', shopId };
  const sandbox = await startSandbox({ ...keys, port: 0, seed: 'conformance', clock });
  return {
    url: sandbox.url,
    hand: sandboxHand(sandbox.url, clock),
    nowMs: () => clock.nowMs(),
    close: () => sandbox.close(),
  };
}

function sandboxHand(url: string, clock: MovableClock): ChainControl {
  return {
    advance: (seconds) => clock.advance(seconds),
    async pay(uuid, amount) {
      const body = JSON.stringify({ uuid, ...(amount === undefined ? {} : { amount }) });
      const response = await fetch(`${url}/_sandbox/payments`, { method: 'POST', body });
      const { transaction, error } = fieldsOf(await response.json());
      if (typeof transaction === 'string') return transaction;
      throw new Error(`the sandbox did not pay ${uuid}: ${String(error)}`);
    },
  };
}
