import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import { addAmounts, isZeroAmount, plainAmount, type Currency } from '../../payment/index.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';
import { transaction } from '../parts/exact-text.js';
import { networkValue, type Fact } from '../parts/fact-list.js';
import { typicalConfirmationText } from '../parts/typical-confirmation.js';

export interface OutcomeInput {
  readonly localize: LocalizeController;
  readonly checkout: Checkout;
  readonly invoice: CheckoutInvoice;
  readonly currency: Currency;
}

export function shopName({ checkout, localize }: OutcomeInput): string {
  return checkout.shop.name || localize.m.theShop;
}

export function inCoin({ currency }: OutcomeInput, amount: string): string {
  return amountText(amount, currency.symbol);
}

/** A transaction may be detected before the service reports its amount. */
export function detectedAmount({ paid, amount }: CheckoutInvoice): string {
  return isZeroAmount(paid) ? amount : paid;
}

export function received({ invoice, localize }: OutcomeInput): { label: string; value: string } {
  return { label: localize.m.received, value: invoice.paid };
}

export function requestedFact(input: OutcomeInput): Fact {
  return { label: input.localize.m.amountRequested, value: inCoin(input, input.invoice.amount) };
}

/** Is the surplus the difference to the amount of the invoice? */
export function isAboveInvoice({ paid, amount, surplus }: CheckoutInvoice): boolean {
  return addAmounts(amount, surplus) === plainAmount(paid);
}

export function surplusFact(input: OutcomeInput): Fact {
  return { label: input.localize.m.surplus, value: inCoin(input, input.invoice.surplus), strong: true };
}

export function receivedFacts(input: OutcomeInput): readonly Fact[] {
  if (isZeroAmount(input.invoice.paid)) return [];
  return [{ label: input.localize.m.received, value: inCoin(input, input.invoice.paid) }];
}

export function network({ currency, localize }: OutcomeInput): Fact {
  return { label: localize.m.network, value: networkValue(currency.network) };
}

/** Order and price, as in the header of a card. */
export function orderFacts({ order }: Checkout, localize: LocalizeController): readonly Fact[] {
  return [
    { label: localize.m.orderLabel, value: order.id },
    { label: localize.m.total, value: localize.fiat(order.amount, order.currency) },
  ];
}

/** A press selects it completely, to be quoted to the shop. */
export function reference({ invoice, localize }: OutcomeInput): Fact {
  return { label: localize.m.reference, value: html`<bdi class="exact">${invoice.id}</bdi>` };
}

/** Only where published confirmation times exist. */
export function typicalDuration({ currency, localize }: OutcomeInput): { takes?: string } {
  const takes = typicalConfirmationText(currency.network.key, localize);
  return takes === null ? {} : { takes };
}

export function heldUntil({ invoice, checkout, localize }: OutcomeInput): readonly Fact[] {
  if (invoice.expiresAt === null) return [];
  return [
    { label: localize.m.priceHeldUntil, value: localize.until(invoice.expiresAt, Date.parse(checkout.now)) },
  ];
}

export function monitoringNote({ invoice, localize }: OutcomeInput): { note?: TemplateResult } {
  if (invoice.monitoredUntil === null) return {};
  const { expired } = localize.m;
  return {
    note: html`<b>${expired.alreadySent}</b>
      ${expired.monitoredUntil(localize.moment(invoice.monitoredUntil))}`,
  };
}

const SHOWN_TRANSACTIONS = 2;

export function transactions({ invoice, currency, localize }: OutcomeInput): readonly Fact[] {
  const all = invoice.transactions;
  if (all.length === 0) return [];
  const more = all.length - SHOWN_TRANSACTIONS;
  const rows = all.slice(0, SHOWN_TRANSACTIONS).map((id) => transaction(currency.network.key, id));
  const value = html`${rows.map((row) => html`<div>${row}</div>`)}
  ${more > 0 ? html`<div>${localize.m.moreTransactions(more)}</div>` : nothing}`;
  return [{ label: localize.m.transaction, value }];
}
