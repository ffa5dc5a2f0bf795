import { join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * The arguments of node for a TypeScript file of the project as a process of its own: its compiled form if the test
 * command has compiled it, and otherwise the file, compiled at its start.
 */
export function nodeArguments(file: string): readonly string[] {
  const path = resolve(root, file);
  const folder = process.env['COMPILED_TESTS'];
  if (folder === undefined) return ['--import', import.meta.resolve('tsx'), path];
  return [join(folder, relative(root, path).replace(/\.ts$/, '.mjs'))];
}
