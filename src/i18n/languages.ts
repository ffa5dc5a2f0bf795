import type { Messages } from './en.js';

/** A language with its own name, and its messages, loaded on demand. */
export interface Catalog {
  readonly name: string;
  readonly load: () => Promise<Messages>;
}

/**
 * By BCP 47 tag, in the order of a menu. English is built in. How a payer's tag finds one, and which are read from right to
 * left: `language-tags.ts`.
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
