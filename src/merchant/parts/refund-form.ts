import { html, nothing, type TemplateResult } from 'lit';
import { currencyOf, isZeroAmount, smallestAmount } from '../../payment/index.js';
import type { MerchantPaymentDetails } from '../../protocol/index.js';
import { sentence } from '../../elements/parts/sentence.js';
import {
  initialRefund,
  isMoreThanOwed,
  lastingAmountFault,
  refundablesOf,
  refundAddressFault,
  refundAmountFault,
  refundRequest,
  type Refundable,
  type RefundValues,
} from '../state/refund.js';
import type { PaymentActions } from './decision.js';
import { outcomeOf, type Outcome } from './form-controller.js';

export interface RefundFormActions extends PaymentActions {
  /** Called when another person has changed what is owed. @param payment as it is now */
  readonly onReread: (payment: MerchantPaymentDetails) => void;
}

const keyOf = (paymentId: string, invoice: number): string => `give-${paymentId}-${invoice}`;

/** Opens the form for an invoice, with what is owed. @returns `false` if it has no money that can be refunded */
export function openRefundForm(
  payment: MerchantPaymentDetails,
  number: number,
  { forms }: RefundFormActions,
): boolean {
  const invoice = refundablesOf(payment).find((one) => one.number === number);
  if (invoice) forms.open(keyOf(payment.id, number), { ...initialRefund(invoice) });
  return invoice !== undefined;
}

/** Renders the form of this payment, if it is open. */
export function renderOpenRefund(
  payment: MerchantPaymentDetails,
  actions: RefundFormActions,
): TemplateResult | null {
  const invoice = refundablesOf(payment).find(({ number }) =>
    actions.forms.isOpen(keyOf(payment.id, number)),
  );
  return invoice ? refundForm(payment, invoice, actions) : null;
}

/** Renders a button or the open form for an invoice with refundable money. */
export function renderRefund(
  payment: MerchantPaymentDetails,
  invoice: Refundable,
  actions: RefundFormActions,
): TemplateResult {
  const { forms, localize } = actions;
  const { number, refundable, currency } = invoice;
  if (forms.isOpen(keyOf(payment.id, number))) return refundForm(payment, invoice, actions);
  return html`<div class="actions">
    ${refundOpener(payment.id, number, actions, () => openRefundForm(payment, number, actions))}
    <span class="dim">${sentence(localize.t.refunds.atMost(localize.inCoin(refundable, currency)))}</span>
  </div>`;
}

/** Renders the button that opens the form. */
export function refundOpener(
  paymentId: string,
  number: number,
  { forms, localize }: RefundFormActions,
  onPress: () => void,
  describedBy = '',
): TemplateResult {
  return forms.renderOpener(keyOf(paymentId, number), localize.t.refunds.give, { onPress, describedBy });
}

function refundForm(
  payment: MerchantPaymentDetails,
  invoice: Refundable,
  actions: RefundFormActions,
): TemplateResult {
  const { forms, localize } = actions;
  const { refunds } = localize.t;
  const key = keyOf(payment.id, invoice.number);
  const inCoin = (amount: string) => localize.inCoin(amount, invoice.currency);
  return forms.render(key, {
    name: 'give',
    look: 'give',
    title: refunds.give,
    content: fieldsOf(key, invoice, actions),
    submit: refunds.give,
    fault: (values) => {
      const { address, amount } = valuesOf(values);
      if (refundAddressFault(address, invoice) !== null) return '#give-address';
      return refundAmountFault(amount, invoice) === null ? '' : '#give-amount';
    },
    confirmation: (values) => {
      const { amount } = valuesOf(values);
      if (!isMoreThanOwed(valuesOf(values), invoice)) return null;
      return {
        title: refunds.moreTitle,
        text: confirmationText(inCoin(amount), payment, invoice, actions),
        submit: sentence(refunds.confirmMore(inCoin(amount))),
        field: '#give-amount',
      };
    },
    request: (values) => () => sendRefund(payment.id, invoice, valuesOf(values), actions),
  });
}

async function sendRefund(
  paymentId: string,
  invoice: Refundable,
  values: RefundValues,
  { forms, localize, client, onRefundCreated, onReread }: RefundFormActions,
): Promise<Outcome> {
  const proxy = client();
  const result = await proxy?.createRefund(paymentId, refundRequest(values, invoice));
  if (proxy && result && !result.ok && result.problem.code === 'confirmation_required') {
    const current = await proxy.payment(paymentId);
    if (current.ok) onReread(current.value);
    forms.edit(keyOf(paymentId, invoice.number), '#give-amount');
  }
  return outcomeOf(result, localize.t, (payment) => {
    onRefundCreated(payment);
    const { details, attention } = localize.t;
    return `${details.actions.refund.create}. ${attention.refundToPayText}`;
  });
}

function confirmationText(
  amount: string,
  { order }: MerchantPaymentDetails,
  { undecided, currency, hasPaidOrder }: Refundable,
  { localize }: RefundFormActions,
): TemplateResult {
  const { refunds } = localize.t;
  return html`${sentence(hasPaidOrder ? refunds.paidOrder(order.id) : refunds.openOrder(order.id), order.id)}
  ${sentence(
    isZeroAmount(undecided)
      ? `${refunds.ofPayment(amount)} ${refunds.noneOwed}`
      : refunds.moreText(amount, localize.inCoin(undecided, currency)),
  )}`;
}

function fieldsOf(key: string, invoice: Refundable, actions: RefundFormActions): TemplateResult {
  const { localize, forms } = actions;
  const { refunds } = localize.t;
  const { currency, refundable, undecided } = invoice;
  const owed = isZeroAmount(undecided)
    ? refunds.noneOwed
    : refunds.owed(localize.inCoin(undecided, currency));
  const { values, checked } = forms.draft(key);
  const { address, amount } = valuesOf(values);
  const wrongAddress = checked.has('address') ? addressText(address, invoice, actions) : '';
  const wrongAmount = amountText(amount, checked.has('amount'), invoice, actions);
  const atMost = refunds.atMost(localize.inCoin(refundable, currency));
  const isLimitShown = wrongAmount === atMost || !isMoreThanOwed({ address, amount: refundable }, invoice);
  const onType = (typed: Partial<RefundValues>) => forms.type(key, typed);
  return html`<p>${refunds.giveText}</p>
    ${field('address', refunds.address(currencyOf(currency).network.name), { value: values['address'] ?? '', fault: wrongAddress, onType })}
    ${field('amount', refunds.amount, { value: values['amount'] ?? '', fault: wrongAmount, onType })}
    <p id="give-amount-hint">
      <span>${sentence(owed)}</span> ${isLimitShown ? nothing : html`<span>${sentence(atMost)}</span>`}
    </p>`;
}

interface FieldOptions {
  readonly value: string;
  readonly fault: string;
  readonly onType: (typed: Partial<RefundValues>) => void;
}

function field(
  name: keyof RefundValues,
  label: string,
  { value, fault, onType }: FieldOptions,
): TemplateResult {
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
        .value=${value}
        @input=${({ target }: Event) => {
          if (target instanceof HTMLInputElement) onType({ [name]: target.value });
        }} /></label
    >${fault ? html`<p class="error" id=${`give-${name}-error`} role="alert">${sentence(fault)}</p>` : nothing}`;
}

function addressText(address: string, invoice: Refundable, { localize }: RefundFormActions): string {
  const { refunds } = localize.t;
  const fault = refundAddressFault(address, invoice);
  if (fault === null) return '';
  return fault === 'wrongAddress'
    ? refunds.wrongAddress(currencyOf(invoice.currency).network.name)
    : refunds.ownAddress;
}

function amountText(
  amount: string,
  isChecked: boolean,
  invoice: Refundable,
  { localize }: RefundFormActions,
): string {
  const { refunds, payouts } = localize.t;
  const { currency, refundable } = invoice;
  const fault = isChecked ? refundAmountFault(amount, invoice) : lastingAmountFault(amount, invoice);
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

const valuesOf = (values: Readonly<Record<string, string>>): RefundValues => ({
  address: values['address']?.trim() ?? '',
  amount: values['amount']?.trim() ?? '',
});
