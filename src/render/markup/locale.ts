import { outcomes } from '../../locales/compiled/payer/en/outcomes.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { problems } from '../../locales/compiled/payer/en/problems.js';
import { badge } from '../../locales/compiled/payer/en/badge.js';
import { isLocale } from './head.js';
import { RecentTexts } from './recent-texts.js';
import {
  type Messages as PaymentPageMessages,
  messages as english,
} from '../../locales/compiled/payment-page/en.js';
import { CatalogLoader } from '../../i18n/catalog-loader.js';
import { phrasing } from '../../i18n/phrases.js';
import { catalogs } from '../../locales/compiled/payment-page/catalogs.js';
import {
  addEnglishMessages,
  isShopLocale,
  languageOf,
  loadMessages,
  messagesFor,
  type Messages,
} from '../../i18n/index.js';

addEnglishMessages({ ...payment, ...outcomes, ...problems, ...badge });

export interface Localized {
  readonly m: Messages;
  readonly locale: string;
}

/**
 * Returns a tag as a locale that Node formats for, such as `de-CH`; that of its language if there is none. A server keeps formats and
 * messages by locale, and anyone can invent tags such as `de-x-1`.
 */
function knownLocale(tag: string): string {
  return locales.get(tag, () => {
    const { baseName, language } = new Intl.Locale(tag);
    const [supported] = Intl.NumberFormat.supportedLocalesOf(baseName);
    if (supported === undefined) return isShopLocale(language) ? language : 'en';
    return new Intl.NumberFormat(supported).resolvedOptions().locale;
  });
}

const locales = new RecentTexts(100_000);

/** Returns the messages of the payer's language; English ones if the tag is not a language, or if they cannot be loaded. */
export async function localized(tag: string | undefined): Promise<Localized> {
  const locale = isLocale(tag) ? knownLocale(tag) : 'en';
  await loadMessages(locale);
  return { m: messagesFor(locale).m, locale };
}

const page = new CatalogLoader<PaymentPageMessages>(english, (language) =>
  catalogs[language]?.().then(({ messages }) => phrasing(messages, language)),
);

/** Returns the messages of the payment page in the language of the others, so that an English page stays whole. */
export function pageMessages({ lang }: Messages): Promise<PaymentPageMessages> {
  return page.load(languageOf(lang));
}

/**
 * Returns the language of a page: the chosen one, otherwise the first language of the browser that the elements support.
 * @param preferred the language tags of the browser, best first
 */
export function pageLocale(chosen: string | null, preferred: readonly string[]): string {
  if (chosen !== null && isLocale(chosen)) return knownLocale(chosen);
  const isSpoken = (tag: string) =>
    isLocale(tag) && (/^en\b/i.test(tag) || languageOf(knownLocale(tag)) !== 'en');
  return knownLocale(preferred.find(isSpoken) ?? 'en');
}
