import { html, nothing, type TemplateResult } from 'lit';
import { MONEY_AT_STAKE, PAID_SCREENS } from '../../checkout/screen-kinds.js';
import { icon } from '../parts/icon.js';
import { supportLink } from '../parts/safe-link.js';
import { languageMenu } from './language.js';
import { checkoutOf, pickerScreenOf, timeToDeadline, type CheckoutViewModel } from './view-model.js';
import { linkButton, quietButton } from '../parts/buttons.js';
import { sentence } from '../parts/sentence.js';

/** Time or state at the start, one quiet action at the end: the only place for status messages. */
export function footer(view: CheckoutViewModel): TemplateResult {
  const { screen, notice } = view;
  const { templates } = view.steps;
  // The question about closing takes precedence.
  if (view.flow.overlay !== 'close' && isConnectionLost(view)) return connectionWarning(view);
  const confirmation = templates?.confirmationFooter(view);
  if (confirmation) return confirmation;
  const phase = timeToDeadline(screen, view.serverNowMs())?.phase;
  // A message of the picker is visible in the picker itself.
  const text = (templates?.statusText ?? initialStatus)(view);
  const support = help(view);
  const { languages } = view.options;
  // The copy button itself shows that it has copied, so its message alone does not show the footer again.
  const isBare =
    screen.kind === 'error' && !text && !languages && support === nothing && !view.hasSupportSlot;
  const words = (!pickerScreenOf(view) && !isBare && notice) || text;
  const status = html`<p class="status" part="status">
    ${typeof words === 'string' ? sentence(words) : words}
  </p>`;
  // The text beside the countdown differs from the text without one: both change together, and nothing moves.
  return html`<footer
    class="footer ${isBare ? 'bare' : ''}"
    part="footer"
    data-tone=${phase === 'last' ? 'warning' : nothing}
  >
    ${phase && templates ? html`${templates.countdown(view)}${status}` : status}
    ${languages ? languageMenu(view, 'globe') : nothing}<slot name="support">${support}</slot>
  </footer>`;
}

function isConnectionLost({ snapshot, screen }: CheckoutViewModel): boolean {
  if (
    snapshot.phase !== 'ready' ||
    PAID_SCREENS.has(screen.kind) ||
    screen.kind === 'creating' ||
    screen.kind === 'error'
  )
    return false;
  return snapshot.connection === 'trouble' || snapshot.checkout.stale;
}

function connectionWarning(view: CheckoutViewModel): TemplateResult {
  const { snapshot, screen, localize, actions } = view;
  const { m } = localize;
  const checkedAt = snapshot.phase === 'ready' ? snapshot.checkout.checkedAt : null;
  const reassurance = MONEY_AT_STAKE.has(screen.kind) ? m.paymentSafe : m.nothingLost;
  return html`<footer class="footer" part="footer" data-tone="warning">
    ${icon('offline')}
    <p class="status" part="status">
      <b>${m.trouble}</b> ${checkedAt === null ? nothing : sentence(m.lastChecked(localize.time(checkedAt)))}
      ${reassurance}
    </p>
    <span class="retry-actions">
      ${quietButton(m.tryNow, () => actions.send({ type: 'refreshRequested' }))}
      <slot name="support">${help(view)}</slot>
    </span>
  </footer>`;
}

export function initialStatus({ screen, localize: { m } }: CheckoutViewModel): string {
  switch (screen.kind) {
    case 'loading':
      return m.loading;
    case 'choosing':
      return m.priceFixedOnChoice;
    case 'creating':
      return m.gettingAddress;
    default:
      return '';
  }
}

function help(view: CheckoutViewModel): TemplateResult | typeof nothing {
  const { screen, flow, actions } = view;
  const { m } = view.localize;
  const checkout = checkoutOf(screen);
  // The screen of a problem already shows the details.
  if (screen.kind === 'error') {
    const support = supportLink(checkout?.order.support);
    return support ? linkButton(support, m.contactShop, 'quiet', 'button-quiet help') : nothing;
  }
  if (!checkout) return nothing;
  const isOpen = flow.overlay === 'help';
  const toggle = () => actions.send({ type: 'overlayToggled', overlay: isOpen ? null : 'help' });
  return quietButton(m.help, toggle, { part: 'help', isExpanded: isOpen });
}
