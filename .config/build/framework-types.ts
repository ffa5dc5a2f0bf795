// Writes the types of the tags for Svelte and Solid, from the manifest. Those of React and Vue are the types of their components.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { builtElements, type BuiltElement } from './built-elements.js';

const types = join(root, 'dist/types');

const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ') || 'never';

/** Our events bubble, so a page may listen to them on its document. */
const eventsOf = (declarations: readonly BuiltElement[]) => [
  ...new Set(
    declarations.flatMap(({ events }) =>
      events.flatMap(({ name }) => (name.startsWith('crypto-') ? [name] : [])),
    ),
  ),
];

/** The lines of an interface that maps each tag to its types. */
function tagsOf(declarations: readonly BuiltElement[], prefix: string): string {
  return declarations
    .map(({ tagName, attributes, events }) => {
      const renamed = attributes.filter(({ name, fieldName }) => name !== fieldName);
      const own = renamed.map(({ name, fieldName }) => `'${name}': '${fieldName}'`).join('; ');
      const listened = union(events.map(({ name }) => name));
      const anyTag = `HTMLAttributes<HTMLElementTagNameMap['${tagName}']>`;
      return `'${tagName}': TagOf<'${tagName}', { ${own} }, ${listened}, '${prefix}', ${anyTag}>;`;
    })
    .join('\n');
}

const HEAD = `// Generated from the manifest of the elements.
import type {} from './define/all.js';
import type {} from './merchant/entry.js';
import type { TagOf } from './wrapping/tag-types.js';
`;

export function writeFrameworkTypes(): void {
  const declarations = builtElements();
  const svelte = `${HEAD}import type { ListenersOf } from './wrapping/tag-types.js';
import type { HTMLAttributes } from 'svelte/elements';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${tagsOf(declarations, 'on')}
  }

  interface SvelteDocumentAttributes extends ListenersOf<${union(eventsOf(declarations))}> {}
}
`;
  const solid = `${HEAD}import type { JSX } from 'solid-js';

type HTMLAttributes<Tag> = JSX.HTMLAttributes<Tag>;

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
${tagsOf(declarations, 'on:')}
    }
  }
}
`;
  for (const [name, text] of Object.entries({ svelte, solid }))
    writeFileSync(join(types, `${name}.d.ts`), text);
}
