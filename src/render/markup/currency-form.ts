import {
  pairName,
  parseCurrencyCodes,
  toCurrencyOptions,
} from '../../elements/crypto-currency-picker/currency-options.js';
import { currencyOf, formatFiat } from '../../payment/index.js';
import { PATHS, PAID_STATES, type Checkout, type RenderRequest } from '../../protocol/index.js';
import { attributesOf, escapeHtml, escapeSentence } from './escape.js';
import type { Localized } from './locale.js';

/**
 * Returns a form for a payer without JavaScript: the proxy creates the invoice and shows where to pay. While a payment waits for
 * confirmation, and once the order is paid, returns the order and its price instead.
 */
export function currencyForm(
  checkout: Checkout,
  { order, currencies = '', locale: tag }: RenderRequest,
  endpoint: string,
  { m, locale }: Localized,
): string {
  const { id, amount, currency, description } = checkout.order;
  const price = formatFiat(amount, currency, locale);
  const about = [m.order(id), description, price].filter(Boolean).join(' · ');
  const heading = `<p>${escapeSentence(about, id, price)}</p>`;
  const { state, invoice } = checkout;
  if (invoice && invoice.unconfirmed.length > 0)
    return `${heading}<p>${escapeHtml(m.unconfirmed.text(currencyOf(invoice.currency).network.name))}</p>`;
  if (PAID_STATES.has(state) || state === 'detected' || state === 'processing') return heading;
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
    `<p><label>${escapeHtml(m.choose)} <select name="currency" required translate="no">${options.join('')}</select></label></p>`,
    checkout.order.emailRequired ? email : '',
    `<p><button>${escapeHtml(m.next)}</button></p></form>`,
  ].join('');
}
