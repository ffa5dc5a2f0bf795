// Every step after the choice of a currency, in one module that loads before the payer needs it.
import { html, nothing, type TemplateResult } from 'lit';
import { outcomes } from '../../locales/compiled/payer/en/outcomes.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { problems } from '../../locales/compiled/payer/en/problems.js';
import { addEnglishMessages } from '../../i18n/index.js';
import type { Checkout } from '../../protocol/index.js';
import { CryptoCountdown } from '../crypto-countdown/crypto-countdown.js';
import { definePaymentPanel } from '../crypto-payment-panel/define.js';
import { CryptoReceipt } from '../crypto-receipt/crypto-receipt.js';
import { describeOutcome } from '../crypto-receipt/outcomes.js';
import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import { receiptParts } from '../crypto-receipt/css-parts.js';
import { isPossible, refundsIn } from '../refund/refund-view.js';
import { refundsOf } from '../refund/refunds-controller.js';
import { listenForWallets } from '../browser-wallet/wallets-controller.js';
import { defineElement } from '../base/define-element.js';
import { outcomeActions } from './outcome-actions.js';
import { emailStep } from './email-step.js';
import { helpStep } from './help.js';
import { renewalAnnouncement } from './price-renewal.js';
import { problemStep, problemText } from './problem.js';
import * as paymentSteps from './payment-steps.js';
import { checkoutOf, type CheckoutViewModel } from './view-model.js';

export { isPayable } from '../parts/payable.js';
export { confirmationFooter, countdown, moreTime, statusText } from './payment-steps.js';
export { styles } from './payment-styles.js';

export function defineSteps(): void {
  addEnglishMessages({ ...payment, ...outcomes, ...problems });
  listenForWallets();
  definePaymentPanel();
  defineElement('crypto-countdown', CryptoCountdown);
  defineElement('crypto-receipt', CryptoReceipt);
}

/** Renders the overlay that the payer opened, or else the step, the problem or the outcome. */
export function step(view: CheckoutViewModel): TemplateResult {
  const { screen } = view;
  const { awaitingEmail, overlay } = view.flow;
  const checkout = checkoutOf(screen);
  if (checkout && overlay === 'help') return helpStep(checkout, view);
  const form = overlay === 'refund' && refundsOf(view).form(view);
  if (form) return form;
  if (checkout && awaitingEmail !== null) return emailStep(awaitingEmail, checkout, view);
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
    case 'creating':
    case 'awaiting':
    case 'partial':
      return paymentSteps.step(view);
    case 'error':
      return problemStep(screen, view);
    default:
      return outcome(screen.kind, screen.checkout, view);
  }
}

export function announcement(view: CheckoutViewModel): string {
  const { screen, localize } = view;
  const { awaitingEmail, overlay } = view.flow;
  const { m } = localize;
  if (overlay === 'help') return m.helpTitle;
  if (overlay === 'refund') return refundsOf(view).announcement(view);
  if (awaitingEmail !== null) return m.emailTitle;
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
    case 'creating':
    case 'awaiting':
    case 'partial':
      return `${paymentSteps.announcement(view)}${renewalAnnouncement(view)}`;
    case 'error':
      return problemText(screen, view.flow.lastAction, m).title;
    default:
      return [
        describeOutcome(screen.kind, screen.checkout, localize)?.title,
        returnAnnouncement(view),
        refundsOf(view).announcement(view),
      ]
        .filter(Boolean)
        .join(' ');
  }
}

/** Announced once, with the way to stop it; the countdown itself is only visual. */
function returnAnnouncement({ autoReturn: { totalSeconds }, localize: { m } }: CheckoutViewModel): string {
  return totalSeconds === null ? '' : `${m.returning(totalSeconds)} ${m.returnStop(m.stay)}`;
}

function outcome(kind: OutcomeKind, checkout: Checkout, view: CheckoutViewModel): TemplateResult {
  // If part of the price has arrived, the refund is all that is left to do.
  const nowMs = view.serverNowMs();
  const isAskMain = kind === 'expired_partial' && refundsIn(view).some(isPossible);
  return html`<crypto-receipt
      exportparts=${receiptParts}
      outcome=${kind}
      .checkout=${nowMs === null ? checkout : { ...checkout, now: new Date(nowMs).toISOString() }}
      locale=${view.localize.locale}
    ></crypto-receipt
    >${outcomeSlot(kind)}${refundsOf(view).blocks(view, isAskMain)}${outcomeActions(kind, checkout, view, !isAskMain)}`;
}

/** The shop's content is between the facts and the actions, and replaces neither. */
function outcomeSlot(kind: OutcomeKind): TemplateResult | typeof nothing {
  if (kind === 'paid' || kind === 'overpaid') return html`<slot name="success"></slot>`;
  if (kind === 'expired' || kind === 'expired_partial') return html`<slot name="expired"></slot>`;
  return nothing;
}
