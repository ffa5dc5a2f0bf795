import type { TestContext } from 'node:test';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import type { SandboxServer } from '../../src/sandbox/index.js';
import { INFO, invoiceOf, SECRETS, startProxy, startService, until } from './test-environment.js';
import type { TestEnvironment, TestOptions } from './test-environment.js';

/** What becomes of an information call. `ask` sends it on, and gives the sandbox's answer. */
export type Bend = (ids: readonly string[], ask: () => Promise<Response>) => Promise<Response>;

export interface TamperedEnvironment extends TestEnvironment {
  /** Straight on unless set. */
  bend: Bend;
}

interface Answer {
  readonly result: readonly Readonly<Record<string, unknown>>[];
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '{}');

/** The settings of a service whose information calls go through `bend`. */
function bentService(sandbox: SandboxServer, bend: () => Bend): CheckoutProxyOptions['service'] {
  const { apiKey, shopId } = SECRETS;
  return {
    ...{ url: sandbox.url, apiKey, shopId, testMode: true },
    fetch: (input, init) => {
      const ask = () => fetch(input, init);
      if (input !== `${sandbox.url}${INFO}`) return ask();
      const { uuids }: { uuids: readonly string[] } = JSON.parse(textOf(init?.body));
      return bend()(uuids, ask);
    },
  };
}

/** An environment in which the test stands between proxy and service, for information calls. */
export async function startTampered(t: TestContext, options: TestOptions = {}): Promise<TamperedEnvironment> {
  const sandbox = await startService(options.sandbox);
  t.after(() => sandbox.close());
  const way: { bend: Bend } = { bend: (_, ask) => ask() };
  const proxy = { service: bentService(sandbox, () => way.bend), ...options.proxy };
  const environment = await startProxy(t, sandbox, { ...options, proxy });
  return Object.assign(way, environment);
}

export interface HeldEnvironment extends TestEnvironment {
  /** Resolves when the service has done the work of such a call, whose answer the proxy does not get yet. */
  readonly held: Promise<void>;
  readonly letGo: () => void;
}

/** An environment in which the answers of this endpoint come only when the test lets them go. */
export async function startHeld(
  t: TestContext,
  endpoint: string,
  options: TestOptions = {},
): Promise<HeldEnvironment> {
  const sandbox = await startService(options.sandbox);
  t.after(() => sandbox.close());
  const { apiKey, shopId } = SECRETS;
  const [held, tellHeld] = gate();
  const [released, letGo] = gate();
  const service: CheckoutProxyOptions['service'] = {
    ...{ url: sandbox.url, apiKey, shopId, testMode: true },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (input !== `${sandbox.url}${endpoint}`) return response;
      tellHeld();
      await released;
      return response;
    },
  };
  const environment = await startProxy(t, sandbox, { ...options, proxy: { service, ...options.proxy } });
  return { ...environment, held, letGo };
}

function gate(): readonly [Promise<void>, () => void] {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return [opened, open];
}

/** The answer with its list of invoices changed. */
export async function withResult(
  response: Response,
  change: (result: Answer['result']) => readonly unknown[],
): Promise<Response> {
  const answer: Answer = await response.json();
  return Response.json({ ...answer, result: change(answer.result) });
}

export interface Ordered {
  readonly checkoutId: string;
  readonly invoiceId: string;
}

/** More of them would not be made sooner: client, proxy and service are this one process. */
const AT_ONCE = 8;

/** So many orders with an invoice each. */
export async function orders(
  environment: TestEnvironment,
  count: number,
  name = 'A',
): Promise<readonly Ordered[]> {
  const one = async (index: number): Promise<Ordered> => {
    const { id } = await environment.open({ id: `${name}-${index}` });
    await environment.choose(id, 'BTC');
    const made = await until(
      () => environment.get(id),
      ({ state }) => state !== 'creating',
      'the invoice is made',
    );
    return { checkoutId: id, invoiceId: invoiceOf(made).id };
  };
  const made: Ordered[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - start);
    made.push(...(await Promise.all(Array.from({ length: size }, (_, index) => one(start + index)))));
  }
  return made;
}
