import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** Long amounts get smaller type; no digit is ever cut. */
function lengthOf(amount: string): 'short' | 'long' | 'longest' {
  if (amount.length < 9) return 'short';
  return amount.length < 13 ? 'long' : 'longest';
}

/** A large amount; left to right in every language. */
export function largeAmount(amount: string, symbol: string): TemplateResult {
  return html`<bdi class="amount" part="amount" dir="ltr" data-length=${lengthOf(amount)}
    >${amount} <span class="unit" part="unit">${symbol}</span></bdi
  >`;
}

/** An amount with its coin inside a sentence or a row. */
export function amountText(amount: string, symbol: string): string {
  return `${amount} ${symbol}`;
}
