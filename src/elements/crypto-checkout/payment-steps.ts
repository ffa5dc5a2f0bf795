// From the coin to the transfer: what nobody needs before they are about to pay.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { later } from '../../i18n/en-later.js';
import { addEnglishMessages } from '../../i18n/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import { CryptoCountdown } from '../crypto-countdown/crypto-countdown.js';
import { definePaymentPanel } from '../crypto-payment-panel/define.js';
import { panelParts } from '../crypto-payment-panel/parts.js';
import { defineElement } from '../base/define-element.js';
import { resumeUrl } from './resume-url.js';
import { checkoutOf } from './view-model.js';
import type { CheckoutViewModel } from './view-model.js';

export { isPayable } from '../parts/payable.js';
export { announcement } from './initial-announcement.js';
export { confirmationFooter, countdown, statusText } from './payment-footer.js';
export { styles } from './payment-styles.js';

/** Registers what these steps are made of, and brings their words. */
export function definePaymentSteps(): void {
  addEnglishMessages(later);
  definePaymentPanel();
  defineElement('crypto-countdown', CryptoCountdown);
}

/** What is to be done, or what is on its way. */
export function step(view: CheckoutViewModel): TemplateResult {
  const { screen } = view;
  if (screen.kind === 'awaiting' || screen.kind === 'partial')
    return panel(view, screen.invoice, screen.invoice.currency);
  return panel(view, null, (screen.kind === 'creating' && screen.currency) || '');
}

/** One template for loading, creating and paying, so that the skeleton becomes the slip without a shift. */
function panel(
  view: CheckoutViewModel,
  invoice: CheckoutInvoice | null,
  currency: CurrencyCode | '',
): TemplateResult {
  const mayChange = view.screen.kind === 'awaiting';
  const id = checkoutOf(view.screen)?.id;
  return html`<crypto-payment-panel
    exportparts=${panelParts}
    .invoice=${invoice}
    .currency=${currency}
    .resumeUrl=${id ? resumeUrl(view.resumeUrl, id) : ''}
    locale=${view.localize.locale}
    >${mayChange ? html`${changeButton(view)}${cancelStep(view)}` : nothing}</crypto-payment-panel
  >`;
}

function changeButton({ localize, act }: CheckoutViewModel): TemplateResult {
  const { m } = localize;
  return html`<button
    slot="change"
    class="quiet"
    part="change"
    type="button"
    aria-label=${m.changeLong}
    @click=${() => act.change(true)}
  >
    ${m.change}
  </button>`;
}

/** Asked twice: a canceled price does not come back. */
function cancelStep({ localize, act, overlay, snapshot }: CheckoutViewModel): TemplateResult {
  const { m } = localize;
  const isCanceling = snapshot.phase === 'ready' && snapshot.pending?.kind === 'cancel';
  if (isCanceling) {
    return html`<p slot="ways" class="ways" part="ways">
      <span class="label" part="label">${m.canceling}</span>
    </p>`;
  }
  if (overlay !== 'cancel') {
    return html`<button
      slot="way"
      class="quiet"
      part="cancel"
      type="button"
      @click=${() => act.ask('cancel')}
    >
      ${m.cancel}
    </button>`;
  }
  return html`<div slot="ways" class="ways" part="ways" role="group" aria-label=${m.cancelAsk}>
    <span class="label" part="label">${m.cancelAsk}</span>
    <button class="quiet" part="cancel" type="button" @click=${() => act.cancel()}>${m.cancelYes}</button>
    <button id="asked" class="quiet" part="cancel" type="button" @click=${() => act.ask(null)}>
      ${m.cancelNo}
    </button>
  </div>`;
}
