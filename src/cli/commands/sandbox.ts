import type { Command } from 'commander';
import {
  IN_MEMORY,
  SANDBOX_VARIABLES,
  sandboxOptions,
  type SandboxVariable,
} from '../../sandbox/environment.js';
import { startSandbox, type SandboxServerOptions } from '../../sandbox/node.js';
import { CommandError, EXIT } from '../base/exit.js';
import { escapeControlCharacters, examples } from '../base/output.js';
import { waitForShutdown } from '../base/http-server.js';
import type { Terminal } from '../base/terminal.js';
import { addSandboxControls } from './sandbox-control.js';

type TypedOptions = Readonly<Partial<Record<SandboxVariable, string>>>;

/** `sandbox`: starts a sandbox, with an option for each of its variables. The subcommands control a running sandbox. */
export function addSandboxCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('sandbox')
    .summary('simulate the payment service, without real money')
    .description(
      'simulate the payment service on this machine, or control a running one; no real money moves',
    )
    .allowExcessArguments()
    .addHelpText('after', '\nWithout a subcommand, starts the sandbox. Ctrl-C stops it.')
    .addHelpText('after', examples('sandbox --port 4010 --memory', 'sandbox pay INV-ABCD1234'));
  const typed: { -readonly [Name in keyof TypedOptions]: string } = {};
  for (const [name, value, meaning] of SANDBOX_VARIABLES) {
    const defaultText = value === '' ? name : `${name}, or ${value}`;
    command.option(`--${optionOf(name)} <value>`, `${meaning} (${defaultText})`);
    command.on(`option:${optionOf(name)}`, (text: string) => (typed[name] = text));
  }
  command.option('--memory', `keep the data in memory only, as --file ${IN_MEMORY}`);
  command.on('option:memory', () => (typed.SANDBOX_FILE = IN_MEMORY));
  addSandboxControls(command, terminal);
  for (const control of command.commands)
    control.configureHelp({ showGlobalOptions: true, visibleGlobalOptions: () => [...program.options] });
  // Commander also accepts the options of a command after its subcommand.
  command.hook('preSubcommand', (_, control) => {
    const [name] = SANDBOX_VARIABLES.flatMap(([variable]) => (variable in typed ? [optionOf(variable)] : []));
    if (name !== undefined) control.error(`error: --${name} starts a sandbox. Use --url for a running one.`);
  });
  command.action(async () => {
    const [word] = command.args;
    if (word !== undefined) command.error(`error: unknown command '${word}'. Use pay, advance or fail.`);
    const options = settings(terminal, typed);
    const server = await startSandbox(options);
    const data =
      options.file === undefined
        ? 'in memory, until the sandbox stops'
        : `in ${escapeControlCharacters(options.file)}: delete that file, and the shop's store, to start over`;
    terminal.write(
      `sandbox: the service is at ${server.url}, the page at ${server.url}/_sandbox/\ndata is ${data}\n`,
    );
    await waitForShutdown(terminal);
    await server.close();
  });
}

/** `SANDBOX_API_KEY` → `api-key` */
function optionOf(name: SandboxVariable): string {
  return name.replace('SANDBOX_', '').replaceAll('_', '-').toLowerCase();
}

/** Returns the options of the sandbox. @throws {CommandError} if an option or a variable is invalid; the message names it */
function settings({ env }: Terminal, options: TypedOptions): SandboxServerOptions {
  try {
    return sandboxOptions({ ...env, ...options });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const typed = SANDBOX_VARIABLES.find(([name]) => name in options && message.startsWith(`${name} `))?.[0];
    const text = typed === undefined ? message : message.replace(typed, `--${optionOf(typed)}`);
    throw new CommandError(escapeControlCharacters(text), EXIT.usage);
  }
}
