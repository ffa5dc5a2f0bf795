import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Screen } from '../../checkout/screen.js';
import type { SessionProblem } from '../../checkout/session.js';
import type { Messages } from '../../i18n/index.js';
import { icon } from '../parts/icon.js';
import { bundle } from './help.js';
import { hostedPage, linkButton } from './link-button.js';
import type { View } from './view-model.js';

type Words = Messages['problem']['address'];
type Topic = 'coin' | 'seen' | 'closed';

/** Codes that need words of their own; the others are about opening the payment, or about the address. */
const TOPICS: Partial<Record<SessionProblem['code'], Topic>> = {
  currency_not_offered: 'coin',
  payment_in_progress: 'seen',
  checkout_closed: 'closed',
};

const OLD_LINKS: ReadonlySet<SessionProblem['code']> = new Set([
  'order_not_found',
  'order_expired',
  'checkout_not_found',
]);

type ErrorScreen = Extract<Screen, { kind: 'error' }>;

export function problemWords(
  { problem, checkout }: ErrorScreen,
  lastStep: View['lastStep'],
  m: Messages,
): Words {
  const topic = TOPICS[problem.code];
  if (topic) return m.problem[topic];
  if (OLD_LINKS.has(problem.code)) return { title: m.problem.link, text: m.problem.openAgain };
  if (checkout === null) return { title: m.problem.open, text: notOpened(problem, m) };
  if (problem.code === 'new_link_required')
    return { title: m.problem.address.title, text: m.problem.newLink };
  if (lastStep === 'cancel') return m.problem.cancel;
  const { title, text } = m.problem.address;
  if (isElsewhere(problem) && hostedPage(checkout)) return { title, text };
  return { title, text: `${text} ${problem.retryable ? m.problem.tryOrTell : m.problem.tell}` };
}

/** Nothing is said of money: who cannot open a payment may have paid it before. */
function notOpened({ retryable }: SessionProblem, m: Messages): string {
  return retryable ? `${m.nothingLost} ${m.problem.tryOrTell}` : m.problem.tell;
}

/** What went wrong in plain words, the details for support, and the way on. */
export function problemStage(screen: ErrorScreen, view: View): TemplateResult {
  const { m } = view.localize;
  const { title, text } = problemWords(screen, view.lastStep, m);
  const hosted = screen.checkout ? hostedPage(screen.checkout) : null;
  return html`<div class="said" part="said">
      <span class="figure" part="figure" data-tone="bad">${icon('warning')}</span>
      <h2 class="title" part="title">${title}</h2>
      <p class="lead" part="text">${text}</p>
    </div>
    ${bundle(view)}<slot name="error"></slot> ${
      hosted && !isElsewhere(screen.problem)
        ? html`<div class="ways" part="ways">${linkButton(hosted, m.hostedPage, 'quiet')}</div>`
        : nothing
    }
    ${isElsewhere(screen.problem) ? elsewhere(hosted, view) : actions(screen, view)}`;
}

/** The address cannot be shown: there is no payment here to go back to. */
function isElsewhere({ code }: SessionProblem): boolean {
  return code === 'address_unusable';
}

function elsewhere(hosted: string | null, { localize, act }: View): TemplateResult {
  const { m } = localize;
  return html`<div class="actions" part="actions">
    <button class="button" part="button" type="button" @click=${() => act.change(true)}>
      ${m.changeCoin}
    </button>
    ${hosted ? linkButton(hosted, m.hostedPage, 'button primary') : nothing}
  </div>`;
}

function actions({ problem, checkout }: ErrorScreen, { localize, act }: View): TemplateResult {
  const { m } = localize;
  const hasInvoice = checkout?.invoice != null;
  return html`<div class="actions" part="actions">
    ${
      checkout
        ? html`<button class="button" part="button" type="button" @click=${() => act.change(!hasInvoice)}>
            ${hasInvoice ? m.backToPayment : m.changeCoin}
          </button>`
        : nothing
    }
    ${
      problem.retryable
        ? html`<button
            class="button primary"
            part="button button-primary"
            type="button"
            @click=${() => act.tryAgain()}
          >
            ${icon('refresh')}${m.tryAgain}
          </button>`
        : nothing
    }
  </div>`;
}
