import type { ArgTypes } from '@storybook/web-components-vite';
import manifest from 'virtual:elements-manifest';
import type { Described, ManifestClass, ManifestMember } from './manifest-types.js';

const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations);

/** The table and the controls of an element, out of the manifest. */
export function argTypesOf(tag: string): ArgTypes {
  const element = elements.find(({ tagName }) => tagName === tag);
  if (!element) return {};
  return {
    ...Object.fromEntries(fieldsOf(element).map((member) => [member.name, propertyOf(member)])),
    ...rows('event', element.events),
    ...rows('slot', element.slots),
    ...rows('part', element.cssParts),
  };
}

export function descriptionOf(tag: string): string {
  return elements.find(({ tagName }) => tagName === tag)?.description ?? '';
}

function fieldsOf({ members = [] }: ManifestClass): readonly ManifestMember[] {
  return members.filter(({ kind, readonly }) => kind === 'field' && !readonly);
}

function propertyOf({ name, attribute, description = '', type, default: initial }: ManifestMember) {
  const words = attribute && attribute !== name ? `Attribute \`${attribute}\`. ${description}` : description;
  return {
    name,
    description: words,
    table: {
      category: attribute ? 'attributes' : 'properties',
      type: { summary: type?.text ?? '' },
      ...(initial ? { defaultValue: { summary: initial } } : {}),
    },
    ...controlFor(type?.text ?? ''),
  };
}

/** Only what a person can type or choose; objects come from a story. */
function controlFor(type: string) {
  const words = type.split('|').map((part) => /^\s*'([^']*)'\s*$/.exec(part)?.[1]);
  if (type.includes('|') && !words.includes(undefined)) return { control: 'select', options: words } as const;
  if (type === 'string' || type === 'boolean' || type === 'number')
    return { control: ({ string: 'text', boolean: 'boolean', number: 'number' } as const)[type] };
  return { control: false } as const;
}

function rows(kind: string, described: readonly Described[] = []): ArgTypes {
  const named = described.filter(({ name }) => name !== '');
  return Object.fromEntries(
    named.map(({ name, description = '' }) => [
      `${kind} ${name}`,
      { name, description, control: false, table: { category: `${kind}s` } },
    ]),
  );
}
