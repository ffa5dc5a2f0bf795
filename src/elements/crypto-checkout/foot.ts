import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Screen } from '../../checkout/screen.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import { parts as countdownParts } from '../crypto-countdown/parts.js';
import { icon } from '../parts/icon.js';
import { supportLink } from '../parts/link.js';
import { languageSwitch } from './language.js';
import { checkoutOf, isWaiting, phaseOf } from './view.js';
import type { View } from './view.js';

/** Time or state at the start, one quiet action at the end: the only place for news about the state. */
export function foot(view: View): TemplateResult {
  if (view.aside === 'close') return leaving(view);
  if (isTrouble(view)) return trouble(view);
  if (view.returnsInS !== null) return returning(view.returnsInS, view);
  const { screen, notice } = view;
  const now = view.serverNowMs();
  const phase = phaseOf(screen, now);
  return html`<footer class="foot" part="foot" data-tone=${phase === 'last' ? 'warn' : nothing}>
    ${phase && view.steps ? countdown(view) : nothing}
    <p class="status" part="status">${notice || statusOf(view)}</p>
    ${view.offeredLanguages ? languageSwitch(view, 'globe') : nothing}<slot name="support"
      >${help(view)}</slot
    >
  </footer>`;
}

function isTrouble({ snapshot, screen }: View): boolean {
  if (snapshot.phase !== 'ready' || ['paid', 'overpaid', 'late', 'creating', 'error'].includes(screen.kind))
    return false;
  return snapshot.connection === 'trouble' || snapshot.checkout.stale;
}

const MONEY_SEEN: ReadonlySet<Screen['kind']> = new Set([
  'detected',
  'processing',
  'partial',
  'expired_partial',
]);

function trouble(view: View): TemplateResult {
  const { snapshot, screen, localize, act } = view;
  const { m } = localize;
  const checkedAt = snapshot.phase === 'ready' ? snapshot.checkout.checkedAt : null;
  const comfort = MONEY_SEEN.has(screen.kind) ? m.safe : m.nothingLost;
  return html`<footer class="foot" part="foot" data-tone="warn">
    ${icon('offline')}
    <p class="status" part="status">
      <b>${m.trouble}</b> ${checkedAt === null ? nothing : m.lastChecked(localize.time(checkedAt))} ${comfort}
    </p>
    <span class="pair" part="pair">
      <button class="quiet" part="try-now" type="button" @click=${() => act.refresh()}>${m.tryNow}</button>
      <slot name="support">${help(view)}</slot>
    </span>
  </footer>`;
}

/** Closing is harmless, and the payer learns so before they go. */
function leaving({ localize: { m }, act }: View): TemplateResult {
  return html`<footer class="foot" part="foot">
    <p class="status" part="status">${m.closeAsk}</p>
    <button class="quiet" part="stay" type="button" @click=${() => act.ask(null)}>${m.stay}</button>
    <button id="close" class="quiet" part="close-now" type="button" @click=${() => act.close()}>
      ${m.close}
    </button>
  </footer>`;
}

function returning(seconds: number, { localize: { m }, act }: View): TemplateResult {
  return html`<footer class="foot" part="foot">
    <p class="status" part="status">${m.returning(seconds)}</p>
    <button class="quiet" part="stay" type="button" @click=${() => act.ask(null)}>${m.stay}</button>
  </footer>`;
}

function countdown({ screen, localize, serverNowMs }: View): TemplateResult | typeof nothing {
  if (screen.kind !== 'awaiting' && screen.kind !== 'partial') return nothing;
  const { expiresAt, createdAt } = screen.invoice;
  return html`<crypto-countdown
    exportparts=${countdownParts}
    expires-at=${expiresAt ?? ''}
    starts-at=${createdAt}
    .now=${serverNowMs}
    locale=${localize.locale}
  ></crypto-countdown>`;
}

function statusOf(view: View): string {
  const { screen, localize, draft } = view;
  const { m } = localize;
  if (draft !== null) return m.priceFixedOnContinue;
  switch (screen.kind) {
    case 'loading':
      return m.loading;
    case 'choosing':
      return m.priceFixedOnChoice;
    case 'creating':
      return m.gettingAddress;
    case 'awaiting':
    case 'partial':
      return heldUntil(screen.invoice, view);
    case 'checking':
      return m.checking.foot;
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
      const { watchedUntil } = screen.invoice;
      return watchedUntil === null ? '' : m.watchingUntil(localize.moment(watchedUntil));
    }
    case 'error':
      return screen.problem.requestId ? m.problem.request(screen.problem.requestId) : '';
  }
}

function heldUntil({ expiresAt }: CheckoutInvoice, view: View): string {
  const { screen, localize, serverNowMs } = view;
  const { m } = localize;
  const now = serverNowMs();
  // Beside the clock, which comes with the payment: without it this would stand elsewhere.
  if (expiresAt === null || isWaiting(view)) return '';
  const until = localize.until(expiresAt, now);
  const phase = phaseOf(screen, now);
  if (phase === 'last') return m.lastMinute;
  return phase === 'soon' ? m.sendSoon(until) : m.heldUntil(until);
}

function help({ screen, localize: { m }, aside, act }: View): TemplateResult | typeof nothing {
  const checkout = checkoutOf(screen);
  // A problem shows the details to send already.
  if (screen.kind === 'error') {
    const support = supportLink(checkout?.order.support);
    if (!support) return nothing;
    return html`<a class="quiet" part="help" href=${support} target="_blank" rel="noopener noreferrer"
      >${m.contactShop}</a
    >`;
  }
  if (!checkout) return nothing;
  const isOpen = aside === 'help';
  return html`<button
    class="quiet"
    part="help"
    type="button"
    aria-expanded=${isOpen}
    @click=${() => act.ask(isOpen ? null : 'help')}
  >
    ${m.help}
  </button>`;
}
