import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isSameAddress, validateAddress } from '../../payment/addresses/index.js';
import {
  compareAmounts,
  currencyOf,
  isAmountOfCoin,
  isZeroAmount,
  smallestAmount,
} from '../../payment/index.js';
import type { MerchantInvoice, MerchantPaymentDetails } from '../../protocol/index.js';
import type { MerchantClient, MerchantProblem } from '../client/merchant-client.js';
import { FocusController } from './focus-controller.js';
import type { MerchantLocalize } from './localize.js';
import { actionProblem } from './problem-view.js';
import { isPlainAmount } from './sendable-amount.js';
import { sentence } from '../../elements/parts/sentence.js';

interface RefundFormOptions {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  /** @param payment the payment with the refund */
  readonly onCreated: (payment: MerchantPaymentDetails, announcement: string) => void;
  /** @param payment the payment as it is now: another person has changed what is owed */
  readonly onReread: (payment: MerchantPaymentDetails) => void;
}

/** An invoice with money that can be refunded. */
interface Refundable extends MerchantInvoice {
  readonly refundable: string;
  /** The owed amount that no payout has reserved; `0`: none. */
  readonly undecided: string;
}

const FIELDS = ['address', 'amount'] as const;
type Field = (typeof FIELDS)[number];
type AmountFault = 'format' | 'smallest' | 'atMost';

const NO_FIELDS: ReadonlySet<Field> = new Set();

/** The form that refunds money of an invoice without a request of the payer. More than is owed takes a second step. */
export class RefundForm {
  /** The key of the invoice whose form is open. */
  #open = '';
  #values: Readonly<Record<Field, string>> = { address: '', amount: '' };
  /** The fields that a person has submitted and not changed since. While someone types, only lasting faults are shown. */
  #checked = NO_FIELDS;
  #isConfirming = false;
  #problem: MerchantProblem | null = null;
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
    this.#values = { address: '', amount: '' };
    this.#checked = NO_FIELDS;
    this.#isConfirming = false;
    this.#problem = null;
    this.host.requestUpdate();
  }

  /** Opens the form for an invoice, with what is owed. @returns `false` if it has no money that can be refunded */
  open(payment: MerchantPaymentDetails, number: number): boolean {
    const invoice = refundableOf(payment).find((one) => one.number === number);
    if (!invoice) return false;
    this.close();
    this.#open = keyOf(payment.id, number);
    if (!isZeroAmount(invoice.undecided)) this.#values = { address: '', amount: invoice.undecided };
    this.#focus.moveTo('#give-address');
    return true;
  }

  /** Renders the form of this payment, if it is open. */
  renderOpen(payment: MerchantPaymentDetails): TemplateResult | null {
    const invoice = refundableOf(payment).find(({ number }) => keyOf(payment.id, number) === this.#open);
    return invoice ? this.#form(payment, invoice) : null;
  }

  /** Renders a button or the open form for each invoice with refundable money. */
  render(payment: MerchantPaymentDetails): readonly TemplateResult[] {
    const { localize } = this.options;
    return refundableOf(payment).map((invoice) => {
      const { number, refundable, currency } = invoice;
      if (keyOf(payment.id, number) === this.#open) return this.#form(payment, invoice);
      return html`<div class="actions">
        ${this.opener(payment.id, number, () => this.open(payment, number))}
        <span class="dim">${sentence(localize.t.refunds.atMost(localize.inCoin(refundable, currency)))}</span>
      </div>`;
    });
  }

  /** Renders the button that opens the form. */
  opener(paymentId: string, number: number, onPress: () => void, describedBy = ''): TemplateResult {
    return html`<button
      class="tool"
      part="button"
      type="button"
      data-give=${keyOf(paymentId, number)}
      aria-describedby=${describedBy || nothing}
      @click=${onPress}
    >
      ${this.options.localize.t.refunds.give}
    </button>`;
  }

  #form(payment: MerchantPaymentDetails, invoice: Refundable): TemplateResult {
    const { t } = this.options.localize;
    const isConfirming = this.#isConfirming && exceeds(this.#values.amount, invoice.undecided);
    const back = isConfirming
      ? () => this.#edit()
      : () => {
          this.#focus.moveTo(`[data-give='${keyOf(payment.id, invoice.number)}']`);
          this.close();
        };
    return html`<form
      class="decide give"
      part="form"
      aria-labelledby="give-title"
      novalidate
      @submit=${(event: SubmitEvent) => this.#submit(event, payment.id, invoice)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        back();
      }}
    >
      ${isConfirming ? this.#confirmation(payment, invoice) : this.#fields(invoice)}
      ${this.#problem ? html`<p class="error" role="alert">${actionProblem(this.#problem, t)}</p>` : nothing}
      <div class="actions">
        ${isConfirming ? this.#confirmButton(payment.id, invoice) : this.#submitButton()}
        <button class="tool plain" part="button" type="button" @click=${back}>${t.decide.back}</button>
      </div>
    </form>`;
  }

  #fields(invoice: Refundable): TemplateResult {
    const { localize } = this.options;
    const { refunds } = localize.t;
    const { currency, refundable, undecided } = invoice;
    const owed = isZeroAmount(undecided)
      ? refunds.noneOwed
      : refunds.owed(localize.inCoin(undecided, currency));
    const fault = this.#amountFaultText(invoice);
    const atMost = refunds.atMost(localize.inCoin(refundable, currency));
    const isLimitShown = fault === atMost || !exceeds(refundable, undecided);
    return html`<h4 id="give-title">${refunds.give}</h4>
      <p>${refunds.giveText}</p>
      ${this.#field('address', refunds.address(currencyOf(currency).network.name), this.#addressFaultText(invoice))}
      ${this.#field('amount', refunds.amount, fault)}
      <p id="give-amount-hint">
        <span>${sentence(owed)}</span> ${isLimitShown ? nothing : html`<span>${sentence(atMost)}</span>`}
      </p>`;
  }

  #confirmation({ order }: MerchantPaymentDetails, invoice: Refundable): TemplateResult {
    const { localize } = this.options;
    const { refunds } = localize.t;
    const { currency, undecided, hasPaidOrder } = invoice;
    const amount = localize.inCoin(this.#values.amount, currency);
    // With the focus, so that a screen reader reads the title and the text.
    return html`<div
      id="give-confirm"
      role="group"
      tabindex="-1"
      aria-labelledby="give-title"
      aria-describedby="give-text"
    >
      <h4 id="give-title">${refunds.moreTitle}</h4>
      <p class="more" id="give-text">
        ${sentence(hasPaidOrder ? refunds.paidOrder(order.id) : refunds.openOrder(order.id), order.id)}
        ${sentence(
          isZeroAmount(undecided)
            ? `${refunds.ofPayment(amount)} ${refunds.noneOwed}`
            : refunds.moreText(amount, localize.inCoin(undecided, currency)),
        )}
      </p>
    </div>`;
  }

  #submitButton(): TemplateResult {
    return html`<button
      class="tool primary"
      part="button button-primary"
      type="submit"
      ?disabled=${this.#isBusy}
    >
      ${this.options.localize.t.refunds.give}
    </button>`;
  }

  #confirmButton(paymentId: string, invoice: Refundable): TemplateResult {
    const { localize } = this.options;
    const confirm = ({ detail }: MouseEvent) => {
      // The second click of a double click on the button that was here before.
      if (detail < 2) void this.#send(paymentId, invoice);
    };
    return html`<button
      class="tool primary"
      part="button button-primary"
      type="button"
      ?disabled=${this.#isBusy}
      @click=${confirm}
    >
      ${sentence(localize.t.refunds.confirmMore(localize.inCoin(this.#values.amount, invoice.currency)))}
    </button>`;
  }

  #field(name: Field, label: string, fault: string): TemplateResult {
    const hint = name === 'amount' ? 'give-amount-hint' : '';
    const described = [fault && `give-${name}-error`, hint].filter(Boolean).join(' ');
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
          aria-describedby=${described || nothing}
          .value=${live(this.#values[name])}
          @input=${({ target }: Event) => {
            if (target instanceof HTMLInputElement) this.#type(name, target.value);
          }} /></label
      >${fault ? html`<p class="error" id=${`give-${name}-error`} role="alert">${sentence(fault)}</p>` : nothing}`;
  }

  #type(name: Field, value: string): void {
    this.#values = { ...this.#values, [name]: value };
    this.#checked = new Set([...this.#checked].filter((field) => field !== name));
    this.#problem = null;
    this.host.requestUpdate();
  }

  #addressFaultText(invoice: Refundable): string {
    const { refunds } = this.options.localize.t;
    const fault = this.#checked.has('address') ? addressFaultOf(this.#values.address.trim(), invoice) : null;
    if (fault === null) return '';
    return fault === 'wrongAddress'
      ? refunds.wrongAddress(currencyOf(invoice.currency).network.name)
      : refunds.ownAddress;
  }

  #amountFaultText(invoice: Refundable): string {
    const { localize } = this.options;
    const { refunds, payouts } = localize.t;
    const { currency, refundable } = invoice;
    const amount = this.#values.amount.trim();
    const isChecked = this.#checked.has('amount');
    const fault = isChecked ? amountFaultOf(amount, invoice) : lastingFaultOf(amount, invoice);
    switch (fault) {
      case null:
        return '';
      case 'format':
        return payouts.wrongAmount;
      case 'smallest':
        return refunds.smallest(localize.inCoin(smallestAmount(currency), currency));
      case 'atMost':
        return refunds.atMost(localize.inCoin(refundable, currency));
    }
  }

  #submit(event: SubmitEvent, paymentId: string, invoice: Refundable): void {
    event.preventDefault();
    if (this.#isBusy) return;
    this.#values = valuesOf(event);
    this.#checked = new Set(FIELDS);
    this.#isConfirming = false;
    this.#problem = null;
    this.host.requestUpdate();
    const { address, amount } = this.#values;
    if (addressFaultOf(address, invoice) !== null) this.#focus.moveTo('#give-address');
    else if (amountFaultOf(amount, invoice) !== null) this.#focus.moveTo('#give-amount');
    else if (exceeds(amount, invoice.undecided)) this.#confirm();
    else void this.#send(paymentId, invoice);
  }

  #confirm(): void {
    this.#isConfirming = true;
    this.#focus.moveTo('#give-confirm');
    this.host.requestUpdate();
  }

  /** Returns from the confirmation to the fields. */
  #edit(): void {
    this.#isConfirming = false;
    this.#problem = null;
    this.#focus.moveTo('#give-amount');
    this.host.requestUpdate();
  }

  async #send(paymentId: string, { number, undecided }: Refundable): Promise<void> {
    const client = this.options.client();
    if (!client || this.#isBusy) return;
    this.#isBusy = true;
    this.host.requestUpdate();
    const request = { invoice: number, ...this.#values };
    const isMore = exceeds(request.amount, undecided);
    const result = await client.createRefund(paymentId, {
      ...request,
      ...(isMore && { includesPayment: true }),
    });
    this.#isBusy = false;
    if (result.ok) {
      this.close();
      const { details, attention } = this.options.localize.t;
      this.options.onCreated(result.value, `${details.actions.refund.create}. ${attention.refundToPayText}`);
    } else {
      await this.#fail(paymentId, client, result.problem);
    }
  }

  async #fail(paymentId: string, client: MerchantClient, problem: MerchantProblem): Promise<void> {
    if (problem.code !== 'confirmation_required') {
      this.#problem = problem;
      this.#focus.moveTo(this.#isConfirming ? '#give-confirm' : '.give [type=submit]');
      this.host.requestUpdate();
      return;
    }
    const current = await client.payment(paymentId);
    if (current.ok) this.options.onReread(current.value);
    this.#edit();
    this.#problem = problem;
  }
}

/** The invoices with money that can be refunded. */
function refundableOf({ invoices, pending }: MerchantPaymentDetails): readonly Refundable[] {
  return invoices.flatMap((invoice) => {
    const { number, refundable } = invoice;
    if (refundable === null || isZeroAmount(refundable)) return [];
    const owed = pending.find((one) => one.invoice === number && one.about === 'owed');
    return [{ ...invoice, refundable, undecided: owed?.amount ?? '0' }];
  });
}

function addressFaultOf(
  address: string,
  { currency, address: own }: Refundable,
): 'wrongAddress' | 'ownAddress' | null {
  if (!validateAddress(currency, address).valid) return 'wrongAddress';
  return own !== null && isSameAddress(own, address) ? 'ownAddress' : null;
}

function amountFaultOf(amount: string, { currency, refundable }: Refundable): AmountFault | null {
  if (!isPlainAmount(amount)) return 'format';
  if (!isAmountOfCoin(amount, currency)) return 'smallest';
  return exceeds(amount, refundable) ? 'atMost' : null;
}

/** Returns the fault of a text that no further digit or point can make an amount. */
function lastingFaultOf(amount: string, invoice: Refundable): AmountFault | null {
  if (!/^\d*\.?\d*$/.test(amount)) return 'format';
  if (!isPlainAmount(amount)) return null;
  const [, decimals = ''] = amount.split('.');
  const isOpen = decimals.length < currencyOf(invoice.currency).decimals;
  return isZeroAmount(amount) && isOpen ? null : amountFaultOf(amount, invoice);
}

/** Returns whether a text is an amount above another one. */
const exceeds = (amount: string, limit: string): boolean =>
  isPlainAmount(amount) && compareAmounts(amount, limit) > 0;

const keyOf = (paymentId: string, invoice: number): string => `${paymentId}-${invoice}`;

function valuesOf(event: SubmitEvent): Readonly<Record<Field, string>> {
  const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
  const fields = new FormData(form);
  const read = (name: Field) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { address: read('address'), amount: read('amount') };
}
