import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Screen } from '../../checkout/screen.js';
import type { SessionProblem } from '../../checkout/session.js';
import type { Messages } from '../../i18n/index.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import { CryptoCopyField } from '../crypto-copy-field/crypto-copy-field.js';
import { factList } from '../parts/facts.js';
import { icon } from '../parts/icon.js';
import type { View } from './view.js';

type Words = Messages['problem']['address'];
type Topic = 'open' | 'address' | 'cancel' | 'link' | 'coin' | 'seen' | 'closed';

/** Codes that need words of their own; the others are about opening the payment, or about the address. */
const TOPICS: Partial<Record<SessionProblem['code'], Topic>> = {
  order_not_found: 'link',
  order_expired: 'link',
  checkout_not_found: 'link',
  currency_not_offered: 'coin',
  payment_in_progress: 'seen',
  checkout_closed: 'closed',
};

type ErrorScreen = Extract<Screen, { kind: 'error' }>;

export function problemWords(
  { problem, checkout }: ErrorScreen,
  lastStep: View['lastStep'],
  m: Messages,
): Words {
  const topic = TOPICS[problem.code];
  if (topic) return m.problem[topic];
  if (checkout !== null && lastStep === 'cancel') return m.problem.cancel;
  const { title, text } = m.problem[checkout === null ? 'open' : 'address'];
  return { title, text: `${text} ${problem.retryable ? m.problem.tryOrTell : m.problem.tell}` };
}

/** What went wrong in plain words, the details for support, and the way on. */
export function problemStage(screen: ErrorScreen, view: View): TemplateResult {
  const { m, locale } = view.localize;
  const { title, text } = problemWords(screen, view.lastStep, m);
  const facts = factsOf(screen, view);
  const details = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return html`<div class="said" part="said">
      <span class="figure" part="figure" data-tone="bad">${icon('warning')}</span>
      <h2 class="title" part="title">${title}</h2>
      <p class="lead" part="text">${text}</p>
    </div>
    <div class="slip" part="slip">
      ${factList(facts, 'compact')}
      <div class="slip-foot">
        <span class="label">${m.problem.noSecrets}</span>
        <crypto-copy-field
          exportparts=${CryptoCopyField.parts}
          value=${details}
          label=${m.copyDetails}
          announcement=${m.problem.detailsCopied}
          locale=${locale}
        ></crypto-copy-field>
      </div>
    </div>
    ${actions(screen, view)}`;
}

function factsOf({ problem, checkout }: ErrorScreen, { localize, lastStep, problemAtMs }: View) {
  const { m } = localize;
  const chosen = lastStep === null || lastStep === 'cancel' ? null : currencyOf(lastStep);
  const rows: readonly (readonly [string, string | undefined])[] = [
    [m.orderLabel, checkout?.order.id],
    [m.problem.chosen, chosen ? m.coinOnNetwork(chosen.symbol, networkLabel(chosen.network)) : undefined],
    [m.reference, checkout?.invoice?.id],
    [m.problem.code, problem.code],
    [m.problem.requestLabel, problem.requestId],
    [m.problem.when, `${new Date(problemAtMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`],
  ];
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

function actions({ problem, checkout }: ErrorScreen, { localize, act }: View): TemplateResult {
  const { m } = localize;
  const hasInvoice = checkout?.invoice != null;
  const elsewhere = checkout
    ? html`<button class="button" part="button" type="button" @click=${() => act.change(!hasInvoice)}>
        ${hasInvoice ? m.backToPayment : m.changeCoin}
      </button>`
    : nothing;
  const again = problem.retryable
    ? html`<button
        class="button primary"
        part="button button-primary"
        type="button"
        @click=${() => act.tryAgain()}
      >
        ${icon('refresh')}${m.tryAgain}
      </button>`
    : nothing;
  return html`<div class="actions" part="actions">${elsewhere}${again}</div>`;
}
