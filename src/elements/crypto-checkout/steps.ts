// Every step but the choice of a coin: what nobody needs before they are about to pay.
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { TemplateResult } from 'lit';
import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import { CryptoCountdown } from '../crypto-countdown/crypto-countdown.js';
import { definePaymentPanel } from '../crypto-payment-panel/family.js';
import { parts as panelParts } from '../crypto-payment-panel/parts.js';
import { CryptoReceipt } from '../crypto-receipt/crypto-receipt.js';
import type { OutcomeKind } from '../crypto-receipt/outcomes.js';
import { parts as receiptParts } from '../crypto-receipt/parts.js';
import { defineElement } from '../define-element.js';
import { outcomeActions } from './actions.js';
import { emailStep } from './email-step.js';
import { helpStage } from './help.js';
import { problemStage } from './problem.js';
import { resumeUrl } from './resume-url.js';
import { checkoutOf } from './view.js';
import type { View } from './view.js';

export { announcement } from './announcement.js';

/** Registers what these steps are made of. */
export function defineSteps(): void {
  definePaymentPanel();
  defineElement('crypto-countdown', CryptoCountdown);
  defineElement('crypto-receipt', CryptoReceipt);
}

/** What is to be done, or what came of it. */
export function step(view: View): TemplateResult {
  const { screen, draft, aside } = view;
  const checkout = checkoutOf(screen);
  if (checkout && aside === 'help') return helpStage(checkout, view);
  if (checkout && draft !== null) return emailStep(draft, checkout, view);
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
      return panel(view, null, '');
    case 'creating':
      return panel(view, null, screen.currency ?? '');
    case 'awaiting':
    case 'partial':
      return panel(view, screen.invoice, screen.invoice.currency);
    case 'error':
      return problemStage(screen, view);
    default:
      return outcome(screen.kind, screen.checkout, view);
  }
}

/** One template for loading, creating and paying, so that the skeleton becomes the slip without a shift. */
function panel(view: View, invoice: CheckoutInvoice | null, currency: CurrencyCode | ''): TemplateResult {
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

function changeButton({ localize, act }: View): TemplateResult {
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
function cancelStep({ localize, act, aside, snapshot }: View): TemplateResult {
  const { m } = localize;
  const isCanceling = snapshot.phase === 'ready' && snapshot.pending?.kind === 'cancel';
  if (isCanceling) {
    return html`<p slot="ways" class="ways" part="ways">
      <span class="label" part="label">${m.canceling}</span>
    </p>`;
  }
  if (aside !== 'cancel') {
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
    <button class="quiet" part="cancel" type="button" @click=${() => act.ask(null)}>${m.cancelNo}</button>
  </div>`;
}

function outcome(kind: OutcomeKind, checkout: Checkout, view: View): TemplateResult {
  // A new element for every outcome, so that it comes in as a new picture.
  return html`${keyed(
    kind,
    html`<crypto-receipt
      exportparts=${receiptParts}
      outcome=${kind}
      .checkout=${checkout}
      locale=${view.localize.locale}
    ></crypto-receipt>`,
  )}${outcomeSlot(kind)}${outcomeActions(kind, checkout, view)}`;
}

/** What the shop adds stands between the facts and the ways on: it takes none of them away. */
function outcomeSlot(kind: OutcomeKind): TemplateResult | typeof nothing {
  if (kind === 'paid' || kind === 'overpaid') return html`<slot name="success"></slot>`;
  if (kind === 'expired' || kind === 'expired_partial') return html`<slot name="expired"></slot>`;
  return nothing;
}
