import { html, LitElement, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { currencyOf, isZeroAmount, networkLabel, qrPayloads } from '../../payment/index.js';
import type { Currency, CurrencyCode, QrPayload } from '../../payment/index.js';
import type { CheckoutInvoice, CheckoutOrder } from '../../protocol/index.js';
import { LiveRegion } from '../../controllers/live-region.js';
import { Localize } from '../../controllers/localize.js';
import { base, marks } from '../../styles/base.js';
import { bones, slip } from '../../styles/slip.js';
import { tokens } from '../../styles/tokens.js';
import { CryptoCopyField } from '../crypto-copy-field/crypto-copy-field.js';
import { amountText, largeAmount } from '../parts/amount.js';
import { groupedAddress } from '../parts/exact.js';
import { icon } from '../parts/icon.js';
import { Marks, networkMark } from '../parts/mark.js';
import { styles } from './crypto-payment-panel.styles.js';
import { thousandths } from './share.js';

/**
 * The slip: how much to send, on which network, to which address, and what to mind. Without an invoice it is a
 * skeleton of the same size.
 *
 * @slot change - a control at the end of the network's line
 * @csspart slip - the whole sheet
 * @csspart sum - amount and network
 * @csspart fiat - the price in the shop's currency
 * @csspart amount - the amount to send
 * @csspart unit - its coin
 * @csspart network - the network's line
 * @csspart received - what came so far
 * @csspart where - code and address
 * @csspart qr - the plate of the code
 * @csspart code - the code
 * @csspart under - the words or the switch below the code
 * @csspart address - the address in groups of four
 * @csspart notice - the warning
 */
export class CryptoPaymentPanel extends LitElement {
  static override readonly styles = [tokens, base, marks, slip, bones, styles];
  static readonly parts = `slip, sum, fiat, label, amount, unit, network, mark, received, where, qr, code, under, to, address, notice, bone, ${CryptoCopyField.parts}`;

  /** What is to be paid, or `null` while it is being made. */
  @property({ attribute: false }) invoice: CheckoutInvoice | null = null;
  /** The currency being prepared, where there is no invoice yet. */
  @property() currency: CurrencyCode | '' = '';
  /** The order, to show its price in the shop's currency too; left out where the price stands elsewhere. */
  @property({ attribute: false }) order: CheckoutOrder | null = null;
  @property() locale = '';

  /** Which payload the payer wants in the code; the default one until they choose. */
  @state() private chosenKind: QrPayload['kind'] | null = null;

  readonly #localize = new Localize(this);
  readonly #live = new LiveRegion(this);

  constructor() {
    super();
    new Marks(this);
  }

  protected override render(): TemplateResult {
    const code = this.invoice?.currency ?? this.currency;
    const currency = code === '' ? null : currencyOf(code);
    return html`<div class="slip" part="slip">
        <div class="sum" part="sum">${this.#sum(currency)}</div>
        <div class="where" part="where">
          ${this.invoice && currency ? this.#where(this.invoice, currency) : this.#whereBones()}
        </div>
        <p class="notice" part="notice" data-tone="warn">${this.#warning(currency)}</p>
      </div>
      ${this.#live.render()}`;
  }

  #sum(currency: Currency | null): TemplateResult {
    const { invoice } = this;
    const { m } = this.#localize;
    const isPart = invoice !== null && !isZeroAmount(invoice.paid);
    const words =
      isPart && currency
        ? html`${m.sendRemaining} <b>${m.onNetwork(networkLabel(currency.network))}</b>`
        : m.sendExactly;
    const label = html`<span class="label" part="label">${words}</span>`;
    return html`${this.order ? html`<div class="top">${label}${this.#fiat(this.order)}</div>` : label}
      <div class="line">
        ${
          invoice && currency
            ? html`${largeAmount(invoice.due, currency.symbol)}${this.#copyAmount(invoice, currency)}`
            : html`<span class="bone" part="bone"></span>`
        }
      </div>
      ${isPart && currency ? this.#received(invoice, currency) : this.#network(currency)}`;
  }

  #fiat({ amount, currency }: CheckoutOrder): TemplateResult {
    return html`<bdi class="fiat" part="fiat">${this.#localize.fiat(amount, currency)}</bdi>`;
  }

  #copyAmount({ due }: CheckoutInvoice, { symbol }: Currency): TemplateResult {
    const { m } = this.#localize;
    return html`<crypto-copy-field
      exportparts=${CryptoCopyField.parts}
      value=${due}
      long-label=${m.copyAmount}
      announcement=${m.copiedAmount(amountText(due, symbol))}
      locale=${this.locale}
    ></crypto-copy-field>`;
  }

  #network(currency: Currency | null): TemplateResult {
    const { m } = this.#localize;
    const name = currency
      ? html`${networkMark(currency.network)}<span>${m.onNetwork(networkLabel(currency.network))}</span>`
      : nothing;
    return html`<div class="line">
      ${currency ? html`<span class="network" part="network">${name}</span>` : html`<span class="bone"></span>`}
      <slot name="change"></slot>
    </div>`;
  }

  #received({ paid, amount }: CheckoutInvoice, { symbol, decimals }: Currency): TemplateResult {
    const { m } = this.#localize;
    return html`<div class="received" part="received">
      <progress
        max="1000"
        value=${thousandths(paid, amount, decimals)}
        aria-label=${m.receivedSoFar}
      ></progress>
      <p>${m.receivedOf(paid, amountText(amount, symbol))}</p>
    </div>`;
  }

  #where({ address, due }: CheckoutInvoice, { code, symbol, network }: Currency): TemplateResult {
    const { m } = this.#localize;
    const payloads = qrPayloads(code, { address, amount: due });
    const shown = this.#shown(payloads);
    const label = shown?.kind === 'uri' ? m.qrAmount(address, amountText(due, symbol)) : m.qrAddress(address);
    const under =
      payloads.length > 1
        ? this.#switch(shown?.kind === 'uri')
        : html`<span class="under" part="under">${m.addressOnly}</span>`;
    return html`<crypto-payment-qr
        part="qr"
        exportparts="code"
        payload=${shown?.text ?? ''}
        label=${label}
      ></crypto-payment-qr>
      <div class="to" part="to">
        <span class="label" part="label">${m.toAddress}</span>${groupedAddress(address)}
      </div>
      ${under}
      <crypto-copy-field
        exportparts=${CryptoCopyField.parts}
        value=${address}
        label=${m.copyAddress}
        announcement=${m.copiedAddress(network.name)}
        locale=${this.locale}
      ></crypto-copy-field>`;
  }

  #shown(payloads: readonly QrPayload[]): QrPayload | undefined {
    return (
      payloads.find(({ kind }) => kind === this.chosenKind) ?? payloads.find((payload) => payload.default)
    );
  }

  /* eslint-disable lit-a11y/role-has-required-aria-attrs -- a native checkbox says itself whether it is checked */
  #switch(isOn: boolean): TemplateResult {
    return html`<label class="under switch" part="under">
      <input
        type="checkbox"
        role="switch"
        .checked=${isOn}
        @change=${() => {
          this.chosenKind = isOn ? 'address' : 'uri';
        }}
      />
      <span>${this.#localize.m.includeAmount}</span>
    </label>`;
  }
  /* eslint-enable lit-a11y/role-has-required-aria-attrs */

  #whereBones(): TemplateResult {
    const bone = html`<span class="bone" part="bone"></span>`;
    return html`<span class="bone code" part="bone"></span>
      <div class="to"><span class="label">${this.#localize.m.toAddress}</span>${bone}${bone}${bone}</div>
      <span></span><span class="bone control" part="bone"></span>`;
  }

  #warning(currency: Currency | null): TemplateResult {
    if (!currency) return html`<span class="bone" part="bone"></span>`;
    const { symbol, network } = currency;
    return html`${icon('warning')}<span>${this.#localize.m.networkWarning(symbol, network.name)}</span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-payment-panel': CryptoPaymentPanel;
  }
}
