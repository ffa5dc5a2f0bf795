import { pathSegment } from '../../protocol/index.js';

/**
 * Where a phone goes on with this checkout: the shop's address with the id in the place of `{checkout}`, against the
 * page where it is relative. Empty where that is no address.
 */
export function resumeUrl(template: string, id: string): string {
  if (!template.includes('{checkout}')) return '';
  const url = template.replaceAll('{checkout}', pathSegment(id));
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : '';
}
