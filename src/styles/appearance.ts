import { kebab, type TokenName } from './token-table.js';

/** The appearance of an element as one object. Each part of it sets design tokens, as a style sheet of the page can too. */
export interface Appearance {
  /** `auto` follows the `color-scheme` of the page. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** Values of design tokens, as they are written in CSS: `fontSize` is `--crypto-font-size`. */
  readonly variables?: Variables | undefined;
  /** `compact`: smaller gaps, buttons and rows, and a smaller QR code. Default: `comfortable`. */
  readonly density?: 'comfortable' | 'compact' | undefined;
  /** `filled`: fields have a background, and a border below them alone. Default: `outlined`. */
  readonly fields?: 'outlined' | 'filled' | undefined;
}

type Variables = { readonly [Name in TokenName]?: string | undefined };

/** The QR code has the minimum size of the default, which scanners need. Controls are still at least 44 px high. */
const COMPACT: Variables = {
  space: 'calc(0.1875 * var(--_unit))',
  buttonHeight: 'calc(2.75 * var(--_unit))',
  rowHeight: 'calc(3 * var(--_unit))',
  qrSize: 'calc(8.5 * var(--_unit))',
};

/** On the sunken surface the border keeps its contrast of 3 to 1. */
const FILLED: Variables = {
  fieldSurface: 'var(--_surface-sunken)',
  fieldBorderWidth: '0 0 1px',
  fieldRadius: 'var(--_radius-s) var(--_radius-s) 0 0',
};

/**
 * Writes an appearance into the element's own style sheet. Its text may be untrusted: CSSOM parses each value for its property
 * alone, and no token has a name with other characters than letters. The rule takes precedence over the page's style sheets.
 */
export function writeAppearance(sheet: CSSStyleSheet, { variables, density, fields }: Appearance): void {
  sheet.replaceSync(':host{}');
  const [rule] = sheet.cssRules;
  if (!(rule instanceof CSSStyleRule)) return;
  const values = {
    ...(density === 'compact' && COMPACT),
    ...(fields === 'filled' && FILLED),
    ...variables,
  };
  for (const [name, value] of Object.entries(values))
    if (/^[a-z]+$/i.test(name) && value)
      rule.style.setProperty(`--crypto-${kebab(name)}`, value, 'important');
}
