import {
  pairName,
  parseCurrencyCodes,
  toCurrencyOptions,
} from '../../elements/crypto-currency-picker/currency-options.js';
import { formatFiat } from '../../payment/index.js';
import { PATHS, PAID_STATES, type Checkout, type RenderRequest } from '../../protocol/index.js';
import { attributesOf, escapeHtml } from './escape.js';
import type { Localized } from './locale.js';

/**
 * Returns a form for a payer without JavaScript: the proxy creates the invoice and shows where to pay. Once a payment is detected,
 * returns only the order and its price.
 */
export function currencyForm(
  checkout: Checkout,
  { order, currencies = '', locale: tag }: RenderRequest,
  endpoint: string,
  { m, locale }: Localized,
): string {
  const { id, amount, currency, description } = checkout.order;
  const about = [m.order(id), description, formatFiat(amount, currency, locale)].filter(Boolean).join(' · ');
  const heading = `<p>${escapeHtml(about)}</p>`;
  if (PAID_STATES.has(checkout.state) || checkout.state === 'detected' || checkout.state === 'processing')
    return heading;
  const options = toCurrencyOptions(checkout.offers, parseCurrencyCodes(currencies))
    .filter(({ available }) => available)
    .map((option) => {
      const isSelected = option.currency.code === checkout.invoice?.currency;
      const name = escapeHtml(pairName(option.currency, m));
      return `<option value="${option.currency.code}"${isSelected ? ' selected' : ''}>${name}</option>`;
    });
  const hidden = (name: string, value: string) => `<input${attributesOf({ type: 'hidden', name, value })}>`;
  const email = `<p><label>${escapeHtml(m.email)} <input type="email" name="email" autocomplete="email" required></label></p>`;
  return [
    `<form method="post"${attributesOf({ action: endpoint + PATHS.form })}>${heading}`,
    hidden('order', order),
    tag ? hidden('locale', tag) : '',
    `<p><label>${escapeHtml(m.choose)} <select name="currency" required>${options.join('')}</select></label></p>`,
    checkout.order.emailRequired ? email : '',
    `<p><button>${escapeHtml(m.next)}</button></p></form>`,
  ].join('');
}
