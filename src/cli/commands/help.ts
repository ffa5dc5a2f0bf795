import type { Command } from 'commander';
import { closestName } from '../../proxy/settings.js';
import { CommandError, EXIT } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { describeVariables } from '../base/variables.js';

const VARIABLES = 'variables';

/** `help`: explains the program, a command, or the environment variables. */
export function addHelpCommand(program: Command, terminal: Terminal): void {
  program
    .helpCommand(false)
    .command('help')
    .argument('[topic...]', `a command, such as "invoice create", or "${VARIABLES}"`)
    .description(`explain a command, or the variables: help ${VARIABLES}`)
    .action((topic: readonly string[]) => {
      if (topic.join(' ') === VARIABLES) terminal.write(describeVariables());
      else findCommand(program, topic).outputHelp();
    });
}

/** Finds a command by its path. @throws {CommandError} if it does not exist */
function findCommand(program: Command, topic: readonly string[]): Command {
  let found = program;
  for (const [index, name] of topic.entries()) {
    const next = found.commands.find((command) => command.name() === name);
    if (!next) throw unknownTopic(found, topic.slice(0, index), name);
    found = next;
  }
  return found;
}

function unknownTopic({ commands }: Command, group: readonly string[], name: string): CommandError {
  const names = commands.map((command) => command.name());
  const meant = closestName(name, group.length === 0 ? [VARIABLES, ...names] : names);
  const list = `Run "${['crypto-checkout', ...group, '--help'].join(' ')}" for the list.`;
  const remedy = meant === undefined ? list : `Did you mean ${[...group, meant].join(' ')}?`;
  const typed = escapeControlCharacters([...group, name].join(' '));
  return new CommandError(`there is no help for "${typed}". ${remedy}`, EXIT.usage);
}
