import type { ArgTypes } from '@storybook/web-components-vite';
import { ELEMENTS } from './manifest.js';
import type { Described, ManifestElement, ManifestMember } from './manifest.js';

/** The table and the controls of an element, from the manifest. */
export function argTypesOf(tag: string): ArgTypes {
  const element = ELEMENTS.find(({ tagName }) => tagName === tag);
  if (!element) return {};
  return {
    ...Object.fromEntries(fieldsOf(element).map((member) => [member.name, fieldRow(member)])),
    ...rows('events', element.events),
    ...rows('slots', element.slots),
    ...rows('parts', element.cssParts),
    ...rows('tokens', element.cssProperties),
  };
}

export function descriptionOf(tag: string): string {
  return ELEMENTS.find(({ tagName }) => tagName === tag)?.description ?? '';
}

function fieldsOf({ members }: ManifestElement): readonly ManifestMember[] {
  return members.filter(({ kind, readonly }) => kind === 'field' && !readonly);
}

function fieldRow({ name, attribute, description = '', type, default: initial }: ManifestMember) {
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
  if (type.includes('|') && !words.includes(undefined))
    return { control: { type: 'select' }, options: words } as const;
  if (type === 'string' || type === 'boolean' || type === 'number')
    return { control: { type: ({ string: 'text', boolean: 'boolean', number: 'number' } as const)[type] } };
  return { control: false } as const;
}

function rows(category: string, described: readonly Described[]): ArgTypes {
  return Object.fromEntries(
    described.map(({ name, description = '' }) => [
      `${category} ${name}`,
      { name: name || '(default slot)', description, control: false, table: { category } },
    ]),
  );
}
