import { apart } from '../i18n/en-apart.js';
import { addEnglishMessages } from '../i18n/index.js';
import { withPaymentMessages } from './payment-messages.js';

/** As `withLaterWords`, for an element that no payment needs. */
export function withAllMessages<Host>(host: Host): Host {
  addEnglishMessages(apart);
  return withPaymentMessages(host);
}
