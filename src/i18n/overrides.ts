import type { Messages } from './en.js';

/** Overrides of messages, at any depth. */
export type MessageOverrides<T = Messages> = {
  readonly [K in keyof T]?: NonNullable<T[K]> extends string | ((...values: never[]) => string)
    ? T[K]
    : MessageOverrides<NonNullable<T[K]>>;
};

/** Returns `base` with `changes` applied; modifies neither. */
export function mergeMessages<T extends object>(base: T, changes: MessageOverrides<T>): T;
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
 * Checks overrides at run time: a text instead of a function would stop an element from rendering. Ignores unknown keys,
 * perhaps of another release.
 * @throws {TypeError} for the first message of another type than the English one
 */
export function assertSameShape(changes: object, ours: object, path = ''): void {
  const own = new Map<string, unknown>(Object.entries(ours));
  for (const [key, change] of Object.entries(changes) as [string, unknown][]) {
    const message = own.get(key);
    if (change === undefined || message === undefined) continue;
    if (change === null || typeof change !== typeof message)
      throw new TypeError(
        `Message "${path}${key}" must be of type ${typeof message}, as in the English catalog.`,
      );
    if (isGroup(message) && isGroup(change)) assertSameShape(change, message, `${path}${key}.`);
  }
}
