import { html, nothing, type TemplateResult } from 'lit';
import { monitoringEnd } from '../../checkout/screen.js';
import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import type { LocalizeController } from '../../controllers/localize.js';
import { addAmounts, currencyOf, isZeroAmount, plainAmount, type Currency } from '../../payment/index.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';
import { transaction } from '../parts/exact-text.js';
import { networkValue, type Fact } from '../parts/fact-list.js';
import type { IconName } from '../parts/payment-icons.js';
import type { ProgressStep } from '../parts/progress-steps.js';
import type { Tone } from '../parts/tone.js';
import { typicalConfirmationText } from '../parts/typical-confirmation.js';
import { outcomeText, type OutcomeText } from './outcome-text.js';

export interface OutcomeContent extends OutcomeText {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly note?: TemplateResult;
  /** Progress of the transaction: done, current, next; with a typical duration. */
  readonly track?: readonly ProgressStep[];
  readonly facts: readonly Fact[];
}

interface OutcomeInput {
  readonly localize: LocalizeController;
  readonly checkout: Checkout;
  readonly invoice: CheckoutInvoice;
  readonly currency: Currency;
}

function inCoin({ currency }: OutcomeInput, amount: string): string {
  return amountText(amount, currency.symbol);
}

/** None if the service has not stated the amount. */
function requestedFact(input: OutcomeInput): readonly Fact[] {
  const { amount } = input.invoice;
  return amount === null ? [] : [{ label: input.localize.m.amountRequested, value: inCoin(input, amount) }];
}

function dueFact(input: OutcomeInput): readonly Fact[] {
  const { due } = input.invoice;
  if (due === null || isZeroAmount(due)) return [];
  return [{ label: input.localize.m.amountDue, value: inCoin(input, due) }];
}

/** Returns whether the surplus is the difference to the amount of the invoice. */
function isAboveInvoice({ paid, amount, surplus }: CheckoutInvoice): boolean {
  return amount !== null && addAmounts(amount, surplus) === plainAmount(paid);
}

function surplusFact(input: OutcomeInput): Fact {
  return { label: input.localize.m.surplus, value: inCoin(input, input.invoice.surplus), strong: true };
}

function network({ currency, localize }: OutcomeInput): Fact {
  return { label: localize.m.network, value: networkValue(currency.network) };
}

/** A press selects the whole text, to quote it to the shop. */
function reference({ invoice, localize }: OutcomeInput): Fact {
  return { label: localize.m.reference, value: html`<bdi class="exact" translate="no">${invoice.id}</bdi>` };
}

function heldUntil({ invoice, checkout, localize }: OutcomeInput): readonly Fact[] {
  if (invoice.expiresAt === null) return [];
  return [
    { label: localize.m.priceHeldUntil, value: localize.until(invoice.expiresAt, Date.parse(checkout.now)) },
  ];
}

function monitoringNote({ invoice, checkout, localize }: OutcomeInput): { note?: TemplateResult } {
  const until = monitoringEnd(invoice, Date.parse(checkout.now));
  if (until === null) return {};
  const { expired } = localize.m;
  return {
    note: html`<b>${expired.alreadySent}</b> ${expired.monitoredUntil(localize.moment(until))}`,
  };
}

const SHOWN_TRANSACTIONS = 2;

function transactions(
  { invoice, currency, localize }: OutcomeInput,
  all = invoice.transactions,
): readonly Fact[] {
  if (all.length === 0) return [];
  const more = all.length - SHOWN_TRANSACTIONS;
  const rows = all.slice(0, SHOWN_TRANSACTIONS).map((id) => transaction(currency.network.key, id));
  const value = html`${rows.map((row) => html`<div>${row}</div>`)}
  ${more > 0 ? html`<div>${localize.m.moreTransactions(more)}</div>` : nothing}`;
  return [{ label: localize.m.transaction, value }];
}

const OUTCOMES: Record<OutcomeKind, (input: OutcomeInput) => Omit<OutcomeContent, keyof OutcomeText>> = {
  detected: (input) => {
    const { detected } = input.localize.m;
    const { key, name } = input.currency.network;
    return {
      tone: 'info',
      icon: 'eye',
      track: [
        { label: detected.detectedOn(name) },
        { label: detected.confirming, detail: typicalConfirmationText(key, input.localize) },
        { label: detected.paid },
      ],
      facts: transactions(input),
    };
  },
  processing: (input) => ({
    tone: 'info',
    icon: 'wait',
    facts: [...requestedFact(input), network(input), ...transactions(input), reference(input)],
  }),
  partial_detected: (input) => {
    const { m } = input.localize;
    const { key, name } = input.currency.network;
    return {
      tone: 'info',
      icon: 'eye',
      track: [
        { label: m.detected.detectedOn(name) },
        { label: m.detected.confirming, detail: typicalConfirmationText(key, input.localize) },
      ],
      facts: [...dueFact(input), ...transactions(input, input.invoice.unconfirmed)],
    };
  },
  paid: (input) => ({
    tone: 'success',
    icon: 'check',
    facts: [...transactions(input), reference(input)],
  }),
  overpaid: (input) => ({
    tone: 'success',
    icon: 'check',
    facts: [
      // If the price was reduced, the surplus exceeds the difference to the invoice's own amount.
      ...(isAboveInvoice(input.invoice) ? requestedFact(input) : []),
      surplusFact(input),
      ...transactions(input),
      { ...reference(input), strong: true },
    ],
  }),
  checking: (input) => ({
    tone: 'neutral',
    icon: 'wait',
    facts: [
      ...requestedFact(input).map((fact) => ({ ...fact, strong: true })),
      ...(isZeroAmount(input.invoice.paid)
        ? []
        : [{ label: input.localize.m.received, value: inCoin(input, input.invoice.paid) }]),
      network(input),
      ...heldUntil(input),
      reference(input),
    ],
  }),
  expired: (input) => ({
    tone: 'neutral',
    icon: 'clock',
    ...monitoringNote(input),
    facts: [...requestedFact(input), network(input), reference(input)],
  }),
  expired_partial: (input) => ({
    tone: 'warning',
    icon: 'half',
    // If the price was raised, nothing is due on this invoice.
    facts: [...dueFact(input), ...transactions(input), { ...reference(input), strong: true }],
  }),
  late: (input) => ({
    tone: 'warning',
    icon: 'late',
    facts: [
      ...(isZeroAmount(input.invoice.surplus) ? [] : [surplusFact(input)]),
      ...transactions(input),
      reference(input),
    ],
  }),
  canceled: (input) => ({
    tone: 'neutral',
    icon: 'stop',
    facts: [
      { label: input.localize.m.orderLabel, value: input.checkout.order.id },
      ...requestedFact(input),
      network(input),
      reference(input),
    ],
  }),
};

export function describeOutcome(
  kind: OutcomeKind,
  checkout: Checkout,
  localize: LocalizeController,
): OutcomeContent | null {
  const { invoice } = checkout;
  if (!invoice) return null;
  const { m } = localize;
  return {
    ...outcomeText(kind, { checkout, invoice, m }),
    ...OUTCOMES[kind]({ localize, checkout, invoice, currency: currencyOf(invoice.currency) }),
  };
}
