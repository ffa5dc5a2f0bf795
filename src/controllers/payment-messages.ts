import { later } from '../i18n/en-later.js';
import { addEnglish } from '../i18n/index.js';

/** For an element that says more than a page loads at first: `new Localize(withLaterWords(this))`. */
export function withLaterWords<Host>(host: Host): Host {
  addEnglish(later);
  return host;
}
