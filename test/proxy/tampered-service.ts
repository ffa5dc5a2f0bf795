import type { TestContext } from 'node:test';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import type { SandboxServer } from '../../src/sandbox/index.js';
import { INFO, invoiceOf, SECRETS, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment, TestOptions } from './test-environment.js';

/** The fate of an information call. `forward` sends it on, and returns the response of the sandbox. */
export type Tamper = (ids: readonly string[], forward: () => Promise<Response>) => Promise<Response>;

export interface TamperedEnvironment extends TestEnvironment {
  /** Default: forwards it unchanged. */
  tamper: Tamper;
}

interface Answer {
  readonly result: readonly Readonly<Record<string, unknown>>[];
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '{}');

/** The settings of a service whose information calls go through `tamper`. */
function bentService(sandbox: SandboxServer, tamper: () => Tamper): CheckoutProxyOptions['service'] {
  const { apiKey, shopId } = SECRETS;
  return {
    ...{ url: sandbox.url, apiKey, shopId, testMode: true },
    fetch: (input, init) => {
      const forward = () => fetch(input, init);
      if (input !== `${sandbox.url}${INFO}`) return forward();
      const { uuids }: { uuids: readonly string[] } = JSON.parse(textOf(init?.body));
      return tamper()(uuids, forward);
    },
  };
}

/** An environment in which the test intercepts the information calls between proxy and service. */
export async function startTampered(t: TestContext, options: TestOptions = {}): Promise<TamperedEnvironment> {
  const sandbox = await startService(options.sandbox);
  t.after(() => sandbox.close());
  const way: { tamper: Tamper } = { tamper: (_, forward) => forward() };
  const proxy = { service: bentService(sandbox, () => way.tamper), ...options.proxy };
  const environment = await startProxy(t, sandbox, { ...options, proxy });
  return Object.assign(way, environment);
}

export interface HeldEnvironment extends TestEnvironment {
  /** Resolves when the service has handled such a call, whose response the proxy does not receive yet. */
  readonly held: Promise<void>;
  readonly letGo: () => void;
}

/** An environment in which the responses of this endpoint arrive only when the test releases them. */
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

/** The response with its list of invoices changed. */
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

/** More of them would not be created sooner: client, proxy and service are this one process. */
const AT_ONCE = 8;

/** Creates that many orders with an invoice each. */
export async function orders(
  environment: TestEnvironment,
  count: number,
  name = 'A',
): Promise<readonly Ordered[]> {
  const one = async (index: number): Promise<Ordered> => {
    const { id } = await environment.open({ id: `${name}-${index}` });
    await environment.choose(id, 'BTC');
    const created = await until(
      () => environment.get(id),
      'the invoice is created',
      ({ state }) => state !== 'creating',
    );
    return { checkoutId: id, invoiceId: invoiceOf(created).id };
  };
  const created: Ordered[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - start);
    created.push(...(await Promise.all(Array.from({ length: size }, (_, index) => one(start + index)))));
  }
  return created;
}
