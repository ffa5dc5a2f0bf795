import { formatNumber, plural } from '../locales/plural.js';

type Values = Readonly<Record<string, string | number>>;
/** Returns a part of a message. @param count the formatted number of the plural around it */
type Part = (values: Values, count: string) => string;

/** The placeholders of a message in order, with the types of their values. */
export type Placeholders = Readonly<Record<string, 'number' | 'string'>>;

/** More plurals within each other than any message needs. */
const MAX_DEPTH = 8;

/** Names what is wrong with a message, and the remedy. */
export class MessageSyntaxError extends Error {}

/**
 * Compiles a message in ICU MessageFormat: text with `{name}`, `{name, number}` and `{name, plural, one {# coin} other {# coins}}`.
 * An apostrophe before a brace quotes it.
 * @param lang the BCP 47 tag by which it counts
 * @throws {MessageSyntaxError}
 */
export function compileMessage(
  text: string,
  placeholders: Placeholders,
  lang: string,
): (...values: readonly (string | number)[]) => string {
  const names = Object.keys(placeholders);
  const message = new Parser(text, placeholders, lang).message(0);
  return (...values) =>
    message(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])), '');
}

class Parser {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly placeholders: Placeholders,
    private readonly lang: string,
  ) {}

  /** Reads to the end of the text, or to the brace that ends a plural form. @param depth how many plurals are around it */
  message(depth: number): Part {
    if (depth > MAX_DEPTH) throw new MessageSyntaxError(`has too many plurals within each other. Use fewer.`);
    const parts: Part[] = [];
    while (this.#at < this.text.length && !(depth > 0 && this.text[this.#at] === '}'))
      parts.push(this.#part(depth));
    return (values, count) => parts.map((part) => part(values, count)).join('');
  }

  #part(depth: number): Part {
    const isForm = depth > 0;
    const [literal] = this.#match(isForm ? /[^'{}#]+/y : /[^'{}]+/y);
    if (literal) return () => literal;
    const [, quoted] = this.#match(isForm ? /'([{}#](?:[^']|'')*)'?/y : /'([{}](?:[^']|'')*)'?/y);
    if (quoted !== undefined) return () => quoted.replaceAll("''", "'");
    if (this.#match(/''?/y)[0]) return () => "'";
    if (isForm && this.#match(/#/y)[0]) return (_values, count) => count;
    return this.#placeholder(depth);
  }

  #placeholder(depth: number): Part {
    const [whole, name = '', kind] = this.#match(/\{\s*(\w+)\s*(?:,\s*(plural|number)\s*)?/y);
    if (whole === undefined)
      throw new MessageSyntaxError(`has a brace without its pair. Write '{' or '}' for a brace in the text.`);
    if (!Object.hasOwn(this.placeholders, name)) {
      const known = Object.keys(this.placeholders)
        .map((each) => `{${each}}`)
        .join(', ');
      throw new MessageSyntaxError(`has {${name}}, which is not a placeholder. Use ${known || 'none'}.`);
    }
    if (kind !== undefined && this.placeholders[name] === 'string')
      throw new MessageSyntaxError(`has a number where {${name}} is a text. Use {${name}}.`);
    const part = this.#valueOf(name, kind, depth);
    if (this.#match(/\s*\}/y)[0] === undefined)
      throw new MessageSyntaxError(
        `does not end {${name}} with a brace. Use {name}, {name, number} or {name, plural, …}.`,
      );
    return part;
  }

  #valueOf(name: string, kind: string | undefined, depth: number): Part {
    if (kind === undefined) return (values) => String(values[name]);
    if (kind === 'number') return (values) => formatNumber(this.lang, Number(values[name]));
    const forms = new Map<string, Part>();
    this.#match(/,/y);
    for (;;) {
      const [, before] = this.#match(/([^{}]+)\{/y);
      if (before === undefined) break;
      const category = before.trim();
      if (!/^(zero|one|two|few|many|other)$/.test(category))
        throw new MessageSyntaxError(
          `has "${category.slice(0, 40)}" for {${name}}. Use zero, one, two, few, many and other.`,
        );
      if (forms.has(category))
        throw new MessageSyntaxError(`has "${category}" twice for {${name}}. Delete one.`);
      forms.set(category, this.message(depth + 1));
      this.#match(/\}/y);
    }
    const other = forms.get('other');
    if (!other) throw new MessageSyntaxError(`counts {${name}} without "other". Add other {…}.`);
    return (values) => {
      const form = (part: Part) => (count: string) => part(values, count);
      const all = Object.fromEntries([...forms].map(([category, part]) => [category, form(part)]));
      return plural(this.lang, { ...all, other: form(other) })(Number(values[name]));
    };
  }

  /** Matches at the present place, and continues behind it. */
  #match(pattern: RegExp): readonly (string | undefined)[] {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found) this.#at = pattern.lastIndex;
    return found ?? [];
  }
}
