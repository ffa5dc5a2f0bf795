import { apart } from '../i18n/en-apart.js';
import { addEnglish } from '../i18n/index.js';
import { withLaterWords } from './payment-messages.js';

/** As `withLaterWords`, for an element that no payment needs. */
export function withAllWords<Host>(host: Host): Host {
  addEnglish(apart);
  return withLaterWords(host);
}
