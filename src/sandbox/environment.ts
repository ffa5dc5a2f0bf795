import { POSTBACK_FORMATS, type PostbackFormat } from './core/postbacks/settings.js';
import { parseHostNames } from './host-names.js';
import type { SandboxServerOptions } from './node.js';

export { FAULT_HINTS } from './core/control/faults.js';

/** Use it instead of a file to keep data in memory only, as in SQLite. */
export const IN_MEMORY = ':memory:';

/** Name, default (also for an empty variable), description. */
export const SANDBOX_VARIABLES = [
  ['SANDBOX_HOST', '127.0.0.1', 'listen address; 0.0.0.0 in a container'],
  ['SANDBOX_ALLOWED_HOSTS', '', 'further accepted host names, such as sandbox; comma-separated'],
  ['SANDBOX_PORT', '4010', 'port; 0 selects a free one'],
  ['SANDBOX_API_KEY', 'sandbox-key', 'API key'],
  ['SANDBOX_WITHDRAWAL_KEY', 'sandbox-withdrawal-key', 'withdrawal key'],
  ['SANDBOX_SHOP_ID', 'sandbox-shop', 'shop_id'],
  ['SANDBOX_FILE', 'crypto-checkout-sandbox.jsonl', `file that keeps the data; ${IN_MEMORY} keeps none`],
  ['SANDBOX_SUCCESS_URL', '', 'link on the payment page of a paid invoice'],
  ['SANDBOX_FAIL_URL', '', 'link on the payment page after the deadline'],
  ['SANDBOX_POSTBACK_URL', '', 'postback URL; default: no postbacks'],
  ['SANDBOX_POSTBACK_INVOICES', '0', '1 sends postbacks for invoices too, not only for static wallets'],
  ['SANDBOX_POSTBACK_FORMAT', 'json', `postback format: ${POSTBACK_FORMATS.join(', ')}`],
  ['SANDBOX_POSTBACK_SECRET', '', 'secret that signs the postback token; default: no token'],
] as const;

export type SandboxVariable = (typeof SANDBOX_VARIABLES)[number][0];

/** Reads the options of the sandbox from variables. @throws {Error} if a variable is invalid; the message states the remedy */
export function sandboxOptions(
  variables: Readonly<Record<string, string | undefined>>,
): SandboxServerOptions {
  const read = (name: SandboxVariable) => {
    const [, fallback = ''] = SANDBOX_VARIABLES.find(([known]) => known === name) ?? [];
    return variables[name] || fallback;
  };
  return {
    host: read('SANDBOX_HOST'),
    allowedHosts: parseAllowedHosts(read('SANDBOX_ALLOWED_HOSTS')),
    port: parsePort(read('SANDBOX_PORT')),
    apiKey: read('SANDBOX_API_KEY'),
    withdrawalKey: read('SANDBOX_WITHDRAWAL_KEY'),
    shopId: read('SANDBOX_SHOP_ID'),
    ...(read('SANDBOX_FILE') !== IN_MEMORY && { file: read('SANDBOX_FILE') }),
    successUrl: read('SANDBOX_SUCCESS_URL'),
    failUrl: read('SANDBOX_FAIL_URL'),
    postbackUrl: read('SANDBOX_POSTBACK_URL'),
    postbackInvoices: parseSwitch(read('SANDBOX_POSTBACK_INVOICES')),
    postbackFormat: parseFormat(read('SANDBOX_POSTBACK_FORMAT')),
    postbackSecret: read('SANDBOX_POSTBACK_SECRET'),
  };
}

function parseAllowedHosts(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  return parseHostNames(names.filter(Boolean), 'SANDBOX_ALLOWED_HOSTS');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new Error(`SANDBOX_PORT is "${text}". Use a number from 0 to 65535.`);
}

function parseSwitch(text: string): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new Error(`SANDBOX_POSTBACK_INVOICES is "${text}". Use 1 or 0.`);
}

function parseFormat(text: string): PostbackFormat {
  const format = POSTBACK_FORMATS.find((name) => name === text);
  if (format) return format;
  throw new Error(`SANDBOX_POSTBACK_FORMAT is "${text}". Use one of ${POSTBACK_FORMATS.join(', ')}.`);
}
