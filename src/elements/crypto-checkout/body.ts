import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Screen } from '../../checkout/screen.js';
import type { CryptoCurrencyChangeEvent } from '../../events/events.js';
import { pickerParts } from '../crypto-currency-picker/parts.js';
import { changeNote } from '../parts/change-note.js';
import { hostedPage, linkButton } from './link-button.js';
import type { LazyTemplates } from './lazy-templates.js';
import { checkoutOf, choiceOf, isPaying } from './view-model.js';
import type { CheckoutViewModel } from './view-model.js';
import { backButton, retryButton } from '../parts/buttons.js';

/** The part of the card that changes. Most visitors only see the coins: every other step loads when it is near. */
export function body(view: CheckoutViewModel, lazy: LazyTemplates): TemplateResult {
  const choice = choiceOf(view);
  if (choice) return picker(choice, view);
  const templates = isPaying(view) ? lazy.payment : lazy.final;
  return templates?.step(view) ?? (view.steps.hasFailed ? notLoaded(view) : skeleton);
}

const skeletonLine = html`<span class="skeleton" part="skeleton"></span>`;

const skeleton = html`<div class="waiting" part="sheet">
  ${skeletonLine}${skeletonLine}${skeletonLine}${skeletonLine}
</div>`;

/** The code for the step could not be loaded: the hosted page may continue, if there is an address. */
function notLoaded({ screen, localize: { m }, actions }: CheckoutViewModel): TemplateResult {
  const checkout = checkoutOf(screen);
  const hosted = checkout && hostedPage(checkout);
  return html`<div part="message">
      <h2 class="title" part="title">${m.notLoaded}</h2>
    </div>
    <slot name="error"></slot>
    <div class="actions">
      ${hosted ? linkButton(hosted, m.hostedPage) : nothing}
      ${retryButton(m.tryAgain, () => actions.send({ type: 'retryRequested' }))}
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
    >`;
}
