import type { RefundMessages } from '../en.js';
import type { CATALOGS } from '../languages.js';

/** The messages of a request for money back, by BCP 47 tag. */
export const REFUND_CATALOGS: Readonly<
  Record<keyof typeof CATALOGS, () => Promise<{ readonly refund: RefundMessages }>>
> = {
  'id': () => import('./id.js'),
  'de': () => import('./de.js'),
  'es': () => import('./es.js'),
  'fr': () => import('./fr.js'),
  'it': () => import('./it.js'),
  'uz': () => import('./uz.js'),
  'pl': () => import('./pl.js'),
  'pt': () => import('./pt.js'),
  'vi': () => import('./vi.js'),
  'tr': () => import('./tr.js'),
  'kk': () => import('./kk.js'),
  'ru': () => import('./ru.js'),
  'uk': () => import('./uk.js'),
  'ar': () => import('./ar.js'),
  'fa': () => import('./fa.js'),
  'hi': () => import('./hi.js'),
  'zh-Hans': () => import('./zh-Hans.js'),
  'ja': () => import('./ja.js'),
  'ko': () => import('./ko.js'),
};
