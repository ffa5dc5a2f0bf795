// `npm start`: the shop, the checkout proxy and, unless the real service is configured, a sandbox in one process.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { startSandbox } from 'crypto-checkout/sandbox';
import { Deposits } from './deposits.js';
import { Orders } from './orders.js';
import { createProxy, orderSecrets } from './proxy.js';
import { createShop } from './shop.js';

const SERVICE_VARIABLES = [
  'CRYPTO_CHECKOUT_SERVICE_URL',
  'CRYPTO_CHECKOUT_API_KEY',
  'CRYPTO_CHECKOUT_SHOP_ID',
];

export async function start(env: NodeJS.ProcessEnv): Promise<{ readonly stop: () => Promise<void> }> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const files = dataFiles(env);
    const sandbox = files.sandbox ? await startSandbox(sandboxOptions(env, files.sandbox)) : undefined;
    if (sandbox) undo.push(() => sandbox.close());

    const settings: NodeJS.ProcessEnv = {
      CRYPTO_CHECKOUT_ORDER_SECRET: randomBytes(32).toString('base64url'),
      ...env,
      ...(sandbox ? sandboxVariables(env, sandbox.url) : {}),
    };
    const options = { testMode: settings['CRYPTO_CHECKOUT_TEST_MODE'] === '1' };
    const orders = new Orders(files.orders, options);
    undo.push(async () => orders.close());
    const deposits = new Deposits(files.orders, options);
    undo.push(async () => deposits.close());
    const clock = sandbox ? { clock: sandbox.clock } : {};
    const proxy = createProxy(settings, {
      onEvent: async (event) =>
        event.type === 'deposit.received' ? deposits.record(event) : orders.record(event),
      store: files.checkouts,
      ...clock,
    });
    await proxy.start();
    undo.push(() => proxy.stop());

    const shop = createShop({
      orders,
      deposits,
      proxy,
      orderSecret: orderSecrets(settings)[0] ?? '',
      shopUrl: () => shopUrl,
      ...clock,
      ...(sandbox ? { sandboxPage: `${sandbox.url}/_sandbox/` } : {}),
    });
    // Behind a reverse proxy: the public URL.
    const shopUrl: string = await listen(shop.fetch, port(env, 'PORT', 4000), undo);
    if (sandbox) await sendPostbacks(sandbox.url, shopUrl);
    console.log(`\n  Shop     ${shopUrl}`);
    if (sandbox) console.log(`  Sandbox  ${sandbox.url}/_sandbox/   pay orders here, without real money`);
    console.log(`  Data     ${files.summary}`);
    console.log('\n  Press Ctrl-C to stop.\n');
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sets the postback URL, which reports deposits. A real shop sets it in its account at the service. */
async function sendPostbacks(sandboxUrl: string, shopUrl: string): Promise<void> {
  await fetch(`${sandboxUrl}/_sandbox/postbacks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${shopUrl}/crypto-checkout/postbacks` }),
  });
}

function usesRealService(env: NodeJS.ProcessEnv): boolean {
  const missing = SERVICE_VARIABLES.filter((name) => !env[name]);
  if (missing.length === SERVICE_VARIABLES.length) return false;
  if (missing.length === 0) return true;
  throw new Error(
    `Set ${missing.join(' and ')} too for the real service, or none of the three for the sandbox.`,
  );
}

interface DataFiles {
  readonly orders: string;
  readonly checkouts: string;
  /** The sandbox persists its invoices as long as the shop persists its orders. */
  readonly sandbox?: string;
  /** For the terminal. */
  readonly summary: string;
}

function dataFiles(env: NodeJS.ProcessEnv): DataFiles {
  const isReal = usesRealService(env);
  // Two shops on different ports do not share their data.
  const own = env['PORT'] ? `.cache/shop-${env['PORT']}` : '.cache/shop';
  const folder = env['SHOP_FOLDER'] ?? (isReal ? '.' : own);
  mkdirSync(folder, { recursive: true });
  const orders = join(folder, 'shop.sqlite');
  const checkouts = join(folder, 'crypto-checkout.sqlite');
  if (isReal) return existingFiles(orders, env['CRYPTO_CHECKOUT_STORE'] ?? checkouts);
  const summary = `${folder}. To reset it, stop the shop and delete the folder.`;
  return { orders, checkouts, sandbox: join(folder, 'sandbox.jsonl'), summary };
}

function existingFiles(orders: string, checkouts: string): DataFiles {
  return { orders, checkouts, summary: `${orders} (orders) and ${checkouts} (checkouts)` };
}

function sandboxOptions(env: NodeJS.ProcessEnv, file: string) {
  return {
    file,
    port: port(env, 'SANDBOX_PORT', 4010),
    apiKey: env['SANDBOX_API_KEY'] ?? 'sandbox-key',
    withdrawalKey: env['SANDBOX_WITHDRAWAL_KEY'] ?? 'sandbox-withdrawal-key',
    shopId: env['SANDBOX_SHOP_ID'] ?? 'sandbox-shop',
  };
}

function sandboxVariables(env: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  const { apiKey, shopId } = sandboxOptions(env, '');
  return {
    CRYPTO_CHECKOUT_SERVICE_URL: url,
    CRYPTO_CHECKOUT_API_KEY: apiKey,
    CRYPTO_CHECKOUT_SHOP_ID: shopId,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
  };
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback);
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new Error(`${name} is "${text}". Use a port from 0 to 65535, such as ${name}=${fallback}.`);
  }
  return value;
}

async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  wanted: number,
  undo: (() => Promise<void>)[],
): Promise<string> {
  const server = createAdaptorServer({ fetch });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${wanted} is taken. Stop the program that uses it, or choose another port: PORT=4001 npm start`,
    );
  });
  undo.push(async () => {
    const closed = once(server, 'close');
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
