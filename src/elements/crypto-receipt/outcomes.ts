import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import type { LocalizeController } from '../../controllers/localize.js';
import { addAmounts, currencyOf, isZeroAmount, plainAmount } from '../../payment/index.js';
import type { Currency } from '../../payment/index.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';
import { transaction } from '../parts/exact-text.js';
import { networkValue } from '../parts/fact-list.js';
import type { Fact } from '../parts/fact-list.js';
import type { IconName } from '../parts/payment-icons.js';
import type { Tone } from '../parts/tone.js';
import { typicalConfirmationText } from '../parts/typical-confirmation.js';

/** What an outcome shows: a figure, a title, a sentence, and the slip with the facts. */
export interface OutcomeContent {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Large, and only where money has come. */
  readonly amount?: { readonly label: string; readonly value: string };
  readonly note?: TemplateResult;
  /** Steps of a transfer: done, now, to come; and how long such a one often takes. */
  readonly track?: readonly ProgressStep[];
  readonly facts: readonly Fact[];
}

export interface ProgressStep {
  readonly label: string;
  readonly takes?: string;
}

export interface OutcomeInput {
  readonly localize: LocalizeController;
  readonly checkout: Checkout;
  readonly invoice: CheckoutInvoice;
  readonly currency: Currency;
}

type Describe = (input: OutcomeInput) => OutcomeContent;

const OUTCOMES: Record<OutcomeKind, Describe> = {
  detected: (input) => {
    const { detected } = input.localize.m;
    const { name } = input.currency.network;
    return {
      tone: 'info',
      icon: 'eye',
      title: detected.title,
      text: detected.text(name),
      amount: { label: detected.amount, value: detectedAmount(input.invoice) },
      track: [
        { label: detected.seen(name) },
        { label: detected.confirming, ...typicalDuration(input) },
        { label: detected.paid },
      ],
      facts: transactions(input),
    };
  },
  processing: (input) => ({
    tone: 'info',
    icon: 'wait',
    ...input.localize.m.processing,
    facts: [requestedFact(input), network(input), ...transactions(input), reference(input)],
  }),
  paid: (input) => {
    const { paid } = input.localize.m;
    return {
      tone: 'ok',
      icon: 'check',
      title: paid.title,
      text: paid.text(shopName(input)),
      amount: { label: paid.amount, value: input.invoice.paid },
      facts: [...transactions(input), reference(input)],
    };
  },
  overpaid: (input) => {
    const { m } = input.localize;
    return {
      tone: 'ok',
      icon: 'check',
      title: m.overpaid.title(inCoin(input, input.invoice.surplus)),
      text: m.overpaid.text,
      amount: received(input),
      facts: [
        // Of a price that has fallen, the surplus is more than what came above the invoice's own amount.
        ...(isAboveInvoice(input.invoice) ? [requestedFact(input)] : []),
        surplusFact(input),
        ...transactions(input),
        { ...reference(input), strong: true },
      ],
    };
  },
  checking: (input) => {
    const { m } = input.localize;
    return {
      tone: 'neutral',
      icon: 'wait',
      title: m.checking.title,
      text: m.checking.text,
      facts: [
        { ...requestedFact(input), strong: true },
        ...receivedFacts(input),
        network(input),
        ...heldUntil(input),
        reference(input),
      ],
    };
  },
  expired: (input) => {
    const { m } = input.localize;
    return {
      tone: 'neutral',
      icon: 'clock',
      title: m.expired.title,
      text: m.expired.text,
      ...monitoringNote(input),
      facts: [requestedFact(input), network(input), reference(input)],
    };
  },
  expired_partial: (input) => {
    const { m } = input.localize;
    const { paid, amount, due } = input.invoice;
    return {
      tone: 'warn',
      icon: 'half',
      title: m.expiredPartial.title,
      text: m.expiredPartial.text(paid, inCoin(input, amount)),
      amount: received(input),
      facts: [
        // Nothing is, of a price that has risen.
        ...(isZeroAmount(due) ? [] : [{ label: m.missing, value: inCoin(input, due) }]),
        ...transactions(input),
        { ...reference(input), strong: true },
      ],
    };
  },
  late: (input) => ({
    tone: 'warn',
    icon: 'late',
    ...input.localize.m.late,
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
      requestedFact(input),
      network(input),
      reference(input),
    ],
  }),
};

/** What to show for an outcome; `null` without an invoice. */
export function describeOutcome(
  kind: OutcomeKind,
  checkout: Checkout,
  localize: LocalizeController,
): OutcomeContent | null {
  const { invoice } = checkout;
  if (!invoice) return null;
  return OUTCOMES[kind]({ localize, checkout, invoice, currency: currencyOf(invoice.currency) });
}

function shopName({ checkout, localize }: OutcomeInput): string {
  return checkout.shop.name || localize.m.theShop;
}

function inCoin({ currency }: OutcomeInput, amount: string): string {
  return amountText(amount, currency.symbol);
}

/** A transfer may be seen before the service counts its amount. */
function detectedAmount({ paid, amount }: CheckoutInvoice): string {
  return isZeroAmount(paid) ? amount : paid;
}

function received({ invoice, localize }: OutcomeInput): { label: string; value: string } {
  return { label: localize.m.received, value: invoice.paid };
}

function requestedFact(input: OutcomeInput): Fact {
  return { label: input.localize.m.asked, value: inCoin(input, input.invoice.amount) };
}

/** Is the surplus what came above the amount of the invoice? */
function isAboveInvoice({ paid, amount, surplus }: CheckoutInvoice): boolean {
  return addAmounts(amount, surplus) === plainAmount(paid);
}

function surplusFact(input: OutcomeInput): Fact {
  return { label: input.localize.m.extra, value: inCoin(input, input.invoice.surplus), strong: true };
}

function receivedFacts(input: OutcomeInput): readonly Fact[] {
  if (isZeroAmount(input.invoice.paid)) return [];
  return [{ label: input.localize.m.received, value: inCoin(input, input.invoice.paid) }];
}

function network({ currency, localize }: OutcomeInput): Fact {
  return { label: localize.m.network, value: networkValue(currency.network) };
}

/** The order, and its price as the shop states it: what the head of a card says. */
export function orderFacts({ order }: Checkout, localize: LocalizeController): readonly Fact[] {
  return [
    { label: localize.m.orderLabel, value: order.id },
    { label: localize.m.total, value: localize.fiat(order.amount, order.currency) },
  ];
}

/** To be quoted, so a press selects it whole. */
function reference({ invoice, localize }: OutcomeInput): Fact {
  return { label: localize.m.reference, value: html`<bdi class="exact">${invoice.id}</bdi>` };
}

/** Only where others publish how long they wait; nothing is promised. */
function typicalDuration({ currency, localize }: OutcomeInput): { takes?: string } {
  const takes = typicalConfirmationText(currency.network.key, localize);
  return takes === null ? {} : { takes };
}

function heldUntil({ invoice, checkout, localize }: OutcomeInput): readonly Fact[] {
  if (invoice.expiresAt === null) return [];
  return [
    { label: localize.m.priceHeldUntil, value: localize.until(invoice.expiresAt, Date.parse(checkout.now)) },
  ];
}

function monitoringNote({ invoice, localize }: OutcomeInput): { note?: TemplateResult } {
  if (invoice.watchedUntil === null) return {};
  const { expired } = localize.m;
  return {
    note: html`<b>${expired.sentAlready}</b> ${expired.watching(localize.moment(invoice.watchedUntil))}`,
  };
}

const SHOWN_TRANSACTIONS = 2;

function transactions({ invoice, currency, localize }: OutcomeInput): readonly Fact[] {
  const all = invoice.transactions;
  if (all.length === 0) return [];
  const more = all.length - SHOWN_TRANSACTIONS;
  const rows = all.slice(0, SHOWN_TRANSACTIONS).map((id) => transaction(currency.network.key, id));
  const value = html`${rows.map((row) => html`<div part="transfer">${row}</div>`)}
  ${more > 0 ? html`<div part="transfer">${localize.m.moreTransactions(more)}</div>` : nothing}`;
  return [{ label: localize.m.transaction, value }];
}
