import type { TemplateResult } from 'lit';
import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import type { LocalizeController } from '../../controllers/localize.js';
import { currencyOf, isZeroAmount } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import type { Fact } from '../parts/fact-list.js';
import type { IconName } from '../parts/payment-icons.js';
import type { Tone } from '../parts/tone.js';
import {
  detectedAmount,
  heldUntil,
  inCoin,
  isAboveInvoice,
  monitoringNote,
  network,
  received,
  receivedFacts,
  reference,
  requestedFact,
  shopName,
  surplusFact,
  transactions,
  typicalDuration,
} from './outcome-facts.js';
import type { OutcomeInput } from './outcome-facts.js';

/** Content of an outcome: an illustration, a title, a sentence, and the facts. */
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

export interface ProgressStep {
  readonly label: string;
  readonly takes?: string;
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
        { label: detected.detectedOn(name) },
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
      tone: 'success',
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
      tone: 'success',
      icon: 'check',
      title: m.overpaid.title(inCoin(input, input.invoice.surplus)),
      text: m.overpaid.text,
      amount: received(input),
      facts: [
        // If the price was reduced, the surplus exceeds the difference to the invoice's own amount.
        ...(isAboveInvoice(input.invoice) ? [requestedFact(input)] : []),
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
      { ...requestedFact(input), strong: true },
      ...receivedFacts(input),
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
    facts: [requestedFact(input), network(input), reference(input)],
  }),
  expired_partial: (input) => {
    const { m } = input.localize;
    const { paid, amount, due } = input.invoice;
    return {
      tone: 'warning',
      icon: 'half',
      title: m.expiredPartial.title,
      text: m.expiredPartial.text(paid, inCoin(input, amount)),
      amount: received(input),
      facts: [
        // If the price was raised, nothing is due on this invoice.
        ...(isZeroAmount(due) ? [] : [{ label: m.amountDue, value: inCoin(input, due) }]),
        ...transactions(input),
        { ...reference(input), strong: true },
      ],
    };
  },
  late: (input) => ({
    tone: 'warning',
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

/** Returns the content of an outcome; `null` without an invoice. */
export function describeOutcome(
  kind: OutcomeKind,
  checkout: Checkout,
  localize: LocalizeController,
): OutcomeContent | null {
  const { invoice } = checkout;
  if (!invoice) return null;
  return OUTCOMES[kind]({ localize, checkout, invoice, currency: currencyOf(invoice.currency) });
}
