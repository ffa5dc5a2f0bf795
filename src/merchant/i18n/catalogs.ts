import type { CATALOGS } from '../../i18n/languages.js';
import type { MerchantMessages } from './en.js';

/** The messages of the staff's elements, by BCP 47 tag, loaded on demand. English is built in. */
export const MERCHANT_CATALOGS: Readonly<
  Partial<Record<keyof typeof CATALOGS, () => Promise<MerchantMessages>>>
> = {
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  it: async () => (await import('./it.js')).it,
  pl: async () => (await import('./pl.js')).pl,
  pt: async () => (await import('./pt.js')).pt,
  tr: async () => (await import('./tr.js')).tr,
  ru: async () => (await import('./ru.js')).ru,
  uk: async () => (await import('./uk.js')).uk,
  ar: async () => (await import('./ar.js')).ar,
};
