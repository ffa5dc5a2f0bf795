import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import { currencyOf } from '../../payment/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import { largeAmount } from '../parts/amount.js';
import { icon } from '../parts/payment-icons.js';
import { received } from './amount-section.js';

/** Shown instead of the instructions while a transaction waits for confirmation: it may be the rest, so nothing is requested. */
export function waitingSection(invoice: CheckoutInvoice, localize: LocalizeController): TemplateResult {
  const { m } = localize;
  const currency = currencyOf(invoice.currency);
  return html`<div class="sheet" part="sheet">
    <div class="sum" part="summary">
      <div class="top"><span class="label" part="label">${m.receivedSoFar}</span></div>
      <div class="line">${largeAmount(invoice.paid, currency.symbol)}</div>
      ${received({ invoice, currency }, localize)}
    </div>
    <p class="notice" part="notice">
      ${icon('eye')}<span>${m.unconfirmed.text(currency.network.name)}</span>
    </p>
  </div>`;
}
