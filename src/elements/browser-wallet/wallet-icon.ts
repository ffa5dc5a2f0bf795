import { html, nothing, type TemplateResult } from 'lit';
import { icon as drawing } from '../parts/payment-icons.js';

/** Renders the icon of a wallet; its first letter until the icon has loaded, and if the policy of the page forbids it. */
export function walletIcon(
  { name, icon }: { readonly name: string | null; readonly icon: string | null },
  look: 'small' | 'large' | 'huge',
  badge: unknown = nothing,
): TemplateResult {
  const [letter = ''] = name ?? '';
  return html`<span class="wallet-icon ${look}" part="wallet-icon" aria-hidden="true"
    >${
      icon === null
        ? nothing
        : html`<img src=${icon} alt="" decoding="async" hidden @load=${showLoaded} @error=${showLoaded} />`
    }<span class="letter">${letter ? letter.toUpperCase() : drawing('wallet')}</span>${badge}</span
  >`;
}

function showLoaded({ type, currentTarget: image }: Event): void {
  if (image instanceof HTMLElement) image.hidden = type === 'error';
}
