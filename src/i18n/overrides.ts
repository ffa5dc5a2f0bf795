import type { Messages } from './en.js';

/** Some of the words, as deep as they lie. */
export type MessageChanges<T = Messages> = {
  readonly [K in keyof T]?: T[K] extends string | ((...values: never[]) => string)
    ? T[K]
    : MessageChanges<T[K]>;
};

/** `base` with `changes` in it; neither is touched. */
export function mergeMessages<T extends object>(base: T, changes: MessageChanges<T>): T;
export function mergeMessages(base: object, changes: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [key, change] of Object.entries(changes)) {
    const own = result[key];
    if (change !== undefined)
      result[key] = isGroup(own) && isGroup(change) ? mergeMessages(own, change) : change;
  }
  return result;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Words that JavaScript or a file brings have no types: a text in the place of a sentence that is told something would
 * stop an element from being drawn at all. Words that there are none of here, perhaps of another release, do no harm.
 * @throws {TypeError} that names the first words of another kind than ours
 */
export function assertSameShape(changes: object, ours: object, path = ''): void {
  const own = new Map<string, unknown>(Object.entries(ours));
  for (const [key, change] of Object.entries(changes) as [string, unknown][]) {
    const word = own.get(key);
    if (change === undefined || word === undefined) continue;
    if (change === null || typeof change !== typeof word)
      throw new TypeError(
        `the words "${path}${key}" are no ${typeof word}: give one as in the English catalog`,
      );
    if (isGroup(word) && isGroup(change)) assertSameShape(change, word, `${path}${key}.`);
  }
}
