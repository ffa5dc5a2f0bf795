import type { TokenName } from '../../src/styles/token-table.js';
import { propertyOf, TOKEN_NAMES } from './defaults.js';

/** Values by the names of their tokens. */
export type ThemeValues = Readonly<Partial<Record<TokenName, string>>>;

/**
 * Returns the CSS that a page needs for this theme, without empty and invalid values. Under its condition, bundlers do not
 * rewrite `light-dark()`.
 */
export function themeCss(values: ThemeValues): string {
  const lines = TOKEN_NAMES.flatMap((name) => {
    const value = values[name] ?? '';
    return value !== '' && CSS.supports('--a', value) ? [`    ${propertyOf(name)}: ${value};\n`] : [];
  });
  return `@supports (color: light-dark(#fff, #000)) {
  crypto-checkout,
  crypto-checkout-button,
  crypto-deposit {
${lines.join('')}  }
}
`;
}
