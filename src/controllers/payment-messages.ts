import { later } from '../i18n/en-later.js';
import { addEnglishMessages } from '../i18n/index.js';

/** For an element that says more than a page loads at first: `new Localize(withLaterWords(this))`. */
export function withPaymentMessages<Host>(host: Host): Host {
  addEnglishMessages(later);
  return host;
}
