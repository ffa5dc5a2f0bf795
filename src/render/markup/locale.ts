import { payment } from '../../i18n/en/payment.js';
import { problems } from '../../i18n/en/problems.js';
import { badge } from '../../i18n/en/badge.js';
import { isLocale } from './head.js';
import { paymentPage as english, type PaymentPageMessages } from '../../i18n/en/payment-page.js';
import { PAYMENT_PAGE_CATALOGS } from '../../i18n/payment-page/catalogs.js';
import {
  addEnglishMessages,
  languageOf,
  loadMessages,
  messagesFor,
  type Messages,
} from '../../i18n/index.js';

export interface Localized {
  readonly m: Messages;
  readonly locale: string;
}

/** Returns the messages of the payer's language; English ones if the tag is not a language, or if they cannot be loaded. */
export async function localized(tag: string | undefined): Promise<Localized> {
  addEnglishMessages({ ...payment, ...problems, ...badge });
  const locale = isLocale(tag) ? tag : 'en';
  await loadMessages(locale);
  return { m: messagesFor(locale).m, locale };
}

/** Returns the messages of the payment page. @param locale a BCP 47 tag */
export async function pageMessages(locale: string): Promise<PaymentPageMessages> {
  const tag = languageOf(locale);
  const [, load] = Object.entries(PAYMENT_PAGE_CATALOGS).find(([each]) => each === tag) ?? [];
  return (await load?.())?.paymentPage ?? english;
}

/**
 * Returns the language of a page: the chosen one, otherwise the first language of the browser that the elements support.
 * @param preferred the language tags of the browser, best first
 */
export function pageLocale(chosen: string | null, preferred: readonly string[]): string {
  if (chosen !== null && isLocale(chosen)) return chosen;
  const isKnown = (tag: string) => isLocale(tag) && (/^en\b/i.test(tag) || languageOf(tag) !== 'en');
  return preferred.find(isKnown) ?? 'en';
}
