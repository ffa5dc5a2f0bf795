import type { SandboxServer } from './node.js';
import { startSandbox } from './node.js';

const { env } = process;

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new Error(`SANDBOX_PORT is "${text}": give a number from 0 to 65535`);
}

function start(): Promise<SandboxServer> {
  return startSandbox({
    port: parsePort(env['SANDBOX_PORT'] || '4010'),
    apiKey: env['SANDBOX_API_KEY'] || 'sandbox-key',
    withdrawalKey: env['SANDBOX_WITHDRAWAL_KEY'] || 'sandbox-withdrawal-key',
    shopId: env['SANDBOX_SHOP_ID'] || 'sandbox-shop',
  });
}

try {
  const sandbox = await start();
  process.stdout.write(`sandbox: the service is at ${sandbox.url}, the page at ${sandbox.url}/_sandbox/\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
} catch (error) {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
