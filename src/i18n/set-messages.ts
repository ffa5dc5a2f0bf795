import { placeholders as payer } from '../locales/compiled/payer/en.js';
import { placeholders as refund } from '../locales/compiled/refunds/en.js';
import { placeholders as browserWallet } from '../locales/compiled/wallets/en.js';
import { type MessageOverrides, resolveOverrides } from './overrides.js';
import { en } from './en.js';
import type { Placeholders } from './message-format.js';
import { addOverrides, addEnglishMessages } from './index.js';

/**
 * Overrides messages in all elements of the page. Overrides for `pt` apply to `pt-BR` as well; a message that is set
 * again replaces the one before. With `lang` they are a language of their own on top of the English messages: no catalog
 * is loaded for it. A message is a text in ICU MessageFormat, with the placeholders of the English one, or a function.
 * @param locale a BCP 47 tag
 * @throws {TypeError} for an invalid tag, and for a message of another type than the English one or with invalid syntax
 */
export function setMessages(locale: string, changes: MessageOverrides): void {
  const tag = tagOf(locale);
  const lang = tagOf(changes.lang ?? tag);
  const resolved = resolveOverrides(changes, en, { placeholders, lang });
  addEnglishMessages(en);
  addOverrides(tag, resolved);
}

const placeholders = {
  ...payer,
  ...below('refund', refund),
  ...below('browserWallet', browserWallet),
};

function below(group: string, lists: Readonly<Record<string, Placeholders>>) {
  return Object.fromEntries(Object.entries(lists).map(([key, own]) => [`${group}.${key}`, own]));
}

function tagOf(locale: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    throw new TypeError(`"${locale.slice(0, 60)}" is not a language tag. Use one such as "de" or "pt-BR".`);
  }
}
