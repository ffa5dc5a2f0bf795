// Deletes the types that no entry of the package refers to.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { packageJson } from './package-json.js';

/** The types of an entry; of a pattern, those that have a built file beside them. */
function typesOf(entry: (typeof packageJson.exports)[string]): readonly string[] {
  if (typeof entry === 'string') return [];
  const { types, default: built } = entry;
  if (!types.includes('*')) return [join(root, types)];
  const names = readdirSync(join(root, dirname(built))).map((file) => basename(file, '.js'));
  return names.map((name) => join(root, types.replace('*', name)));
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g)].map(([, path]) =>
    join(dirname(file), `${path}.d.ts`),
  );
}

/** Every file that the types of the package's entries lead to. */
function publicTypes(): ReadonlySet<string> {
  const reached = new Set(Object.values(packageJson.exports).flatMap(typesOf));
  for (const file of reached) {
    if (!existsSync(file)) throw new Error(`${file} is missing: an entry of package.json leads to it`);
    for (const next of importsOf(file)) reached.add(next);
  }
  return reached;
}

export function pruneTypes(): void {
  const kept = publicTypes();
  const folder = join(root, 'dist/types');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(file)) rmSync(file);
  }
}
