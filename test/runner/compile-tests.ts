// The tests of Node's own runner, compiled once: a process that compiles its own imports takes a second to
// start. Besides, node:assert searches the running file for the failed expression; in a file that was compiled at run
// time it finds another one, or searches for minutes.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { cache, root } from '../../.config/bootstrap.mjs';
import { filesOf, isTest } from '../suites.js';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Makes a folder for compiled tests, deleted when this process ends; inside the project, so that packages are found.
 * Each compilation has its own: one that wrote over the files of another would do so while they are run.
 */
export function newFolder(): string {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'tests-'));
  folders.push(folder);
  return folder;
}

/** The path of the compiled form of a file. */
export const compiledIn = (folder: string, file: string) => join(folder, file.replace(/\.ts$/, '.mjs'));

/**
 * Writes modules that import so many compiled test files each: a process spends most of a second on its start, and
 * on what it has not yet optimized. Neighbors, which are alike, are dealt to different ones.
 * @returns their paths
 */
export function groupTests(files: readonly string[], size: number, folder: string): readonly string[] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, group) => {
    const path = join(folder, `group-${group + 1}.mjs`);
    const dealt = files.filter((_file, index) => index % count === group);
    const urls = dealt.map((file) => pathToFileURL(compiledIn(folder, file)).href);
    writeFileSync(path, urls.map((url) => `import ${JSON.stringify(url)};\n`).join(''));
    return path;
  });
}

/** `import.meta` of a module keeps the path of its source. */
const keepPlace: Plugin = {
  name: 'keep-place',
  setup({ onLoad, onResolve }) {
    // As TypeScript reads it, where a script of that very name lies beside the module.
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer, resolveDir }) => {
      const script = join(resolveDir, path);
      const module = script.replace(/\.js$/, '.ts');
      const isMeant = importer.endsWith('.ts') && existsSync(script) && existsSync(module);
      return isMeant ? { path: module } : undefined;
    });
    onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const place = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
      const text = await readFile(path, 'utf8');
      const contents = text.replace(
        /\bimport\.meta\.(url|dirname|filename)\b/g,
        (_, name: keyof typeof place) => JSON.stringify(place[name]),
      );
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** Of many small files, most of them, which every process would read and link for itself. */
const BUNDLED = /^(cockatiel|jose|kysely|valibot)$/;

const packages: Plugin = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
    );
  },
};

const FAST_CHECK = join(root, 'test/runner/fast-check.mjs');

/** Property tests use the same values in every run, unless a seed is set. */
const sameValues: Plugin = {
  name: 'same-values',
  setup({ onResolve }) {
    onResolve({ filter: /^fast-check$/ }, ({ importer }) =>
      importer === FAST_CHECK ? { external: true } : { path: FAST_CHECK },
    );
  },
};

/**
 * Compiles these files, and all of ours that they import, into a new folder.
 * @param files from the project's root
 * @returns the folder
 * @throws {Error} what is wrong with them
 */
export async function compileTests(files: readonly string[]): Promise<string> {
  const folder = newFolder();
  await build({
    absWorkingDir: root,
    entryPoints: [...files],
    outdir: folder,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What several of them import is compiled and written once.
    splitting: true,
    // What is imported for what it does is imported.
    ignoreAnnotations: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [keepPlace, sameValues, packages],
  });
  return folder;
}

export interface Command {
  readonly args: readonly string[];
  /** Of the compiled tests, if it runs any. */
  readonly folder?: string;
}

/** Run by tests as processes of their own. */
const PROGRAMS = ['src/cli/main.ts'];

/** Compiles the tests of a command for Node's own runner. Returns the command that runs their compiled form. */
export async function compileCommand(args: readonly string[], filesPerProcess = 1): Promise<Command> {
  if (!args.includes('--test')) return { args };
  const tests = args.filter(isTest);
  const folders = new Set(tests.map((file) => file.split('/')[1] ?? ''));
  // Other files may be run by a test.
  const others = [...folders].flatMap(filesOf).filter((file) => !isTest(file));
  const folder = await compileTests([...tests, ...others, ...PROGRAMS]);
  const files =
    filesPerProcess > 1
      ? groupTests(tests, filesPerProcess, folder)
      : tests.map((file) => compiledIn(folder, file));
  return { args: [...args.filter((arg) => !isTest(arg)), ...files], folder };
}

/** Compiles a module with the programs that it runs, and imports it. */
export async function importCompiled(file: string, programs: readonly string[] = []): Promise<unknown> {
  const folder = await compileTests([file, ...programs]);
  process.env['COMPILED_TESTS'] = folder;
  return import(pathToFileURL(compiledIn(folder, file)).href);
}
