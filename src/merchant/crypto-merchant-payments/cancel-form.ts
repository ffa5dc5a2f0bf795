import { html, nothing, type TemplateResult } from 'lit';
import type { MerchantMessages } from '../i18n/en.js';

interface CancelFormOptions {
  readonly error: string;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onCancel: () => void;
}

/** Renders the confirmation before a payment is canceled. */
export function cancelForm(
  orderId: string,
  { details }: MerchantMessages,
  { error, isBusy, onKeep, onCancel }: CancelFormOptions,
): TemplateResult {
  return html`<div class="decide" part="form" role="group" aria-labelledby="ask-title">
    <h4 id="ask-title" tabindex="-1">${details.cancelTitle(orderId)}</h4>
    <p>${details.cancelText}</p>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
    <div class="actions">
      <button class="tool" part="button" type="button" @click=${onKeep}>${details.keep}</button>
      <button class="tool plain danger" part="button" type="button" ?disabled=${isBusy} @click=${onCancel}>
        ${details.confirmCancel}
      </button>
    </div>
  </div>`;
}
