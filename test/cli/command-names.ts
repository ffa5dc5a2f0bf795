import assert from 'node:assert/strict';
import type { CommandLine } from './command-line.js';

/** The names in a help text, below "Commands:", where longer descriptions continue in indented lines. */
function namesIn(help: string): readonly string[] {
  const section = /^Commands:\n((?: .*\n)+)/m.exec(help)?.[1] ?? '';
  return [...section.matchAll(/^ {2}(\S+)/gm)].flatMap(([, name]) => name ?? []);
}

/**
 * Returns every command that the help of the program leads to: `invoice create`, but not the group `invoice`.
 * @param group its names, as typed; default: the program itself
 */
export async function commandNames(shell: CommandLine, group: readonly string[] = []): Promise<string[]> {
  const { exitCode, output } = await shell.type([...group, '--help']);
  assert.equal(exitCode, 0);
  const names = namesIn(output);
  // Commander adds the command `help` to a program or group that does nothing by itself.
  const isGroup = names.includes('help');
  const found = isGroup ? [] : [group.join(' ')];
  for (const name of names) {
    if (name !== 'help') found.push(...(await commandNames(shell, [...group, name])));
  }
  return found;
}
