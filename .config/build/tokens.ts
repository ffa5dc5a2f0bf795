// The table of design tokens, with its comments: the source of the manifest and of the design tokens file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kebab, TOKENS, type TokenName } from '../../src/styles/token-table.js';
import { root } from '../bootstrap.mjs';

export interface Token {
  readonly name: TokenName;
  /** `--crypto-…` */
  readonly property: string;
  /** The default, with the public names; empty where it depends on the place. */
  readonly value: string;
  readonly description: string;
}

const isTokenName = (name: string): name is TokenName => Object.hasOwn(TOKENS, name);

/** @throws {Error} on a token without a comment */
export function tokenList(): readonly Token[] {
  const source = readFileSync(join(root, 'src/styles/token-table.ts'), 'utf8');
  const descriptions = new Map(
    [...source.matchAll(/^ {2}\/\*\*\s+(?:\* )?((?:(?!\*\/).)+?)\s+\*\/\n {2}(\w+):/gms)].map(
      ([, text = '', name = '']) => [name, text.replace(/\s+(?:\* )?/g, ' ')] as const,
    ),
  );
  return Object.entries(TOKENS).map(([name, value]) => {
    const description = descriptions.get(name);
    if (!isTokenName(name) || !description)
      throw new Error(`token-table.ts describes no ${name}: add a comment.`);
    const property = `--crypto-${kebab(name)}`;
    return { name, property, value: value.replaceAll('--_', '--crypto-'), description };
  });
}
