import type { TokenName } from '../../src/styles/token-table.js';
import { propertyOf, TOKEN_NAMES } from './defaults.js';

/** Values by the names of their tokens. */
export type ThemeValues = Readonly<Partial<Record<TokenName, string>>>;

/** Returns the CSS that a page needs for this theme, without empty and invalid values. */
export function themeCss(values: ThemeValues): string {
  const lines = TOKEN_NAMES.flatMap((name) => {
    const value = values[name] ?? '';
    return value !== '' && CSS.supports('--a', value) ? [`  ${propertyOf(name)}: ${value};\n`] : [];
  });
  return `crypto-checkout,\ncrypto-checkout-button,\ncrypto-deposit {\n${lines.join('')}}\n`;
}
