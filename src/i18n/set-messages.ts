import { assertSameShape, type MessageOverrides } from './overrides.js';
import { en } from './en.js';
import { addOverrides, addEnglishMessages } from './index.js';

/**
 * Overrides messages in all elements of the page. Overrides for `pt` apply to `pt-BR` as well; a message that is set
 * again replaces the one before. With `lang` they are a language of their own on top of the English messages: no catalog
 * is loaded for it.
 * @param locale a BCP 47 tag
 * @throws {TypeError} for an invalid tag, or for a message of another type than the English one
 */
export function setMessages(locale: string, changes: MessageOverrides): void {
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
    throw new TypeError(`"${locale.slice(0, 60)}" is not a language tag. Use one such as "de" or "pt-BR".`);
  }
}
