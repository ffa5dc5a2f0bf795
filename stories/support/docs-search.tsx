import { useState } from 'react';
import { docsIdOf, titleOf } from './docs-id.js';

const pages = import.meta.glob<string>('../docs/*.mdx', {
  eager: true,
  import: 'default',
  query: '?raw',
});

interface Section {
  readonly page: string;
  readonly heading: string;
  readonly url: string;
  readonly lines: readonly string[];
}

const sections: readonly Section[] = Object.values(pages).flatMap((text) => {
  const title = titleOf(text);
  if (title === undefined) return [];
  const page = title.replace('Manual/', '');
  return text
    .split(/^(?=#{1,3} )/m)
    .slice(1)
    .map((part) => {
      const [first = '', ...lines] = part.split('\n');
      const heading = first.replace(/^#+ /, '');
      const anchor = heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-');
      return { page, heading, url: `?path=/docs/${docsIdOf(title)}#${anchor}`, lines: [heading, ...lines] };
    });
});

const MOST = 30;

/** Without the marks of Markdown. */
const plain = (line: string) =>
  line
    .replace(/\]\([^)]*\)|[|`*[]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Sections with every word of the query, and of each the first line with one. */
function search(query: string): readonly (Section & { readonly line: string })[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = sections.filter(({ lines }) => {
    const text = lines.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.slice(0, MOST).map((section) => {
    const hit = section.lines.find((line) => words.some((word) => line.toLowerCase().includes(word)));
    return { ...section, line: plain(hit ?? '') };
  });
}

/** A search in the whole text of the documentation; Storybook's own covers only names. */
export function DocsSearch() {
  const [query, setQuery] = useState('');
  const results = search(query);
  return (
    <search>
      <label>
        Search the documentation{' '}
        <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
      </label>
      <p role="status">
        {query.trim() && `${results.length === MOST ? 'The first ' : ''}${results.length} sections`}
      </p>
      <ul>
        {results.map(({ page, heading, url, line }) => (
          <li key={url}>
            <a href={url} target="_top">
              {page}: {heading}
            </a>
            <br />
            {line}
          </li>
        ))}
      </ul>
    </search>
  );
}
