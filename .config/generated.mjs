// @ts-check
// Source files that a script writes: kept in the repository, never edited by hand, compared by `--check`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { root } from './bootstrap.mjs';

const formatOptions = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));

/**
 * A notice beside the modules is not generated.
 * @param {string} name
 */
const isModule = (name) => name.endsWith('.ts');

/** @typedef {ReadonlyMap<string, string>} Files text by file name */

/**
 * The files of a folder that differ from the output: missing, changed or left over.
 * @param {string} folder
 * @param {Files} files
 */
function differing(folder, files) {
  const present = existsSync(folder) ? readdirSync(folder).filter(isModule) : [];
  const stale = [...files].filter(
    ([name, text]) => !present.includes(name) || readFileSync(join(folder, name), 'utf8') !== text,
  );
  return [...stale.map(([name]) => name), ...present.filter((name) => !files.has(name))];
}

/**
 * @param {string} folder
 * @param {Files} files
 */
function write(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter(isModule)) rmSync(join(folder, name));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

/**
 * Writes `modules` (file name: TypeScript) as all modules of a folder; with `--check` on the command line it
 * only compares, and fails the process if a file differs. The folder may be another one, for a test.
 * @param {string} script
 * @param {string} defaultFolder
 * @param {Readonly<Record<string, string>>} modules
 */
export async function writeOrCheck(script, defaultFolder, modules) {
  const banner = `// Written by ${script}: never edit by hand.\n`;
  const files = new Map();
  for (const [name, text] of Object.entries(modules)) {
    files.set(name, (await format(name, banner + text, formatOptions)).code);
  }
  const argument = process.argv.slice(2).find((text) => !text.startsWith('--'));
  const folder = argument ?? join(root, defaultFolder);
  if (!process.argv.includes('--check')) return write(folder, files);
  const stale = differing(folder, files);
  if (stale.length === 0) return;
  console.error(
    `${folder}: ${stale.join(', ')} differ from what is written. Run: node ${script.endsWith('.ts') ? '.config/bootstrap.mjs ' : ''}${script}`,
  );
  process.exitCode = 1;
}
