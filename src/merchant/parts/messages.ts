import { CatalogLoader } from '../../i18n/catalog-loader.js';
import { isolating } from '../../i18n/isolate.js';
import { directionOf } from '../../i18n/language-tags.js';
import { phrasing } from '../../i18n/phrases.js';
import { catalogs } from '../../locales/compiled/staff/catalogs.js';
import { messages as english } from '../../locales/compiled/staff/en.js';

/** The messages for the shop's staff. The names of payment states are in the catalogs for payers. */
export type MerchantMessages = { readonly lang: string } & typeof english;

export const merchantMessages = new CatalogLoader<MerchantMessages>({ lang: 'en', ...english }, (language) =>
  catalogs[language]?.().then(({ messages }) => ({
    lang: language,
    ...(directionOf(language) === 'rtl' ? isolating(messages) : phrasing(messages, language)),
  })),
);
