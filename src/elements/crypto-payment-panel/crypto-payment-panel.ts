import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  currencyOf,
  isCurrencyCode,
  type CurrencyCode,
  type QrPayload,
  type Currency,
} from '../../payment/index.js';
import type { CheckoutInvoice, CheckoutOrder } from '../../protocol/index.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { LocalizeController } from '../../controllers/localize.js';
import { PopoverController } from '../../controllers/popover.js';
import { WalletLinkController } from '../../controllers/wallet-link.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { problems } from '../../locales/compiled/payer/en/problems.js';
import { currencyIcons } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { skeleton } from '../../styles/skeleton.js';
import { sheet } from '../../styles/sheet.js';
import { icon } from '../parts/payment-icons.js';
import { resumeLink } from '../parts/safe-link.js';
import { IconController } from '../parts/currency-icon.js';
import { qrSection, qrSkeleton, unusable } from './qr-section.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-payment-panel.styles.js';
import { panelParts } from './css-parts.js';
import { mayHaveLinks, toPaymentInstructions, type PaymentInstructions } from './payment-instructions.js';
import { amountSection } from './amount-section.js';
import { waitingSection } from './waiting-section.js';
import { foldedRow, walletMenu } from './wallet-menu.js';
import { addressOnly, exchangeHelper, phoneCode, styles as alternativeStyles } from './alternatives.js';
import { button } from '../parts/buttons.js';
import { comparison } from '../parts/exact-text.js';
import { sentence } from '../parts/sentence.js';

type Alternative = 'exchange' | 'phone';

/**
 * The payment instructions: amount, network, address and warning; then the ways to send it. Without an invoice it is a
 * skeleton of the same size. While a transaction waits for confirmation, it requests nothing: see `invoice.unconfirmed`.
 *
 * @slot change - a control at the end of the network's line
 * @slot wallets - the wallets of the browser, above the code; see `wallets`
 * @slot alternatives - replaces the controls in the last row
 * @slot alternative - a further control at the end of the last row
 */
export class CryptoPaymentPanel extends ThemedElement {
  static override readonly styles = [
    ThemedElement.styles,
    ...[currencyIcons, controls, sheet, skeleton, styles, alternativeStyles],
  ];
  static readonly parts = panelParts;

  /** The invoice to pay; `null` while it is being created. */
  @property({ attribute: false }) invoice: CheckoutInvoice | null = null;
  /** The currency being prepared, where there is no invoice yet. */
  @property() currency: CurrencyCode | '' = '';
  /** The order, to show its price in the shop's currency too; omit it if the price is shown elsewhere. */
  @property({ attribute: false }) order: CheckoutOrder | null = null;
  /**
   * URL that continues this payment, for a phone that scans it from the screen. `https:`, or `http:` on loopback. Anyone
   * who has it can view and pay the checkout. Empty: not offered.
   */
  @property({ attribute: 'resume-url' }) resumeUrl = '';
  /** What the slot `wallets` has: a `button` above the code, or a `list` instead of it, until the payer opens the code. */
  @property() wallets: '' | 'button' | 'list' = '';

  /** The payload that the payer selected for the QR code; `null` for the default. */
  @state() private chosenKind: QrPayload['kind'] | null = null;
  @state() private alternative: Alternative | null = null;
  @state() private typedFee = '';
  @state() private isCodeOpen = false;

  readonly #localize = new LocalizeController(this, [payment, problems]);
  readonly #live = new LiveRegionController(this);
  readonly #popover = new PopoverController(this, {
    opened: () => this.find('#wallets')?.querySelector('a')?.focus(),
  });
  readonly #link = new WalletLinkController(this, (hasFailed) =>
    this.#live.say(hasFailed ? this.#localize.m.wallet.unopened : ''),
  );
  #instructions: PaymentInstructions | null = null;

  constructor() {
    super();
    new IconController(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('invoice')) return;
    const { id: before, due } = this.#instructions?.invoice ?? {};
    this.#instructions = this.invoice && toPaymentInstructions(this.invoice);
    const { invoice } = this;
    if (!invoice || invoice.id !== before || invoice.due !== due || isWaiting(invoice)) this.#link.reset();
    const wasWaiting = changed.get('invoice');
    if (invoice && isWaiting(invoice) && !(wasWaiting && isWaiting(wasWaiting)))
      this.#live.say(this.#localize.m.unconfirmed.text(currencyOf(invoice.currency).network.name));
    if (before === invoice?.id) return;
    this.chosenKind = this.alternative = null;
    this.typedFee = '';
    this.isCodeOpen = false;
  }

  protected override render(): TemplateResult {
    const instructions = this.#instructions;
    if (this.invoice && isWaiting(this.invoice))
      return this.#localize.marked(
        html`${waitingSection(this.invoice, this.#localize)} ${this.#live.render()}`,
      );
    if (this.invoice && !instructions) {
      return this.#localize.marked(
        html`${unusable(this.invoice, this.#localize)} <slot name="alternatives"></slot
          ><slot name="change"></slot><slot name="alternative"></slot>`,
      );
    }
    const alternative = this.alternative === 'phone' && !this.#hasPhone() ? null : this.alternative;
    const currency =
      instructions?.currency ?? (isCurrencyCode(this.currency) ? currencyOf(this.currency) : null);
    const amount = amountSection({
      ...{ instructions, currency, order: this.order, localize: this.#localize },
      isExchange: alternative === 'exchange',
    });
    const payment = html`${this.#destination(alternative)}
    ${notice(alternative === 'phone', currency, this.#instructions, this.#localize)}`;
    const wallets = instructions && alternative === null ? this.wallets : '';
    const content =
      wallets === ''
        ? html`<div class="sheet" part="sheet">${amount} ${payment}</div>
            ${this.#action(alternative)}`
        : html`<div class="sheet" part="sheet">${amount}</div>
            ${this.#besideWallets(wallets, payment)}`;
    const panel = html`${content}
      <div class="alternatives">
        <slot name="alternatives">${instructions ? this.#alternativeButtons(alternative) : nothing}</slot
        ><slot name="alternative"></slot>
      </div>
      ${this.#live.render()}`;
    return this.#localize.marked(panel);
  }

  #besideWallets(wallets: 'button' | 'list', payment: TemplateResult): TemplateResult {
    const { m } = this.#localize;
    const slot = html`<slot name="wallets"></slot>`;
    const code = html`<div class="sheet slim" part="sheet">${payment}</div>`;
    if (wallets === 'button') return html`${slot} ${code}`;
    return this.isCodeOpen
      ? html`${foldedRow('wallet', m.wallet.found, '', () => void this.#openCode(false))} ${code}`
      : html`${slot}
        ${foldedRow('qr', m.wallet.scanInstead, m.wallet.otherDevice, () => void this.#openCode(true))}`;
  }

  #destination(alternative: Alternative | null): TemplateResult {
    const instructions = this.#instructions;
    const localize = this.#localize;
    if (!instructions) return qrSkeleton(localize);
    if (alternative === 'phone') return phoneCode(this.resumeUrl, localize);
    if (alternative === 'exchange') return addressOnly(instructions, localize);
    const choose = (kind: QrPayload['kind']) => {
      this.chosenKind = kind;
    };
    return qrSection(instructions, this.chosenKind, choose, localize);
  }

  /** The main action below the instructions, or the helper for exchanges. */
  #action(alternative: Alternative | null): TemplateResult | typeof nothing {
    const instructions = this.#instructions;
    const { m } = this.#localize;
    if (!instructions) {
      return mayHaveLinks(this.currency)
        ? html`<span class="skeleton action" part="skeleton"></span>`
        : nothing;
    }
    if (alternative === 'exchange') {
      return exchangeHelper({
        instructions,
        localize: this.#localize,
        typed: this.typedFee,
        onType: (typed) => {
          this.typedFee = typed;
        },
        say: (text) => this.#live.say(text),
      });
    }
    if (alternative === 'phone') return button(m.phone.back, () => void this.#back());
    return instructions.links.length > 0
      ? walletMenu(instructions, this.#localize, this.#popover, this.#link)
      : nothing;
  }

  #hasPhone(): boolean {
    return resumeLink(this.resumeUrl) !== null;
  }

  #alternativeButtons(alternative: Alternative | null): TemplateResult {
    const { m } = this.#localize;
    const alternativeButton = (name: Alternative) =>
      html`<button
        id=${name}
        class="quiet"
        part="button-quiet"
        type="button"
        aria-pressed=${name === alternative ? 'true' : 'false'}
        @click=${() => this.#toggle(name)}
      >
        ${icon(name)}${m[name].open}
      </button>`;
    return html`${alternativeButton('exchange')} ${this.#hasPhone() ? alternativeButton('phone') : nothing}`;
  }

  async #toggle(alternative: Alternative): Promise<void> {
    this.alternative = this.alternative === alternative ? null : alternative;
    await this.updateComplete;
    if (this.alternative === 'exchange') this.find('#fee')?.focus();
    if (this.alternative === 'phone') this.#live.say(this.#localize.m.phone.title);
  }

  async #openCode(isOpen: boolean): Promise<void> {
    this.isCodeOpen = isOpen;
    await this.updateComplete;
    this.find('#fold')?.focus();
  }

  async #back(): Promise<void> {
    this.alternative = null;
    await this.updateComplete;
    this.find('#phone')?.focus();
  }
}

function isWaiting({ unconfirmed }: CheckoutInvoice): boolean {
  return unconfirmed.length > 0;
}

/** Warns of other coins and networks, or says that the payment continues on a phone. */
function notice(
  isPhone: boolean,
  currency: Currency | null,
  instructions: PaymentInstructions | null,
  { m }: LocalizeController,
): TemplateResult {
  const words = isPhone
    ? m.phone.phonePending
    : currency &&
      html`${sentence(m.networkWarning(currency.symbol, currency.network.name), currency.network.name)}
      ${comparison(instructions?.address ?? '', m)}`;
  return html`<p class="notice" part="notice" data-tone=${isPhone ? nothing : 'warning'}>
    ${words ? html`${icon(isPhone ? 'phone' : 'warning')}<span>${words}</span>` : html`<span class="skeleton" part="skeleton"></span>`}
  </p>`;
}
