import { en } from './en.js';
import type { Messages } from './en.js';

/**
 * Expands a catalog in the order of the English one, which has the keys: a language is sent without them. The build writes
 * every other catalog so (`.config/short-catalogs.mjs`).
 * @param texts one per line, with `$0` and `$1` for parameters; an empty line is the next of `parameterized`
 * @param parameterized the messages that compute their text
 */
export function expandCatalog(texts: string, parameterized: readonly unknown[]): Messages;
export function expandCatalog(texts: string, parameterized: readonly unknown[]): object {
  const lines = texts.split('\n').values();
  const functions = parameterized.values();
  const messageLike = (english: unknown): unknown => {
    if (typeof english === 'object' && english !== null) return named(english);
    const { value: line = '' } = lines.next();
    if (line === '') return functions.next().value;
    if (typeof english === 'string') return line;
    return (...values: readonly unknown[]) =>
      line.replace(/\$(\d)/g, (_place, index: string) => String(values[Number(index)]));
  };
  const named = (group: object): object =>
    Object.fromEntries(Object.entries(group).map(([key, english]) => [key, messageLike(english)]));
  return named(en);
}
