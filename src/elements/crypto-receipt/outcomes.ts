import { html, nothing, type TemplateResult } from 'lit';
import { hasDecision } from '../../checkout/refund-decisions.js';
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

export interface OutcomeContent {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Shown large, and only if money was received. */
  readonly amount?: { readonly label: string; readonly value: string };
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

function received({ invoice, localize }: OutcomeInput): { label: string; value: string } {
  return { label: localize.m.received, value: invoice.paid };
}

/** None if the service has not stated the amount. */
function requestedFact(input: OutcomeInput): readonly Fact[] {
  const { amount } = input.invoice;
  return amount === null ? [] : [{ label: input.localize.m.amountRequested, value: inCoin(input, amount) }];
}

function shopHasReceived({ localize: { m }, checkout }: OutcomeInput): string {
  return m.paid.text(checkout.shop.name || m.theShop);
}

/** After its decision, the shop has nothing left to settle. */
function partText(
  { invoice, checkout, currency, localize: { m } }: OutcomeInput,
  amount: string | null,
): string {
  if (amount === null)
    return hasDecision(checkout) ? m.paid.text(checkout.shop.name || m.theShop) : m.late.text;
  const sentence = hasDecision(checkout) ? m.receivedOf : m.expiredPartial.text;
  return sentence(invoice.paid, amountText(amount, currency.symbol));
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

function monitoringNote({ invoice, localize }: OutcomeInput): { note?: TemplateResult } {
  if (invoice.monitoredUntil === null) return {};
  const { expired } = localize.m;
  return {
    note: html`<b>${expired.alreadySent}</b>
      ${expired.monitoredUntil(localize.moment(invoice.monitoredUntil))}`,
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

const OUTCOMES: Record<OutcomeKind, (input: OutcomeInput) => OutcomeContent> = {
  detected: (input) => {
    const { localize } = input;
    const { detected } = localize.m;
    const { key, name } = input.currency.network;
    const { paid, amount } = input.invoice;
    return {
      tone: 'info',
      icon: 'eye',
      title: detected.title,
      text: detected.text(name),
      // A transaction may be detected before the service reports its amount.
      ...(isZeroAmount(paid) && amount === null
        ? {}
        : { amount: { label: detected.amount, value: isZeroAmount(paid) ? (amount ?? paid) : paid } }),
      track: [
        { label: detected.detectedOn(name) },
        { label: detected.confirming, detail: typicalConfirmationText(key, localize) },
        { label: detected.paid },
      ],
      facts: transactions(input),
    };
  },
  processing: (input) => ({
    tone: 'info',
    icon: 'wait',
    ...input.localize.m.processing,
    facts: [...requestedFact(input), network(input), ...transactions(input), reference(input)],
  }),
  partial_detected: (input) => {
    const { m } = input.localize;
    const { network } = input.currency;
    const { paid, due } = input.invoice;
    return {
      tone: 'info',
      icon: 'eye',
      title: m.unconfirmed.title,
      text: m.unconfirmed.text(network.name),
      ...(isZeroAmount(paid) ? {} : { amount: { label: m.receivedSoFar, value: paid } }),
      track: [
        { label: m.detected.detectedOn(network.name) },
        { label: m.detected.confirming, detail: typicalConfirmationText(network.key, input.localize) },
      ],
      facts: [
        ...(due === null || isZeroAmount(due) ? [] : [{ label: m.amountDue, value: inCoin(input, due) }]),
        ...transactions(input, input.invoice.unconfirmed),
      ],
    };
  },
  paid: (input) => {
    const { paid } = input.localize.m;
    return {
      tone: 'success',
      icon: 'check',
      title: paid.title,
      text: shopHasReceived(input),
      amount: { label: paid.amount, value: input.invoice.paid },
      facts: [...transactions(input), reference(input)],
    };
  },
  overpaid: (input) => {
    const { m } = input.localize;
    return {
      tone: 'success',
      icon: 'check',
      title: m.overpaid.title(inCoin(input, input.invoice.surplus)),
      // If the page has refund items, the payer asks for the money there.
      text: input.checkout.refunds?.items.length ? m.paidInFull : m.overpaid.text,
      amount: received(input),
      facts: [
        // If the price was reduced, the surplus exceeds the difference to the invoice's own amount.
        ...(isAboveInvoice(input.invoice) ? requestedFact(input) : []),
        surplusFact(input),
        ...transactions(input),
        { ...reference(input), strong: true },
      ],
    };
  },
  checking: (input) => ({
    tone: 'neutral',
    icon: 'wait',
    ...input.localize.m.checking,
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
    ...input.localize.m.expired,
    ...monitoringNote(input),
    facts: [...requestedFact(input), network(input), reference(input)],
  }),
  expired_partial: (input) => {
    const { m } = input.localize;
    const { amount, due } = input.invoice;
    return {
      tone: 'warning',
      icon: 'half',
      title: m.expiredPartial.title,
      text: partText(input, amount),
      amount: received(input),
      facts: [
        // If the price was raised, nothing is due on this invoice.
        ...(due === null || isZeroAmount(due) ? [] : [{ label: m.amountDue, value: inCoin(input, due) }]),
        ...transactions(input),
        { ...reference(input), strong: true },
      ],
    };
  },
  late: (input) => ({
    tone: 'warning',
    icon: 'late',
    title: input.localize.m.late.title,
    text: hasDecision(input.checkout) ? shopHasReceived(input) : input.localize.m.late.text,
    amount: received(input),
    facts: [
      ...(isZeroAmount(input.invoice.surplus) ? [] : [surplusFact(input)]),
      ...transactions(input),
      reference(input),
    ],
  }),
  canceled: (input) => ({
    tone: 'neutral',
    icon: 'stop',
    ...input.localize.m.canceled,
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
  return OUTCOMES[kind]({ localize, checkout, invoice, currency: currencyOf(invoice.currency) });
}
