import { CUSTOM_PROPERTIES } from '../support/manifest.js';
import { kebab, TOKENS, type TokenName } from '../../src/styles/token-table.js';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

export const propertyOf = (token: TokenName): string => `--crypto-${kebab(token)}`;

const isToken = (name: string): name is TokenName => Object.hasOwn(TOKENS, name);
export const TOKEN_NAMES: readonly TokenName[] = Object.keys(TOKENS).filter(isToken);

/** Returns the default of a custom property, or `null` if it depends on the place. */
export function defaultOf(property: string): string | null {
  return CUSTOM_PROPERTIES.find(({ name }) => name === property)?.default ?? null;
}

/** Returns a value in one color scheme, with the defaults of the properties that it refers to. */
export function valueIn(scheme: Scheme, value: string): string {
  const inScheme = value.replace(/light-dark\(([^,]+), ([^)]+)\)/g, scheme === 'light' ? '$1' : '$2');
  return inScheme.replace(/var\((--crypto-[\w-]+)\)/g, (whole, property: string) => {
    const own = defaultOf(property);
    return own === null ? whole : valueIn(scheme, own);
  });
}
