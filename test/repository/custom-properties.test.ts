import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { propertiesOf } from './contrast.js';
import { propertiesIn } from './custom-properties.js';

const files = ['src/styles', 'src/elements'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);
const texts = files.map((file) => readFileSync(file, 'utf8'));
const all = texts.flatMap(propertiesIn);
const documented = [...new Map(all.map((property) => [property.name, property])).values()];
const theme = readFileSync('src/styles/themes/default.css', 'utf8');

/** What follows `var(--name,` up to its closing bracket; empty where nothing does. */
function fallbackAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  while (depth > 0 && end < text.length) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    end += 1;
  }
  return plain(text.slice(start, end - 1).replace(/^,/, ''));
}

/** In one line, and with the public names. */
function plain(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replace(/\( | \)/g, (bracket) => bracket.trim())
    .replaceAll('--_', '--crypto-')
    .trim();
}

/** Every custom property that the styles read, with each default that they give it. */
function readBy(styles: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const text of styles) {
    const code = text.replace(/^\s*\*.*$/gm, '');
    for (const match of code.matchAll(/var\(\s*(--crypto-[\w-]+)/g)) {
      const [whole, name = ''] = match;
      found.set(name, [...(found.get(name) ?? []), fallbackAt(code, match.index + whole.length)]);
    }
  }
  return found;
}

const read = readBy(texts);

describe('the custom properties', () => {
  it('that the styles read are documented, and the documented ones are read', () => {
    assert.deepEqual([...read.keys()].sort(), documented.map(({ name }) => name).sort());
    assert.ok(documented.length > 30);
  });

  it('that several elements read are documented alike by each', () => {
    for (const property of all) {
      assert.deepEqual(
        property,
        documented.find(({ name }) => name === property.name),
      );
    }
  });

  it('are documented with the default that they have', () => {
    for (const { name, value, purpose } of documented) {
      assert.ok(purpose.length > 3, name);
      if (value !== '')
        assert.ok(read.get(name)?.includes(value), `${name}: ${value}, not ${read.get(name)}`);
    }
  });

  it('of the default theme give what the elements have by themselves', () => {
    const set = propertiesOf(theme);
    const colours = documented.filter(({ value }) => /^(?:light-dark|#|var\(--crypto-accent)/.test(value));
    assert.ok(colours.length >= 19);
    for (const { name, value } of colours) assert.equal(set.get(name), value, name);
  });
});
