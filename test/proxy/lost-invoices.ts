import { setTimeout as pause } from 'node:timers/promises';
import type { Checkout } from '../../src/protocol/index.js';
import type { SandboxServer } from '../../src/sandbox/index.js';
import { CREATE, json, SECRETS } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

export const LIST = '/v2/invoice/merchant/list';

const DAY_MS = 24 * 3600_000;

export interface ListedInvoice {
  readonly uuid: string;
  readonly status: string;
  readonly address: string;
  readonly order_id: string;
}

async function request<T>({ url }: SandboxServer, path: string, body: object): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'authorization': `Token ${SECRETS.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return json<T>(response);
}

/** The invoices that the service has created for an order, under any of its numbers. */
export async function invoicesAtService(
  sandbox: SandboxServer,
  order: string,
): Promise<readonly ListedInvoice[]> {
  const found: ListedInvoice[] = [];
  for (let offset = 0; ; offset += 100) {
    const period = { start: day(sandbox, -1), end: day(sandbox, 1), offset, limit: 100 };
    const { result } = await request<{ result: readonly ListedInvoice[] }>(sandbox, LIST, period);
    found.push(...result.filter(({ order_id: id }) => id === order || id.startsWith(`${order}.`)));
    if (result.length < 100) return found;
  }
}

function day({ clock }: SandboxServer, days: number): string {
  const [date = ''] = new Date(clock.nowMs() + days * DAY_MS).toISOString().split('T');
  return date.split('-').reverse().join('.');
}

/** Another system on the same account. */
export async function createAtService(sandbox: SandboxServer, order: string): Promise<void> {
  await request(sandbox, CREATE, {
    shop_id: SECRETS.shopId,
    amount: 49,
    currency: 'EUR',
    order_id: order,
    add_fields: { cryptocurrency: 'USDT_TRC20' },
  });
}

/** On a busy machine, some hundred steps take more than a minute. */
const MANY_STEPS_MS = 180_000;

/** The payer keeps the page open while time passes, much faster than in reality. */
export async function timePassesUntilSo(
  environment: Pick<TestEnvironment, 'sandbox' | 'get'>,
  id: string,
  isSo: (checkout: Checkout) => boolean | Promise<boolean>,
  what: string,
  stepS = 1,
): Promise<Checkout> {
  const { checkout } = await until(
    async () => {
      environment.sandbox.clock.advance(stepS);
      await pause(20);
      const seen = await environment.get(id);
      return { checkout: seen, isThere: await isSo(seen) };
    },
    what,
    ({ isThere }) => isThere,
    MANY_STEPS_MS,
  );
  return checkout;
}

export function timePassesUntil(
  environment: Pick<TestEnvironment, 'sandbox' | 'get'>,
  id: string,
  state: Checkout['state'],
  isMore: () => boolean | Promise<boolean> = () => true,
): Promise<Checkout> {
  const isSo = async (checkout: Checkout) => checkout.state === state && (await isMore());
  return timePassesUntilSo(environment, id, isSo, `the checkout is ${state}`);
}
