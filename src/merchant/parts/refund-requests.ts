import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isSameAddress } from '../../payment/addresses/index.js';
import type { MerchantRefund, MerchantScope, RefundDecision } from '../../protocol/index.js';
import { groupedAddress, transaction } from '../../elements/parts/exact-text.js';
import { currencyOf } from '../../payment/index.js';
import type { PaymentActions } from './decision.js';
import { outcomeOf, type Outcome } from './form-controller.js';
import type { MerchantLocalize } from './localize.js';
import { icon } from './icons.js';

interface RefundActions extends PaymentActions {
  readonly may: (scope: MerchantScope) => boolean;
  /** Called when a person wants to propose a payout for the refund. */
  readonly onPropose: (refund: MerchantRefund, payment: string) => Promise<Outcome>;
}

/** Refunds of one payment. */
interface Requests {
  readonly payment: string;
  readonly orderId: string;
  readonly refunds: readonly MerchantRefund[];
}

/** Renders the requests for a refund side by side, each with its actions. */
export function renderRefundRequests(
  requests: Requests,
  actions: RefundActions,
): TemplateResult | typeof nothing {
  const { refunds } = requests;
  if (refunds.length === 0) return nothing;
  const { t } = actions.localize;
  return html`<div class="refunds">
    ${isConflicting(refunds) ? html`<p class="conflict">${t.refunds.conflict}</p>` : nothing}
    <ul aria-label=${t.refunds.title}>
      ${repeat(
        refunds,
        ({ id }) => id,
        (refund) =>
          html`<li class="refund" part="refund">
            ${refundFacts(refund, actions.localize)} ${renderActions(refund, requests, actions)}
          </li>`,
      )}
    </ul>
  </div>`;
}

const keyOf = (refund: string, decision: RefundDecision) => `refund-${refund}-${decision}`;

function renderActions(
  refund: MerchantRefund,
  requests: Requests,
  actions: RefundActions,
): TemplateResult | typeof nothing {
  const { forms, localize, may, onPropose } = actions;
  const { refunds } = localize.t;
  for (const decision of ['declined', 'checked'] as const)
    if (forms.isOpen(keyOf(refund.id, decision))) return renderForm(decision, refund.id, requests, actions);
  if (refund.state !== 'requested') return nothing;
  const describedBy = `refund-${refund.id}`;
  const opener = (decision: RefundDecision, label: string, look = '') =>
    forms.renderOpener(keyOf(refund.id, decision), label, { look, describedBy });
  const canDecide = may('refunds:decide');
  const canPropose = may('payouts:propose') && refund.payable;
  if (!canDecide && !canPropose) return nothing;
  return html`<div class="actions">
    ${canDecide ? opener('declined', refunds.decline, 'plain') : nothing}
    ${canDecide && refund.requestedBy === 'link_holder' && !refund.check ? opener('checked', refunds.check) : nothing}
    ${
      canPropose
        ? forms.renderAction(`propose-${refund.id}`, refunds.propose, {
            describedBy,
            request: () => onPropose(refund, requests.payment),
          })
        : nothing
    }
  </div>`;
}

function renderForm(
  decision: RefundDecision,
  refund: string,
  { payment, orderId }: Requests,
  { forms, localize, client, onDecided }: RefundActions,
): TemplateResult {
  const { refunds, decide, order, details } = localize.t;
  const isDeclining = decision === 'declined';
  return forms.render(keyOf(refund, decision), {
    title: isDeclining ? refunds.decline : refunds.check,
    content: html`<p>${isDeclining ? refunds.declineText : refunds.checkText}</p>`,
    note: { label: isDeclining ? refunds.reply : refunds.checkNote, required: decide.noteRequired },
    submit: isDeclining ? refunds.decline : refunds.check,
    request:
      ({ note = '' }) =>
      async () => {
        const result = await client()?.decideRefund(payment, { refund, decision, note });
        return outcomeOf(result, localize.t, (changed) => {
          onDecided(changed, isDeclining ? 'refund_declined' : 'refund_checked');
          const { decline, check } = details.actions.refund;
          return `${order(orderId)}: ${isDeclining ? decline : check}`;
        });
      },
  });
}

/** Returns whether open requests for the same invoice name different addresses. */
function isConflicting(refunds: readonly MerchantRefund[]): boolean {
  const waiting = refunds.filter(
    ({ requestedBy, state }) =>
      requestedBy !== 'staff' && ['requested', 'proposed', 'approved'].includes(state),
  );
  return waiting.some((one) =>
    waiting.some((other) => other.invoice === one.invoice && !isSameAddress(other.address, one.address)),
  );
}

const ICONS = { payer: 'check', link_holder: 'warning', staff: 'tag' } as const;

/** Renders who has requested a refund, its amount, address and outcome. */
function refundFacts(refund: MerchantRefund, localize: MerchantLocalize): TemplateResult {
  const { id, requestedBy, currency, address, amount, email, state, check, payout, reply } = refund;
  const messages = localize.t.refunds;
  const isUnproven = requestedBy === 'link_holder' && check === null && state === 'requested';
  const fact = (label: string, value: unknown, look = '') =>
    html`<div>
      <dt>${label}</dt>
      <dd class=${look}>${value}</dd>
    </div>`;
  const proof = requestedBy === 'payer' ? 'success' : requestedBy === 'link_holder' ? 'warning' : 'neutral';
  return html`<p class="asks" id=${`refund-${id}`} data-tone=${proof}>
      ${icon(ICONS[requestedBy], 'small')}<b>${messages.requestedBy[requestedBy]}</b>
      <small>${localize.moment(refund.requestedAt)}</small>
    </p>
    ${isUnproven ? html`<p class="unproven">${messages.unproven}</p>` : nothing}
    <dl>
      ${fact(messages.amount, html`<b translate="no" dir="ltr">${localize.inCoin(amount, currency)}</b>`)}
      ${fact(messages.address(currencyOf(currency).network.name), groupedAddress(address), 'lines')}
      ${fact(localize.t.payments.state, html`${messages.states[state]}${payout === null ? nothing : html` <small><bdi translate="no" dir="ltr">${payout}</bdi></small>`}`)}
      ${email === null ? nothing : fact(messages.email, html`<bdi translate="no" dir="ltr">${email}</bdi>`)}
      ${
        check === null
          ? nothing
          : fact(
              messages.checkNote,
              html`<bdi>${check.note}</bdi>
                <small>${localize.t.details.by(check.person, localize.moment(check.at))}</small>`,
            )
      }
      ${reply === null ? nothing : fact(messages.reply, html`<bdi>${reply}</bdi>`)}
      ${
        refund.transaction === null
          ? nothing
          : fact(
              localize.t.details.transactions,
              transaction(currencyOf(currency).network.key, refund.transaction),
            )
      }
    </dl>`;
}
