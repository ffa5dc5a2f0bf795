import { useState } from 'react';
import { docsIdOf, titleOf } from './docs-id.js';
import { CUSTOM_PROPERTIES, ELEMENTS, type Described } from './manifest.js';

const pages = import.meta.glob<string>('../docs/*.mdx', {
  eager: true,
  import: 'default',
  query: '?raw',
});
/** The stories of each element, on the page that lists what it has. */
const stories = import.meta.glob<string>('../elements/*.stories.ts', {
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

const manual: readonly Section[] = Object.values(pages).flatMap((text) => {
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

const linesOf = (described: readonly Described[]) =>
  described.map(({ name, description = '' }) => `${name}: ${description}`);

const reference: readonly Section[] = Object.values(stories).flatMap((text) => {
  const [, title, tag] = /title: '([^']+)',\s+component: '([^']+)'/.exec(text) ?? [];
  const element = ELEMENTS.find(({ tagName }) => tagName === tag);
  if (title === undefined || !element) return [];
  const { tagName, members, events, slots, cssParts } = element;
  const attributes = members.flatMap(({ attribute, description = '' }) =>
    attribute === undefined ? [] : [{ name: attribute, description }],
  );
  const lines = linesOf([...attributes, ...events, ...slots, ...cssParts]);
  return [{ page: 'Elements', heading: tagName, url: `?path=/docs/${docsIdOf(title)}`, lines }];
});

const sections: readonly Section[] = [
  ...manual,
  {
    ...{ page: 'Theming', heading: 'Every property', url: '?path=/docs/theming--docs#every-property' },
    lines: linesOf(CUSTOM_PROPERTIES),
  },
  ...reference,
];

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
              {page}: {plain(heading)}
            </a>
            <br />
            {line}
          </li>
        ))}
      </ul>
    </search>
  );
}
