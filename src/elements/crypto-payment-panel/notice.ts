import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import type { Currency } from '../../payment/index.js';
import { comparison } from '../parts/exact-text.js';
import { icon } from '../parts/payment-icons.js';
import type { PaymentInstructions } from './payment-instructions.js';

/** Warns of other coins and networks, or says that the payment continues on a phone. */
export function notice(
  isPhone: boolean,
  currency: Currency | null,
  instructions: PaymentInstructions | null,
  { m }: LocalizeController,
): TemplateResult {
  const words = isPhone
    ? m.phone.phonePending
    : currency &&
      html`${m.networkWarning(currency.symbol, currency.network.name)}
      ${comparison(instructions?.address ?? '', m)}`;
  return html`<p class="notice" part="notice" data-tone=${isPhone ? nothing : 'warning'}>
    ${words ? html`${icon(isPhone ? 'phone' : 'warning')}<span>${words}</span>` : html`<span class="skeleton" part="skeleton"></span>`}
  </p>`;
}
