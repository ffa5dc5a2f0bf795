// The elements in the manifest that is built, for what is written from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

export interface Described {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
}

export interface BuiltElement {
  readonly tagName: string;
  readonly attributes: readonly (Described & { readonly fieldName: string })[];
  readonly events: readonly Described[];
  readonly cssProperties: readonly Described[];
}

export function builtElements(): readonly BuiltElement[] {
  const { modules } = JSON.parse(readFileSync(join(root, 'dist/custom-elements.json'), 'utf8')) as {
    readonly modules: readonly { readonly declarations: readonly BuiltElement[] }[];
  };
  return modules.flatMap(({ declarations }) => declarations);
}
