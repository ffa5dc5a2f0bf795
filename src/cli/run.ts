import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { loadEnvFile } from './base/env-file.js';
import { accountCommands } from './commands/account.js';
import { checkoutCommand } from './commands/checkout.js';
import { doctorCommand } from './commands/doctor.js';
import { eventCommand } from './commands/event.js';
import { invoiceCommand } from './commands/invoice.js';
import { orderTokenCommand } from './commands/order-token.js';
import { sandboxCommand } from './commands/sandbox.js';
import { serveCommand } from './commands/serve.js';
import { storeCommand } from './commands/store.js';
import { walletCommand } from './commands/wallet.js';
import { withdrawCommand } from './commands/withdraw.js';
import { CommandError, EXIT, describeError } from './base/exit.js';
import { escapeControlCharacters } from './base/output.js';
import { variableLines, VARIABLE_NAMES } from './base/environment.js';
import type { Terminal } from './base/terminal.js';

const MORE_HELP = `
Environment:
${variableLines(VARIABLE_NAMES)}

Exit codes: 0 success, 1 failure, 2 usage error, 3 outcome unknown, 130 interrupted

Examples:
  crypto-checkout doctor --env-file .env
  crypto-checkout invoice create --amount 49 --currency EUR --pay-in USDT_TRC20`;

/**
 * Runs one command line.
 * @param args without the names of Node and of the script
 * @returns the exit code; never throws
 */
export async function run(args: readonly string[], outer: Terminal): Promise<number> {
  const env = { ...outer.env };
  const terminal: Terminal = { ...outer, env };
  const program: Command = new Command('crypto-checkout')
    .description('Crypto payments from the command line: invoices, balances and the checkout of a shop.')
    .version(version())
    .option('--env-file <path>', 'load variables from a file, such as .env; variables that are set win')
    .hook('preAction', () => loadEnvFile(env, program.opts<{ readonly envFile?: string }>().envFile))
    .addHelpText('after', MORE_HELP)
    .showHelpAfterError('(see --help)');
  for (const command of commands(terminal)) program.addCommand(command);
  prepare(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return failed(error, terminal);
  }
}

function commands(terminal: Terminal): readonly Command[] {
  return [
    invoiceCommand(terminal),
    ...accountCommands(terminal),
    walletCommand(terminal),
    withdrawCommand(terminal),
    checkoutCommand(terminal),
    eventCommand(terminal),
    storeCommand(terminal),
    orderTokenCommand(terminal),
    sandboxCommand(terminal),
    serveCommand(terminal),
    doctorCommand(terminal),
  ];
}

/** Commander copies its settings only to commands that it creates itself, not to added ones. */
function prepare(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: terminal.write,
      // Commander quotes typed text.
      writeErr: (text) => terminal.writeError(text.split('\n').map(escapeControlCharacters).join('\n')),
    });
  for (const child of command.commands) prepare(child.showHelpAfterError('(see --help)'), terminal);
}

function failed(error: unknown, terminal: Terminal): number {
  // Commander has printed the error already; --help is not an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const { message, exitCode } = describeError(error, terminal.env);
  const isInterrupted = terminal.signal.aborted && exitCode !== EXIT.unknown;
  const ownWords = error instanceof CommandError || !isInterrupted;
  terminal.writeError(`${ownWords ? message : 'interrupted'}\n`);
  return isInterrupted ? EXIT.interrupted : exitCode;
}

/** Resolves the manifest by package name, since the built file lies in another folder than this source. */
function version(): string {
  const manifest: unknown = createRequire(import.meta.url)('crypto-checkout/package.json');
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}
