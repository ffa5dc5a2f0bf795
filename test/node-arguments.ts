import { join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * What node is given to run a TypeScript file of the project as a process of its own: its compiled form when the test
 * command has made one, and else the file, compiled on the way.
 */
export function nodeArguments(file: string): readonly string[] {
  const path = resolve(root, file);
  const folder = process.env['COMPILED_TESTS'];
  if (folder === undefined) return ['--import', 'tsx', path];
  return [join(folder, relative(root, path).replace(/\.ts$/, '.mjs'))];
}
