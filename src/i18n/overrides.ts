import type { Messages } from './en.js';

/** Overrides of messages, at any depth. */
export type MessageChanges<T = Messages> = {
  readonly [K in keyof T]?: T[K] extends string | ((...values: never[]) => string)
    ? T[K]
    : MessageChanges<T[K]>;
};

/** Returns `base` with `changes` applied; modifies neither. */
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
 * Checks overrides at run time: a text instead of a function would stop an element from rendering. Unknown keys, perhaps
 * of another release, are ignored.
 * @throws {TypeError} for the first message of another type than the English one
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
