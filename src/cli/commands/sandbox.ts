import { Command, Option } from 'commander';
import { SANDBOX_VARIABLES, sandboxOptions } from '../../sandbox/environment.js';
import type { SandboxVariable } from '../../sandbox/environment.js';
import { startSandbox } from '../../sandbox/node.js';
import type { SandboxServerOptions } from '../../sandbox/node.js';
import { CommandError, EXIT } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';
import { waitForShutdown } from '../base/http-server.js';
import type { Terminal } from '../base/terminal.js';

/** `sandbox`: has an option for each of its variables. */
export function sandboxCommand(terminal: Terminal): Command {
  const command = new Command('sandbox').description(
    'simulate the payment service on this machine; no real money moves',
  );
  for (const [name, value, meaning] of SANDBOX_VARIABLES) {
    const usual = value === '' ? name : `${name}, or ${value}`;
    command.addOption(new Option(`--${optionOf(name)} <value>`, `${meaning} (${usual})`));
  }
  return command
    .addHelpText(
      'after',
      `
Ctrl-C stops it.

Example:
  crypto-checkout sandbox --port 4010 --file sandbox.jsonl`,
    )
    .action(() => sandbox(terminal, typedOptions(command)));
}

/** `SANDBOX_API_KEY` → `api-key` */
function optionOf(name: SandboxVariable): string {
  return name.replace('SANDBOX_', '').replaceAll('_', '-').toLowerCase();
}

/** Returns the typed options under the names of their variables. */
function typedOptions(command: Command): TypedOptions {
  const entries = SANDBOX_VARIABLES.flatMap(([name]) => {
    const option = command.options.find(({ long }) => long === `--${optionOf(name)}`);
    const value: unknown = option && command.getOptionValue(option.attributeName());
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

async function sandbox(terminal: Terminal, options: TypedOptions): Promise<void> {
  const server = await startSandbox(settings(terminal, options));
  terminal.write(`sandbox: the service is at ${server.url}, the page at ${server.url}/_sandbox/\n`);
  await waitForShutdown(terminal);
  await server.close();
}

type TypedOptions = Readonly<Partial<Record<SandboxVariable, string>>>;

/** @throws {CommandError} that names the option or the variable that is invalid */
function settings({ env }: Terminal, options: TypedOptions): SandboxServerOptions {
  try {
    return sandboxOptions({ ...env, ...options });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const typed = SANDBOX_VARIABLES.find(([name]) => name in options && message.startsWith(`${name} `))?.[0];
    const words = typed === undefined ? message : message.replace(typed, `--${optionOf(typed)}`);
    throw new CommandError(escapeControlCharacters(words), EXIT.usage);
  }
}
