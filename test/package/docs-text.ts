import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './readme-text.js';

const folder = join(root, 'stories/docs');
const FRAMEWORKS = join(root, 'test/frameworks');

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
  /** The name in its first line; `null` if that is not a file's name. */
  readonly file: string | null;
}

/** A comment with the name of the file, which is the first line, or the second in a file of Astro. */
const NAMED = /^(---\n)?(?:\/\/|#|<!--) ([\w./[\]+-]*\w)(?: -->)?\n/;

export const PAGES: readonly string[] = readdirSync(folder).filter((name) => name.endsWith('.mdx'));

export function pageText(page: string): string {
  return readFileSync(join(folder, page), 'utf8');
}

export function blocksOf(page: string, text = pageText(page)): readonly Block[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', block = '']) => ({
    ...{ page, language, text: block.trim() },
    file: NAMED.exec(block)?.[2] ?? null,
  }));
}

/** The text of a block without the name of its file. */
export const withoutName = (text: string): string => text.replace(NAMED, '$1');

/** The files of the projects of frameworks from the root, by their paths in their projects: two may have the same. */
export function projectFiles(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, readonly string[]>();
  for (const project of readdirSync(FRAMEWORKS, { withFileTypes: true }))
    if (project.isDirectory())
      for (const file of readdirSync(join(FRAMEWORKS, project.name), { encoding: 'utf8', recursive: true }))
        files.set(file, [...(files.get(file) ?? []), join('test/frameworks', project.name, file)]);
  return files;
}

/** The names of the packages that each project of a framework installs. */
export function projectPackages(): readonly ReadonlySet<string>[] {
  const files = readdirSync(FRAMEWORKS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(FRAMEWORKS, name, 'package.json'))
    .filter((file) => existsSync(file));
  return files.map((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    return new Set(Object.keys({ ...dependencies, ...devDependencies }));
  });
}

/** The file of the documentation that begins with its name. */
export function fileOf(name: string): string {
  const found = PAGES.flatMap((page) => blocksOf(page)).filter(({ file }) => file === name);
  assert.equal(found.length, 1, `one ${name} in the documentation`);
  return found[0]?.text ?? '';
}

/** Replaces texts, which must exist. */
export function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `${from} is in ${changed}`);
    return changed.replaceAll(from, to);
  }, text);
}

/** The first cells of the rows of every table, without their ticks: `a`, `b` are two. */
export function namesInTables(page: string): readonly string[] {
  return [...pageText(page).matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}
