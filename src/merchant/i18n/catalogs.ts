import type { CATALOGS } from '../../i18n/languages.js';
import { CatalogLoader } from '../../i18n/catalog-loader.js';
import { isolating } from '../../i18n/isolate.js';
import { directionOf } from '../../i18n/language-tags.js';
import { en, type MerchantMessages } from './en.js';

/** The messages of the staff's elements, by BCP 47 tag, loaded on demand. English is built in. */
export const MERCHANT_CATALOGS: Readonly<Record<keyof typeof CATALOGS, () => Promise<MerchantMessages>>> = {
  'id': async () => (await import('./id.js')).id,
  'de': async () => (await import('./de.js')).de,
  'es': async () => (await import('./es.js')).es,
  'fr': async () => (await import('./fr.js')).fr,
  'it': async () => (await import('./it.js')).it,
  'uz': async () => (await import('./uz.js')).uz,
  'pl': async () => (await import('./pl.js')).pl,
  'pt': async () => (await import('./pt.js')).pt,
  'vi': async () => (await import('./vi.js')).vi,
  'tr': async () => (await import('./tr.js')).tr,
  'kk': async () => (await import('./kk.js')).kk,
  'ru': async () => (await import('./ru.js')).ru,
  'uk': async () => (await import('./uk.js')).uk,
  'ar': async () => (await import('./ar.js')).ar,
  'fa': async () => (await import('./fa.js')).fa,
  'hi': async () => (await import('./hi.js')).hi,
  'zh-Hans': async () => (await import('./zh-Hans.js')).zhHans,
  'ja': async () => (await import('./ja.js')).ja,
  'ko': async () => (await import('./ko.js')).ko,
};

const catalogs: Readonly<Record<string, () => Promise<MerchantMessages>>> = MERCHANT_CATALOGS;

export const merchantMessages = new CatalogLoader<MerchantMessages>(en, (language) =>
  catalogs[language]?.().then((own) => (directionOf(own.lang) === 'rtl' ? isolating(own) : own)),
);
