import { hasDecision } from '../../checkout/refund-decisions.js';
import { monitoringEnd } from '../../checkout/screen.js';
import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import type { Messages } from '../../i18n/index.js';
import { currencyOf, isZeroAmount } from '../../payment/index.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';

/** What the payer reads first about an outcome, with or without JavaScript. */
export interface OutcomeText {
  readonly title: string;
  readonly text: string;
  /** Shown large, and only if money was received. */
  readonly amount?: { readonly label: string; readonly value: string };
}

interface Outcome {
  readonly checkout: Checkout;
  readonly invoice: CheckoutInvoice;
  readonly m: Messages;
}

const networkName = ({ invoice }: Outcome): string => currencyOf(invoice.currency).network.name;

function inCoin({ invoice }: Outcome, amount: string): string {
  return amountText(amount, currencyOf(invoice.currency).symbol);
}

function received({ invoice, m }: Outcome): { readonly label: string; readonly value: string } {
  return { label: m.received, value: invoice.paid };
}

function shopHasReceived({ checkout, m }: Outcome): string {
  return m.paid.text(checkout.shop.name || m.theShop);
}

/** After its decision, the shop has nothing left to settle. */
function partText(outcome: Outcome): string {
  const { invoice, checkout, m } = outcome;
  const { amount, paid } = invoice;
  if (amount === null) return hasDecision(checkout) ? shopHasReceived(outcome) : m.late.text;
  const sentence = hasDecision(checkout) ? m.receivedOf : m.expiredPartial.text;
  return sentence(paid, inCoin(outcome, amount));
}

const TEXTS: Record<OutcomeKind, (outcome: Outcome) => OutcomeText> = {
  detected: (outcome) => {
    const { detected } = outcome.m;
    const { paid, amount } = outcome.invoice;
    return {
      title: detected.title,
      text: detected.text(networkName(outcome)),
      // A transaction may be detected before the service reports its amount.
      ...(isZeroAmount(paid) && amount === null
        ? {}
        : { amount: { label: detected.amount, value: isZeroAmount(paid) ? (amount ?? paid) : paid } }),
    };
  },
  processing: ({ m }) => m.processing,
  partial_detected: (outcome) => {
    const { m, invoice } = outcome;
    return {
      title: m.unconfirmed.title,
      text: m.unconfirmed.text(networkName(outcome)),
      ...(isZeroAmount(invoice.paid) ? {} : { amount: { label: m.receivedSoFar, value: invoice.paid } }),
    };
  },
  paid: (outcome) => {
    const { paid } = outcome.m;
    return {
      title: paid.title,
      text: shopHasReceived(outcome),
      amount: { label: paid.amount, value: outcome.invoice.paid },
    };
  },
  overpaid: (outcome) => {
    const { m, checkout, invoice } = outcome;
    return {
      title: m.overpaid.title(inCoin(outcome, invoice.surplus)),
      // If the page has refund items, the payer asks for the money there.
      text: checkout.refunds?.items.length ? m.paidInFull : m.overpaid.text,
      amount: received(outcome),
    };
  },
  checking: ({ m }) => m.checking,
  expired: ({ m }) => m.expired,
  expired_partial: (outcome) => ({
    title: outcome.m.expiredPartial.title,
    text: partText(outcome),
    amount: received(outcome),
  }),
  late: (outcome) => ({
    title: outcome.m.late.title,
    text: hasDecision(outcome.checkout) ? shopHasReceived(outcome) : outcome.m.late.text,
    amount: received(outcome),
  }),
  canceled: ({ m, checkout, invoice }) => ({
    title: m.canceled.title,
    // Afterwards, the proxy no longer detects a payment to the old address.
    text: monitoringEnd(invoice, Date.parse(checkout.now)) === null ? m.expired.text : m.canceled.text,
  }),
};

export function outcomeText(kind: OutcomeKind, outcome: Outcome): OutcomeText {
  return TEXTS[kind](outcome);
}
