import { isServer } from 'lit';
import { loadIcons } from '../../adapters/coin-icon.js';
import { pageLocaleOf } from '../../controllers/page-locale.js';
import { loadMessages } from '../../i18n/index.js';
import { defineElement } from '../base/define-element.js';
import { CryptoCurrencyPicker } from '../crypto-currency-picker/crypto-currency-picker.js';
import { CryptoCheckout } from './crypto-checkout.js';
import { preferredLocale } from './language.js';
import { loadSteps } from './lazy-steps-controller.js';
import { renderedCheckout } from './rendered-checkout.js';

/**
 * Registers the checkout and the picker; the elements of later steps are registered with those steps. If a server has
 * rendered a checkout into the page, both are registered once it can be rendered again in the same form: what the payer
 * sees neither vanishes nor changes.
 */
export function defineCheckout(): typeof CryptoCheckout {
  const tags = isServer ? [] : [...document.querySelectorAll('crypto-checkout')];
  const rendered = tags.filter(({ shadowRoot }) => shadowRoot);
  if (rendered.length === 0) register();
  else void Promise.all(rendered.map(loadFor)).then(register);
  return CryptoCheckout;
}

/** The checkout first: it removes the picker that was rendered in it, which would otherwise show an empty list. */
function register(): void {
  defineElement('crypto-checkout', CryptoCheckout);
  defineElement('crypto-currency-picker', CryptoCurrencyPicker);
}

/** Loads what this checkout renders at first. The element retries what cannot be loaded, or reports it. */
async function loadFor(tag: Element): Promise<void> {
  const locale = pageLocaleOf(tag, tag.getAttribute('locale') ?? '');
  const state = renderedCheckout(tag)?.state ?? 'choosing';
  await Promise.all([
    loadIcons(),
    loadMessages(preferredLocale(locale, tag.getAttribute('languages') ?? '')),
    state === 'choosing' ? null : loadSteps().catch(() => undefined),
  ]);
}
