import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ELEMENTS = 'src/elements';

/** The parts that an element documents, in the file of its class or in its parts.ts. */
function documentedIn(tag: string): readonly string[] {
  const folder = join(ELEMENTS, tag);
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return [...texts.join('\n').matchAll(/^ \* @csspart ([\w-]+) - /gm)].map(([, name = '']) => name);
}

test('the table of the Theming page lists every part with the elements that contain it, and no other', () => {
  const page = readFileSync('stories/docs/Theming.mdx', 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)`\s*\| [^|]+ \| ([\w, -]+?)\s*\|$/gm)];
  const listed = rows.flatMap(([, part = '', tags = '']) => tags.split(', ').map((tag) => `${part} ${tag}`));
  const tags = readdirSync(ELEMENTS).filter((name) => name.startsWith('crypto-'));
  const found = tags.flatMap((tag) =>
    documentedIn(tag).map((part) => `${part} ${tag.replace('crypto-', '')}`),
  );
  assert.deepEqual(listed.sort(), found.sort());
});
