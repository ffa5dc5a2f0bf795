import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { MerchantPaymentDetails, MerchantRefund, MerchantScope } from '../../protocol/index.js';
import type { MerchantClient, MerchantResult } from '../client/merchant-client.js';
import { FocusController } from '../parts/focus-controller.js';
import { renderDecision, type PaymentActions } from '../parts/decision.js';
import { FormController, outcomeOf, type Outcome } from '../parts/form-controller.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { icon } from '../parts/icons.js';
import { LoadController } from '../parts/load-controller.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { pendingOfPayment } from '../state/decisions.js';
import { refundablesOf } from '../state/refund.js';
import { problemView } from '../parts/problem-view.js';
import { renderRefundRequests } from '../parts/refund-requests.js';
import {
  auditSection,
  decisionsSection,
  detailsHead,
  eventsSection,
  historySection,
  invoicesSection,
  receivedSheet,
  transactionsSection,
} from './details.js';
import { renderRefund, type RefundFormActions } from '../parts/refund-form.js';
import { sentence } from '../../elements/parts/sentence.js';

interface DetailsOptions extends Pick<PaymentActions, 'onDecided' | 'onRefundCreated'> {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  readonly may: (scope: MerchantScope) => boolean;
  readonly say: (text: string) => void;
  /** Called when the payment has changed, so that its row is loaded again. */
  readonly onChange: () => void;
  readonly onClose: () => void;
  readonly onPropose: (refund: MerchantRefund, payment: string) => Promise<Outcome>;
}

/** The details of one payment, with its actions. Each action asks for confirmation once, in place. */
export class DetailsController {
  /** The payment that is open. */
  id: string | null = null;
  readonly #payment: LoadController<MerchantPaymentDetails>;
  readonly #actions: RefundFormActions & Pick<DetailsOptions, 'may' | 'onPropose'>;
  readonly #forms: FormController;
  readonly #focus: FocusController;

  constructor(
    host: ReactiveControllerHost & Element & { readonly renderRoot: ParentNode },
    private readonly options: DetailsOptions,
  ) {
    const { localize, client, may, onPropose, say, onDecided, onRefundCreated } = options;
    this.#payment = new LoadController(host);
    this.#forms = new FormController(host, { localize, say, onDone: this.#onDone });
    const show = this.#show;
    this.#actions = {
      ...{ forms: this.#forms, localize, client, may, onPropose, onReread: show },
      onDecided: (payment, decision) => {
        show(payment);
        onDecided(payment, decision);
      },
      onRefundCreated: (payment) => {
        show(payment);
        onRefundCreated(payment);
      },
    };
    this.#focus = new FocusController(host);
  }

  /** Opens a payment. @param hasPressed whether a person has opened it: then its title gets the focus */
  open(id: string, hasPressed: boolean): void {
    this.id = id;
    this.#payment.reset();
    this.#forms.close();
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
    const resend = canSettle ? (id: string, describedBy: string) => this.#resend(id, describedBy) : null;
    const pending = canSettle ? pendingOfPayment(value) : [];
    const refundable = this.options.may('refunds:decide') ? refundablesOf(value) : [];
    // By their keys, so that a form stays as it is when another entry goes.
    return html`${detailsHead(value, localize)}${receivedSheet(value, localize)}
    ${repeat(
      pending,
      ({ invoice, about }) => `${value.id} ${invoice} ${about}`,
      (one) => renderDecision(one, this.#actions),
    )}
    ${renderRefundRequests(
      { payment: value.id, orderId: value.order.id, refunds: value.refunds },
      this.#actions,
    )}
    ${repeat(
      refundable,
      ({ number }) => `${value.id} ${number}`,
      (invoice) => renderRefund(value, invoice, this.#actions),
    )}
    ${historySection(value, localize)}${invoicesSection(value, localize)}${transactionsSection(value, localize)}
    ${decisionsSection(value, localize)}${eventsSection(value, localize, resend)}${auditSection(value, localize)}
    ${this.#buttons(value)}`;
  }

  #buttons(payment: MerchantPaymentDetails): TemplateResult {
    const { details } = this.options.localize.t;
    const { may } = this.options;
    const form = this.#openForm(payment);
    if (form) return form;
    return html`<div class="actions">
      ${may('payments:settle') ? this.#forms.renderOpener(`note-${payment.id}`, details.addNote) : nothing}
      ${
        payment.cancelable && may('payments:cancel')
          ? this.#forms.renderOpener(`cancel-${payment.id}`, details.cancel, { look: 'plain danger' })
          : nothing
      }
    </div>`;
  }

  /** The open form of the payment as a whole. */
  #openForm({ id, order }: MerchantPaymentDetails): TemplateResult | null {
    const { t } = this.options.localize;
    const { details, decide } = t;
    const request =
      (send: (client: MerchantClient) => Promise<MerchantResult<MerchantPaymentDetails>>, done: string) =>
      async () => {
        const client = this.options.client();
        return outcomeOf(client ? await send(client) : undefined, t, (payment) => {
          this.#show(payment);
          return done;
        });
      };
    const [note, cancel] = [`note-${id}`, `cancel-${id}`];
    if (this.#forms.isOpen(cancel))
      return this.#forms.render(cancel, {
        title: sentence(details.cancelTitle(order.id), order.id),
        content: html`<p>${details.cancelText}</p>`,
        submit: details.confirmCancel,
        back: details.keep,
        isDanger: true,
        request: () => request((client) => client.cancel(id), details.canceled(order.id)),
      });
    if (!this.#forms.isOpen(note)) return null;
    return this.#forms.render(note, {
      title: details.addNote,
      note: { label: decide.note, required: decide.noteRequired },
      submit: details.saveNote,
      request: ({ note: text = '' }) => request((client) => client.note(id, text), details.noteSaved),
    });
  }

  #resend(event: string, describedBy: string): TemplateResult {
    const { details } = this.options.localize.t;
    return this.#forms.renderAction(`resend-${event}`, details.resend, {
      ...{ look: 'plain', describedBy },
      request: async () => {
        const result = await this.options.client()?.resend(event);
        await this.load();
        return outcomeOf(result, this.options.localize.t, () => details.resent);
      },
    });
  }

  readonly #show = (payment: MerchantPaymentDetails): void => {
    if (payment.id === this.id) this.#payment.reset(payment);
  };

  readonly #onDone = (mayFocus: boolean): void => {
    if (mayFocus) this.#focus.moveTo('#details-title');
    this.options.onChange();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.options.onClose();
  };
}
