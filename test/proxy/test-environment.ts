import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type {
  WebhookEvent,
  CheckoutProxy,
  CheckoutProxyOptions,
  DepositReceivedEvent,
  Order,
  OrderEvent,
  DepositAddressReviewEvent,
  PayoutEvent,
  CheckoutSettledEvent,
  RefundEvent,
} from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import type { Checkout, CheckoutInvoice, Problem } from '../../src/protocol/index.js';
import { createMovableClock, startSandbox } from '../../src/sandbox/index.js';
import type { MovableClock, SandboxOptions, SandboxServer } from '../../src/sandbox/index.js';
import { briefStore } from './test-stores.js';
import { until } from '../until.js';
import { listen } from '../listen.js';
import { control } from '../sandbox-control.js';

export const SECRETS = {
  apiKey: 'planted-api-key-5c1f',
  shopId: 'planted-shop-id-77aa',
  orderSecret: 'planted-order-secret-0123456789abcdef-0123456789',
} as const;

export const INFO = '/v2/invoice/merchant/info';
export const CREATE = '/v2/invoice/create';
export const CANCEL = '/v2/invoice/merchant/canceled';

export interface TestOptions {
  readonly sandbox?: Partial<SandboxOptions>;
  readonly proxy?: Partial<CheckoutProxyOptions>;
  /** The proxy responds, and neither polls nor delivers. */
  readonly isIdle?: boolean;
}

/** A payment service and a proxy in front of it, over real HTTP, with one clock that the test can move. */
export interface TestEnvironment {
  readonly sandbox: SandboxServer;
  readonly proxy: CheckoutProxy;
  readonly url: string;
  readonly events: OrderEvent[];
  readonly deposits: DepositReceivedEvent[];
  readonly depositAddressReviews: DepositAddressReviewEvent[];
  readonly payouts: PayoutEvent[];
  readonly settled: CheckoutSettledEvent[];
  readonly refunds: RefundEvent[];
  readonly logLines: string[];
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Response>;
  readonly open: (order?: Partial<Order>) => Promise<Checkout>;
  /** @param browser as `?browser=` */
  readonly get: (id: string, browser?: string) => Promise<Checkout>;
  readonly choose: (id: string, currency?: string) => Promise<Checkout>;
  readonly cancel: (id: string) => Promise<Checkout>;
  readonly control: (path: string, body: object) => Promise<void>;
  readonly clear: (what: 'requests' | 'faults') => Promise<void>;
  /** The number of calls that the service has received, per endpoint. */
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  readonly requests: () => Promise<readonly LoggedRequest[]>;
  readonly becomes: (id: string, state: Checkout['state'], browser?: string) => Promise<Checkout>;
}

export interface LoggedRequest {
  readonly at: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function orderToken(order: Partial<Order> = {}): Promise<string> {
  return createOrderToken(
    { id: 'A-1', amount: '49.00', currency: 'EUR', ...order },
    { secret: SECRETS.orderSecret },
  );
}

/** Time passes only when the test advances it: no pause ends by itself, however slow the machine is. */
export function frozenClock(atMs = Date.now()): MovableClock {
  return createMovableClock(() => atMs);
}

export function startService(options: Partial<SandboxOptions> = {}): Promise<SandboxServer> {
  const { apiKey, shopId } = SECRETS;
  return startSandbox({
    port: 0,
    apiKey,
    shopId,
    withdrawalKey: 'other-key',
    seed: 'proxy tests',
    ...options,
  });
}

export async function startEnvironment(t: TestContext, options: TestOptions = {}): Promise<TestEnvironment> {
  const sandbox = await startService(options.sandbox);
  t.after(() => sandbox.close());
  return startProxy(t, sandbox, options);
}

/** A proxy in front of this sandbox; everything ends after the test. */
export async function startProxy(
  t: TestContext,
  sandbox: SandboxServer,
  options: TestOptions = {},
): Promise<TestEnvironment> {
  const events: OrderEvent[] = [];
  const deposits: DepositReceivedEvent[] = [];
  const depositAddressReviews: DepositAddressReviewEvent[] = [];
  const payouts: PayoutEvent[] = [];
  const settled: CheckoutSettledEvent[] = [];
  const refunds: RefundEvent[] = [];
  const logLines: string[] = [];
  const { apiKey, shopId, orderSecret } = SECRETS;
  const log = (level: string) => (fields: object, message: string) =>
    void logLines.push(JSON.stringify({ level, message, ...fields }));
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, apiKey, shopId, testMode: true },
    orderSecrets: [orderSecret],
    onEvent: async (event) =>
      void ('decision' in event
        ? settled.push(event)
        : 'refund' in event
          ? refunds.push(event)
          : 'order' in event
            ? events.push(event)
            : 'payout' in event
              ? payouts.push(event)
              : event.type === 'deposit_address.review_required'
                ? depositAddressReviews.push(event)
                : deposits.push(event)),
    store: await briefStore(),
    // Every test is one client, and some are a crowd.
    rateLimits: false,
    clock: sandbox.clock,
    logger: { info: log('info'), warn: log('warn'), error: log('error') },
    ...options.proxy,
  });
  if (!options.isIdle) await proxy.start();
  const url = await listen(t, createServer(toNodeListener(proxy)));
  t.after(() => proxy.stop());
  return {
    ...client(url, sandbox),
    sandbox,
    proxy,
    url,
    events,
    deposits,
    depositAddressReviews,
    payouts,
    settled,
    refunds,
    logLines,
  };
}

function client(url: string, sandbox: SandboxServer) {
  const base = `${url}/crypto-checkout`;
  const call = (method: string, path: string, { body, text, headers = {} }: CallOptions = {}) =>
    fetch(`${base}${path}`, {
      method,
      headers: {
        // A page sends its origin, the server of a shop does not.
        ...(method === 'POST' && path !== '/render' ? { origin: url } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: text ?? JSON.stringify(body ?? {}) } : {}),
    });
  const checkout = async (answer: Promise<Response>): Promise<Checkout> => {
    const response = await answer;
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return json<Checkout>(response);
  };
  const get = (id: string, browser?: string) =>
    checkout(call('GET', `/checkouts/${id}${browser === undefined ? '' : `?browser=${browser}`}`));
  const logged = async () =>
    json<{ counts: Record<string, number>; requests: LoggedRequest[] }>(
      await fetch(`${sandbox.url}/_sandbox/requests`),
    );
  return {
    call,
    get,
    open: async (order: Partial<Order> = {}) =>
      checkout(call('POST', '/checkouts', { body: { order: await orderToken(order) } })),
    choose: (id: string, currency = 'USDT_TRC20') =>
      checkout(call('POST', `/checkouts/${id}/invoice`, { body: { currency } })),
    cancel: (id: string) => checkout(call('POST', `/checkouts/${id}/cancel`)),
    control: (path: string, body: object) => control(sandbox.url, path, body),
    clear: async (what: 'requests' | 'faults') =>
      void (await fetch(`${sandbox.url}/_sandbox/${what}`, { method: 'DELETE' })),
    counts: async () => (await logged()).counts,
    requests: async () => (await logged()).requests,
    becomes: (id: string, state: Checkout['state'], browser?: string) => {
      // Past the interval between two polls of a checkout with a connected page, so that the test does not wait for it.
      sandbox.clock.advance(5);
      return until(
        () => get(id, browser),
        `the checkout becomes ${state}`,
        (seen) => seen.state === state,
      );
    },
  };
}

/** Opens the checkout of an order, pays it in full, and waits until it is paid. @returns its id */
export async function openPaid(
  { open, choose, control, becomes }: TestEnvironment,
  order: Partial<Order> = {},
): Promise<string> {
  const { id } = await open(order);
  await control('payments', { uuid: invoiceOf(await choose(id)).id });
  await becomes(id, 'paid');
  return id;
}

/** The checkout once its invoice has this many transactions, confirmed or not. */
export function withTransactions(
  { sandbox, get }: TestEnvironment,
  id: string,
  count: number,
): Promise<Checkout> {
  sandbox.clock.advance(5);
  return until(
    () => get(id),
    `${count} transactions are detected`,
    (checkout) => invoiceOf(checkout).transactions.length === count,
  );
}

/** The event, as an event about an order. */
export function orderEvent(event: WebhookEvent): OrderEvent {
  if ('order' in event && 'invoice' in event && !('refund' in event) && event.type !== 'checkout.settled')
    return event;
  throw new Error(`${event.id} is about no order`);
}

/** The body of a response, whose shape the test knows. */
export async function json<T>(response: Response): Promise<T> {
  const value: T = await response.json();
  return value;
}

export const problemOf = (response: Response): Promise<Problem> => json<Problem>(response);

/** An invoice whose amount the service has stated. */
export type StatedInvoice = CheckoutInvoice & { readonly amount: string; readonly due: string };

export function invoiceOf({ invoice, state }: Checkout): StatedInvoice {
  if (!invoice) throw new Error(`there is no invoice in state ${state}`);
  const { amount, due } = invoice;
  if (amount === null || due === null) throw new Error(`the invoice states no amount in state ${state}`);
  return { ...invoice, amount, due };
}

/** The events of a stream, as they arrive. */
export async function* streamOf(response: Response): AsyncGenerator<Checkout> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const line = block.split('\n').find((candidate) => candidate.startsWith('data: '));
      if (line) yield JSON.parse(line.slice(6));
    }
  }
}
