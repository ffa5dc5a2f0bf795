import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Localize } from '../../controllers/localize.js';
import { icon } from './icon.js';

/** What becomes of the present address while the payer chooses another coin or network. */
export function changeNote({ m }: Localize): TemplateResult {
  return html`<p class="change-note" part="change-note">${icon('eye')}<span>${m.changing}</span></p>`;
}
