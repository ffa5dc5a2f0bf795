import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Checkout } from '../../protocol/index.js';
import { icon } from '../parts/icon.js';
import { checkoutOf } from './view-model.js';
import type { CheckoutActions, CheckoutViewModel } from './view-model.js';

/** Shop, order and price, at the same place in every state. */
export function header({ screen, localize, options, actions }: CheckoutViewModel): TemplateResult {
  const isModal = options.mode === 'modal';
  const checkout = checkoutOf(screen);
  const content = checkout ? orderHeader(checkout, localize) : screen.kind === 'loading' ? skeleton : nothing;
  const isBare = content === nothing && !isModal;
  return html`<header class="header ${isBare ? 'bare' : ''}" part="header">
    ${content}${isModal ? closeButton(localize.m.close, actions) : nothing}
  </header>`;
}

function closeButton(label: string, actions: CheckoutActions): TemplateResult {
  return html`<button
    class="icon-button close"
    part="close"
    type="button"
    aria-label=${label}
    @click=${() => actions.send({ type: 'closeRequested' })}
  >
    ${icon('close')}
  </button>`;
}

const skeleton = html`<span class="skeleton mark-skeleton" part="skeleton"></span
  ><span class="skeleton name-skeleton" part="skeleton"></span>
  <span class="skeleton total-skeleton" part="skeleton"></span>`;

function orderHeader(
  { shop, order, testMode }: Checkout,
  localize: CheckoutViewModel['localize'],
): TemplateResult {
  const { m } = localize;
  const total = localize.fiat(order.amount, order.currency);
  const [letter = ''] = shop.name?.trim() ?? '';
  return html`${letter ? html`<span class="shop-mark" part="shop-mark" aria-hidden="true">${letter.toUpperCase()}</span>` : nothing}
    <div class="shop">
      ${shop.name ? html`<bdi class="shop-name" part="shop-name" title=${shop.name}>${shop.name}</bdi>` : nothing}
      <span class="order" part="order"
        >${m.order(order.id)}${order.description ? html` · <bdi>${order.description}</bdi>` : nothing}</span
      >
    </div>
    <div class="price">
      <bdi class="total" part="total"><span class="hidden">${m.total} </span>${total}</bdi>
      ${testMode ? html`<span class="tag" part="tag">${m.testMode}</span>` : nothing}
    </div>`;
}
