import { html, nothing, type TemplateResult } from 'lit';
import { currencyOf, type CurrencyCode } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import { factList, networkValue } from '../parts/fact-list.js';
import { isEmail } from '../parts/is-email.js';
import { icon } from '../parts/icon.js';
import type { CheckoutViewModel } from './view-model.js';
import { stepTitle } from '../parts/buttons.js';

export function emailStep(
  selected: CurrencyCode,
  { shop }: Checkout,
  view: CheckoutViewModel,
): TemplateResult {
  const { m } = view.localize;
  const { symbol, network } = currencyOf(selected);
  return html`<form class="email" novalidate @submit=${(event: SubmitEvent) => submit(event, view)}>
    ${stepTitle(m.emailTitle, m.backToChoice, () => view.actions.send({ type: 'emailDismissed' }))}
    <p class="lead" part="text">${m.emailReason(shop.name || m.theShop)}</p>
    ${field(view)}
    <div class="sheet" part="sheet">
      ${factList([
        { label: m.youPayWith, value: symbol },
        { label: m.network, value: networkValue(network) },
      ])}
    </div>
    <div class="actions last">
      <button class="button primary" part="button button-primary" type="submit">${m.next}</button>
    </div>
  </form>`;
}

function submit(event: SubmitEvent, { actions }: CheckoutViewModel): void {
  event.preventDefault();
  const form = event.currentTarget;
  const input = form instanceof HTMLFormElement ? form.elements.namedItem('email') : null;
  if (!(input instanceof HTMLInputElement)) return;
  const email = input.value.trim();
  actions.send({ type: 'emailSubmitted', email, isValid: isEmail(email) });
}

function field({ localize, flow: { email, isEmailInvalid } }: CheckoutViewModel): TemplateResult {
  const { m } = localize;
  return html`<div class="stack">
    <label class="label" part="label" for="email">${m.email}</label>
    <span class="field" part="field"
      ><input
        id="email"
        part="input"
        name="email"
        type="email"
        required
        autocomplete="email"
        dir="ltr"
        .value=${email}
        aria-invalid=${isEmailInvalid ? 'true' : 'false'}
        aria-describedby=${isEmailInvalid ? 'email-wrong' : nothing}
    /></span>
    ${
      isEmailInvalid
        ? html`<p id="email-wrong" class="wrong" part="error">
            ${icon('warning', 'small')}${m.emailMissing}
          </p>`
        : nothing
    }
  </div>`;
}
