import { css, unsafeCSS } from 'lit';
import { kebab, TOKENS } from './token-table.js';

/** `--_surface: var(--crypto-surface, <default>);` for each token that has a default. */
const declarations = Object.entries(TOKENS)
  .map(([name, value]) => value && `--_${kebab(name)}:var(--crypto-${kebab(name)},${value});`)
  .join('');

/**
 * Roles and sizes. A page may set any `--crypto-…` property on an element or anywhere above it; every element reads
 * it into a private `--_…` of its own, so that nested elements follow the same page.
 */
export const tokens = css`
  :host {
    ${unsafeCSS(declarations)}
    --_type-s: var(--_font-weight) var(--_font-size-s) / calc(18 / 13 * var(--_font-size-s)) var(--_font);
    --_type-m: var(--_font-weight) var(--_font-size-m) / calc(22 / 15 * var(--_font-size-m)) var(--_font);
    --_type-l: var(--_font-weight-title) var(--_font-size-l) / calc(1.3 * var(--_font-size-l))
      var(--_font-title);
    --_type-xl: var(--_font-weight-amount) var(--_font-size-xl) / calc(17 / 14 * var(--_font-size-xl))
      var(--_font-amount);
    --_space-2: calc(2 * var(--_space));
    --_space-3: calc(3 * var(--_space));
    --_space-4: calc(4 * var(--_space));
    --_space-5: calc(5 * var(--_space));
    --_space-6: calc(6 * var(--_space));
    --_target: calc(2.75 * var(--_unit));
    --_control: calc(2.25 * var(--_unit));
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
`;
