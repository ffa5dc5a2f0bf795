import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const FOLDER = join(import.meta.dirname, '../../src/proxy/store');
/** Where a query begins; a bundle distinguishes names by numbers. */
const QUERY = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql\d*(?:`|\.raw\()/g;
/** The comment of a bundle before each of its files, those of libraries too. */
const FILE = /^\/\/ (\S+\.[cm]?[jt]s)$/gm;

export interface Reached {
  /** The queries of the store's files that were not run, each by its file and its first words. */
  missed(files: readonly string[]): Promise<readonly string[]>;
}

/** The files of the store that contain queries. */
export function filesWithQueries(): readonly string[] {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts') && textOf(name).search(QUERY) >= 0);
}

const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/** From now on the engine records which parts of the program are run. */
export async function noteQueries(t: TestContext): Promise<Reached> {
  const session = new Session();
  session.connect();
  t.after(() => session.disconnect());
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async missed(files) {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const found = new Map<string, number>();
      const missed: string[] = [];
      for (const { scriptId, url, functions } of result) {
        if (!url.startsWith('file:') || url.includes('/node_modules/')) continue;
        const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
        for (const query of queriesIn(scriptSource, url)) {
          if (!files.includes(query.file)) continue;
          found.set(query.file, (found.get(query.file) ?? 0) + 1);
          if (!isRun(functions, query.at)) missed.push(`${query.file}: ${query.text}`);
        }
      }
      for (const file of files) {
        // A bundle omits files that nothing here imports.
        const left = textOf(file).match(QUERY)?.length !== found.get(file);
        if (left) missed.push(`${file}: some of it is not even imported`);
      }
      return missed;
    },
  };
}

interface Query {
  /** Its name in the folder of the store. */
  readonly file: string;
  readonly at: number;
  readonly text: string;
}

function queriesIn(source: string, url: string): readonly Query[] {
  const files = [...source.matchAll(FILE)].map((match) => ({ at: match.index, path: match[1] ?? '' }));
  return [...source.matchAll(QUERY)].flatMap(({ index: at }) => {
    const path = files.findLast((file) => file.at < at)?.path ?? new URL(url).pathname;
    const file = /src\/proxy\/store\/(.+)$/.exec(path)?.[1];
    return file ? [{ file, at, text: source.slice(at, at + 90).replace(/\s+/g, ' ') }] : [];
  });
}

/** The count of the innermost part around it. */
function isRun(functions: readonly Profiler.FunctionCoverage[], at: number): boolean {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
    .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return (around[0]?.count ?? 0) > 0;
}
