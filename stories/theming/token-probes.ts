import { TOKENS, type TokenName } from '../../src/styles/token-table.js';

/** By the end or the beginning of a token's name; the first match. */
const PROBES: readonly (readonly [name: RegExp, value: string])[] = [
  [/^backdrop$/, 'rgb(255 0 170 / 0.5)'],
  [/^shadow/, '0 0 0 4px #ff00aa'],
  [/^fontWeight/, '900'],
  [/^fontSize$/, '20px'],
  [/^fontSize/, '23px'],
  [/^font/, "'Courier New', 'Liberation Mono', monospace"],
  [/^letterSpacing/, '0.12em'],
  [/BorderWidth$/, '4px'],
  [/Border$/, '4px dashed #ff00aa'],
  [/^unit$/, '19px'],
  [/^space$/, '7px'],
  [/^radiusPill$/, '3px'],
  [/adius/, '29px'],
  [/^cardSize$/, '800px'],
  [/^cardPadding$|^slotMargin$/, '37px'],
  [/^qrSize$/, '100px'],
  [/^checkoutWidth$/, '330px'],
  [/Height$|MarkSize$/, '61px'],
  [/^motion$/, '900ms linear'],
];

/** Returns a conspicuous value that shows what a token changes. */
export function probeOf(name: TokenName): string {
  const found = PROBES.find(([pattern]) => pattern.test(name))?.[1];
  if (found === undefined && !/#/.test(TOKENS[name]) && !TOKENS[name].startsWith('var('))
    throw new Error(`There is no probe for the token ${name}: add one.`);
  return found ?? '#ff00aa';
}
