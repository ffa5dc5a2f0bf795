import { html, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import type { Currency } from '../../payment/index.js';
import { largeAmount } from './amount.js';
import { networkValue } from './fact-list.js';
import { onNetwork } from './sentence.js';

/** An amount with its coin, large, above its network. */
export function paymentSum(
  { label, value }: { readonly label: string; readonly value: string },
  { symbol, network }: Currency,
  m: Messages,
  variant: '' | 'plain' = '',
): TemplateResult {
  return html`<div class="sum ${variant}" part="summary">
    <span class="label" part="label">${label}</span>
    <div class="line">${largeAmount(value, symbol)}</div>
    <div class="line">${networkValue(network, html`<span>${onNetwork(network, m)}</span>`)}</div>
  </div>`;
}
