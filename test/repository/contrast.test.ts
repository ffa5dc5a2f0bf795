import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { tokenList } from '../../.config/build/tokens.js';
import { problemPage } from '../../src/render/markup/plain-page.js';
import { contrastsOf, propertiesOf, ratioOf } from './contrast.js';
import { temporaryFolder } from '../temporary-folder.js';

const base = temporaryFolder({ after });

const folder = 'src/styles/themes';
const themes = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);

/** The check over a theme of these rules. */
function check(rules: string): { readonly code: number | null; readonly output: string } {
  const file = join(base, 'theme.css');
  writeFileSync(file, rules);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'test/repository/contrast.ts', file],
    {
      encoding: 'utf8',
    },
  );
  return { code: status, output: stdout + stderr };
}

describe('the contrast check', () => {
  it('knows the ratios of WCAG', () => {
    assert.equal(ratioOf('000000', 'ffffff'), 21);
    assert.equal(ratioOf('ffffff', 'ffffff'), 1);
    assert.ok(ratioOf('767676', 'ffffff') >= 4.5 && ratioOf('777777', 'ffffff') < 4.5);
  });

  it('passes every theme of ours, light and dark', () => {
    assert.equal(themes.length, 4);
    for (const [file, css] of themes) {
      const low = contrastsOf(css).filter(({ ratio, required }) => ratio < required);
      assert.deepEqual(low, [], file);
    }
  });

  it('fails a theme whose text is too faint, and names the pair', () => {
    const { code, output } = check('crypto-checkout { --crypto-text-muted: light-dark(#999999, #a4adbb); }');
    assert.equal(code, 1);
    assert.match(output, /^LOW +2\.84 \(required 4\.5\) light text-muted on surface /m);
    assert.doesNotMatch(output, /LOW.*dark/);
  });

  it('fails a theme that is too faint in the dark scheme alone', () => {
    const { code, output } = check('crypto-checkout { --crypto-line-strong: light-dark(#848d9c, #333333); }');
    assert.equal(code, 1);
    assert.match(output, /LOW.*required 3\) dark  line-strong on surface/);
  });

  it('fails a part whose text and background do not match', () => {
    const rules = (color: string) =>
      `crypto-checkout::part(header) { background: var(--crypto-accent); color: ${color}; }`;
    assert.equal(check(rules('var(--crypto-on-accent)')).code, 0);
    assert.match(check(rules('var(--crypto-text)')).output, /LOW.*text on accent/);
    assert.match(check(rules('#ffffff')).output, /give it and its color a role/);
  });

  it('fails a color without a pair, and says where to add it', () => {
    for (const color of ['light-dark(#0b4f72, #8fcaf0)', '#0b4f72', 'var(--crypto-accent-text)']) {
      const { code, output } = check(`crypto-checkout { --crypto-note: ${color}; }`);
      assert.equal(code, 1);
      assert.match(output, /--crypto-note is a color without a pair\. Add it to PAIRS in .*contrast\.ts/);
    }
  });

  it('fails a color that it cannot measure, with the remedy', () => {
    const { code, output } = check('crypto-checkout { --crypto-text: color-mix(in srgb, red, blue); }');
    assert.equal(code, 1);
    assert.match(output, /--crypto-text is "color-mix\(in srgb, red, blue\)": write it as #rrggbb/);
  });
});

describe('the page without JavaScript', () => {
  it('has text and links that can be read in light and in dark', async () => {
    const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(await problemPage('link', 'en')) ?? [];
    const colors = (selector: string, property: string) =>
      new RegExp(`(?:^|})${selector}\\{[^}]*\\b${property}:light-dark\\(#(\\w{6}), ?#(\\w{6})\\)`)
        .exec(sheet)
        ?.slice(1) ?? [];
    const behind = colors(':root', 'background');
    assert.equal(behind.length, 2, sheet);
    for (const front of [colors(':root', '(?<!-)color'), colors('a', 'color')])
      for (const [scheme, color] of behind.entries())
        assert.ok(ratioOf(front[scheme] ?? color, color) >= 4.5, `${front[scheme]} on ${color}`);
  });
});

describe('the themes', () => {
  const tags = readdirSync('src/define').map((file) => file.replace('.ts', ''));
  const parts = new Set(
    [...readFileSync('stories/docs/Theming.mdx', 'utf8').matchAll(/^\| `([\w-]+)` +\|/gm)].map(
      ([, name]) => name,
    ),
  );
  const known = new Set(tokenList().map(({ property }) => property));
  for (const [file, css] of themes) {
    const rules = css.replace(/\/\*[\s\S]*?\*\//g, '');
    it(`set known properties and parts of our elements alone, in a layer, where bundlers leave light-dark() as it is: ${file}`, () => {
      assert.match(
        rules.trim(),
        /^@layer crypto-theme \{\s+@supports \(color: light-dark\(#fff, #000\)\) \{[\s\S]*\}\s+\}$/,
      );
      assert.deepEqual(
        [...propertiesOf(css).keys()].filter((name) => !known.has(name)),
        [],
      );
      const named = [...rules.matchAll(/::part\(([\w-]+)\)/g)].map(([, name]) => name);
      assert.deepEqual(
        named.filter((name) => !parts.has(name)),
        [],
      );
      const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, text = '']) => text).slice(2);
      const words = selectors.join().replace(/::part\([\w-]+\)(?::hover)?|:is\(|\)/g, '');
      const others = words.split(',').filter((word) => !tags.includes(word.trim()));
      assert.deepEqual(others, []);
    });
    it(`load nothing from other servers: ${file}`, () => {
      assert.doesNotMatch(rules, /url\(|@import|@font-face|!important/);
    });
  }
});
