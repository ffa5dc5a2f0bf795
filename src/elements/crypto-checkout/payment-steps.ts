// From the selected currency to the transaction, and the footer of every step.
import { html, isServer, nothing, type TemplateResult } from 'lit';
import { monitoringEnd, payableInvoice } from '../../checkout/screen.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import { numberFormat } from '../../payment/intl.js';
import { amountText } from '../parts/amount.js';
import { pathSegment, type CheckoutInvoice } from '../../protocol/index.js';
import { countdownParts } from '../crypto-countdown/css-parts.js';
import { panelParts } from '../crypto-payment-panel/css-parts.js';
import { refundsOf } from '../refund/refunds-controller.js';
import { walletsOf } from '../browser-wallet/wallets-controller.js';
import { initialStatus } from './footer.js';
import { renewalLine } from './price-renewal.js';
import { checkoutOf, isLoadingStep, timeToDeadline, type CheckoutViewModel } from './view-model.js';
import { quietButton } from '../parts/buttons.js';
import { sentence } from '../parts/sentence.js';

/** One template for loading, creating and paying: the skeleton becomes the instructions without a layout shift. */
export function step(view: CheckoutViewModel): TemplateResult {
  const { screen } = view;
  const wallets = walletsOf(view);
  const cover = wallets?.cover(view);
  if (cover) return cover.content;
  const invoice = wallets?.isLoading(view) ? null : payableInvoice(screen);
  const currency =
    payableInvoice(screen)?.currency ?? ((screen.kind === 'creating' && screen.currency) || '');
  const id = checkoutOf(screen)?.id;
  const panel = invoice && wallets?.panel(view);
  return html`<crypto-payment-panel
    exportparts=${panelParts}
    .invoice=${invoice}
    .currency=${currency}
    .resumeUrl=${id ? resumeUrl(view.options.resumeUrl, id) : ''}
    wallets=${panel?.kind ?? ''}
    locale=${view.localize.locale}
    >${panel?.content}${screen.kind === 'awaiting' ? html`${changeButton(view)}${cancelStep(view)}` : nothing}</crypto-payment-panel
  >`;
}

export function announcement(view: CheckoutViewModel): string {
  const {
    screen,
    localize: { m },
  } = view;
  const wallets = walletsOf(view);
  const ofWallet = wallets?.announcement(view);
  if (ofWallet) return ofWallet;
  // A wallet may have sent: do not ask the payer to send.
  if (wallets?.isLoading(view)) return '';
  switch (screen.kind) {
    case 'creating':
      return m.gettingAddress;
    case 'awaiting': {
      const { symbol, network } = currencyOf(screen.invoice.currency);
      const { due } = screen.invoice;
      return due === null ? '' : m.sendSentence(amountText(due, symbol), networkLabel(network));
    }
    case 'partial': {
      const { paid, amount, due, currency } = screen.invoice;
      const { symbol } = currencyOf(currency);
      if (amount === null || due === null) return '';
      return m.partialAnnouncement(paid, amountText(amount, symbol), amountText(due, symbol));
    }
    default:
      return '';
  }
}

function changeButton({ localize, actions }: CheckoutViewModel): TemplateResult {
  const { m } = localize;
  const change = () => actions.send({ type: 'currencyChangeToggled', isChanging: true });
  return quietButton(m.change, change, { part: 'change', slot: 'change', label: m.changeLong });
}

/** Requires confirmation: the price of a canceled invoice is lost. */
function cancelStep({ localize, actions, flow: { overlay }, snapshot }: CheckoutViewModel): TemplateResult {
  const { m } = localize;
  const isCanceling = snapshot.phase === 'ready' && snapshot.pending?.kind === 'cancel';
  if (isCanceling) {
    return html`<p slot="alternatives" class="secondary-actions">
      <span class="label" part="label">${m.canceling}</span>
    </p>`;
  }
  const toggle = (next: 'cancel' | null) => () => actions.send({ type: 'overlayToggled', overlay: next });
  if (overlay !== 'cancel')
    return quietButton(m.cancel, toggle('cancel'), { part: 'cancel', slot: 'alternative' });
  return html`<div slot="alternatives" class="secondary-actions" role="group" aria-label=${m.confirmCancel}>
    <span class="label" part="label">${m.confirmCancel}</span>
    ${quietButton(m.cancelYes, () => actions.send({ type: 'cancelConfirmed' }), { part: 'cancel' })}
    ${quietButton(m.cancelNo, toggle(null), { part: 'cancel', id: 'confirm-focus' })}
  </div>`;
}

/**
 * Returns the URL at which a phone continues this checkout: the shop's template with the id for `{checkout}`, resolved
 * against the page. Empty if the result is not a URL.
 */
function resumeUrl(template: string, id: string): string {
  if (!template.includes('{checkout}')) return '';
  const url = template.replaceAll('{checkout}', pathSegment(id));
  const base = isServer ? undefined : document.baseURI;
  return URL.canParse(url, base) ? new URL(url, base).href : '';
}

/** Returns the question that replaces time and state; `null` if there is none. */
export function confirmationFooter(view: CheckoutViewModel): TemplateResult | null {
  const { localize, flow, actions, autoReturn } = view;
  const { m } = localize;
  const stay = () => actions.send({ type: 'overlayToggled', overlay: null });
  const close = () => actions.send({ type: 'closeRequested' });
  const question = (text: string, further: unknown) =>
    html`<footer class="footer" part="footer">
      <p class="status" part="status">${text}</p>
      ${quietButton(m.stay, stay, { part: 'keep-open' })} ${further}
    </footer>`;
  if (flow.overlay === 'close')
    return question(
      m.confirmClose,
      quietButton(m.close, close, { part: 'confirm-close', id: 'confirm-focus' }),
    );
  return autoReturn.secondsLeft === null ? null : question(m.returning(autoReturn.secondsLeft), nothing);
}

export function countdown(view: CheckoutViewModel): TemplateResult | typeof nothing {
  const invoice = payableInvoice(view.screen);
  if (!invoice || walletsOf(view)?.cover(view)?.isWatching) return nothing;
  const { expiresAt, createdAt } = invoice;
  return html`<crypto-countdown
    exportparts=${countdownParts}
    expires-at=${expiresAt ?? ''}
    starts-at=${createdAt}
    .now=${view.serverNowMs}
    locale=${view.localize.locale}
  ></crypto-countdown>`;
}

export function statusText(view: CheckoutViewModel): unknown {
  const { screen, localize, flow } = view;
  const { m } = localize;
  if (flow.awaitingEmail !== null) return m.priceFixedOnContinue;
  if (flow.overlay === 'refund') return refundsOf(view).status(view);
  if (walletsOf(view)?.cover(view)?.isWatching) return checkedText(view);
  switch (screen.kind) {
    case 'awaiting':
    case 'partial':
      return renewalLine(view) ?? heldUntil(screen.invoice, view);
    case 'checking':
      return m.checking.status;
    case 'detected':
    case 'processing':
    case 'partial_detected':
      return checkedText(view);
    case 'paid':
    case 'overpaid':
    case 'late':
      return m.mayClose;
    case 'expired':
    case 'expired_partial':
    case 'canceled': {
      const until = monitoringEnd(screen.invoice, view.serverNowMs());
      return until === null ? '' : m.monitoredUntil(localize.moment(until));
    }
    case 'error': {
      const { code, requestId } = screen.problem;
      if (code === 'checkout_closed') return m.mayClose;
      return requestId ? sentence(m.problem.request(requestId), requestId) : '';
    }
    default:
      return initialStatus(view);
  }
}

function checkedText({ screen, localize }: CheckoutViewModel): string {
  const { m } = localize;
  const checkedAt = checkoutOf(screen)?.checkedAt ?? null;
  return checkedAt === null
    ? m.keepChecking
    : `${m.lastChecked(localize.time(checkedAt, true))} ${m.keepChecking}`;
}

function heldUntil({ expiresAt }: CheckoutInvoice, view: CheckoutViewModel): string {
  const { screen, localize, serverNowMs } = view;
  const { m } = localize;
  const now = serverNowMs();
  // Shown only beside the countdown, which loads with the step: otherwise the text would move. A server does not know the
  // payer's time zone.
  if (expiresAt === null || isLoadingStep(view) || isServer) return '';
  const until = localize.until(expiresAt, now);
  const phase = timeToDeadline(screen, now)?.phase;
  if (phase === 'last') return m.lastMinute;
  return phase === 'soon' ? m.sendSoon(until) : m.heldUntil(until);
}

/** Offered before the address is shown: the deadline of an invoice is fixed when it is created. */
export function moreTime({ screen, localize, flow, actions }: CheckoutViewModel): TemplateResult | null {
  const lifetimes = checkoutOf(screen)?.lifetimes;
  if (!lifetimes) return null;
  const { m } = localize;
  const longest = duration(lifetimes.longestMinutes, m.lang);
  const usual = duration(lifetimes.usualMinutes, m.lang);
  return html`<label class="more-time"
    ><input
      type="checkbox"
      .checked=${flow.needsMoreTime}
      @change=${({ currentTarget }: Event) =>
        actions.send({
          type: 'moreTimeToggled',
          isNeeded: currentTarget instanceof HTMLInputElement && currentTarget.checked,
        })}
    />${m.moreTime(longest, usual)}</label
  >`;
}

/** `1 hr 30 min` */
function duration(minutes: number, locale: string): string {
  const text = (count: number, unit: string) =>
    count === 0 ? [] : [numberFormat(locale, { style: 'unit', unit })(count)];
  return [...text(Math.floor(minutes / 60), 'hour'), ...text(minutes % 60, 'minute')].join(' ');
}
