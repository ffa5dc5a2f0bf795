import { html } from 'hono/html';
import type { Product } from '../orders.js';
import type { Markup } from './page.js';

const ILLUSTRATIONS = {
  beans: html`<path class="bean" d="M38 20h44l7 15v61a7 7 0 0 1-7 7H38a7 7 0 0 1-7-7V35z" />
    <path class="deep" d="M38 20h44l7 15H31z" />
    <rect class="label" x="42" y="49" width="36" height="38" rx="4" />
    <ellipse class="bean" cx="60" cy="68" rx="9" ry="12.5" transform="rotate(24 60 68)" />
    <path class="seam" d="M64.5 57.5c-8 7-1 13-9 21" />`,
  cup: html`<path class="steam" d="M72 16c-5 6 5 10 0 17M84 20c-4 5 4 8 0 13" />
    <path class="pale" d="M58 42h40v22a16 16 0 0 1-16 16h-8a16 16 0 0 1-16-16z" />
    <path class="pale ring" d="M98 48h4a8 8 0 0 1 0 16h-5" />
    <path class="glaze" d="M20 60h44v24a18 18 0 0 1-18 18h-8a18 18 0 0 1-18-18z" />
    <path class="glaze ring" d="M64 67h5a9 9 0 0 1 0 18h-6" />`,
  set: html`<path class="bean" d="M22 30h30l5 11v55a6 6 0 0 1-6 6H23a6 6 0 0 1-6-6V41z" />
    <path class="deep" d="M22 30h30l5 11H17z" />
    <rect class="label" x="25" y="54" width="24" height="28" rx="3" />
    <ellipse class="bean" cx="37" cy="68" rx="6" ry="8.5" transform="rotate(24 37 68)" />
    <path class="label" d="M64 28h42L93 54H77z" />
    <path class="bean" d="M60 26h50v5H60zM76 54h18v5H76z" />
    <path class="glaze" d="M66 66h38v20a16 16 0 0 1-16 16h-6a16 16 0 0 1-16-16z" />
    <path class="glaze ring" d="M104 72h3a7 7 0 0 1 0 15h-5" />`,
} satisfies Record<Product['id'], Markup>;

export function illustration(id: Product['id']): Markup {
  return html`<svg class="drawing" viewBox="0 0 120 120" aria-hidden="true">${ILLUSTRATIONS[id]}</svg>`;
}
