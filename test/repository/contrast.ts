// Measures the contrast of every theme, light and dark (WCAG 2.2, 1.4.3 and 1.4.11). Fails below what is required.
//   node .config/bootstrap.mjs test/repository/contrast.ts [theme.css …]     all of src/styles/themes unless named
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const themes = join(root, 'src/styles/themes');

const TEXT = 4.5;
const GRAPHIC = 3;

type Pair = readonly [front: string, behind: string, required: number];

/** Foregrounds and their backgrounds, by role. */
const PAIRS: readonly Pair[] = [
  ...['surface', 'surface-sunken', 'surface-hover'].flatMap((behind): readonly Pair[] => [
    ['text', behind, TEXT],
    ['text-muted', behind, TEXT],
    ['focus', behind, GRAPHIC],
  ]),
  ...['surface', 'surface-sunken', 'accent-tint'].map((behind): Pair => ['accent-text', behind, TEXT]),
  ...['accent', 'accent-hover'].map((behind): Pair => ['on-accent', behind, TEXT]),
  ...['surface', 'surface-sunken'].map((behind): Pair => ['line-strong', behind, GRAPHIC]),
  ['accent', 'surface', GRAPHIC],
  ['text', 'accent-tint', TEXT],
  ...['success', 'warning', 'danger'].flatMap((tone): readonly Pair[] => [
    [tone, 'surface', TEXT],
    [tone, `${tone}-tint`, TEXT],
  ]),
  ['surface', 'success', GRAPHIC],
  ['success', 'line', GRAPHIC],
];

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** @returns every custom property of a theme, with the value as it is written */
export function propertiesOf(css: string): ReadonlyMap<string, string> {
  const found = withoutComments(css).matchAll(/(--crypto-[\w-]+):\s*([^;]+);/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')]));
}

/** @throws on anything but `#rgb`, `#rrggbb`, `light-dark()` of them, and properties of ours that hold them */
function colorOf(
  name: string,
  properties: ReadonlyMap<string, string>,
  isDark: boolean,
  seen: readonly string[] = [],
): string {
  const value = properties.get(name);
  if (value === undefined) throw new Error(`${name} is not set`);
  if (seen.includes(name)) throw new Error(`${name} refers to itself`);
  const [, light, dark] = /^light-dark\((.+?), (.+?)\)$/.exec(value) ?? [];
  const chosen = light && dark ? (isDark ? dark : light) : value;
  const [, other] = /^var\((--[\w-]+)\)?$/.exec(chosen) ?? [];
  if (other) return colorOf(other, properties, isDark, [...seen, name]);
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(chosen) ?? [];
  if (!digits) throw new Error(`${name} is "${chosen}": write it as #rrggbb, so that it can be measured`);
  return digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
}

/** Relative luminance of WCAG 2.2. */
function luminanceOf(hex: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}

/** Returns the contrast of two colors, each of six hexadecimal digits. */
export function ratioOf(one: string, other: string): number {
  const luminances = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** The text and background of a rule for a part; each has to be a role, and both or neither. */
function pairsOfParts(css: string): readonly Pair[] {
  const rules = withoutComments(css).matchAll(/([^{};]*::part\([^{]*)\{([^}]*)\}/g);
  return [...rules].flatMap(([, selector = '', body = '']): readonly Pair[] => {
    const of = (property: string) => new RegExp(`(?:^|[\\s;])${property}:\\s*([^;]+);`).exec(body)?.[1];
    const [words, ground] = [of('color'), of('background') ?? of('background-color')];
    if (ground === undefined || words === 'inherit') return [];
    const [front, behind] = [words, ground].map(
      (value) => /^var\(--crypto-([\w-]+)\)$/.exec(value ?? '')?.[1],
    );
    if (!front || !behind)
      throw new Error(`${selector.trim()} sets a background: give it and its color a role, var(--crypto-…)`);
    return [[front, behind, TEXT]];
  });
}

/** Returns the color properties that no pair contains: their contrast would go unmeasured. */
function unpairedOf(properties: ReadonlyMap<string, string>): readonly string[] {
  const paired = new Set(PAIRS.flatMap(([front, behind]) => [`--crypto-${front}`, `--crypto-${behind}`]));
  const meant = (value: string) => properties.get(/^var\((--[\w-]+)\)$/.exec(value)?.[1] ?? '') ?? value;
  const colors = [...properties].filter(([, value]) => /^(?:light-dark\(|#)/.test(meant(value)));
  return colors.map(([name]) => name).filter((name) => !paired.has(name));
}

export interface Contrast {
  readonly scheme: 'light' | 'dark';
  readonly front: string;
  readonly behind: string;
  readonly required: number;
  readonly ratio: number;
}

/**
 * Returns each pair in light and in dark, with its ratio and what is required.
 * @throws {Error} on a color that cannot be measured, and on one that no pair contains
 */
export function contrastsOf(css: string): readonly Contrast[] {
  const fallback = propertiesOf(readFileSync(join(themes, 'default.css'), 'utf8'));
  const properties = new Map([...fallback, ...propertiesOf(css)]);
  const [unpaired] = unpairedOf(properties);
  if (unpaired)
    throw new Error(`${unpaired} is a color without a pair. Add it to PAIRS in test/repository/contrast.ts`);
  const pairs = [...PAIRS, ...pairsOfParts(css)];
  return (['light', 'dark'] as const).flatMap((scheme) =>
    pairs.map(([front, behind, required]) => {
      const color = (role: string) => colorOf(`--crypto-${role}`, properties, scheme === 'dark');
      return { scheme, front, behind, required, ratio: ratioOf(color(front), color(behind)) };
    }),
  );
}

function report(file: string): number {
  const contrasts = contrastsOf(readFileSync(file, 'utf8'));
  for (const { scheme, front, behind, required, ratio } of contrasts) {
    const verdict = ratio < required ? 'LOW' : 'ok ';
    // Rounded down: 4.499 is not 4.5.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2).padStart(5);
    console.log(
      `${verdict} ${shown} (required ${required}) ${scheme.padEnd(5)} ${front} on ${behind}  ${relative(root, file)}`,
    );
  }
  return contrasts.filter(({ required, ratio }) => ratio < required).length;
}

function main(named: readonly string[]): void {
  const all = readdirSync(themes).map((name) => join(themes, name));
  let low = 0;
  for (const file of named.length > 0 ? named : all) {
    try {
      low += report(file);
    } catch (error) {
      console.error(`${relative(root, file)}: ${error instanceof Error ? error.message : error}`);
      low += 1;
    }
  }
  if (low > 0) process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
