import { createServer } from 'node:http';
import { type Command, InvalidArgumentError } from 'commander';
import type { MerchantScope } from '../../proxy/server.js';
import { toNodeListener } from '../../proxy/node.js';
import { loadElements, MERCHANT_PATHS, MERCHANT_SCOPES } from '../../proxy/settings.js';
import { OptionError, validateUrl } from '../../service/options.js';
import { merchantScopes, personName, portNumber } from '../base/arguments.js';
import { required } from '../base/environment.js';
import { CommandError, withCauseCode } from '../base/exit.js';
import { close, listen, waitForShutdown } from '../base/http-server.js';
import { escapeControlCharacters, examples } from '../base/output.js';
import { readDeskConfig } from '../base/secrets.js';
import type { Terminal } from '../base/terminal.js';
import { Desk, LINK_MINUTES } from '../desk/desk.js';
import { DeskHandler } from '../desk/desk-handler.js';
import { listenAddress, merchantAddress } from '../base/serve-config.js';

interface DeskCommandOptions {
  readonly person: string;
  readonly scopes?: readonly MerchantScope[];
  readonly url?: string;
  readonly port: number;
}

const [SECRET, PAYOUT_SECRET] = ['CRYPTO_CHECKOUT_MERCHANT_SECRET', 'CRYPTO_CHECKOUT_PAYOUT_SECRET'] as const;
const LOOPBACK = '127.0.0.1';
const STOP_MS = 3000;

/** `desk`: serves the page of the shop's staff to one person on this machine. */
export function addDeskCommand(program: Command, terminal: Terminal): void {
  program
    .command('desk')
    .summary("open the page of the shop's staff on this machine")
    .description("open the page of the shop's staff on this machine, for one person")
    .requiredOption('--person <name>', 'name of the person, as recorded in the audit log', personName)
    .option('--scopes <list>', 'scopes of the person, separated by commas (all)', merchantScopes)
    .option(
      '--url <url>',
      'URL of the proxy (from the variables of serve, or http://127.0.0.1:4000/crypto-checkout)',
      proxyUrl,
    )
    .option('--port <port>', 'port of the page on this machine (any free port)', portNumber, 0)
    .addHelpText(
      'after',
      `
Prints a link that opens the page once, within ${LINK_MINUTES} minutes. Only this machine can reach the page, until Ctrl-C
ends the command. The proxy must be running, with the same ${SECRET}.
With ${PAYOUT_SECRET}, it also signs proposals and approvals of payouts, but never approves the
person's own proposals. Without it, the page only shows payouts, and desk prints so.

Scopes: ${MERCHANT_SCOPES.slice(0, 5).join(', ')},
${MERCHANT_SCOPES.slice(5).join(', ')}`,
    )
    .addHelpText(
      'after',
      examples('desk --person "Maja Lind"', 'desk --person "Jon Berg" --scopes payments:read,balances:read'),
    )
    .action((options: DeskCommandOptions) => run(terminal, options));
}

async function run(terminal: Terminal, options: DeskCommandOptions): Promise<void> {
  const desk = createDesk(terminal, options);
  const files = await loadElements().catch(() => []);
  if (files.length === 0)
    throw new CommandError(
      'the files of the page are missing. Install the package again, or run npm run build.',
    );
  await checkProxy(desk);
  const { signal } = terminal;
  const server = createServer();
  const setBy = { host: 'the address', port: '--port' };
  const origin = await listen(server, { host: LOOPBACK, port: options.port, setBy });
  server.on('request', toNodeListener(new DeskHandler({ desk, origin, files, signal })));
  try {
    const person = escapeControlCharacters(options.person);
    terminal.write(`desk of ${person}: open this link within ${LINK_MINUTES} minutes. It works once.\n`);
    terminal.write(`${origin}/#${desk.link.text}\n`);
    if (desk.options.payoutSecret === null && options.scopes?.every((scope) => !isOfPayouts(scope)) !== true)
      terminal.write(
        `payouts are read-only: ${PAYOUT_SECRET} is not set. To propose and approve them, set it and start the desk again.\n`,
      );
    await waitForShutdown(terminal);
  } finally {
    await close(server, () => Promise.resolve(), STOP_MS);
  }
  terminal.write('stopped\n');
}

function isOfPayouts(scope: MerchantScope): boolean {
  return scope === 'payouts:propose' || scope === 'payouts:approve';
}

function createDesk(terminal: Terminal, { person, scopes = MERCHANT_SCOPES, url }: DeskCommandOptions): Desk {
  const { secret, payoutSecret } = readDeskConfig(terminal);
  return new Desk({
    person,
    secret,
    payoutSecret,
    clock: terminal,
    // Without the payout secret, the desk cannot sign approvals.
    scopes: scopes.filter((scope) => payoutSecret !== null || scope !== 'payouts:approve'),
    proxyUrl: url ?? merchantProxyUrl(terminal),
  });
}

/** Fails early if the proxy does not accept the session: the page could only show the error. */
async function checkProxy(desk: Desk): Promise<void> {
  const { proxyUrl: url } = desk.options;
  const headers = { authorization: `Bearer ${await desk.session()}` };
  const { status } = await fetch(`${url}${MERCHANT_PATHS.session}`, { headers, redirect: 'manual' }).catch(
    (error: unknown) => {
      const failure = withCauseCode(`the proxy at ${url} does not respond`, error);
      throw new CommandError(`${failure}. Start it with serve, or pass its URL with --url.`);
    },
  );
  if (status === 200) return;
  const reasons: Readonly<Record<number, string>> = {
    401: `rejects the session. Set ${SECRET} to the same secret as for the proxy, and check the clocks of both.`,
    404: `does not serve the staff. Set ${SECRET} for serve, or merchant.secrets in your own program, or pass its URL for the staff with --url.`,
  };
  throw new CommandError(
    `the proxy at ${url} ${reasons[status] ?? `responded with status ${status}. Check its log.`}`,
  );
}

const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns the URL at which the staff reach the proxy, from the variables of `serve`. @throws {OptionError} */
function merchantProxyUrl(terminal: Terminal): string {
  const { host, port } = merchantAddress(terminal) ?? listenAddress(terminal);
  const name = ANY_ADDRESS[host] ?? host;
  const basePath = required(terminal, 'CRYPTO_CHECKOUT_BASE_PATH');
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${basePath}`;
}

/** Parses the URL of the base path of a proxy: https, or http on this machine. */
function proxyUrl(text: string): string {
  try {
    return validateUrl(text);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new InvalidArgumentError(
      'Use https://, or http:// on this machine, with the base path, such as https://shop.example/crypto-checkout.',
    );
  }
}
