import { partsOf } from '../../elements/parts/sentence.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes untrusted text, for text or for an attribute value in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Escapes a sentence. A browser translates none of its amounts, times and other `exact` texts. */
export function escapeSentence(text: string, ...exact: readonly string[]): string {
  return partsOf(text, ...exact)
    .map(({ text: part, isExact }) =>
      isExact ? `<span translate="no">${escapeHtml(part)}</span>` : escapeHtml(part),
    )
    .join('');
}

/** Returns attributes with a space before each. Omits undefined and empty ones. */
export function attributesOf(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value ? ` ${name}="${escapeHtml(value)}"` : ''))
    .join('');
}
