/** May be used for building and testing, and be part of what is published. */
export const PUBLISHED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** May be used for building and testing alone: they are not passed on. */
export const TOOLS: ReadonlySet<string> = new Set([
  ...PUBLISHED,
  '(MIT OR CC0-1.0)',
  'MIT OR Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'MPL-2.0',
  'Python-2.0',
]);

/** Missing or unclear in the lock file; read by a person. */
export const READ: Readonly<Record<string, string>> = {
  only: 'MIT',
  spawndamnit: 'MIT',
};
