import { createServer } from 'node:http';
import { Command } from 'commander';
import type { CheckoutProxy, CheckoutProxyOptions } from '../../proxy/index.js';
import { createCheckoutProxy } from '../../proxy/index.js';
import { toNodeListener } from '../../proxy/node.js';
import { CommandError, EXIT } from '../exit.js';
import { inVariables, place, proxyOptions } from '../proxy-options.js';
import { close, interrupted, listen } from '../serving.js';
import type { Terminal } from '../terminal.js';

/** A balancer gives a process as long to end. */
const STOP_TIMEOUT_MS = 10_000;

/** `serve`: the proxy alone, for shops in any language. */
export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('the proxy alone, configured by environment, for shops in any language')
    .addHelpText(
      'after',
      `
It listens on 127.0.0.1:4000 unless HOST and PORT say otherwise, and logs lines of JSON to stderr. SIGTERM and
Ctrl-C end it within 10 s. Needed: CRYPTO_CHECKOUT_SERVICE_URL, _API_KEY, _SHOP_ID and _ORDER_SECRET. Also read:
_WEBHOOK_URL and _WEBHOOK_SECRET, _ORIGINS, _STORE, _BASE_PATH and _TEST_MODE. Secrets and origins may be several,
with commas between.

Example:
  PORT=4000 CRYPTO_CHECKOUT_ORIGINS=https://shop.example \\
    CRYPTO_CHECKOUT_WEBHOOK_URL=https://shop.example/events crypto-checkout serve`,
    )
    .action(() => serve(terminal));
}

async function serve(terminal: Terminal): Promise<void> {
  const options = proxyOptions(terminal);
  const proxy = createProxy(options);
  const server = createServer(toNodeListener(proxy));
  const url = await listen(server, place(terminal));
  try {
    await proxy.start();
    if (!options.webhook) warn(options);
    terminal.write(`the checkout proxy is at ${url}${options.basePath ?? '/crypto-checkout'}\n`);
    await interrupted(terminal);
  } finally {
    await close(server, () => proxy.stop(), STOP_TIMEOUT_MS);
  }
}

function warn({ logger }: CheckoutProxyOptions): void {
  logger?.warn(
    {},
    'CRYPTO_CHECKOUT_WEBHOOK_URL is not set: nobody is told of payments. Events wait in the store until it is',
  );
}

function createProxy(options: CheckoutProxyOptions): CheckoutProxy {
  try {
    return createCheckoutProxy(options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(inVariables(error.message), EXIT.usage);
  }
}
