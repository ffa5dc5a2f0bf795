// The Dockerfile of the example, as its instructions.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A file of the example. */
export const readExample = (name: string) => readFileSync(join(root, 'server-example', name), 'utf8');

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** Joins lines that end with a backslash, without comments. */
export const instructions: readonly Instruction[] = readExample('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

/** Returns the text after the last of these words. */
export const last = (word: string) =>
  instructions.findLast((instruction) => instruction.word === word)?.rest ?? '';
export const environment: Readonly<Record<string, string>> = Object.fromEntries(
  last('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
);

/** The files and folders that the first stage copies from the project. */
export const copied = instructions
  .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
  .flatMap(({ rest }) => {
    const names = rest.split(' ');
    const to = names.at(-1) ?? '';
    return names.slice(0, -1).map((from) => ({ from, to: to.endsWith('/') ? join(to, basename(from)) : to }));
  });
