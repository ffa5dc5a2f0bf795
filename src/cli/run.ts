import { Command, CommanderError } from 'commander';
import { accountCommands } from './commands/account.js';
import { invoiceCommand } from './commands/invoice.js';
import { orderTokenCommand } from './commands/order-token.js';
import { walletCommand } from './commands/wallet.js';
import { EXIT, explain } from './exit.js';
import type { Terminal } from './terminal.js';

const ENVIRONMENT = `
Environment:
  CRYPTO_CHECKOUT_SERVICE_URL     base address of the payment service
  CRYPTO_CHECKOUT_API_KEY         API key of the project
  CRYPTO_CHECKOUT_SHOP_ID         store identifier of the account
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY  the other key, for withdraw alone
  CRYPTO_CHECKOUT_ORDER_SECRET    signs order tokens

Exit codes: 0 done, 1 not done, 2 not understood, 3 not known whether it was done, 130 interrupted`;

/**
 * One run of the command line.
 * @param args without the names of Node and of the script
 * @returns how the process is to end; nothing is thrown
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('crypto-checkout')
    .description('Crypto payments from the command line: invoices, money, and the checkout of a shop.')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', ENVIRONMENT)
    .showHelpAfterError('(--help tells more)');
  for (const command of [
    invoiceCommand(terminal),
    ...accountCommands(terminal),
    walletCommand(terminal),
    orderTokenCommand(terminal),
  ])
    program.addCommand(command);
  prepare(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return terminal.signal.aborted ? EXIT.interrupted : EXIT.done;
  } catch (error) {
    return failed(error, terminal);
  }
}

/** Commander's settings are copied to commands that it makes, not to those that are added. */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({ writeOut: terminal.write, writeErr: terminal.writeError });
  for (const child of command.commands) prepare(child.showHelpAfterError('(--help tells more)'), terminal);
}

function failed(error: unknown, terminal: Terminal): number {
  // Commander has said it already; a wish for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const { message, exitCode } = explain(error);
  terminal.writeError(`${message}\n`);
  return terminal.signal.aborted && exitCode !== EXIT.unknown ? EXIT.interrupted : exitCode;
}
