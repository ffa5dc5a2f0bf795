import type { PostbackFormat } from './core/postbacks/settings.js';
import { POSTBACK_FORMATS } from './core/postbacks/settings.js';
import { parseHostNames } from './host-names.js';
import type { SandboxServerOptions } from './node.js';

/** Name, value unless set (also when it is set to nothing), meaning. */
export const SANDBOX_VARIABLES = [
  ['SANDBOX_HOST', '127.0.0.1', 'the address it listens on; 0.0.0.0 in a container'],
  ['SANDBOX_ALLOWED_HOSTS', '', 'further names by which it is called, such as sandbox; commas between'],
  ['SANDBOX_PORT', '4010', 'the port; 0 takes a free one'],
  ['SANDBOX_API_KEY', 'sandbox-key', 'the project key'],
  ['SANDBOX_WITHDRAWAL_KEY', 'sandbox-withdrawal-key', 'the key for withdrawals'],
  ['SANDBOX_SHOP_ID', 'sandbox-shop', 'the shop_id'],
  ['SANDBOX_FILE', '', 'keeps everything over a restart; else all is forgotten'],
  ['SANDBOX_SUCCESS_URL', '', 'where the payment page leads when an invoice is paid'],
  ['SANDBOX_FAIL_URL', '', 'where it leads when nothing can be paid in time any more'],
  ['SANDBOX_POSTBACK_URL', '', 'where postbacks go; else none are sent'],
  ['SANDBOX_POSTBACK_INVOICES', '0', '1: postbacks for invoices too, not for static wallets alone'],
  ['SANDBOX_POSTBACK_FORMAT', 'json', `the form of postbacks: ${POSTBACK_FORMATS.join(', ')}`],
  ['SANDBOX_POSTBACK_SECRET', '', 'signs the token of postbacks; else there is none'],
] as const;

export type SandboxVariable = (typeof SANDBOX_VARIABLES)[number][0];
type Variables = Readonly<Record<string, string | undefined>>;

/** The sandbox as variables set it up. @throws {Error} that names the variable and the remedy */
export function sandboxOptions(variables: Variables): SandboxServerOptions {
  const read = (name: SandboxVariable) => valueOf(name, variables);
  return {
    host: read('SANDBOX_HOST'),
    allowedHosts: parseAllowedHosts(read('SANDBOX_ALLOWED_HOSTS')),
    port: parsePort(read('SANDBOX_PORT')),
    apiKey: read('SANDBOX_API_KEY'),
    withdrawalKey: read('SANDBOX_WITHDRAWAL_KEY'),
    shopId: read('SANDBOX_SHOP_ID'),
    file: read('SANDBOX_FILE'),
    successUrl: read('SANDBOX_SUCCESS_URL'),
    failUrl: read('SANDBOX_FAIL_URL'),
    postbackUrl: read('SANDBOX_POSTBACK_URL'),
    postbackInvoices: parseSwitch('SANDBOX_POSTBACK_INVOICES', read('SANDBOX_POSTBACK_INVOICES')),
    postbackFormat: parseFormat(read('SANDBOX_POSTBACK_FORMAT')),
    postbackSecret: read('SANDBOX_POSTBACK_SECRET'),
  };
}

function valueOf(name: SandboxVariable, variables: Variables): string {
  const [, fallback = ''] = SANDBOX_VARIABLES.find(([known]) => known === name) ?? [];
  return variables[name] || fallback;
}

function parseAllowedHosts(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  return parseHostNames(names.filter(Boolean), 'SANDBOX_ALLOWED_HOSTS');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new Error(`SANDBOX_PORT is "${text}": give a number from 0 to 65535`);
}

function parseSwitch(name: SandboxVariable, text: string): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new Error(`${name} is "${text}": give 1 or 0`);
}

function parseFormat(text: string): PostbackFormat {
  const format = POSTBACK_FORMATS.find((name) => name === text);
  if (format) return format;
  throw new Error(`SANDBOX_POSTBACK_FORMAT is "${text}": give one of ${POSTBACK_FORMATS.join(', ')}`);
}
