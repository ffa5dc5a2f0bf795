import type { SandboxServer, SandboxServerOptions } from './node.js';
import { startSandbox } from './node.js';

/** Name, value unless set (also when it is set to nothing), meaning. */
const VARIABLES = [
  ['SANDBOX_PORT', '4010', 'the port; 0 takes a free one'],
  ['SANDBOX_API_KEY', 'sandbox-key', 'the project key'],
  ['SANDBOX_WITHDRAWAL_KEY', 'sandbox-withdrawal-key', 'the key for withdrawals'],
  ['SANDBOX_SHOP_ID', 'sandbox-shop', 'the shop_id'],
  ['SANDBOX_FILE', '', 'keeps everything over a restart; else all is forgotten'],
  ['SANDBOX_POSTBACK_URL', '', 'where postbacks go; else none are sent'],
  ['SANDBOX_POSTBACK_INVOICES', '0', '1: postbacks for invoices too, not for static wallets alone'],
  ['SANDBOX_POSTBACK_FORMAT', 'json', 'json or form'],
  ['SANDBOX_POSTBACK_SECRET', '', 'signs the token of postbacks; else there is none'],
] as const;

type Name = (typeof VARIABLES)[number][0];

const HELP = `npm run sandbox: a stand-in for the payment service on this machine, without money.
Ctrl-C ends it. It is set up by environment variables:

${VARIABLES.map(([name, value, meaning]) => `  ${name.padEnd(27)}${meaning}${value && ` (${value})`}`).join('\n')}
`;

function read(name: Name): string {
  const [, fallback = ''] = VARIABLES.find(([known]) => known === name) ?? [];
  return process.env[name] || fallback;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new Error(`SANDBOX_PORT is "${text}": give a number from 0 to 65535`);
}

function parseSwitch(name: Name): boolean {
  const text = read(name);
  if (text === '0' || text === '1') return text === '1';
  throw new Error(`${name} is "${text}": give 1 or 0`);
}

function parseFormat(text: string): 'json' | 'form' {
  if (text === 'json' || text === 'form') return text;
  throw new Error(`SANDBOX_POSTBACK_FORMAT is "${text}": give json or form`);
}

function options(): SandboxServerOptions {
  return {
    port: parsePort(read('SANDBOX_PORT')),
    apiKey: read('SANDBOX_API_KEY'),
    withdrawalKey: read('SANDBOX_WITHDRAWAL_KEY'),
    shopId: read('SANDBOX_SHOP_ID'),
    file: read('SANDBOX_FILE'),
    postbackUrl: read('SANDBOX_POSTBACK_URL'),
    postbackInvoices: parseSwitch('SANDBOX_POSTBACK_INVOICES'),
    postbackFormat: parseFormat(read('SANDBOX_POSTBACK_FORMAT')),
    postbackSecret: read('SANDBOX_POSTBACK_SECRET'),
  };
}

async function start(): Promise<SandboxServer | null> {
  try {
    const sandbox = await startSandbox(options());
    process.stdout.write(`sandbox: the service is at ${sandbox.url}, the page at ${sandbox.url}/_sandbox/\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
    return sandbox;
  } catch (error) {
    process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    return null;
  }
}

function refuse(argument: string): null {
  process.stderr.write(`sandbox: ${argument} is not known: use --help, or no argument at all\n`);
  process.exitCode = 2;
  return null;
}

function run(args: readonly string[]): Promise<SandboxServer | null> | null {
  const unknown = args.find((argument) => argument !== '--help' && argument !== '-h');
  if (unknown !== undefined) return refuse(unknown);
  if (args.length === 0) return start();
  process.stdout.write(HELP);
  return null;
}

/** What runs now, for whoever ends it; `null` when nothing was started. */
export const running = await run(process.argv.slice(2));
