// `npm start`: the shop, the checkout's proxy and, unless the real service is set, a sandbox in one process.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { startSandbox } from 'crypto-checkout/sandbox';
import { Orders } from './orders.js';
import { createProxy } from './proxy.js';
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
    const sandbox = usesRealService(env) ? undefined : await startSandbox(sandboxOptions(env));
    if (sandbox) undo.push(() => sandbox.close());

    const orderSecret = env['CRYPTO_CHECKOUT_ORDER_SECRET'] ?? randomBytes(32).toString('base64url');
    const orders = new Orders();
    const proxy = createProxy(
      {
        ...env,
        CRYPTO_CHECKOUT_ORDER_SECRET: orderSecret,
        ...(sandbox ? sandboxVariables(env, sandbox.url) : {}),
      },
      {
        onEvent: async (event) => orders.record(event),
        store: sandbox
          ? await temporaryStore(undo)
          : (env['CRYPTO_CHECKOUT_STORE'] ?? 'crypto-checkout.sqlite'),
        ...(sandbox ? { clock: sandbox.clock } : {}),
      },
    );
    await proxy.start();
    undo.push(() => proxy.stop());

    const shop = createShop({
      orders,
      proxy,
      orderSecret: orderSecret.split(',')[0] ?? orderSecret,
      ...(sandbox ? { sandboxPage: `${sandbox.url}/_sandbox/` } : {}),
    });
    const shopUrl = await listen(shop.fetch, port(env, 'PORT', 4000), undo);
    console.log(`\n  Shop     ${shopUrl}`);
    if (sandbox) console.log(`  Sandbox  ${sandbox.url}/_sandbox/   pay orders here, without money`);
    console.log('\n  Ctrl-C ends it.\n');
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function usesRealService(env: NodeJS.ProcessEnv): boolean {
  const missing = SERVICE_VARIABLES.filter((name) => !env[name]);
  if (missing.length === SERVICE_VARIABLES.length) return false;
  if (missing.length === 0) return true;
  throw new Error(
    `Set ${missing.join(' and ')} too for the real service, or none of the three for the sandbox.`,
  );
}

function sandboxOptions(env: NodeJS.ProcessEnv) {
  return {
    port: port(env, 'SANDBOX_PORT', 4010),
    apiKey: env['SANDBOX_API_KEY'] ?? 'sandbox-key',
    withdrawalKey: env['SANDBOX_WITHDRAWAL_KEY'] ?? 'sandbox-withdrawal-key',
    shopId: env['SANDBOX_SHOP_ID'] ?? 'sandbox-shop',
  };
}

function sandboxVariables(env: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  const { apiKey, shopId } = sandboxOptions(env);
  return {
    CRYPTO_CHECKOUT_SERVICE_URL: url,
    CRYPTO_CHECKOUT_API_KEY: apiKey,
    CRYPTO_CHECKOUT_SHOP_ID: shopId,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
  };
}

/** The sandbox forgets everything at its end, so the store beside it must not remember more. */
async function temporaryStore(undo: (() => Promise<void>)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'checkouts.sqlite');
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback);
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new Error(
      `${name}=${text} is not a port. Set a whole number from 0 to 65535, e.g. ${name}=${fallback}.`,
    );
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
      `Port ${wanted} is taken. Stop what listens there, or choose another: PORT=4001 npm start`,
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
