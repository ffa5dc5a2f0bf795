import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Localize } from '../../controllers/localize.js';
import { isZeroAmount, networkLabel } from '../../payment/index.js';
import type { Currency } from '../../payment/index.js';
import type { CheckoutInvoice, CheckoutOrder } from '../../protocol/index.js';
import { amountText, largeAmount } from '../parts/amount.js';
import { transactionLink } from '../parts/exact-text.js';
import { networkMark } from '../parts/currency-icon.js';
import { copyField } from './copy-button.js';
import { thousandths } from './progress.js';
import type { Slip } from './payment-instructions.js';

interface SumInput {
  readonly slip: Slip | null;
  /** Known before there is a slip. */
  readonly currency: Currency | null;
  readonly order: CheckoutOrder | null;
  readonly isExchange: boolean;
  readonly localize: Localize;
}

/** Three lines that read as one sentence: send exactly, how much, on which network. */
export function sum({ slip, currency, order, isExchange, localize }: SumInput): TemplateResult {
  const { m } = localize;
  const isPart = slip !== null && !isZeroAmount(slip.invoice.paid);
  const label = isExchange ? m.exchange.arrive : isPart ? m.sendRemaining : m.sendExactly;
  const fiat =
    order && html`<bdi class="fiat" part="fiat">${localize.fiat(order.amount, order.currency)}</bdi>`;
  return html`<div class="sum" part="sum">
    <div class="top" part="top">
      <span class="label" part="label"
        >${label}${isPart ? html` <b>${m.onNetwork(networkLabel(slip.currency.network))}</b>` : nothing}</span
      >${fiat}${slip && !isPart ? fee(slip, localize) : nothing}
    </div>
    <div class="line" part="line">
      ${slip ? amount(slip, localize) : html`<span class="bone" part="bone"></span>`}
    </div>
    ${isPart ? received(slip, localize) : network(currency, localize)}
  </div>`;
}

function amount({ amount: due, currency: { symbol } }: Slip, { m, locale }: Localize): TemplateResult {
  const announcement = m.copiedAmount(amountText(due, symbol));
  return html`${largeAmount(due, symbol)}${copyField({ text: due, longLabel: m.copyAmount, announcement, locale })}`;
}

/** Only what the invoice says: a fee that it does not name is not spoken of. */
function fee({ invoice, currency }: Slip, { m }: Localize): TemplateResult | typeof nothing {
  if (invoice.fee === null || invoice.feePaidBy === null || isZeroAmount(invoice.fee)) return nothing;
  const words = invoice.feePaidBy === 'payer' ? m.feeByPayer : m.feeByShop;
  return html`<span class="label" part="fee">${words(amountText(invoice.fee, currency.symbol))}</span>`;
}

function network(currency: Currency | null, { m }: Localize): TemplateResult {
  const name = currency
    ? html`<span class="network" part="network"
        >${networkMark(currency.network)}<span>${m.onNetwork(networkLabel(currency.network))}</span></span
      >`
    : html`<span class="bone" part="bone"></span>`;
  return html`<div class="line" part="line">${name}<slot name="change"></slot></div>`;
}

function received({ invoice, currency }: Slip, { m }: Localize): TemplateResult {
  const { paid, amount: all, transactions }: CheckoutInvoice = invoice;
  const last = transactions.at(-1);
  return html`<div class="received" part="received">
    <progress
      part="progress"
      max="1000"
      value=${thousandths(paid, all, currency.decimals)}
      aria-label=${m.receivedSoFar}
    ></progress>
    <p part="received-text">
      <bdi>${m.receivedOf(paid, amountText(all, currency.symbol))}</bdi>
      ${last ? transactionLink(currency.network.key, last, m.transaction) : nothing}
    </p>
  </div>`;
}
