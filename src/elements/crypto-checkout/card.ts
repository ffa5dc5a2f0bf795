import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { isDismissible } from '../../checkout/flow.js';
import { BEFORE_OUTCOME } from '../../checkout/screen-kinds.js';
import type { Screen } from '../../checkout/screen.js';
import type { CryptoCurrencyChangeEvent } from '../../events/events.js';
import { directionOf } from '../../i18n/index.js';
import type { Checkout } from '../../protocol/index.js';
import { pickerParts } from '../crypto-currency-picker/css-parts.js';
import { backButton, linkButton, retryButton } from '../parts/buttons.js';
import { changeNote } from '../parts/change-note.js';
import { icon } from '../parts/icon.js';
import { footer } from './footer.js';
import { hostedPage, pageLink } from '../parts/safe-link.js';
import { checkoutOf, pickerScreenOf, coversScreen, isLoadingStep } from './view-model.js';
import type { CheckoutActions, CheckoutViewModel } from './view-model.js';
import { sentence } from '../parts/sentence.js';

/**
 * Header, body and footer keep their place; the shop's slots are above and below. The card of an outcome may be shorter than its
 * room, with the footer below the content.
 */
export function card(view: CheckoutViewModel): TemplateResult {
  const { m } = view.localize;
  const { kind } = view.screen;
  // Outcomes and errors start with an illustration and take more room.
  const isOutcome = !coversScreen(view) && !BEFORE_OUTCOME.has(kind);
  const isShort = isOutcome && view.canShrink;
  const direction = directionOf(m.lang);
  return html`<div class="room" dir=${direction}>
    <section
      class="card ${isShort ? 'short' : ''}"
      part="card"
      lang=${m.lang}
      dir=${direction}
      aria-label=${view.options.mode === 'modal' ? nothing : m.card}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isDismissible(view.flow)) return;
        event.preventDefault();
        view.actions.send({ type: 'overlayToggled', overlay: null });
      }}
    >
      <div class="extra"><slot name="header"></slot></div>
      ${header(view)}
      <div
        class="body ${isOutcome ? 'outcome' : ''}"
        part="body"
        tabindex="-1"
        aria-busy=${isLoadingStep(view) || kind === 'loading' || kind === 'creating'}
        data-screen=${kind}
      >
        ${body(view)}
      </div>
      ${
        // Keyed, so that a footer in another place is a new one: a moved one would count as a layout shift.
        keyed(isShort && kind, footer(view))
      }
      <div class="extra"><slot name="footer"></slot></div>
    </section>
  </div>`;
}

/** Shop, order and price, at the same place in every state. */
function header({ screen, localize, options, actions }: CheckoutViewModel): TemplateResult {
  const isModal = options.mode === 'modal';
  const checkout = checkoutOf(screen);
  const content = checkout
    ? orderHeader(checkout, localize)
    : screen.kind === 'loading'
      ? headerSkeleton
      : nothing;
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

const headerSkeleton = html`<span class="skeleton mark-skeleton" part="skeleton"></span
  ><span class="skeleton name-skeleton" part="skeleton"></span>
  <span class="skeleton total-skeleton" part="skeleton"></span>`;

function orderHeader(
  { shop, order, testMode }: Checkout,
  localize: CheckoutViewModel['localize'],
): TemplateResult {
  const { m } = localize;
  const total = localize.fiat(order.amount, order.currency);
  return html`${shopMark(shop)}
    <div class="shop">
      ${shop.name ? html`<bdi class="shop-name" part="shop-name" title=${shop.name}>${shop.name}</bdi>` : nothing}
      <span class="order" part="order"
        >${sentence(m.order(order.id), order.id)}${order.description ? html` · <bdi>${order.description}</bdi>` : nothing}</span
      >
    </div>
    <div class="price">
      <bdi class="total" part="total"
        ><span class="hidden">${m.total} </span><span translate="no">${total}</span></bdi
      >
      ${testMode ? html`<span class="tag" part="tag">${m.testMode}</span>` : nothing}
    </div>`;
}

/** The first letter of the shop, until its logo has loaded, and if that is broken. */
function shopMark({ name = '', logo }: Checkout['shop']): TemplateResult | typeof nothing {
  const [letter = ''] = name.trim();
  const url = pageLink(logo);
  if (!letter && !url) return nothing;
  return html`<span class="shop-mark" part="shop-mark"
    >${
      url
        ? html`<img
            src=${url}
            alt=${name}
            referrerpolicy="no-referrer"
            hidden
            @load=${showLoaded}
            @error=${showLoaded}
          />`
        : nothing
    }${letter ? html`<span aria-hidden="true">${letter.toUpperCase()}</span>` : nothing}</span
  >`;
}

function showLoaded({ type, currentTarget: image }: Event): void {
  if (image instanceof HTMLElement) image.hidden = type === 'error';
}

/** The part of the card that changes. Most visitors only see the coins: every other step loads when it is near. */
function body(view: CheckoutViewModel): TemplateResult {
  if (view.developerNote) return html`<p part="message">${view.developerNote}</p>`;
  const choice = pickerScreenOf(view);
  if (choice) return picker(choice, view);
  return view.steps.templates?.step(view) ?? (view.steps.hasFailed ? notLoaded(view) : skeleton);
}

const skeletonLine = html`<span class="skeleton" part="skeleton"></span>`;

const skeleton = html`<div class="waiting" part="sheet">
  ${skeletonLine}${skeletonLine}${skeletonLine}${skeletonLine}
</div>`;

/** The code for the step could not be loaded: the hosted page may continue, if there is an address. */
function notLoaded({ screen, localize: { m }, steps, actions }: CheckoutViewModel): TemplateResult {
  const checkout = checkoutOf(screen);
  const hosted = checkout && hostedPage(checkout);
  return html`<div part="message">
      <h2 class="title" part="title">${m.notLoaded}</h2>
    </div>
    <slot name="error"></slot>
    <div class="actions">
      ${hosted ? linkButton(hosted, m.hostedPage) : nothing}
      ${
        // Some browsers keep a failed module until the page is loaded again, and a file of a former version may be gone.
        steps.failures > 1
          ? retryButton(m.reloadPage, () => location.reload())
          : retryButton(m.tryAgain, () => actions.send({ type: 'retryRequested' }))
      }
    </div>`;
}

function picker(
  { checkout, canGoBack }: Extract<Screen, { kind: 'choosing' }>,
  view: CheckoutViewModel,
): TemplateResult {
  const { localize, actions, options } = view;
  const leave = () => actions.send({ type: 'currencyChangeToggled', isChanging: false });
  return html`${canGoBack ? changeNote(localize.m.changeNote) : nothing}<crypto-currency-picker
      inline
      exportparts=${pickerParts}
      .offers=${checkout.offers}
      currencies=${options.currencies}
      locale=${localize.locale}
      @crypto-currency-change=${(event: CryptoCurrencyChangeEvent) => {
        event.stopPropagation();
        actions.send({ type: 'currencySelected', currency: event.detail.currency });
      }}
      >${canGoBack ? backButton(localize.m.backToPayment, leave, 'back') : nothing}</crypto-currency-picker
    >${view.steps.templates?.moreTime(view)}`;
}
