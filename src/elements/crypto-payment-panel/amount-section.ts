import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import { exactAmount, isZeroAmount, type Currency } from '../../payment/index.js';
import type { CheckoutOrder } from '../../protocol/index.js';
import { amountText, largeAmount } from '../parts/amount.js';
import { transactionLink } from '../parts/exact-text.js';
import { networkValue } from '../parts/fact-list.js';
import { onNetwork, sentence } from '../parts/sentence.js';
import { copyField } from './copy-button.js';
import type { PaymentInstructions } from './payment-instructions.js';

interface AmountSectionInput {
  readonly instructions: PaymentInstructions | null;
  /** Known before the instructions. */
  readonly currency: Currency | null;
  readonly order: CheckoutOrder | null;
  readonly isExchange: boolean;
  readonly localize: LocalizeController;
}

/** Three lines that read as one sentence: send exactly, how much, on which network. */
export function amountSection(input: AmountSectionInput): TemplateResult {
  const { instructions, currency, order, isExchange, localize } = input;
  const { m } = localize;
  const isPart = instructions !== null && !isZeroAmount(instructions.invoice.paid);
  const label = isExchange ? m.exchange.amountToArrive : isPart ? m.sendRemaining : m.sendExactly;
  const fiat =
    order &&
    html`<bdi class="fiat" part="fiat" translate="no">${localize.fiat(order.amount, order.currency)}</bdi>`;
  return html`<div class="sum" part="summary">
    <div class="top">
      <span class="label" part="label"
        >${label}${isPart ? html` <b>${onNetwork(instructions.currency.network, m)}</b>` : nothing}</span
      >${fiat}${instructions && !isPart ? fee(instructions, localize) : nothing}
    </div>
    <div class="line">
      ${instructions ? amount(instructions, localize) : html`<span class="skeleton" part="skeleton"></span>`}
    </div>
    ${isPart ? received(instructions, localize) : network(currency, localize)}
  </div>`;
}

function amount(
  { amount: due, currency: { symbol } }: PaymentInstructions,
  { m, locale }: LocalizeController,
): TemplateResult {
  const announcement = m.copiedAmount(amountText(due, symbol));
  return html`${largeAmount(due, symbol)}${copyField({ text: due, longLabel: m.copyAmount, announcement, locale })}`;
}

function fee({ invoice, currency }: PaymentInstructions, { m }: LocalizeController) {
  if (invoice.fee === null || invoice.feePaidBy === null || isZeroAmount(invoice.fee)) return nothing;
  const words = invoice.feePaidBy === 'payer' ? m.feeByPayer : m.feeByShop;
  return html`<span class="label" part="label"
    >${sentence(words(amountText(invoice.fee, currency.symbol)))}</span
  >`;
}

function network(currency: Currency | null, { m }: LocalizeController): TemplateResult {
  const name = currency
    ? networkValue(currency.network, html`<span>${onNetwork(currency.network, m)}</span>`)
    : html`<span class="skeleton" part="skeleton"></span>`;
  return html`<div class="line">${name}<slot name="change"></slot></div>`;
}

/** What was received so far, of the total, with the last transaction. */
export function received(
  { invoice, currency }: Pick<PaymentInstructions, 'invoice' | 'currency'>,
  { m }: LocalizeController,
): TemplateResult | typeof nothing {
  const { paid, amount: all, transactions } = invoice;
  if (all === null) return nothing;
  const last = transactions.at(-1);
  return html`<div class="received">
    <progress
      part="progress"
      max="1000"
      value=${perMille(paid, all, currency.decimals)}
      aria-label=${m.receivedSoFar}
    ></progress>
    <p>
      <bdi>${sentence(m.receivedOf(paid, amountText(all, currency.symbol)))}</bdi>
      ${last ? transactionLink(currency.network.key, last, m.transaction) : nothing}
    </p>
  </div>`;
}

/**
 * Returns the share of `part` in `amount` in thousandths, for a progress bar only.
 * @throws {AmountError} when one of them is not a number
 */
export function perMille(part: string, amount: string, decimals: number): string {
  if (isZeroAmount(part) || isZeroAmount(amount)) return '0';
  const units = (text: string) => BigInt(exactAmount(text, decimals).baseUnits);
  return String((units(part) * 1000n) / units(amount));
}
