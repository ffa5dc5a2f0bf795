import type { TestContext } from 'node:test';
import { type CommandLine, commandLine, ORDER_SECRET, WEBHOOK_SECRET } from './command-line.js';
import { until } from '../until.js';
import { program, type Program, untilPrinted, proxyUrl } from './program.js';
import { type ShopServer, startShopServer } from '../shop-server.js';
import { payOrder } from '../pay-order.js';

/** A proxy as a process of its own, with a webhook, and paid orders. */
export interface ServedOrders {
  readonly shell: CommandLine;
  readonly proxy: Program;
  /** The URL to which the proxy delivers its events. */
  readonly shop: ShopServer;
  /** Opens an order and pays it in full. */
  pay(orderId: string): Promise<void>;
}

export async function servedOrders(
  t: TestContext,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServedOrders> {
  const [shell, shop] = await Promise.all([commandLine(t), startShopServer(t)]);
  Object.assign(shell.env, {
    PORT: '0',
    CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example',
    CRYPTO_CHECKOUT_WEBHOOK_URL: shop.url,
    CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ...variables,
  });
  const proxy = program(t, ['serve'], shell.env);
  const base = await proxyUrl(proxy);
  // A payment is detected immediately, and not at the next poll.
  await shell.control('/postbacks', { url: `${base}/postbacks`, invoices: true });
  return {
    shell,
    proxy,
    shop,
    async pay(orderId) {
      const args = ['order-token', '--id', orderId, '--amount', '49', '--currency', 'EUR'];
      const order = (await shell.type(args)).output.trim();
      await payOrder(shell.sandbox.url, base, order, 'https://shop.example');
    },
  };
}

/** Starts `event listen` with these arguments, and waits until it listens. */
export async function listening(
  t: TestContext,
  { env }: Pick<CommandLine, 'env'>,
  ...args: readonly string[]
): Promise<Program> {
  const listener = program(t, ['event', 'listen', ...args], env);
  await untilPrinted(listener, /^waiting for events/m);
  return listener;
}

/** Waits until the program has printed that many lines. */
export function printed({ output }: Program, count: number): Promise<readonly string[]> {
  return until(
    () => output().split('\n').slice(0, -1),
    `it prints ${count} lines`,
    ({ length }) => length >= count,
  );
}
