/** Trusted HTML. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | Markup | readonly Markup[] | null;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Creates HTML. Escapes every text, in elements and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  return part instanceof Markup ? part.text : part.map(({ text }) => text).join('');
}
