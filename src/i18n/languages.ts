import type { Messages } from './en.js';

/** A language with its own name, and its messages, loaded on demand. */
export interface Catalog {
  readonly name: string;
  readonly load: () => Promise<Messages>;
}

/**
 * By BCP 47 tag, in the order of a menu. English is built in.
 *
 * Which one a visitor reads is decided in four steps. `controllers/page-locale.ts` finds the locale of the page: the attribute of the
 * element, the nearest `lang`, then the browser. `crypto-checkout/language.ts` replaces it by the language that the payer has chosen
 * before. `languageOf` in `index.ts` finds the catalog for that tag, as `language-tags.ts` compares tags. `messagesFor` applies the
 * messages of the shop, and English until the catalog has loaded.
 *
 * The payment page has no `lang` before it is rendered. There, `pageLocale` in `render/markup/locale.ts` takes the chosen
 * `?locale=`, then the `Accept-Language` that `proxy/http/payment-page-handlers.ts` reads.
 */
export const CATALOGS = {
  'id': { name: 'Bahasa Indonesia', load: async () => (await import('./id.js')).id },
  'de': { name: 'Deutsch', load: async () => (await import('./de.js')).de },
  'es': { name: 'Español', load: async () => (await import('./es.js')).es },
  'fr': { name: 'Français', load: async () => (await import('./fr.js')).fr },
  'it': { name: 'Italiano', load: async () => (await import('./it.js')).it },
  'uz': { name: 'Oʻzbekcha', load: async () => (await import('./uz.js')).uz },
  'pl': { name: 'Polski', load: async () => (await import('./pl.js')).pl },
  'pt': { name: 'Português', load: async () => (await import('./pt.js')).pt },
  'vi': { name: 'Tiếng Việt', load: async () => (await import('./vi.js')).vi },
  'tr': { name: 'Türkçe', load: async () => (await import('./tr.js')).tr },
  'kk': { name: 'Қазақша', load: async () => (await import('./kk.js')).kk },
  'ru': { name: 'Русский', load: async () => (await import('./ru.js')).ru },
  'uk': { name: 'Українська', load: async () => (await import('./uk.js')).uk },
  'ar': { name: 'العربية', load: async () => (await import('./ar.js')).ar },
  'fa': { name: 'فارسی', load: async () => (await import('./fa.js')).fa },
  'hi': { name: 'हिन्दी', load: async () => (await import('./hi.js')).hi },
  'zh-Hans': { name: '简体中文', load: async () => (await import('./zh-Hans.js')).zhHans },
  'ja': { name: '日本語', load: async () => (await import('./ja.js')).ja },
  'ko': { name: '한국어', load: async () => (await import('./ko.js')).ko },
} satisfies Readonly<Record<string, Catalog>>;
