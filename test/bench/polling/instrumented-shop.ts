import { parseOptions } from '../../../src/proxy/options/parse.js';
import type { ProxyRuntime } from '../../../src/proxy/runtime/runtime.js';
import { createRuntime } from '../../../src/proxy/runtime/runtime.js';
import { connect } from '../../../src/proxy/upstream/service-connection.js';
import { createSandbox } from '../../../src/sandbox/core/index.js';
import { INFO, SECRETS } from '../../proxy/test-environment.js';

const BASE_URL = 'https://pay.example';
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The components of a proxy with a sandbox that counts its calls, on one clock that the program moves. */
export interface InstrumentedShop {
  readonly parts: ProxyRuntime;
  readonly clock: { now: number };
  /** Sends the amount due. */
  pay(invoiceId: string): Promise<void>;
  /** The number of information calls that the sandbox has counted. */
  informationCalls(): Promise<number>;
}

/** No network: the proxy's own client calls the sandbox's core. */
export async function openInstrumentedShop(): Promise<InstrumentedShop> {
  const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now };
  const still = { nowMs: clock.nowMs, monotonicMs: clock.nowMs, advance: () => undefined };
  const { apiKey, shopId } = SECRETS;
  const account = { apiKey, shopId, withdrawalKey: 'other-key', testMode: false };
  const sandbox = createSandbox({ ...account, seed: 'polling', clock: still });
  const send: typeof fetch = async (input, init) => {
    const reply = await sandbox.handle(new Request(input, init));
    if (reply.kind !== 'response') throw new Error('the sandbox plays a fault');
    return reply.response;
  };
  const control = async (path: string, body?: object) => {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await send(`${BASE_URL}/_sandbox/${path}`, request);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const service = { url: BASE_URL, apiKey, shopId };
  const options = { service, orders: () => null, store: ':memory:', clock, logger: SILENT };
  const { service: calls } = connect({ ...service, fetch: send }, clock, () => undefined);
  return {
    parts: await createRuntime(parseOptions(options), calls),
    clock,
    pay: async (uuid) => void (await control('payments', { uuid })),
    async informationCalls() {
      const log: { readonly counts: Readonly<Record<string, number>> } = await (
        await control('requests?last=0')
      ).json();
      return log.counts[INFO] ?? 0;
    },
  };
}
