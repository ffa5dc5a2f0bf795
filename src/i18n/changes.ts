import type { Messages } from './en.js';

/** Some of the words, as deep as they lie. */
export type MessageChanges<T = Messages> = {
  readonly [K in keyof T]?: T[K] extends string | ((...values: never[]) => string)
    ? T[K]
    : MessageChanges<T[K]>;
};

/** `base` with `changes` in it; neither is touched. */
export function merged<T extends object>(base: T, changes: MessageChanges<T>): T;
export function merged(base: object, changes: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [key, change] of Object.entries(changes)) {
    const own = result[key];
    if (change !== undefined) result[key] = isGroup(own) && isGroup(change) ? merged(own, change) : change;
  }
  return result;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
