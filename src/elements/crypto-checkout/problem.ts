import { html, nothing, type TemplateResult } from 'lit';
import { isZeroAmount } from '../../payment/index.js';
import type { Flow } from '../../checkout/flow.js';
import type { Screen } from '../../checkout/screen.js';
import type { SessionProblem } from '../../checkout/session.js';
import type { Messages } from '../../i18n/index.js';
import { problemMessage, type ProblemText } from '../support/support-details.js';
import { paymentDetails } from './help.js';
import { hostedPage } from '../parts/safe-link.js';
import type { CheckoutViewModel } from './view-model.js';
import { button, linkButton, retryButton } from '../parts/buttons.js';

type Topic = 'coin' | 'paymentDetected' | 'closed';

/** Codes with a message of their own; the others concern opening the checkout, or the address. */
const TOPICS: Partial<Record<SessionProblem['code'], Topic>> = {
  currency_not_offered: 'coin',
  payment_in_progress: 'paymentDetected',
  checkout_closed: 'closed',
};

const EXPIRED_LINK_CODES: ReadonlySet<SessionProblem['code']> = new Set([
  'order_not_found',
  'order_expired',
  'checkout_not_found',
]);

type ErrorScreen = Extract<Screen, { kind: 'error' }>;

export function problemText(
  { problem, checkout }: ErrorScreen,
  lastAction: Flow['lastAction'],
  m: Messages,
): ProblemText {
  const topic = TOPICS[problem.code];
  if (topic) return m.problem[topic];
  if (EXPIRED_LINK_CODES.has(problem.code)) return { title: m.problem.link, text: m.problem.openAgain };
  const advice = problem.retryable ? m.problem.retryOrSendDetails : m.problem.sendDetails;
  // The payer may have paid before, so this says neither that money has arrived nor that it has not.
  if (checkout === null)
    return { title: m.problem.open, text: problem.retryable ? `${m.nothingLost} ${advice}` : advice };
  if (problem.code === 'new_link_required')
    return { title: m.problem.address.title, text: m.problem.newLink };
  if (lastAction === 'cancel') return m.problem.cancel;
  const { title, text } = m.problem.address;
  // A part may have arrived, so that text would be untrue.
  if (checkout.invoice && !isZeroAmount(checkout.invoice.paid)) return { title, text: advice };
  if (requiresHostedPage(problem) && hostedPage(checkout)) return { title, text };
  return { title, text: `${text} ${advice}` };
}

export function problemStep(screen: ErrorScreen, view: CheckoutViewModel): TemplateResult {
  const { m } = view.localize;
  const isPaid = screen.problem.code === 'checkout_closed';
  const hosted = screen.checkout && !isPaid ? hostedPage(screen.checkout) : null;
  const message = problemMessage(problemText(screen, view.flow.lastAction, m), isPaid);
  return html`${message} ${isPaid ? nothing : paymentDetails(view)}<slot name="error"></slot> ${
      hosted && !requiresHostedPage(screen.problem)
        ? html`<div class="secondary-actions">${linkButton(hosted, m.hostedPage, 'quiet')}</div>`
        : nothing
    }
    ${requiresHostedPage(screen.problem) ? hostedPageActions(hosted, view) : actions(screen, view)}`;
}

/** The address cannot be shown: the payer continues on the hosted page or with another currency. */
function requiresHostedPage({ code }: SessionProblem): boolean {
  return code === 'address_unusable';
}

function hostedPageActions(hosted: string | null, { localize, actions }: CheckoutViewModel): TemplateResult {
  const { m } = localize;
  return html`<div class="actions">
    ${button(m.changeCoin, () => actions.send({ type: 'currencyChangeToggled', isChanging: true }))}
    ${hosted ? linkButton(hosted, m.hostedPage, 'button primary') : nothing}
  </div>`;
}

function actions(
  { problem, checkout }: ErrorScreen,
  { localize, actions }: CheckoutViewModel,
): TemplateResult | typeof nothing {
  if (!checkout && !problem.retryable) return nothing;
  const { m } = localize;
  const hasInvoice = checkout?.invoice != null;
  const leave = () => actions.send({ type: 'currencyChangeToggled', isChanging: !hasInvoice });
  return html`<div class="actions">
    ${checkout ? button(hasInvoice ? m.backToPayment : m.changeCoin, leave) : nothing}
    ${problem.retryable ? retryButton(m.tryAgain, () => actions.send({ type: 'retryRequested' })) : nothing}
  </div>`;
}
