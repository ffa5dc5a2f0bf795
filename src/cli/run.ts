import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseEnv } from 'node:util';
import { Command, CommanderError, Help } from 'commander';
import { addAccountCommands, addWalletCommands } from './commands/account.js';
import { addAttentionCommands } from './commands/attention.js';
import { addBooksCommand } from './commands/books.js';
import { addDeskCommand } from './commands/desk.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addHelpCommand } from './commands/help.js';
import { addInvoiceCommands } from './commands/invoice.js';
import { addTokenCommands } from './commands/tokens.js';
import { addPayoutCommands } from './commands/payouts.js';
import { addRefundCommands } from './commands/refunds.js';
import { addLedgerCommand } from './commands/ledger.js';
import { addReconcileCommand } from './commands/reconcile.js';
import { addCheckoutCommands, addEventCommands } from './commands/records.js';
import { addSandboxCommand } from './commands/sandbox.js';
import { addServeCommand } from './commands/serve.js';
import { addStoreCommands } from './commands/store.js';
import { addWithdrawCommand } from './commands/withdraw.js';
import { textFault } from '../payment/plain-text.js';
import { CommandError, EXIT, describeError } from './base/exit.js';
import { escapeControlCharacters, examples } from './base/output.js';
import type { Terminal } from './base/terminal.js';

const MORE_HELP = `
Exit codes: 0 success, 1 failure, 2 usage error, 3 outcome unknown, 130 interrupted;
9 from Node itself, if the file of --env-file does not exist
${examples('doctor --env-file .env', 'invoice create --amount 49 --currency EUR --pay-in USDT_TRC20')}`;

/** Creates the program with all its commands. `--env-file` adds to the variables of the terminal. */
export function createProgram(
  terminal: Terminal & { readonly env: Record<string, string | undefined> },
): Command {
  const program: Command = new Command('crypto-checkout')
    .description('Crypto payments from the command line: invoices, checkouts, and books.')
    .version(version())
    .option('--env-file <path>', 'load variables that are not set from a file, such as .env')
    .hook('preAction', (_, command) => assertPlainTexts(command))
    .hook('preAction', () => loadEnvFile(terminal.env, program.opts<{ readonly envFile?: string }>().envFile))
    .addHelpText('after', MORE_HELP)
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name(), formatHelp })
    .configureOutput({
      writeOut: terminal.write,
      // Commander quotes typed text.
      writeErr: (text) => terminal.writeError(text.split('\n').map(escapeControlCharacters).join('\n')),
    });
  // In the order of `--help`.
  addInvoiceCommands(program, terminal);
  addAccountCommands(program, terminal);
  addWalletCommands(program, terminal);
  addWithdrawCommand(program, terminal);
  addPayoutCommands(program, terminal);
  addRefundCommands(program, terminal);
  addCheckoutCommands(program, terminal);
  addLedgerCommand(program, terminal);
  addBooksCommand(program, terminal);
  addReconcileCommand(program, terminal);
  addEventCommands(program, terminal);
  addAttentionCommands(program, terminal);
  addStoreCommands(program, terminal);
  addTokenCommands(program, terminal);
  addSandboxCommand(program, terminal);
  addServeCommand(program, terminal);
  addDeskCommand(program, terminal);
  addDoctorCommand(program, terminal);
  addHelpCommand(program, terminal);
  return program;
}

/**
 * Checks every typed text of a command, for example one pasted with invisible characters.
 * @throws {CommandError} that names the option or argument
 */
function assertPlainTexts(command: Command): void {
  const options = command.options.map(
    (option) => [option.long ?? option.flags, command.getOptionValue(option.attributeName())] as const,
  );
  const names = command.registeredArguments;
  const typed = command.args.map(
    (text, index) => [(names[index] ?? names.at(-1))?.name() ?? 'argument', text] as const,
  );
  for (const [name, value] of [...options, ...typed])
    for (const text of [value].flat()) {
      const fault = typeof text === 'string' ? textFault(text) : null;
      if (fault !== null) throw new CommandError(`${name} ${fault}. Remove it.`, EXIT.usage);
    }
}

/** Formats a help text, with the commands before the options. */
function formatHelp(command: Command, helper: Help): string {
  const sections = Help.prototype.formatHelp.call(helper, command, helper).split('\n\n');
  const isOfCommands = (section: string) => section.startsWith('Commands:');
  const options = sections.findIndex((section) => section.startsWith('Options:'));
  const commands = sections.filter(isOfCommands).map((section) => section.trimEnd());
  if (options === -1 || commands.length === 0) return sections.join('\n\n');
  const others = sections.filter((section) => !isOfCommands(section));
  return `${others
    .toSpliced(options, 0, ...commands)
    .join('\n\n')
    .trimEnd()}\n`;
}

/**
 * Runs one command line.
 * @param args without the names of Node and of the script
 * @returns the exit code; never throws
 */
export async function run(args: readonly string[], outer: Terminal): Promise<number> {
  const terminal = { ...outer, env: { ...outer.env } };
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return failed(error, terminal);
  }
}

/**
 * Adds the variables of a file to `env`, like Node's `--env-file`: a variable that is already set takes precedence, unless it is
 * empty.
 * @throws {CommandError} if the file cannot be read
 */
function loadEnvFile(env: Record<string, string | undefined>, path: string | undefined): void {
  if (path === undefined) return;
  for (const [name, value] of Object.entries(parseEnv(readFile(path)))) env[name] ||= value;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const problem = `--env-file "${escapeControlCharacters(path)}" cannot be read (${code}). Use the path of a file with one line`;
    throw new CommandError(`${problem} per variable, such as CRYPTO_CHECKOUT_API_KEY=….`, EXIT.usage);
  }
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
