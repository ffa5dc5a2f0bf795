// The sections of the documentation, by page and heading, as texts for dist.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../bootstrap.mjs';

const FENCE = /^ *```/;
/** A link to a file, not to a site. */
const FILE_LINK = /\]\((?![a-z]+:)([^)#\s]*)(#[^)\s]*)?\)/g;
/** Syntax for MDX or the formatter alone. */
const OUT_OF_PLACE = /^<Source .*|^<!-- oxfmt-ignore -->$/;

/** A page of the documentation, or `README.md`, by its path in the package. */
export function pathOf(page: string): string {
  return page === 'README.md' ? page : `stories/docs/${page}`;
}

export function pageText(page: string): string {
  return readFileSync(join(root, pathOf(page)), 'utf8');
}

/** Makes the links of a line, which are relative to their page, relative to dist. */
function relink(line: string, page: string): string {
  const folder = posix.dirname(pathOf(page));
  return line.replace(FILE_LINK, (_, file: string, anchor = '') => {
    const target = file === '' ? pathOf(page) : posix.join(folder, file);
    return `](${posix.relative('dist', target)}${anchor})`;
  });
}

/**
 * The sections of a page by their headings of the second level; the text before the first of them has the heading ''.
 * Headings become one level deeper, and links lead from dist.
 */
export function sectionsOf(page: string, text = pageText(page)): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  const body = text.slice(text.search(/^# /m)).replace(/^# .*\n/, '');
  let heading = '';
  let isCode = false;
  for (const line of body.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const found = isCode ? null : /^## (.*)$/.exec(line);
    heading = found?.[1] ?? heading;
    const shown = isCode ? line : relink(line.replace(/^##/, '###').replace(OUT_OF_PLACE, ''), page);
    sections.set(heading, `${sections.get(heading) ?? ''}${shown}\n`);
  }
  return new Map([...sections].map(([name, section]) => [name, section.replace(/\n{3,}/g, '\n\n').trim()]));
}

/** @throws if the page or one of the headings is gone; the error names both */
export function sections(page: string, ...headings: readonly string[]): readonly string[] {
  const found = sectionsOf(page);
  return headings.map((heading) => {
    const text = found.get(heading);
    if (text) return text;
    throw new Error(
      `${pathOf(page)} has no section "${heading}". Name its heading where dist takes it from.`,
    );
  });
}
