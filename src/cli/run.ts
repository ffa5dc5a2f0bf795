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
import { version } from './base/version.js';

const MORE_HELP = `
Environment:
${variableLines(VARIABLE_NAMES)}

Exit codes: 0 done, 1 not done, 2 not understood, 3 not known whether it was done, 130 interrupted

Examples:
  crypto-checkout doctor --env-file .env
  crypto-checkout invoice create --amount 49 --currency EUR --pay-in USDT_TRC20`;

/**
 * One run of the command line.
 * @param args without the names of Node and of the script
 * @returns how the process is to end; nothing is thrown
 */
export async function run(args: readonly string[], outer: Terminal): Promise<number> {
  const env = { ...outer.env };
  const terminal: Terminal = { ...outer, env };
  const program: Command = new Command('crypto-checkout')
    .description('Crypto payments from the command line: invoices, money, and the checkout of a shop.')
    .version(version())
    .option('--env-file <path>', 'read variables from a file, such as .env; those that are set already win')
    .hook('preAction', () => loadEnvFile(env, program.opts<{ readonly envFile?: string }>().envFile))
    .addHelpText('after', MORE_HELP)
    .showHelpAfterError('(--help tells more)');
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

/** Commander's settings are copied to commands that it makes, not to those that are added. */
function prepare(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: terminal.write,
      // It quotes what was typed.
      writeErr: (text) => terminal.writeError(text.split('\n').map(escapeControlCharacters).join('\n')),
    });
  for (const child of command.commands) prepare(child.showHelpAfterError('(--help tells more)'), terminal);
}

function failed(error: unknown, terminal: Terminal): number {
  // Commander has said it already; a wish for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const { message, exitCode } = describeError(error, terminal.env);
  const isInterrupted = terminal.signal.aborted && exitCode !== EXIT.unknown;
  const ownWords = error instanceof CommandError || !isInterrupted;
  terminal.writeError(`${ownWords ? message : 'interrupted'}\n`);
  return isInterrupted ? EXIT.interrupted : exitCode;
}
