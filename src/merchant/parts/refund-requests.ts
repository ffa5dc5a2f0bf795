import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { isSameAddress } from '../../payment/addresses/index.js';
import type {
  MerchantPaymentDetails,
  MerchantRefund,
  MerchantScope,
  RefundDecision,
} from '../../protocol/index.js';
import { groupedAddress, transaction } from '../../elements/parts/exact-text.js';
import { currencyOf } from '../../payment/index.js';
import type { MerchantClient } from '../client/merchant-client.js';
import { FocusController } from './focus-controller.js';
import { noteField, readNote } from './note-field.js';
import type { MerchantLocalize } from './localize.js';
import { actionProblem } from './problem-view.js';
import { icon } from './icons.js';

interface RefundRequestsOptions {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  readonly may: (scope: MerchantScope) => boolean;
  /** @param payment the payment with the decision */
  readonly onDecided: (payment: MerchantPaymentDetails, announcement: string) => void;
  /** Called when a person wants to propose a payout for the refund. */
  readonly onPropose: (refund: MerchantRefund, payment: string) => void;
}

/** Refunds of one payment. */
interface Requests {
  readonly payment: string;
  readonly orderId: string;
  readonly refunds: readonly MerchantRefund[];
}

/** Shows the requests for a refund side by side, each with its actions. */
export class RefundRequests {
  #open: { readonly refund: string; readonly decision: RefundDecision } | null = null;
  #error = '';
  #isBusy = false;
  readonly #focus: FocusController;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    private readonly options: RefundRequestsOptions,
  ) {
    this.#focus = new FocusController(host);
  }

  close(): void {
    this.#open = null;
    this.#error = '';
    this.host.requestUpdate();
  }

  render(requests: Requests): TemplateResult | typeof nothing {
    const { refunds } = requests;
    if (refunds.length === 0) return nothing;
    const { t } = this.options.localize;
    return html`<div class="refunds">
      ${isConflicting(refunds) ? html`<p class="conflict">${t.refunds.conflict}</p>` : nothing}
      <ul aria-label=${t.refunds.title}>
        ${refunds.map((refund) => this.#request(refund, requests))}
      </ul>
    </div>`;
  }

  #request(refund: MerchantRefund, requests: Requests): TemplateResult {
    return html`<li class="refund" part="refund">
      ${refundFacts(refund, this.options.localize)}
      ${
        this.#open?.refund === refund.id
          ? this.#form(this.#open.decision, refund, requests)
          : this.#actions(refund, requests)
      }
    </li>`;
  }

  #actions(refund: MerchantRefund, { payment }: Requests): TemplateResult | typeof nothing {
    const { localize, may, onPropose } = this.options;
    const { refunds } = localize.t;
    if (refund.state !== 'requested') return nothing;
    const describedBy = `refund-${refund.id}`;
    const opener = (decision: RefundDecision, label: string, look = '') =>
      html`<button
        class="tool ${look}"
        part="button"
        type="button"
        data-refund=${keyOf(refund.id, decision)}
        aria-describedby=${describedBy}
        @click=${() => this.#show(refund.id, decision)}
      >
        ${label}
      </button>`;
    const canDecide = may('refunds:decide');
    const canPropose = may('payouts:propose') && refund.payable;
    if (!canDecide && !canPropose) return nothing;
    return html`<div class="actions">
      ${canDecide ? opener('declined', refunds.decline, 'plain') : nothing}
      ${canDecide && refund.requestedBy === 'link_holder' && !refund.check ? opener('checked', refunds.check) : nothing}
      ${
        canPropose
          ? html`<button
              class="tool"
              part="button"
              type="button"
              aria-describedby=${describedBy}
              @click=${() => onPropose(refund, payment)}
            >
              ${refunds.propose}
            </button>`
          : nothing
      }
    </div>`;
  }

  #show(refund: string, decision: RefundDecision): void {
    this.#open = { refund, decision };
    this.#error = '';
    this.#focus.moveTo('.refund textarea');
    this.host.requestUpdate();
  }

  #form(decision: RefundDecision, refund: MerchantRefund, requests: Requests): TemplateResult {
    const { t } = this.options.localize;
    const messages = t.refunds;
    const isDeclining = decision === 'declined';
    const back = (event: Event) => this.#back(event, decision, refund.id);
    return html`<form
      class="decide"
      part="form"
      aria-labelledby="refund-title"
      novalidate
      @submit=${(event: SubmitEvent) => void this.#submit(event, decision, refund, requests)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && back(event)}
    >
      <h4 id="refund-title">${isDeclining ? messages.decline : messages.check}</h4>
      <p>${isDeclining ? messages.declineText : messages.checkText}</p>
      ${noteField(isDeclining ? messages.reply : messages.checkNote, { id: 'refund-error', isRequired: true, error: this.#error })}
      <div class="actions">
        <button class="tool primary" part="button button-primary" type="submit" ?disabled=${this.#isBusy}>
          ${isDeclining ? messages.decline : messages.check}
        </button>
        <button class="tool plain" part="button" type="button" @click=${back}>${t.decide.back}</button>
      </div>
    </form>`;
  }

  #back(event: Event, decision: RefundDecision, refund: string): void {
    event.preventDefault();
    event.stopPropagation();
    this.#focus.moveTo(`[data-refund='${keyOf(refund, decision)}']`);
    this.close();
  }

  async #submit(
    event: SubmitEvent,
    decision: RefundDecision,
    { id }: MerchantRefund,
    { payment, orderId }: Requests,
  ): Promise<void> {
    event.preventDefault();
    const { localize, onDecided } = this.options;
    const note = readNote(event);
    if (note === '') return this.#fail(localize.t.decide.noteRequired);
    const client = this.options.client();
    if (!client || this.#isBusy) return;
    this.#isBusy = true;
    this.host.requestUpdate();
    const result = await client.decideRefund(payment, { refund: id, decision, note });
    this.#isBusy = false;
    if (!result.ok) return this.#fail(actionProblem(result.problem, localize.t));
    this.close();
    const { order, details } = localize.t;
    const outcome = decision === 'declined' ? details.actions.refund.decline : details.actions.refund.check;
    onDecided(result.value, `${order(orderId)}: ${outcome}`);
  }

  #fail(message: string): void {
    this.#error = message;
    this.#focus.moveTo('.refund textarea');
    this.host.requestUpdate();
  }
}

const keyOf = (refund: string, decision: RefundDecision) => `${CSS.escape(refund)}-${decision}`;

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
