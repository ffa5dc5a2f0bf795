const TABLE = /^\|.*\|\n\|[ :|-]+\|\n(?:\|.*\|\n)+/gm;
const BLOCKS = /^import \{ ([\w, ]+) \} from '@storybook\/addon-docs\/blocks';$/m;

/** MDX knows no tables; Storybook's own block for Markdown does. Before MDX sees a page, its tables become such blocks. */
export function mdxTables() {
  return {
    name: 'mdx-tables',
    enforce: 'pre' as const,
    transform(page: string, id: string): string | null {
      if (!id.endsWith('.mdx')) return null;
      const marked = page.replace(
        TABLE,
        (table) => `<MarkdownTable>{${JSON.stringify(table)}}</MarkdownTable>\n`,
      );
      return marked.replace(
        BLOCKS,
        "import { $1, Markdown as MarkdownTable } from '@storybook/addon-docs/blocks';",
      );
    },
  };
}
