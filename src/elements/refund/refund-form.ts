import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  addressMistake,
  needsOwnWallet,
  type RefundAction,
  type RefundContext,
  type RefundDraft,
} from '../../checkout/refund-flow.js';
import { checkoutIn } from '../../checkout/state.js';
import type { RefundMessages } from '../../i18n/en.js';
import { currencyOf } from '../../payment/index.js';
import { linkButton, stepTitle } from '../parts/buttons.js';
import { isEmail } from '../parts/is-email.js';
import { icon } from '../parts/payment-icons.js';
import { paymentSum } from '../parts/payment-sum.js';
import { supportLink } from '../parts/safe-link.js';
import { mistakeText, problemText, reasonText, shownMistake } from './form-texts.js';
import type { RefundView } from './refund-view.js';

interface FormInput extends RefundContext {
  readonly draft: RefundDraft;
  readonly view: RefundView;
  readonly t: RefundMessages;
  readonly send: (action: RefundAction) => void;
  readonly close: () => void;
}

export function refundForm(input: FormInput): TemplateResult {
  const { item, draft, view, t, close } = input;
  const { m } = view.localize;
  const currency = currencyOf(item.currency);
  const reason = reasonText(item.reason, t);
  const problem = draft.problem && problemText(draft.problem.code, t);
  return html`<form class="refund-form" novalidate @submit=${(event: SubmitEvent) => submit(event, input)}>
    ${stepTitle(t.title, m.backToPayment, close)}
    ${reason ? html`<p class="lead" part="text">${reason}</p>` : nothing}
    <div class="sheet" part="sheet">
      ${paymentSum({ label: t.exactly, value: item.amount }, currency, m, 'plain')}
    </div>
    ${addressField(input)} ${needsOwnWallet(item.currency) ? ownWallet(input) : exchangeWarning(input)}
    ${checkoutIn(view.snapshot)?.refunds?.asksEmail ? emailField(input) : nothing}
    <div class="actions last">
      ${problem ? html`<p class="notice boxed" part="error" data-tone="warning">${icon('warning')}<span>${problem}</span></p>` : nothing}
      <button
        class="button primary"
        part="button button-primary"
        type="submit"
        aria-disabled=${draft.isSending ? 'true' : 'false'}
      >
        ${draft.isSending ? t.sending : t.send}
      </button>
    </div>
  </form>`;
}

function addressField(input: FormInput): TemplateResult {
  const { draft, view, t, send, item } = input;
  const { name } = currencyOf(item.currency).network;
  const mistake = shownMistake(draft, input);
  const isComplete = draft.address !== '' && addressMistake(draft, input) === null;
  // Chromium also dispatches it for a field that the update removes.
  const onLeave = () => queueMicrotask(() => send({ type: 'addressLeft' }));
  return html`<div class="stack">
    <label class="label" part="label" for="refund-address">${t.address(name)}</label>
    <span class="field" part="field">
      <textarea
        id="refund-address"
        part="input"
        rows="2"
        dir="ltr"
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        maxlength="200"
        .value=${live(draft.address)}
        ?readonly=${draft.isSending}
        aria-invalid=${mistake ? 'true' : 'false'}
        aria-describedby="refund-address-hint"
        @input=${(event: Event) => send({ type: 'addressTyped', address: textOf(event) })}
        @paste=${() => send({ type: 'addressPasted' })}
        @blur=${onLeave}
        @keydown=${sendsWithEnter}
      ></textarea>
    </span>
    <p
      id="refund-address-hint"
      class="hint"
      part="error"
      data-tone=${mistake ? 'danger' : isComplete ? 'success' : ''}
    >
      ${
        mistake
          ? html`${icon('warning', 'small')}<span>${mistakeText(mistake, input, view, t)}</span>`
          : isComplete
            ? html`${icon('check', 'small')}<span>${t.complete(name)}</span>`
            : nothing
      }
    </p>
  </div>`;
}

function exchangeWarning({ item, t }: FormInput): TemplateResult {
  const { symbol, network } = currencyOf(item.currency);
  return html`<p class="notice boxed" part="notice" data-tone="warning">
    ${icon('warning')}<span><b>${t.exchange}</b> ${t.exchangeAddress(symbol, network.name)}</span>
  </p>`;
}

function ownWallet({ draft, view, t, send }: FormInput): TemplateResult {
  const { m } = view.localize;
  const support = supportLink(checkoutIn(view.snapshot)?.order.support);
  const isMissing = draft.isSubmitted && !draft.isOwnWallet;
  return html`<p class="notice boxed" part="notice" data-tone="warning">
      ${icon('warning')}<span><b>${t.ownWallet}</b> ${t.noExchange}</span>
    </p>
    <div class="stack">
      <label class="own-wallet"
        ><input
          id="refund-own-wallet"
          type="checkbox"
          .checked=${live(draft.isOwnWallet)}
          ?disabled=${draft.isSending}
          aria-invalid=${isMissing ? 'true' : 'false'}
          aria-describedby="refund-own-wallet-hint"
          @change=${({ currentTarget }: Event) =>
            send({
              type: 'ownWalletToggled',
              isOwnWallet: currentTarget instanceof HTMLInputElement && currentTarget.checked,
            })}
        /><span>${t.confirmOwn}</span></label
      >
      <p id="refund-own-wallet-hint" class="hint" part="error" data-tone=${isMissing ? 'danger' : ''}>
        ${isMissing ? icon('warning', 'small') : nothing}<span>${t.confirmMissing}</span>
      </p>
      ${support ? linkButton(support, m.contactShop, 'quiet') : nothing}
    </div>`;
}

function emailField({ draft, t, send }: FormInput): TemplateResult {
  const isInvalid = draft.isSubmitted && draft.email !== '' && !isEmail(draft.email);
  return html`<div class="stack">
    <label class="label" part="label" for="refund-email">${t.email}</label>
    <span class="field" part="field"
      ><input
        id="refund-email"
        part="input"
        type="email"
        autocomplete="email"
        dir="ltr"
        .value=${live(draft.email)}
        ?readonly=${draft.isSending}
        aria-invalid=${isInvalid ? 'true' : 'false'}
        aria-describedby="refund-email-hint"
        @input=${(event: Event) => send({ type: 'emailTyped', email: textOf(event) })}
    /></span>
    <p id="refund-email-hint" class="hint" part="error" data-tone="danger">
      ${isInvalid ? html`${icon('warning', 'small')}<span>${t.emailInvalid}</span>` : nothing}
    </p>
  </div>`;
}

function textOf({ currentTarget: field }: Event): string {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
}

/** An address has one line. */
function sendsWithEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  if (event.currentTarget instanceof HTMLTextAreaElement) event.currentTarget.form?.requestSubmit();
}

function submit(event: SubmitEvent, { draft, send }: FormInput): void {
  event.preventDefault();
  send({ type: 'submitted', isEmailValid: draft.email === '' || isEmail(draft.email) });
}
