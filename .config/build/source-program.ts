import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../bootstrap.mjs';

/** The type checker's view of source files, with the options of the project. @param files from the project's root */
export function programOf(files: readonly string[]): ts.Program {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, dirname(path));
  const paths = files.map((file) => join(root, file));
  return ts.createProgram(paths, { ...options, types: [] });
}
