/** An invisible place where a line may break (U+200B). */
export const BREAK = '\u200b';

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const PARTICLE = /^[\p{Script=Hiragana}ー]+$/u;

/**
 * Returns messages in Chinese, Japanese or Thai whose lines break between words (Unicode UAX #29), where the language has no spaces and the
 * browser would break anywhere (WebKitGTK breaks Thai within words); `styles/base.ts` prevents other breaks. Chromium finds the phrases of
 * Japanese by itself. Returns messages in another language, or in a browser without word boundaries, unchanged.
 */
export function phrasing<Group extends object>(messages: Group, language: string): Group;
export function phrasing(messages: object, language: string): object {
  const isWritten = /^(zh|th)\b/.test(language) || (/^ja\b/.test(language) && !breaksPhrases());
  if (!isWritten || !('Segmenter' in Intl)) return messages;
  return phrasingGroup(messages, new Intl.Segmenter(language, { granularity: 'word' }));
}

/** A server cannot know it, and leaves Japanese to the browser. */
const breaksPhrases = () => !('CSS' in globalThis) || CSS.supports('word-break', 'auto-phrase');

function phrasingGroup(group: object, segmenter: Intl.Segmenter): object {
  const entries: [string, unknown][] = Object.entries(group);
  return Object.fromEntries(entries.map(([key, value]) => [key, phrasingOne(value, segmenter)]));
}

function phrasingOne(value: unknown, segmenter: Intl.Segmenter): unknown {
  if (typeof value === 'string') return withBreaks(value, segmenter);
  if (typeof value === 'object' && value !== null) return phrasingGroup(value, segmenter);
  if (typeof value !== 'function') return value;
  return (...values: readonly unknown[]): unknown => phrasingOne(value(...values), segmenter);
}

function withBreaks(text: string, segmenter: Intl.Segmenter): string {
  let [result, last] = ['', ''];
  for (const { segment } of segmenter.segment(text)) {
    const [first = ''] = segment;
    const isBetweenWords = LETTER.test(last) && LETTER.test(first) && UNSPACED.test(last + first);
    // A Japanese particle or ending belongs to the word before it.
    result += isBetweenWords && !PARTICLE.test(segment) ? BREAK + segment : segment;
    last = [...segment].at(-1) ?? '';
  }
  return result;
}
