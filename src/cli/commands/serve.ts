import { createServer, type Server } from 'node:http';
import type { Command } from 'commander';
import type { CheckoutProxy, Logger } from '../../proxy/index.js';
import { toNodeListener } from '../../proxy/node.js';
import { ServiceError } from '../../service/node.js';
import { readServeConfig } from '../base/serve-config.js';
import { close, waitForShutdown, listen } from '../base/http-server.js';
import { optional, serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

/** Keys that no process within reach of payers may have. */
const PAYOUT_KEYS = ['CRYPTO_CHECKOUT_WITHDRAWAL_KEY', 'CRYPTO_CHECKOUT_PAYOUT_SECRET'] as const;

/** Longer than the proxy takes to stop (`http/lifecycle.ts`), and within the usual limit of orchestrators. */
const STOP_SERVER_MS = 10_000;

/** `serve`: runs the proxy as a separate server, for shops in any language. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .summary('run the proxy, for shops in any language')
    .description('run the proxy, configured by environment variables, for shops in any language')
    .addHelpText(
      'after',
      `
Logs JSON lines to stderr. SIGTERM and Ctrl-C stop it within 10 s. Required: the three variables of the service
and the order secret; to deliver events, both webhook variables. Secrets, origins, trusted proxies and
offers accept comma-separated lists.

"crypto-checkout help variables" lists all variables.

Example:
  PORT=4000 CRYPTO_CHECKOUT_ORIGINS=https://shop.example \\
    CRYPTO_CHECKOUT_WEBHOOK_URL=https://shop.example/events crypto-checkout serve`,
    )
    .action(() => serve(terminal));
}

async function serve(terminal: Terminal): Promise<void> {
  const { proxy, basePath, logger, listenAddress, metricsAddress, merchantAddress } =
    readServeConfig(terminal);
  for (const variable of PAYOUT_KEYS)
    if (optional(terminal, variable) !== undefined)
      logger.warn({ variable }, 'payout secret set in a process that payers can reach');
  const server = createServer(toNodeListener(proxy));
  const metrics = metricsServer(proxy);
  const merchant = createServer(toNodeListener(proxy.merchant));
  const url = await listen(server, listenAddress);
  try {
    if (metricsAddress) terminal.write(`metrics at ${await listen(metrics, metricsAddress)}/metrics\n`);
    if (merchantAddress) {
      const merchantUrl = await listen(merchant, merchantAddress);
      terminal.write(`the API for staff is at ${merchantUrl}${basePath}/merchant\n`);
    }
    await proxy.start();
    terminal.write(`the checkout proxy is at ${url}${basePath}\n`);
    void checkKey(terminal, logger);
    await waitForShutdown(terminal);
  } finally {
    await close(server, () => proxy.stop(), STOP_SERVER_MS);
    await close(merchant, () => Promise.resolve(), STOP_SERVER_MS);
    await close(metrics, () => Promise.resolve(), STOP_SERVER_MS);
  }
  terminal.write('stopped\n');
}

/** Creates a server for metrics, on a separate port that the public cannot reach. */
function metricsServer(proxy: CheckoutProxy): Server {
  return createServer((incoming, outgoing) => {
    if (incoming.url !== '/metrics') return void outgoing.writeHead(404).end();
    outgoing.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    void proxy.metrics().then((text) => outgoing.end(text));
  });
}

/** Reports a wrong key at the start instead of at the first order. Ignores other failures, which may be temporary. */
async function checkKey(terminal: Terminal, logger: Logger): Promise<void> {
  try {
    await serviceClient(terminal).balances();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unauthorized') return;
    logger.warn({ code: error.code, variable: 'CRYPTO_CHECKOUT_API_KEY' }, 'service rejected the API key');
  }
}
