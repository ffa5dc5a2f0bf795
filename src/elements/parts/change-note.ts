import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from './icon.js';

/** What becomes of the present address while the payer chooses another coin or network, in `words`. */
export function changeNote(words: string): TemplateResult {
  return html`<p class="change-note" part="change-note">${icon('eye')}<span>${words}</span></p>`;
}
