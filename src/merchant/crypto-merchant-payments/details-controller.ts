import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { MerchantPaymentDetails, MerchantRefund, MerchantScope } from '../../protocol/index.js';
import type { MerchantClient, MerchantResult } from '../client/merchant-client.js';
import { FocusController } from '../parts/focus-controller.js';
import { DecisionController } from '../parts/decision-controller.js';
import { noteField, readNote } from '../parts/note-field.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { icon } from '../parts/icons.js';
import { LoadController } from '../parts/load-controller.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { pendingOfPayment } from '../parts/pending-decisions.js';
import { actionProblem, problemView } from '../parts/problem-view.js';
import { RefundRequests } from '../parts/refund-requests.js';
import {
  auditSection,
  cancelForm,
  decisionsSection,
  detailsHead,
  eventsSection,
  historySection,
  invoicesSection,
  receivedSheet,
  transactionsSection,
} from './details.js';
import { RefundForm } from '../parts/refund-form.js';
import { sentence } from '../../elements/parts/sentence.js';

interface DetailsOptions {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  readonly may: (scope: MerchantScope) => boolean;
  readonly say: (text: string) => void;
  /** Called when the payment has changed, so that its row is loaded again. */
  readonly onChange: () => void;
  readonly onClose: () => void;
  readonly onPropose: (refund: MerchantRefund, payment: string) => void;
}

/** The details of one payment, with its actions. Each action asks for confirmation once, in place. */
export class DetailsController {
  /** The payment that is open. */
  id: string | null = null;
  readonly #payment: LoadController<MerchantPaymentDetails>;
  readonly #decision: DecisionController;
  readonly #refunds: RefundRequests;
  readonly #refundForm: RefundForm;
  #openForm: 'cancel' | 'note' | null = null;
  #error = '';
  #isBusy = false;
  readonly #focus: FocusController;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    private readonly options: DetailsOptions,
  ) {
    const { localize, client, may, onPropose } = options;
    this.#payment = new LoadController(host);
    this.#decision = new DecisionController(host, { localize, client, onDecided: this.#onChanged });
    this.#refunds = new RefundRequests(host, {
      localize,
      client,
      may,
      onPropose,
      onDecided: this.#onChanged,
    });
    this.#refundForm = new RefundForm(host, {
      ...{ localize, client, onCreated: this.#onChanged },
      onReread: (payment) => {
        if (payment.id === this.id) this.#payment.reset(payment);
      },
    });
    this.#focus = new FocusController(host);
  }

  /** Opens a payment. @param hasPressed whether a person has opened it: then its title gets the focus */
  open(id: string, hasPressed: boolean): void {
    this.id = id;
    this.#payment.reset();
    this.#openForm = null;
    for (const form of [this.#decision, this.#refunds, this.#refundForm]) form.close();
    if (hasPressed) this.#focus.moveTo('#details-title');
    void this.load();
  }

  close(): void {
    if (this.id === null) return;
    this.#focus.moveTo(`[data-row="${CSS.escape(this.id)}"]`);
    this.id = null;
    this.#payment.reset();
  }

  async load(): Promise<void> {
    const { id } = this;
    const client = this.options.client();
    if (id !== null && client) await this.#payment.load(() => client.payment(id));
  }

  render(): TemplateResult | typeof nothing {
    if (this.id === null) return nothing;
    const { localize, onClose } = this.options;
    const { value } = this.#payment;
    const title = value ? sentence(localize.t.order(value.order.id), value.order.id) : localize.t.loading;
    return html`<aside class="details" part="details" aria-labelledby="details-title" @keydown=${this.#onKey}>
      <div class="details-head">
        <h3 id="details-title" tabindex="-1">${title}</h3>
        <button
          class="tool square plain"
          part="button"
          type="button"
          aria-label=${localize.t.details.close}
          @click=${onClose}
        >
          ${icon('close')}
        </button>
      </div>
      ${this.#content()}
    </aside>`;
  }

  #content(): TemplateResult {
    const { localize } = this.options;
    const { value, problem } = this.#payment;
    if (problem && !value)
      return problemView(problem, localize, { lastAt: null, onRetry: () => void this.load() });
    if (!value) return skeletonRows(localize.t.loading, 3);
    const canSettle = this.options.may('payments:settle');
    const resend = canSettle ? (id: string) => void this.#resend(id) : null;
    return html`${detailsHead(value, localize)}${receivedSheet(value, localize)}
    ${canSettle ? pendingOfPayment(value).map((pending) => this.#decision.render(pending)) : nothing}
    ${this.#refunds.render({ payment: value.id, orderId: value.order.id, refunds: value.refunds })}
    ${this.options.may('refunds:decide') ? this.#refundForm.render(value) : nothing}
    ${historySection(value, localize)}${invoicesSection(value, localize)}${transactionsSection(value, localize)}
    ${decisionsSection(value, localize)}${eventsSection(value, localize, resend)}${auditSection(value, localize)}
    ${this.#actions(value)}`;
  }

  #actions(payment: MerchantPaymentDetails): TemplateResult {
    const { details } = this.options.localize.t;
    const { may } = this.options;
    if (this.#openForm === 'cancel') return this.#cancelForm(payment);
    if (this.#openForm === 'note') return this.#noteForm(payment);
    const opener = (what: 'cancel' | 'note', label: string, look = '') =>
      html`<button
        class="tool ${look}"
        part="button"
        type="button"
        data-opens=${what}
        @click=${() => this.#show(what)}
      >
        ${label}
      </button>`;
    return html`<div class="actions">
      ${may('payments:settle') ? opener('note', details.addNote) : nothing}
      ${payment.cancelable && may('payments:cancel') ? opener('cancel', details.cancel, 'plain danger') : nothing}
      ${this.#error ? html`<p class="error" role="alert">${this.#error}</p>` : nothing}
    </div>`;
  }

  #cancelForm({ id, order }: MerchantPaymentDetails): TemplateResult {
    const { localize } = this.options;
    return cancelForm(order.id, localize.t, {
      ...{ error: this.#error, isBusy: this.#isBusy, onKeep: () => this.#back() },
      onCancel: () => void this.#act((client) => client.cancel(id), localize.t.details.canceled(order.id)),
    });
  }

  #noteForm({ id }: MerchantPaymentDetails): TemplateResult {
    const { details, decide } = this.options.localize.t;
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const note = readNote(event);
      if (note === '') return this.#fail(decide.noteRequired);
      void this.#act((client) => client.note(id, note), details.noteSaved);
    };
    return html`<form class="decide" part="form" novalidate aria-label=${details.addNote} @submit=${submit}>
      ${noteField(decide.note, { id: 'note-error', isRequired: true, error: this.#error })}
      <div class="actions">
        <button class="tool primary" part="button button-primary" type="submit" ?disabled=${this.#isBusy}>
          ${details.saveNote}
        </button>
        <button class="tool plain" part="button" type="button" @click=${() => this.#back()}>
          ${decide.back}
        </button>
      </div>
    </form>`;
  }

  #show(what: 'cancel' | 'note'): void {
    this.#openForm = what;
    this.#error = '';
    this.#focus.moveTo(what === 'cancel' ? '#ask-title' : '.decide textarea');
    this.host.requestUpdate();
  }

  #back(): void {
    this.#focus.moveTo(`[data-opens=${this.#openForm ?? 'note'}]`);
    this.#openForm = null;
    this.#error = '';
    this.host.requestUpdate();
  }

  async #act(
    action: (client: MerchantClient) => Promise<MerchantResult<MerchantPaymentDetails>>,
    announcement: string,
  ): Promise<void> {
    const client = this.options.client();
    if (!client || this.#isBusy) return;
    this.#isBusy = true;
    this.host.requestUpdate();
    const result = await action(client);
    this.#isBusy = false;
    if (result.ok) this.#onChanged(result.value, announcement);
    else this.#fail(actionProblem(result.problem, this.options.localize.t));
  }

  async #resend(eventId: string): Promise<void> {
    const { localize, say } = this.options;
    const result = await this.options.client()?.resend(eventId);
    if (!result?.ok) return this.#fail(result ? actionProblem(result.problem, localize.t) : '');
    say(localize.t.details.resent);
    await this.load();
  }

  readonly #onChanged = (payment: MerchantPaymentDetails, announcement: string): void => {
    if (payment.id === this.id) this.#payment.reset(payment);
    this.#openForm = null;
    this.#error = '';
    this.#focus.moveTo('#details-title');
    this.options.say(announcement);
    this.options.onChange();
  };

  #fail(message: string): void {
    this.#error = message;
    this.host.requestUpdate();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#openForm === null) this.options.onClose();
    else this.#back();
  };
}
