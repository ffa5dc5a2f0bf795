import { html, type TemplateResult } from 'lit';
import { PAYABLE_STATES, type Checkout } from '../../protocol/index.js';
import { secureLink } from '../parts/safe-link.js';

export const BUTTON_PARTS = {
  'button': 'button',
  'button primary': 'button button-primary',
  'quiet': 'button-quiet',
};
type ButtonVariant = keyof typeof BUTTON_PARTS;

/** A link to another page that keeps this one open. */
export function linkButton(
  link: string,
  words: string,
  look: ButtonVariant = 'button',
  part: string = BUTTON_PARTS[look],
): TemplateResult {
  return html`<a class=${look} part=${part} href=${link} target="_blank" rel="noopener noreferrer"
    >${words}</a
  >`;
}

/** Returns the payment service's hosted page, while the invoice can be paid there. */
export function hostedPage({ state, invoice }: Checkout): string | null {
  return PAYABLE_STATES.has(state) ? secureLink(invoice?.hostedPage) : null;
}
