import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Decision, MerchantPaymentDetails } from '../../protocol/index.js';
import type { MerchantClient } from '../client/merchant-client.js';
import { FocusController } from './focus-controller.js';
import type { MerchantLocalize } from './localize.js';
import { noteField, readNote } from './note-field.js';
import type { PendingDecision } from './pending-decisions.js';
import { actionProblem } from './problem-view.js';

interface DecisionHost extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
}

interface DecisionOptions {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  /** @param payment the payment with the decision */
  readonly onDecided: (payment: MerchantPaymentDetails, announcement: string) => void;
}

const isSame = (one: PendingDecision, other: PendingDecision) =>
  one.payment === other.payment && one.invoice === other.invoice && one.about === other.about;

/** The buttons of a decision. A confirmation replaces them before the decision is sent. */
export class DecisionController {
  #open: { readonly pending: PendingDecision; readonly decision: Decision } | null = null;
  #error = '';
  #isBusy = false;
  readonly #focus: FocusController;

  constructor(
    private readonly host: DecisionHost,
    private readonly options: DecisionOptions,
  ) {
    this.#focus = new FocusController(host);
  }

  /** Closes the form without a decision. */
  close(): void {
    this.#open = null;
    this.#error = '';
    this.host.requestUpdate();
  }

  /** Renders the buttons of one entry, or the confirmation. @param extra additional buttons */
  render(pending: PendingDecision, extra: unknown = nothing, describedBy = ''): TemplateResult {
    if (this.#open && isSame(this.#open.pending, pending)) return this.#form(this.#open.decision, pending);
    const { decide } = this.options.localize.t;
    const opener = (decision: Decision, look: string) =>
      html`<button
        class="tool ${look}"
        part="button"
        type="button"
        data-opens=${keyOf(pending, decision)}
        aria-describedby=${describedBy || nothing}
        @click=${() => this.#show(pending, decision)}
      >
        ${decision === 'accepted' ? decide.accept : decide.dismiss}
      </button>`;
    return html`<div class="actions do">
      ${extra}${
        pending.isRequested
          ? html`<p class="dim">${this.options.localize.t.refunds.dismissBlocked}</p>`
          : opener('dismissed', pending.canAccept ? 'plain' : '')
      }
      ${pending.canAccept ? opener('accepted', '') : nothing}
    </div>`;
  }

  #show(pending: PendingDecision, decision: Decision): void {
    this.#open = { pending, decision };
    this.#error = '';
    this.#focus.moveTo('.decide textarea');
    this.host.requestUpdate();
  }

  #form(decision: Decision, pending: PendingDecision): TemplateResult {
    const { t } = this.options.localize;
    const isAccepting = decision === 'accepted';
    const [title, text] = isAccepting
      ? [t.decide.acceptTitle(pending.orderId), t.decide.acceptText]
      : [t.decide.dismissTitle(pending.orderId), t.decide.dismissText];
    return html`<form
      class="decide do"
      part="form"
      aria-labelledby="decide-title"
      novalidate
      @submit=${(event: SubmitEvent) => void this.#submit(event, decision, pending)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#back(event, decision, pending)}
    >
      <h4 id="decide-title">${title}</h4>
      <p>${text}</p>
      ${noteField(t.decide.note, { id: 'decide-error', isRequired: !isAccepting, error: this.#error })}
      <div class="actions">
        <button class="tool primary" part="button button-primary" type="submit" ?disabled=${this.#isBusy}>
          ${isAccepting ? t.decide.accept : t.decide.dismiss}
        </button>
        <button
          class="tool plain"
          part="button"
          type="button"
          @click=${(event: Event) => this.#back(event, decision, pending)}
        >
          ${t.decide.back}
        </button>
      </div>
    </form>`;
  }

  #back(event: Event, decision: Decision, pending: PendingDecision): void {
    event.preventDefault();
    event.stopPropagation();
    this.#focus.moveTo(`[data-opens='${keyOf(pending, decision)}']`);
    this.close();
  }

  async #submit(event: SubmitEvent, decision: Decision, pending: PendingDecision): Promise<void> {
    event.preventDefault();
    const { localize, onDecided } = this.options;
    const { decide } = localize.t;
    const note = readNote(event);
    if (decision === 'dismissed' && note === '') {
      this.#fail(decide.noteRequired);
      return;
    }
    const client = this.options.client();
    if (!client || this.#isBusy) return;
    this.#isBusy = true;
    this.host.requestUpdate();
    const { payment, invoice, about, amount, orderId } = pending;
    const request = { invoice, about, decision, amount, ...(note && { note }) };
    const result = await client.settle(payment, request);
    this.#isBusy = false;
    if (!result.ok) {
      this.#fail(actionProblem(result.problem, localize.t));
      return;
    }
    this.close();
    onDecided(result.value, decision === 'accepted' ? decide.accepted(orderId) : decide.dismissed(orderId));
  }

  #fail(message: string): void {
    this.#error = message;
    this.#focus.moveTo('.decide textarea');
    this.host.requestUpdate();
  }
}

const keyOf = ({ payment, invoice, about }: PendingDecision, decision: Decision) =>
  [CSS.escape(payment), invoice, about, decision].join('-');
