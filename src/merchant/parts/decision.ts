import { html, nothing, type TemplateResult } from 'lit';
import type { Decision, MerchantPaymentDetails } from '../../protocol/index.js';
import type { MerchantClient } from '../client/merchant-client.js';
import type { StaffDecision } from './events.js';
import { outcomeOf, type FormController } from './form-controller.js';
import type { MerchantLocalize } from './localize.js';
import { settleRequest, type PendingDecision } from '../state/decisions.js';

/** What the actions on a payment need. */
export interface PaymentActions {
  readonly forms: FormController;
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  /** @param payment as it is after a decision */
  readonly onDecided: (payment: MerchantPaymentDetails, decision: StaffDecision) => void;
  /** @param payment as it is with a new refund */
  readonly onRefundCreated: (payment: MerchantPaymentDetails) => void;
}

const keyOf = ({ payment, invoice, about }: PendingDecision, decision: Decision) =>
  [payment, invoice, about, decision].join('-');

/** Renders the buttons of a decision, or the form that confirms one. @param extra additional buttons */
export function renderDecision(
  pending: PendingDecision,
  actions: PaymentActions,
  extra: unknown = nothing,
  describedBy = '',
): TemplateResult {
  const { forms, localize } = actions;
  const { decide, refunds } = localize.t;
  const { canAccept, isRequested } = pending;
  for (const decision of ['dismissed', 'accepted'] as const)
    if (forms.isOpen(keyOf(pending, decision))) return renderForm(decision, pending, actions);
  const opener = (decision: Decision, label: string, look = '') =>
    forms.renderOpener(keyOf(pending, decision), label, { look, describedBy });
  return html`<div class="actions do">
    ${extra}${
      isRequested
        ? html`<p class="dim">${refunds.dismissBlocked}</p>`
        : opener('dismissed', decide.dismiss, canAccept ? 'plain' : '')
    }
    ${canAccept ? opener('accepted', decide.accept) : nothing}
  </div>`;
}

function renderForm(
  decision: Decision,
  pending: PendingDecision,
  { forms, localize, client, onDecided }: PaymentActions,
): TemplateResult {
  const { decide } = localize.t;
  const { payment, orderId } = pending;
  const isAccepting = decision === 'accepted';
  return forms.render(keyOf(pending, decision), {
    title: isAccepting ? decide.acceptTitle(orderId) : decide.dismissTitle(orderId),
    content: html`<p>${isAccepting ? decide.acceptText : decide.dismissText}</p>`,
    note: { label: decide.note, required: isAccepting ? '' : decide.noteRequired },
    submit: isAccepting ? decide.accept : decide.dismiss,
    look: 'do',
    request:
      ({ note = '' }) =>
      async () => {
        const result = await client()?.settle(payment, settleRequest(pending, decision, note));
        return outcomeOf(result, localize.t, (changed) => {
          onDecided(changed, decision);
          return decide[decision](orderId);
        });
      },
  });
}
