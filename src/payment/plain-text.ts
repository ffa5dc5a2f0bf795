/**
 * Control characters except tab and line breaks; halves of surrogate pairs; embeddings, overrides and isolates of text direction
 * (UAX #9 §2). They hide or reorder what a person reads, and PostgreSQL stores no U+0000. The marks LRM and RLM and the joiners ZWJ
 * and ZWNJ are not among them: Arabic, Hebrew, Persian, Hindi and emoji need them.
 */
const UNSAFE = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const ALL_UNSAFE = new RegExp(UNSAFE, 'gu');

const LINE_END = /[\t\n\r\u2028\u2029]/u;

/** Returns why a text is not plain, such as "contains a control character (U+0000)"; `null` if it is. It may have several lines. */
export function textFault(text: string): string | null {
  const [character] = UNSAFE.exec(text) ?? [];
  if (character === undefined) return null;
  const kind = /\p{Cc}/u.test(character)
    ? 'a control character'
    : /\p{Cs}/u.test(character)
      ? 'half a character'
      : 'a character that turns the text direction';
  return `contains ${kind} (${codePoint(character)})`;
}

/** Returns why a text is not one plain line; `null` if it is. */
export function lineFault(text: string): string | null {
  const [character] = LINE_END.exec(text) ?? [];
  if (character === undefined) return textFault(text);
  return `contains ${character === '\t' ? 'a tab' : 'a line break'} (${codePoint(character)})`;
}

/** Returns whether a text is one plain line, which may be empty. */
export function isLine(text: string, maxLength: number): boolean {
  return text.length <= maxLength && lineFault(text) === null;
}

/**
 * Returns a foreign text as a plain one. Replaces characters by U+FFFD and drops none: without them, an address or an id could become
 * a valid one.
 */
export function toPlainText(text: string): string {
  return text.replace(ALL_UNSAFE, '\ufffd');
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
