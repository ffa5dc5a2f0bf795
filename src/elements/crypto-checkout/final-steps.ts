// What a payment may end in, and what few payers turn to: it comes after the steps, before there is need of it.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Checkout } from '../../protocol/index.js';
import { CryptoReceipt } from '../crypto-receipt/crypto-receipt.js';
import { outcomeOf } from '../crypto-receipt/outcomes.js';
import type { OutcomeKind } from '../crypto-receipt/outcomes.js';
import { parts as receiptParts } from '../crypto-receipt/parts.js';
import { defineElement } from '../base/define-element.js';
import { outcomeActions } from './outcome-actions.js';
import { emailStep } from './email-step.js';
import { helpStage } from './help.js';
import { problemStage, problemWords } from './problem.js';
import * as steps from './payment-steps.js';
import { checkoutOf } from './view-model.js';
import type { View } from './view-model.js';

/** Registers what it is made of, beside the elements of the steps. */
export function defineEnds(): void {
  defineElement('crypto-receipt', CryptoReceipt);
}

/** What came of it, what went wrong, or what the payer asked for. */
export function step(view: View): TemplateResult {
  const { screen, draft, aside } = view;
  const checkout = checkoutOf(screen);
  if (checkout && aside === 'help') return helpStage(checkout, view);
  if (checkout && draft !== null) return emailStep(draft, checkout, view);
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
    case 'creating':
    case 'awaiting':
    case 'partial':
      return steps.step(view);
    case 'error':
      return problemStage(screen, view);
    default:
      return outcome(screen.kind, screen.checkout, view);
  }
}

/** What a screen reader hears of it. */
export function announcement(view: View): string {
  const { screen, localize, draft, aside } = view;
  const { m } = localize;
  if (aside === 'help') return m.helpTitle;
  if (draft !== null) return m.emailTitle;
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
    case 'creating':
    case 'awaiting':
    case 'partial':
      return steps.announcement(view);
    case 'error':
      return problemWords(screen, view.lastStep, m).title;
    default:
      return `${outcomeOf(screen.kind, screen.checkout, localize)?.title ?? ''}${returnWords(view)}`;
  }
}

/** Said once, with the way to stop it; the seconds are only for the eye. */
function returnWords({ returnAfterS, localize: { m } }: View): string {
  return returnAfterS === null ? '' : ` ${m.returning(returnAfterS)} ${m.returnStop(m.stay)}`;
}

function outcome(kind: OutcomeKind, checkout: Checkout, view: View): TemplateResult {
  return html`<crypto-receipt
      exportparts=${receiptParts}
      outcome=${kind}
      .checkout=${checkout}
      locale=${view.localize.locale}
    ></crypto-receipt
    >${outcomeSlot(kind)}${outcomeActions(kind, checkout, view)}`;
}

/** What the shop adds stands between the facts and the ways on: it takes none of them away. */
function outcomeSlot(kind: OutcomeKind): TemplateResult | typeof nothing {
  if (kind === 'paid' || kind === 'overpaid') return html`<slot name="success"></slot>`;
  if (kind === 'expired' || kind === 'expired_partial') return html`<slot name="expired"></slot>`;
  return nothing;
}
