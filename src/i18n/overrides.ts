import type { Messages } from './en.js';
import { compileMessage, MessageSyntaxError, type Placeholders } from './message-format.js';

/** Overrides of messages, at any depth. A message with placeholders is a function, or a text in ICU MessageFormat. */
export type MessageOverrides<T = Messages> = {
  readonly [K in keyof T]?: NonNullable<T[K]> extends string
    ? T[K]
    : NonNullable<T[K]> extends (...values: never[]) => string
      ? T[K] | string
      : MessageOverrides<NonNullable<T[K]>>;
};

/** Overrides without texts where the English catalog has functions. */
export type ResolvedOverrides<T = Messages> = {
  readonly [K in keyof T]?: NonNullable<T[K]> extends string | ((...values: never[]) => string)
    ? T[K]
    : ResolvedOverrides<NonNullable<T[K]>>;
};

/** Returns `base` with `changes` applied; modifies neither. */
export function mergeMessages<T extends object>(base: T, changes: ResolvedOverrides<T>): T;
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

/** How the texts of overrides are compiled. */
interface Syntax {
  /** The placeholders by the path of the message. */
  readonly placeholders: Readonly<Record<string, Placeholders>>;
  /** The BCP 47 tag by which they count. */
  readonly lang: string;
}

/**
 * Checks overrides at run time, and compiles their texts: a text instead of a function would stop an element from rendering. Drops
 * unknown keys, perhaps of another release.
 * @throws {TypeError} for the first message that is invalid
 */
export function resolveOverrides(
  changes: MessageOverrides,
  ours: Messages,
  syntax: Syntax,
): ResolvedOverrides;
export function resolveOverrides(changes: object, ours: object, syntax: Syntax): object {
  return resolveGroup(changes, ours, syntax, '');
}

function resolveGroup(changes: object, ours: object, syntax: Syntax, path: string): object {
  const own = new Map<string, unknown>(Object.entries(ours));
  const resolved = (Object.entries(changes) as [string, unknown][]).flatMap(([key, change]) => {
    const message = own.get(key);
    if (change === undefined || message === undefined) return [];
    return [[key, resolve(change, message, syntax, `${path}${key}`)] as const];
  });
  return Object.fromEntries(resolved);
}

function resolve(change: unknown, message: unknown, syntax: Syntax, name: string): unknown {
  if (isGroup(message) && isGroup(change)) return resolveGroup(change, message, syntax, `${name}.`);
  if (typeof change === 'string' && !isGroup(message)) {
    const sentence = compiled(change, syntax, name);
    return typeof message === 'string' ? sentence() : sentence;
  }
  if (change === null || typeof change !== typeof message)
    throw new TypeError(`Message "${name}" must be of type ${typeof message}, as in the English catalog.`);
  return change;
}

function compiled(text: string, { placeholders, lang }: Syntax, name: string) {
  try {
    return compileMessage(text, placeholders[name] ?? {}, lang);
  } catch (error) {
    if (error instanceof MessageSyntaxError) throw new TypeError(`Message "${name}" ${error.message}`);
    throw error;
  }
}
