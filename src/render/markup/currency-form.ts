import { screenOf, type Screen } from '../../checkout/screen.js';
import { readySnapshot } from '../../checkout/state.js';
import type { ScreenKind } from '../../checkout/screen-kinds.js';
import {
  pairName,
  parseCurrencyCodes,
  toCurrencyOptions,
} from '../../elements/crypto-currency-picker/currency-options.js';
import { outcomeText } from '../../elements/crypto-receipt/outcome-text.js';
import { supportLink } from '../../elements/parts/safe-link.js';
import { formatFiat, isZeroAmount } from '../../payment/index.js';
import { EMAIL } from '../../protocol/email.js';
import { PATHS, type Checkout, type RenderRequest } from '../../protocol/index.js';
import { attributesOf, escapeHtml, escapeSentence } from './escape.js';
import type { Localized } from './locale.js';
import { receivedText } from './plain-facts.js';

/** The payer may choose a currency, or continue with the present one. */
const CHOICE: ReadonlySet<ScreenKind> = new Set([
  ...(['choosing', 'creating', 'awaiting', 'partial', 'error'] as const),
  ...(['expired', 'canceled'] as const),
]);

/**
 * Returns what a payer without JavaScript reads on the page of the order: the order and its price, the outcome as the element tells
 * it, and a form if a currency can be chosen. The proxy then creates the invoice and shows where to pay.
 */
export function currencyForm(
  checkout: Checkout,
  { order, currencies = '', locale: tag }: RenderRequest,
  endpoint: string,
  { m, locale }: Localized,
): string {
  const { id, amount, currency, description, emailRequired, support } = checkout.order;
  const price = formatFiat(amount, currency, locale);
  const about = [m.order(id), description, price, checkout.testMode ? m.testMode : ''];
  const heading = `<p>${escapeSentence(about.filter(Boolean).join(' · '), id, price)}</p>`;
  const screen = screenOf(readySnapshot(checkout), Date.parse(checkout.now));
  const message = screenMessage(screen, m);
  if (!CHOICE.has(screen.kind)) {
    const contact = supportLink(support);
    const link = contact
      ? `<p><a${attributesOf({ href: contact, rel: 'noreferrer' })}>${escapeHtml(m.contactShop)}</a></p>`
      : '';
    return heading + message + link;
  }
  const { invoice } = checkout;
  // The proxy accepts no other currency after a part.
  const only = invoice && !isZeroAmount(invoice.paid) ? invoice.currency : null;
  const options = toCurrencyOptions(checkout.offers, parseCurrencyCodes(currencies))
    .filter(({ available, currency: { code } }) => (only === null ? available : code === only))
    .map((option) => {
      const isSelected = option.currency.code === invoice?.currency;
      const name = escapeHtml(pairName(option.currency, m));
      return `<option value="${option.currency.code}"${isSelected ? ' selected' : ''}>${name}</option>`;
    });
  const hidden = (name: string, value: string) => `<input${attributesOf({ type: 'hidden', name, value })}>`;
  // With the limits of the proxy as a pattern: `maxlength` would cut a pasted address silently.
  const limits = attributesOf({ pattern: EMAIL.source, title: m.emailMissing });
  const email = `<p><label>${escapeHtml(m.email)} <input type="email" name="email" autocomplete="email" required${limits}></label></p>`;
  return [
    `<form method="post"${attributesOf({ action: endpoint + PATHS.form })}>${heading}${message}`,
    hidden('order', order),
    tag ? hidden('locale', tag) : '',
    `<p><label>${escapeHtml(m.choose)} <select name="currency" required translate="no">${options.join('')}</select></label></p>`,
    emailRequired ? email : '',
    `<p><button>${escapeHtml(m.next)}</button></p></form>`,
  ].join('');
}

function screenMessage(screen: Screen, m: Localized['m']): string {
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
    case 'creating':
    case 'awaiting':
    case 'error':
      return '';
    case 'partial':
      return `<p>${escapeSentence(receivedText(screen.invoice, m))}</p>`;
    default:
      return messageHtml(outcomeText(screen.kind, { ...screen, m }));
  }
}

/** Returns a message within a page that may have headings of its own. */
export function messageHtml({ title, text }: { readonly title: string; readonly text: string }): string {
  return `<p><b>${escapeSentence(title)}</b></p><p>${escapeSentence(text)}</p>`;
}
