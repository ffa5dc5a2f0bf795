import { payment } from '../../i18n/en/payment.js';
import { problems } from '../../i18n/en/problems.js';
import { badge } from '../../i18n/en/badge.js';
import { isLocale } from './head.js';
import { addEnglishMessages, loadMessages, messagesFor, type Messages } from '../../i18n/index.js';

export interface Localized {
  readonly m: Messages;
  readonly locale: string;
}

/** Returns the messages of the payer's language; English if the tag is none, or if they cannot be loaded. */
export async function localized(tag: string | undefined): Promise<Localized> {
  addEnglishMessages({ ...payment, ...problems, ...badge });
  const locale = isLocale(tag) ? tag : 'en';
  await loadMessages(locale);
  return { m: messagesFor(locale).m, locale };
}
