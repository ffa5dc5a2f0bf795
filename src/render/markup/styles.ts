import { createHash } from 'node:crypto';
import type { CSSResultOrNative } from 'lit';

/** Returns the styles of an element as one sheet, without comments and indentation, since every page contains them. */
export function sheetOf(styles: readonly CSSResultOrNative[]): string {
  const text = styles.map((style) => ('cssText' in style ? style.cssText : '')).join('\n');
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/\( | (?=\))/g, (space) => space.trim())
    .replace(/([;{]-{0,2}[\w-]+): /g, '$1:')
    .trim();
}

/** Returns the CSP source that allows an inline style sheet (Content Security Policy Level 3, "hash-source"). */
export function hashSource(sheet: string): string {
  return `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
}
