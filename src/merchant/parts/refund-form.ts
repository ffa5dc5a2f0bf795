import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { isSameAddress, validateAddress } from '../../payment/addresses/index.js';
import { compareAmounts, currencyOf, isZeroAmount } from '../../payment/index.js';
import type { CreateRefundRequest, MerchantInvoice, MerchantPaymentDetails } from '../../protocol/index.js';
import type { MerchantClient, MerchantProblem } from '../client/merchant-client.js';
import { FocusController } from './focus-controller.js';
import type { MerchantLocalize } from './localize.js';
import { actionProblem } from './problem-view.js';
import { isSendableAmount } from './sendable-amount.js';

interface RefundFormOptions {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  /** @param payment the payment with the refund */
  readonly onCreated: (payment: MerchantPaymentDetails, announcement: string) => void;
}

/** An invoice with money that can be refunded. */
type Refundable = MerchantInvoice & { readonly refundable: string };

interface Faults {
  readonly address?: 'wrongAddress' | 'ownAddress' | undefined;
  readonly amount?: 'atMost' | undefined;
  readonly problem?: MerchantProblem;
}

/** The form that refunds money of an invoice without a request of the payer. */
export class RefundForm {
  /** The key of the invoice whose form is open. */
  #open = '';
  #faults: Faults = {};
  #isBusy = false;
  readonly #focus: FocusController;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    private readonly options: RefundFormOptions,
  ) {
    this.#focus = new FocusController(host);
  }

  close(): void {
    this.#open = '';
    this.#faults = {};
    this.host.requestUpdate();
  }

  /** Opens the form for an invoice. @returns `false` if it has no money that can be refunded */
  open(payment: MerchantPaymentDetails, number: number): boolean {
    if (!payment.invoices.some((invoice) => invoice.number === number && isRefundable(invoice))) return false;
    this.close();
    this.#open = keyOf(payment.id, number);
    this.#focus.moveTo('#give-address');
    return true;
  }

  /** Renders the form of this payment, if it is open. */
  renderOpen(payment: MerchantPaymentDetails): TemplateResult | null {
    const invoice = payment.invoices.find(({ number }) => keyOf(payment.id, number) === this.#open);
    return invoice && isRefundable(invoice) ? this.#form(payment.id, invoice) : null;
  }

  /** Renders a button or the open form for each invoice with refundable money. */
  render(payment: MerchantPaymentDetails): readonly TemplateResult[] {
    const { localize } = this.options;
    return payment.invoices.filter(isRefundable).map((invoice) => {
      const { number, refundable, currency } = invoice;
      if (keyOf(payment.id, number) === this.#open) return this.#form(payment.id, invoice);
      return html`<div class="actions">
        ${this.opener(payment.id, number, () => this.open(payment, number))}
        <span class="dim">${localize.t.refunds.atMost(localize.inCoin(refundable, currency))}</span>
      </div>`;
    });
  }

  /** Renders the button that opens the form. */
  opener(checkout: string, number: number, onPress: () => void, describedBy = ''): TemplateResult {
    return html`<button
      class="tool"
      part="button"
      type="button"
      data-give=${keyOf(checkout, number)}
      aria-describedby=${describedBy || nothing}
      @click=${onPress}
    >
      ${this.options.localize.t.refunds.give}
    </button>`;
  }

  #form(checkout: string, invoice: Refundable): TemplateResult {
    const { localize } = this.options;
    const { refunds, decide } = localize.t;
    const { currency, refundable } = invoice;
    const { network } = currencyOf(currency);
    const atMost = refunds.atMost(localize.inCoin(refundable, currency));
    const { address, amount, problem } = this.#faults;
    const addressFault =
      address === 'wrongAddress' ? refunds.wrongAddress(network.name) : address && refunds[address];
    const back = (event: Event) => {
      event.stopPropagation();
      this.#focus.moveTo(`[data-give='${keyOf(checkout, invoice.number)}']`);
      this.close();
    };
    return html`<form
      class="decide give"
      part="form"
      aria-labelledby="give-title"
      novalidate
      @submit=${(event: SubmitEvent) => void this.#submit(event, checkout, invoice)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && back(event)}
    >
      <h4 id="give-title">${refunds.give}</h4>
      <p>${refunds.giveText}</p>
      ${field('address', refunds.address(network.name), addressFault)}
      ${field('amount', refunds.amount, amount && atMost)} ${amount ? nothing : html`<p>${atMost}</p>`}
      ${problem ? html`<p class="error" role="alert">${actionProblem(problem, localize.t)}</p>` : nothing}
      <div class="actions">
        <button class="tool primary" part="button button-primary" type="submit" ?disabled=${this.#isBusy}>
          ${refunds.give}
        </button>
        <button class="tool plain" part="button" type="button" @click=${back}>${decide.back}</button>
      </div>
    </form>`;
  }

  async #submit(event: SubmitEvent, checkout: string, invoice: Refundable): Promise<void> {
    event.preventDefault();
    const request = requestOf(event, invoice.number);
    const address = addressFaultOf(request.address, invoice);
    const amount = isPayable(request.amount, invoice) ? undefined : 'atMost';
    this.#faults = { address, amount };
    if (address || amount) this.#focus.moveTo(address ? '#give-address' : '#give-amount');
    this.host.requestUpdate();
    const client = this.options.client();
    if (address || amount || !client || this.#isBusy) return;
    this.#isBusy = true;
    const result = await client.createRefund(checkout, request);
    this.#isBusy = false;
    if (result.ok) {
      this.close();
      this.options.onCreated(result.value, this.options.localize.t.attention.refundToPayText);
    } else {
      this.#faults = { problem: result.problem };
      this.host.requestUpdate();
    }
  }
}

function field(name: 'address' | 'amount', label: string, fault: string | undefined): TemplateResult {
  return html`<label
      >${label}<input
        id=${`give-${name}`}
        class="small-field"
        name=${name}
        part="input"
        dir="ltr"
        inputmode=${name === 'amount' ? 'decimal' : 'text'}
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        required
        aria-invalid=${fault ? 'true' : 'false'}
        aria-describedby=${fault ? `give-${name}-error` : nothing} /></label
    >${fault ? html`<p class="error" id=${`give-${name}-error`} role="alert">${fault}</p>` : nothing}`;
}

function addressFaultOf(address: string, { currency, address: own }: Refundable): Faults['address'] {
  if (!validateAddress(currency, address).valid) return 'wrongAddress';
  return own !== null && isSameAddress(own, address) ? 'ownAddress' : undefined;
}

const keyOf = (checkout: string, invoice: number): string => `${checkout}-${invoice}`;

function isRefundable(invoice: MerchantInvoice): invoice is Refundable {
  return invoice.refundable !== null && !isZeroAmount(invoice.refundable);
}

function isPayable(amount: string, { refundable, currency }: Refundable): boolean {
  return isSendableAmount(amount, currency) && compareAmounts(amount, refundable) <= 0;
}

function requestOf(event: SubmitEvent, invoice: number): CreateRefundRequest {
  const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
  const fields = new FormData(form);
  const read = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { invoice, address: read('address'), amount: read('amount') };
}
