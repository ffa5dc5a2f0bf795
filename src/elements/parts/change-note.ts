import { html, type TemplateResult } from 'lit';
import { icon } from './icon.js';

/** A note on what happens to the current address if the payer selects another currency. */
export function changeNote(words: string): TemplateResult {
  return html`<p class="change-note" part="text">${icon('eye')}<span>${words}</span></p>`;
}
