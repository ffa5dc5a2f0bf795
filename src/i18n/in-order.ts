import { en } from './en.js';
import type { Messages } from './en.js';

/** Words, by their names or in the order of the English ones. */
type Ordered = readonly unknown[];

/**
 * A catalog whose words stand in the order of the English ones, which have the names: a language travels without
 * them. The build writes every other catalog so (`.config/short-catalogs.mjs`).
 */
export function inOrder(words: Ordered): Messages;
export function inOrder(words: Ordered): object {
  const left = words.values();
  const named = (group: object): object =>
    Object.fromEntries(
      Object.entries(group).map(([key, word]) => [
        key,
        typeof word === 'object' ? named(word) : left.next().value,
      ]),
    );
  return named(en);
}
