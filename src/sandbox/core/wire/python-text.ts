import { LosslessNumber } from 'lossless-json';

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Formats a JSON value as Python's `str()` does: some receivers get a dictionary in this form. */
export function pythonText(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoted(value);
  if (value instanceof LosslessNumber || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${quoted(name)}: ${pythonText(member)}`);
  return `{${members.join(', ')}}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escapedCharacter);
  return `${quote}${escaped}${quote}`;
}

function escapedCharacter(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return ESCAPES[character] ?? (hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`);
}
