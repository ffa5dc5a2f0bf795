import { isServer } from 'lit';

/**
 * Returns the first valid locale of: the element's `locale`, the nearest `lang`, the browser's language, English. This is the first
 * of four steps to a language: see `CATALOGS` in `i18n/index.ts`.
 */
export function pageLocaleOf(element: Element, locale: string): string {
  const own = toTag(locale);
  if (isLocale(own)) return own;
  // A server renderer knows neither the page nor the payer's browser.
  if (isServer) return 'en';
  return [toTag(nearestLang(element)), navigator.language].find(isLocale) ?? 'en';
}

/** Many servers write the name of their locale: `de_AT` (POSIX). */
function toTag(name: string): string {
  return name.replaceAll('_', '-');
}

/** Tags that are known to be valid, because every update checks its tag. */
const tags = new Set<string>();

function isLocale(tag: string): boolean {
  try {
    if (!tags.has(tag) && Intl.getCanonicalLocales(tag)) tags.add(tag);
    return true;
  } catch {
    return false;
  }
}

/** `lang` of the nearest ancestor that has one, through shadow roots. */
function nearestLang(element: Element): string {
  const holder = element.closest('[lang]');
  if (holder) return holder.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : '';
}
