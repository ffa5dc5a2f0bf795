import { readFileSync } from 'node:fs';

type Entry = string | { readonly types: string; readonly default: string };

/** What the build reads of `package.json`. */
export const packageJson = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, Entry>>;
};
