import { assertSameShape } from './overrides.js';
import type { MessageChanges } from './overrides.js';
import { en } from './en.js';
import { addOverrides, addEnglishMessages } from './index.js';

/**
 * Puts words of the shop's in the place of some of ours, in all elements of the page. Words for `pt` count for `pt-BR`
 * as well; the same word set again replaces the one before. Where `lang` is among them they are a language of their
 * own, and stand over the English ones: nothing is loaded for it.
 * @param locale a BCP 47 tag
 * @throws {TypeError} when it is none, or when words are of another kind than ours, such as a text for a function
 */
export function setMessages(locale: string, changes: MessageChanges): void {
  const tag = tagOf(locale);
  assertSameShape(changes, en);
  if (changes.lang !== undefined) tagOf(changes.lang);
  addEnglishMessages(en);
  addOverrides(tag, changes);
}

function tagOf(locale: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    throw new TypeError(`"${locale.slice(0, 60)}" is not a language tag; write one such as "de" or "pt-BR"`);
  }
}
