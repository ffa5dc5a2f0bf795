import { html, isServer, type TemplateResult } from 'lit';
import { NEAR_DEADLINE_S } from '../crypto-countdown/time-left.js';
import { quietButton } from '../parts/buttons.js';
import { isLoadingStep, timeToDeadline, type CheckoutViewModel } from './view-model.js';
import { sentence } from '../parts/sentence.js';

/**
 * Returns the deadline of an invoice without a payment, within its last two minutes; `null` before them. A wallet that was asked may
 * have sent the payment: with a new price, the payer could pay twice.
 */
function renewableUntil(view: CheckoutViewModel): string | null {
  const { screen, localize, serverNowMs } = view;
  if (screen.kind !== 'awaiting' || screen.checkout.transfer || isLoadingStep(view) || isServer) return null;
  const { expiresAt } = screen.invoice;
  const nowMs = serverNowMs();
  const left = timeToDeadline(screen, nowMs);
  return expiresAt && left && left.seconds <= NEAR_DEADLINE_S ? localize.until(expiresAt, nowMs) : null;
}

/** Renders what happens at the deadline, and a button for a new price. */
export function renewalLine(view: CheckoutViewModel): TemplateResult | null {
  const until = renewableUntil(view);
  const { m } = view.localize;
  return until === null
    ? null
    : html`${sentence(m.renewal(until))}
      ${quietButton(m.newPrice, () => view.actions.send({ type: 'renewalRequested' }))}`;
}

export function renewalAnnouncement(view: CheckoutViewModel): string {
  const until = renewableUntil(view);
  const { m } = view.localize;
  return until === null ? '' : ` ${m.renewal(until)} ${m.newPrice}`;
}
