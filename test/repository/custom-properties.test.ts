import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { tokenList } from '../../.config/build/tokens.js';
import { tokens as sheet } from '../../src/styles/tokens.js';
import { propertiesOf } from './contrast.js';

const styles = ['src/styles', 'src/elements'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
);
const text = [...styles, sheet.cssText].join('\n');
const tokens = tokenList();

/** The names after `prefix` that the styles read. */
function readWith(prefix: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(new RegExp(`var\\(\\s*${prefix}([\\w-]+)`, 'g'))].map(([, name = '']) => name),
  );
}

describe('the custom properties', () => {
  it('in the styles are in the table of tokens', () => {
    const known = new Set(tokens.map(({ property }) => property));
    const unknown = [...readWith('--crypto-')].filter((name) => !known.has(`--crypto-${name}`));
    assert.deepEqual(unknown, []);
  });

  it('of the table are all read by a style, through the private name or by themselves', () => {
    const own = styles.join('\n');
    const unread = tokens.filter(({ property, value }) => {
      const name = property.replace('--crypto-', '');
      return !own.includes(`var(--_${name})`) && (value !== '' || !own.includes(`var(--crypto-${name}`));
    });
    assert.deepEqual(
      unread.map(({ property }) => property),
      [],
    );
    assert.ok(tokens.length > 30);
  });

  it('for internal use are all set', () => {
    const unset = [...readWith('--_')].filter((name) => !new RegExp(`--_${name}\\s*:`).test(text));
    assert.deepEqual(unset, []);
  });

  it('of the default theme have the default values of the elements', () => {
    const theme = propertiesOf(readFileSync('src/styles/themes/default.css', 'utf8'));
    const colors = tokens.filter(({ value }) => /^(?:light-dark|#|rgb|var\(--crypto-accent)/.test(value));
    assert.ok(colors.length >= 20);
    for (const { property, value } of colors) assert.equal(theme.get(property), value, property);
  });
});
