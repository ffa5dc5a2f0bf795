// The design tokens as design tools read them: https://www.designtokens.org/TR/2025.10/format.
import type { TokenName } from '../../src/styles/token-table.js';
import { packageJson } from './package-json.js';
import { SIZES_IN_PLACE } from './sizes-in-place.js';
import { tokenList, type Token } from './tokens.js';

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

interface Typed {
  readonly $type: string;
  readonly $value: unknown;
}

const TOKENS = tokenList();
/** Such as `accent-hover`. */
const nameOf = (property: string) => property.replace('--crypto-', '');

function inScheme(scheme: Scheme, value: string): string {
  return value.replace(/light-dark\(([^,]+), ([^)]+)\)/g, scheme === 'light' ? '$1' : '$2');
}

/** `#rrggbb`, or `rgb(r g b / alpha)`. */
function color(value: string): unknown {
  const digits = /^#(\w\w)(\w\w)(\w\w)$/.exec(value)?.slice(1);
  const numbers = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value)?.slice(1).map(Number);
  const [red, green, blue, alpha = 1] = digits?.map((pair) => Number.parseInt(pair, 16)) ?? numbers ?? [];
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`${value} is no color`);
  const bytes = [red, green, blue];
  return {
    colorSpace: 'srgb',
    components: bytes.map((byte) => Number((byte / 255).toFixed(4))),
    ...(alpha !== 1 && { alpha }),
    hex: `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  };
}

const rem = (value: number) => ({ value, unit: 'rem' });

/**
 * Only px and rem are lengths of the format: a size that follows the base size is in rem, as it is with the browser's usual
 * text size.
 */
function dimension(value: string): unknown {
  const [, length, unit] = /^([-\d.]+)(px|rem)?$/.exec(value) ?? [];
  if (length !== undefined) return { value: Number(length), unit: unit ?? 'px' };
  const [, ofUnit, atLeast] =
    /^calc\(([\d.]+) \* var\(--crypto-unit\)\)$|^max\(([\d.]+)rem, \d+px\)$/.exec(value) ?? [];
  if (ofUnit !== undefined || atLeast !== undefined) return rem(Number(ofUnit ?? atLeast));
  if (value === 'calc(var(--crypto-font-size) / 0.9375)') return rem(1);
  throw new Error(`${value} is no length that the design tokens know`);
}

function shadow(value: string): unknown {
  return value.split(/, (?=\S+ \S+ \S+)/).map((one) => {
    const [, lengths = '', last = ''] = /^(.+?) (rgb\(.+\))$/.exec(one) ?? [];
    const [offsetX, offsetY, blur, spread = dimension('0')] = lengths.split(' ').map(dimension);
    return { color: color(last), offsetX, offsetY, blur, spread };
  });
}

function transition(value: string): unknown {
  const [, duration, points = ''] = /^(\d+)ms cubic-bezier\(([^)]+)\)$/.exec(value) ?? [];
  const ms = (length: number) => ({ value: length, unit: 'ms' });
  return { duration: ms(Number(duration)), delay: ms(0), timingFunction: points.split(', ').map(Number) };
}

function border(scheme: Scheme, value: string): unknown {
  const [width = '', style, ...rest] = value.split(' ');
  return {
    color: reference(scheme, rest.join(' ')) ?? color(rest.join(' ')),
    width: dimension(width),
    style,
  };
}

/** Returns the reference to another token of the same scheme, if the value is one. */
function reference(scheme: Scheme, value: string): string | null {
  const name = /^var\(--crypto-([\w-]+)\)$/.exec(value)?.[1];
  return name === undefined ? null : `{${scheme}.${name}}`;
}

/** By the beginning or the end of a token's name; the first that fits. All others are colors. */
const TYPES: readonly (readonly [name: RegExp, type: string, parse: (value: string) => unknown])[] = [
  [/^shadow/, 'shadow', shadow],
  [/^motion$/, 'transition', transition],
  [/^fontWeight/, 'fontWeight', Number],
  // Em is no length of the format.
  [/^letterSpacing/, 'number', (value) => (value === 'normal' ? 0 : Number(value.replace('em', '')))],
  [/^fontSize|^unit$|^space$|adius|Width$|Height$|Size$|Padding$|Margin$/, 'dimension', dimension],
  [/^font/, 'fontFamily', (value) => value.split(', ').map((name) => name.replaceAll("'", ''))],
];

function typed(name: TokenName, scheme: Scheme, value: string): Typed {
  if (name === 'cardBorder') return { $type: 'border', $value: border(scheme, value) };
  const [, $type, parse] = TYPES.find(([pattern]) => pattern.test(name)) ?? [null, 'color', color];
  return { $type, $value: reference(scheme, value) ?? parse(value) };
}

const isInPlace = (name: string): name is keyof typeof SIZES_IN_PLACE => Object.hasOwn(SIZES_IN_PLACE, name);

function tokenIn(scheme: Scheme, { name, property, value, description }: Token) {
  const own = isInPlace(name) ? `${SIZES_IN_PLACE[name]}rem` : inScheme(scheme, value);
  const { $type, $value } = typed(name, scheme, own);
  const unit = $type === 'number' ? ' (in em)' : '';
  return {
    ...{ $type, $value, $description: `${description}${unit}` },
    $extensions: { 'crypto-checkout': { property, ...(value && { default: value }) } },
  };
}

/** All tokens, once for each color scheme. */
export function designTokens(): object {
  const { name, version } = packageJson;
  const groups = SCHEMES.map((scheme) => [
    scheme,
    Object.fromEntries(TOKENS.map((token) => [nameOf(token.property), tokenIn(scheme, token)])),
  ]);
  return {
    $schema: 'https://www.designtokens.org/schemas/2025.10/format.json',
    $description: `Defaults of ${name} ${version}. Sizes that follow the base size are in rem.`,
    ...Object.fromEntries(groups),
  };
}
