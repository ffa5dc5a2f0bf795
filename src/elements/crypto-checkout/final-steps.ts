// Outcomes, problems, help and email: loaded after the steps of the payment, before they are needed.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Checkout } from '../../protocol/index.js';
import { CryptoReceipt } from '../crypto-receipt/crypto-receipt.js';
import { describeOutcome } from '../crypto-receipt/outcomes.js';
import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import { receiptParts } from '../crypto-receipt/parts.js';
import { defineElement } from '../base/define-element.js';
import { outcomeActions } from './outcome-actions.js';
import { emailStep } from './email-step.js';
import { helpStep } from './help.js';
import { problemStep, problemText } from './problem.js';
import * as steps from './payment-steps.js';
import { checkoutOf } from './view-model.js';
import type { CheckoutViewModel } from './view-model.js';

export function defineFinalSteps(): void {
  defineElement('crypto-receipt', CryptoReceipt);
}

/** The outcome, the problem, or what the payer opened beside them. */
export function step(view: CheckoutViewModel): TemplateResult {
  const { screen } = view;
  const { draft, overlay } = view.flow;
  const checkout = checkoutOf(screen);
  if (checkout && overlay === 'help') return helpStep(checkout, view);
  if (checkout && draft !== null) return emailStep(draft, checkout, view);
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
    case 'creating':
    case 'awaiting':
    case 'partial':
      return steps.step(view);
    case 'error':
      return problemStep(screen, view);
    default:
      return outcome(screen.kind, screen.checkout, view);
  }
}

export function announcement(view: CheckoutViewModel): string {
  const { screen, localize } = view;
  const { draft, overlay } = view.flow;
  const { m } = localize;
  if (overlay === 'help') return m.helpTitle;
  if (draft !== null) return m.emailTitle;
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
    case 'creating':
    case 'awaiting':
    case 'partial':
      return steps.announcement(view);
    case 'error':
      return problemText(screen, view.flow.lastAction, m).title;
    default:
      return `${describeOutcome(screen.kind, screen.checkout, localize)?.title ?? ''}${returnWords(view)}`;
  }
}

/** Announced once, with the way to stop it; the countdown itself is only visual. */
function returnWords({ autoReturn: { totalSeconds }, localize: { m } }: CheckoutViewModel): string {
  return totalSeconds === null ? '' : ` ${m.returning(totalSeconds)} ${m.returnStop(m.stay)}`;
}

function outcome(kind: OutcomeKind, checkout: Checkout, view: CheckoutViewModel): TemplateResult {
  return html`<crypto-receipt
      exportparts=${receiptParts}
      outcome=${kind}
      .checkout=${checkout}
      locale=${view.localize.locale}
    ></crypto-receipt
    >${outcomeSlot(kind)}${outcomeActions(kind, checkout, view)}`;
}

/** The shop's content is between the facts and the actions, and replaces neither. */
function outcomeSlot(kind: OutcomeKind): TemplateResult | typeof nothing {
  if (kind === 'paid' || kind === 'overpaid') return html`<slot name="success"></slot>`;
  if (kind === 'expired' || kind === 'expired_partial') return html`<slot name="expired"></slot>`;
  return nothing;
}
