import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { payableInvoice } from '../../checkout/screen.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import { countdownParts } from '../crypto-countdown/parts.js';
import { initialStatus } from './footer.js';
import { isLoadingStep, countdownPhase } from './view-model.js';
import type { CheckoutViewModel } from './view-model.js';
import { quietButton } from '../parts/buttons.js';

/** The question that replaces time and state; `null` without one. */
export function confirmationFooter(view: CheckoutViewModel): TemplateResult | null {
  if (view.flow.overlay === 'close') return closeConfirmation(view);
  const { secondsLeft } = view.autoReturn;
  return secondsLeft === null ? null : returnCountdown(secondsLeft, view);
}

function keepOpen({ localize: { m }, actions }: CheckoutViewModel): TemplateResult {
  const stay = () => actions.send({ type: 'overlayToggled', overlay: null });
  return quietButton(m.stay, stay, { part: 'keep-open' });
}

/** Tells the payer that closing is harmless. */
function closeConfirmation(view: CheckoutViewModel): TemplateResult {
  const { m } = view.localize;
  const close = () => view.actions.send({ type: 'closeRequested' });
  return html`<footer class="footer" part="footer">
    <p class="status" part="status">${m.confirmClose}</p>
    ${keepOpen(view)} ${quietButton(m.close, close, { part: 'confirm-close', id: 'asked' })}
  </footer>`;
}

function returnCountdown(seconds: number, view: CheckoutViewModel): TemplateResult {
  return html`<footer class="footer" part="footer">
    <p class="status" part="status">${view.localize.m.returning(seconds)}</p>
    ${keepOpen(view)}
  </footer>`;
}

export function countdown({
  screen,
  localize,
  serverNowMs,
}: CheckoutViewModel): TemplateResult | typeof nothing {
  const invoice = payableInvoice(screen);
  if (!invoice) return nothing;
  const { expiresAt, createdAt } = invoice;
  return html`<crypto-countdown
    exportparts=${countdownParts}
    expires-at=${expiresAt ?? ''}
    starts-at=${createdAt}
    .now=${serverNowMs}
    locale=${localize.locale}
  ></crypto-countdown>`;
}

export function statusText(view: CheckoutViewModel): string {
  const { screen, localize, flow } = view;
  const { m } = localize;
  if (flow.draft !== null) return m.priceFixedOnContinue;
  switch (screen.kind) {
    case 'awaiting':
    case 'partial':
      return heldUntil(screen.invoice, view);
    case 'checking':
      return m.checking.status;
    case 'detected':
    case 'processing': {
      const { checkedAt } = screen.checkout;
      return checkedAt === null
        ? m.keepChecking
        : `${m.lastChecked(localize.time(checkedAt, true))} ${m.keepChecking}`;
    }
    case 'paid':
    case 'overpaid':
    case 'late':
      return m.mayClose;
    case 'expired':
    case 'expired_partial':
    case 'canceled': {
      const { monitoredUntil } = screen.invoice;
      return monitoredUntil === null ? '' : m.monitoredUntil(localize.moment(monitoredUntil));
    }
    case 'error':
      return screen.problem.requestId ? m.problem.request(screen.problem.requestId) : '';
    default:
      return initialStatus(view);
  }
}

function heldUntil({ expiresAt }: CheckoutInvoice, view: CheckoutViewModel): string {
  const { screen, localize, serverNowMs } = view;
  const { m } = localize;
  const now = serverNowMs();
  // Shown only beside the countdown, which loads with the step: otherwise the text would move.
  if (expiresAt === null || isLoadingStep(view)) return '';
  const until = localize.until(expiresAt, now);
  const phase = countdownPhase(screen, now);
  if (phase === 'last') return m.lastMinute;
  return phase === 'soon' ? m.sendSoon(until) : m.heldUntil(until);
}
