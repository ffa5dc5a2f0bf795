import { readFileSync } from 'node:fs';
import { docsIdOf, titleOf } from './docs-id.js';

const TABLE = /^\|.*\|\n\|[ :|-]+\|\n(?:\|.*\|\n)+/gm;
const BLOCKS = /^import \{ ([\w, ]+) \} from '@storybook\/addon-docs\/blocks';$/m;
const PAGE_LINK = /\]\(((?:docs\/)?\w+\.mdx)(#[\w-]+)?\)/g;

/**
 * Prepares the pages of the documentation for MDX. It knows no tables, but Storybook's block for Markdown does, so each
 * table becomes such a block. Links between pages are relative, as a reader of the package needs them, and become
 * Storybook's addresses.
 */
export function mdxPages() {
  return {
    name: 'mdx-pages',
    enforce: 'pre' as const,
    transform(page: string, id: string): string | null {
      if (!id.endsWith('.mdx')) return null;
      return page
        .replace(PAGE_LINK, (_, file: string, anchor = '') => {
          return `](?path=/docs/${docsId(new URL(file, `file://${id}`))}${anchor})`;
        })
        .replace(TABLE, (table) => `<MarkdownTable>{${JSON.stringify(table)}}</MarkdownTable>\n`)
        .replace(BLOCKS, "import { $1, Markdown as MarkdownTable } from '@storybook/addon-docs/blocks';");
    },
  };
}

function docsId(page: URL): string {
  const title = titleOf(readFileSync(page, 'utf8'));
  if (title === undefined) throw new Error(`${page.pathname} has no title`);
  return docsIdOf(title);
}
