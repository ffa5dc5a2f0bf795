import { html, nothing, type TemplateResult } from 'lit';
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
import type { PaymentActions } from './decision.js';
import { outcomeOf } from './form-controller.js';
import { checkFields, typeInto, withValues, type FieldsState } from './form-state.js';
import { isPlainAmount } from './sendable-amount.js';
import { sentence } from '../../elements/parts/sentence.js';

interface RefundFormOptions extends PaymentActions {
  /** Called when another person has changed what is owed. @param payment as it is now */
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

const EMPTY = { address: '', amount: '' } as const;

/** The form that refunds money of an invoice without a request of the payer. More than is owed takes a second step. */
export class RefundForm {
  #fields: FieldsState<Field> = withValues(EMPTY);
  #isConfirming = false;

  constructor(private readonly options: RefundFormOptions) {}

  /** Opens the form for an invoice, with what is owed. @returns `false` if it has no money that can be refunded */
  open(payment: MerchantPaymentDetails, number: number): boolean {
    const invoice = refundableOf(payment).find((one) => one.number === number);
    if (!invoice) return false;
    this.#fields = withValues({
      ...EMPTY,
      ...(!isZeroAmount(invoice.undecided) && { amount: invoice.undecided }),
    });
    this.#isConfirming = false;
    this.options.forms.open(keyOf(payment.id, number), '#give-address');
    return true;
  }

  /** Renders the form of this payment, if it is open. */
  renderOpen(payment: MerchantPaymentDetails): TemplateResult | null {
    const invoice = refundableOf(payment).find(({ number }) => this.#isOpen(payment.id, number));
    return invoice ? this.#form(payment, invoice) : null;
  }

  /** Renders a button or the open form for each invoice with refundable money. */
  render(payment: MerchantPaymentDetails): readonly TemplateResult[] {
    const { localize } = this.options;
    return refundableOf(payment).map((invoice) => {
      const { number, refundable, currency } = invoice;
      if (this.#isOpen(payment.id, number)) return this.#form(payment, invoice);
      return html`<div class="actions">
        ${this.opener(payment.id, number, () => this.open(payment, number))}
        <span class="dim">${sentence(localize.t.refunds.atMost(localize.inCoin(refundable, currency)))}</span>
      </div>`;
    });
  }

  /** Renders the button that opens the form. */
  opener(paymentId: string, number: number, onPress: () => void, describedBy = ''): TemplateResult {
    const { forms, localize } = this.options;
    return forms.renderOpener(keyOf(paymentId, number), localize.t.refunds.give, { onPress, describedBy });
  }

  #isOpen(paymentId: string, number: number): boolean {
    return this.options.forms.isOpen(keyOf(paymentId, number));
  }

  #form(payment: MerchantPaymentDetails, invoice: Refundable): TemplateResult {
    const { forms, localize } = this.options;
    const isConfirming = this.#isConfirming && exceeds(this.#fields.values.amount, invoice.undecided);
    const back = isConfirming ? () => this.#edit() : (event: Event) => forms.back(event);
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
        back(event);
      }}
    >
      ${isConfirming ? this.#confirmation(payment, invoice) : this.#fieldsOf(invoice)}
      ${forms.error && html`<p class="error" role="alert">${forms.error}</p>`}
      <div class="actions">
        ${isConfirming ? this.#confirmButton(payment.id, invoice) : this.#submitButton(payment.id, invoice)}
        <button class="tool plain" part="button" type="button" @click=${back}>
          ${localize.t.decide.back}
        </button>
      </div>
    </form>`;
  }

  #fieldsOf(invoice: Refundable): TemplateResult {
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
    const amount = localize.inCoin(this.#fields.values.amount, currency);
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

  #submitButton(paymentId: string, { number }: Refundable): TemplateResult {
    return html`<button
      class="tool primary"
      part="button button-primary"
      type="submit"
      ?disabled=${this.options.forms.isBusy(keyOf(paymentId, number))}
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
      ?disabled=${this.options.forms.isBusy(keyOf(paymentId, invoice.number))}
      @click=${confirm}
    >
      ${sentence(localize.t.refunds.confirmMore(localize.inCoin(this.#fields.values.amount, invoice.currency)))}
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
          .value=${live(this.#fields.values[name])}
          @input=${({ target }: Event) => {
            if (target instanceof HTMLInputElement) this.#type(name, target.value);
          }} /></label
      >${fault ? html`<p class="error" id=${`give-${name}-error`} role="alert">${sentence(fault)}</p>` : nothing}`;
  }

  #type(name: Field, value: string): void {
    this.#fields = typeInto(this.#fields, name, value);
    this.options.forms.clearError();
  }

  #addressFaultText(invoice: Refundable): string {
    const { refunds } = this.options.localize.t;
    const fault = this.#fields.checked.has('address')
      ? addressFaultOf(this.#fields.values.address.trim(), invoice)
      : null;
    if (fault === null) return '';
    return fault === 'wrongAddress'
      ? refunds.wrongAddress(currencyOf(invoice.currency).network.name)
      : refunds.ownAddress;
  }

  #amountFaultText(invoice: Refundable): string {
    const { localize } = this.options;
    const { refunds, payouts } = localize.t;
    const { currency, refundable } = invoice;
    const amount = this.#fields.values.amount.trim();
    const isChecked = this.#fields.checked.has('amount');
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
    const { forms } = this.options;
    this.#fields = checkFields(withValues(valuesOf(event)), ...FIELDS);
    this.#isConfirming = false;
    forms.clearError();
    const { address, amount } = this.#fields.values;
    if (addressFaultOf(address, invoice) !== null) forms.focus('#give-address');
    else if (amountFaultOf(amount, invoice) !== null) forms.focus('#give-amount');
    else if (exceeds(amount, invoice.undecided)) this.#confirm();
    else void this.#send(paymentId, invoice);
  }

  #confirm(): void {
    this.#isConfirming = true;
    this.options.forms.focus('#give-confirm');
  }

  /** Returns from the confirmation to the fields. */
  #edit(): void {
    this.#isConfirming = false;
    this.options.forms.clearError();
    this.options.forms.focus('#give-amount');
  }

  #send(paymentId: string, { number, undecided }: Refundable): Promise<void> {
    const { forms, localize, client, onRefundCreated, onReread } = this.options;
    const request = { invoice: number, ...this.#fields.values };
    const isMore = exceeds(request.amount, undecided);
    return forms.send(keyOf(paymentId, number), async () => {
      const proxy = client();
      const result = await proxy?.createRefund(paymentId, {
        ...request,
        ...(isMore && { includesPayment: true }),
      });
      if (proxy && result && !result.ok && result.problem.code === 'confirmation_required') {
        const current = await proxy.payment(paymentId);
        if (current.ok) onReread(current.value);
        if (this.#isOpen(paymentId, number)) this.#edit();
      }
      return outcomeOf(result, localize.t, (payment) => {
        onRefundCreated(payment);
        const { details, attention } = localize.t;
        return `${details.actions.refund.create}. ${attention.refundToPayText}`;
      });
    });
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

const keyOf = (paymentId: string, invoice: number): string => `give-${paymentId}-${invoice}`;

function valuesOf(event: SubmitEvent): Readonly<Record<Field, string>> {
  const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
  const fields = new FormData(form);
  const read = (name: Field) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { address: read('address'), amount: read('amount') };
}
