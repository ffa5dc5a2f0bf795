import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { currencyOf, isCurrencyCode } from '../../payment/index.js';
import type { Currency, CurrencyCode, QrPayload } from '../../payment/index.js';
import type { CheckoutInvoice, CheckoutOrder } from '../../protocol/index.js';
import { LiveRegion } from '../../controllers/live-region.js';
import { withLaterWords } from '../../controllers/payment-messages.js';
import { Localize } from '../../controllers/localize.js';
import { Popover } from '../../controllers/popover.js';
import { base, marks } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { bones } from '../../styles/bones.js';
import { slip as slipStyles } from '../../styles/slip.js';
import { tokens } from '../../styles/tokens.js';
import { icon } from '../parts/payment-icons.js';
import { resumeLink } from '../parts/safe-link.js';
import { Marks } from '../parts/currency-icon.js';
import { code, codeBones, unusable } from './qr-section.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-payment-panel.styles.js';
import { loadQrEncoder } from '../crypto-payment-qr/encoder.js';
import { parts } from './parts.js';
import type { Slip } from './payment-instructions.js';
import { mayHaveLinks, slipOf } from './payment-instructions.js';
import { sum } from './amount-section.js';
import { wallets } from './wallet-menu.js';
import type * as Ways from './alternatives.js';

/** What may take the place of the payment's code. */
type Way = 'exchange' | 'phone';

/**
 * The slip: how much to send, on which network, to which address, and what to mind; then the ways to send it.
 * Without an invoice it is a skeleton of the same size.
 *
 * @slot change - a control at the end of the network's line
 * @slot ways - takes the place of the controls in the last row
 * @slot way - a further control at the end of the last row
 * @cssprop [--crypto-qr-size] - of the code; grows with the card by default, from 8.5 to 11 units
 */
export class CryptoPaymentPanel extends ThemedElement {
  static override readonly styles = [tokens, base, marks, controls, slipStyles, bones, styles];
  static readonly parts = parts;

  /** What is to be paid, or `null` while it is being made. */
  @property({ attribute: false }) invoice: CheckoutInvoice | null = null;
  /** The currency being prepared, where there is no invoice yet. */
  @property() currency: CurrencyCode | '' = '';
  /** The order, to show its price in the shop's currency too; left out where the price stands elsewhere. */
  @property({ attribute: false }) order: CheckoutOrder | null = null;
  /**
   * Where this payment can be gone on with, for a phone that reads it from the screen. `https:`, or `http:` on
   * loopback. Who has it may see and pay the checkout. Empty: not offered.
   */
  @property({ attribute: 'resume-url' }) resumeUrl = '';
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';

  /** Which payload the payer wants in the code; the default one until they choose. */
  @state() private chosenKind: QrPayload['kind'] | null = null;
  @state() private way: Way | null = null;
  @state() private typedFee = '';
  @state() private isNotLoaded = false;

  readonly #localize = new Localize(withLaterWords(this));
  readonly #live = new LiveRegion(this);
  readonly #popover = new Popover(this, {
    opening: () => {},
    opened: () => this.#find('wallets')?.querySelector('a')?.focus(),
  });
  #slip: Slip | null = null;
  /** Most payers need neither way: they come when one is asked for. */
  #ways: typeof Ways | null = null;

  constructor() {
    super();
    new Marks(this);
    // Beside the call that makes the invoice.
    void loadQrEncoder();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('invoice')) return;
    const before = this.#slip?.invoice.id;
    this.#slip = this.invoice && slipOf(this.invoice);
    if (before === this.invoice?.id) return;
    this.chosenKind = this.way = null;
    this.typedFee = '';
  }

  protected override render(): TemplateResult {
    const slip = this.#slip;
    if (this.invoice && !slip) {
      return this.#localize.marked(
        html`${unusable(this.invoice, this.#localize)} <slot name="ways"></slot><slot name="change"></slot
          ><slot name="way"></slot>`,
      );
    }
    const way = this.way === 'phone' && !this.#hasPhone() ? null : this.way;
    const currency = slip?.currency ?? (isCurrencyCode(this.currency) ? currencyOf(this.currency) : null);
    const panel = html`<div class="slip" part="slip">
        ${sum({ slip, currency, order: this.order, isExchange: way === 'exchange', localize: this.#localize })}
        ${this.#where(way)} ${this.#notice(way, currency)}
      </div>
      ${this.#action(way)}
      <div class="ways" part="ways">
        <slot name="ways">${slip ? this.#wayButtons(way) : nothing}</slot><slot name="way"></slot>
      </div>
      ${this.#live.render()}`;
    return this.#localize.marked(panel);
  }

  #where(way: Way | null): TemplateResult {
    const slip = this.#slip;
    const localize = this.#localize;
    if (!slip) return codeBones(localize);
    if (way && this.#ways) {
      return way === 'phone'
        ? this.#ways.phoneCode(this.resumeUrl, localize)
        : this.#ways.addressOnly(slip, localize);
    }
    const choose = (kind: QrPayload['kind']) => {
      this.chosenKind = kind;
    };
    return code(slip, this.chosenKind, choose, localize);
  }

  #notice(way: Way | null, currency: Currency | null): TemplateResult {
    const { m } = this.#localize;
    const isPhone = way === 'phone';
    const words = isPhone
      ? m.phone.inStep
      : currency && m.networkWarning(currency.symbol, currency.network.name);
    return html`<p class="notice" part="notice" data-tone=${isPhone ? nothing : 'warn'}>
      ${words ? html`${icon(isPhone ? 'phone' : 'warning')}<span>${words}</span>` : html`<span class="bone" part="bone"></span>`}
    </p>`;
  }

  /** What stands below the slip: the one main action, or the helper. */
  #action(way: Way | null): TemplateResult | typeof nothing {
    const slip = this.#slip;
    const { m } = this.#localize;
    if (!slip) {
      return mayHaveLinks(this.currency) ? html`<span class="bone action" part="bone"></span>` : nothing;
    }
    if (way === 'exchange' && this.#ways) {
      return this.#ways.exchangeHelper({
        slip,
        localize: this.#localize,
        typed: this.typedFee,
        onType: (typed) => {
          this.typedFee = typed;
        },
        say: (text) => this.#live.say(text),
      });
    }
    if (way === 'phone') {
      return html`<button class="button" part="button" type="button" @click=${() => this.#back()}>
        ${m.phone.back}
      </button>`;
    }
    return slip.links.length > 0 ? wallets(slip, this.#localize, this.#popover) : nothing;
  }

  #hasPhone(): boolean {
    return resumeLink(this.resumeUrl) !== null;
  }

  #wayButtons(way: Way | null): TemplateResult {
    const { m } = this.#localize;
    const button = (name: Way) =>
      html`<button
        id=${name}
        class="quiet"
        part="way"
        type="button"
        aria-pressed=${name === way ? 'true' : 'false'}
        @click=${() => this.#take(name)}
      >
        ${icon(name)}${m[name].open}
      </button>`;
    return html`${button('exchange')} ${this.#hasPhone() ? button('phone') : nothing}
    ${this.isNotLoaded ? html`<p class="label" part="label">${m.notLoaded}</p>` : nothing}`;
  }

  async #take(way: Way): Promise<void> {
    const slip = this.#slip;
    const wanted = this.way === way ? null : way;
    const ways = await this.#load();
    // Another invoice may have come meanwhile; nothing opens over it by itself.
    if (!ways || slip?.invoice.id !== this.#slip?.invoice.id) return;
    this.way = wanted;
    await this.updateComplete;
    if (wanted === 'exchange') this.#find('fee')?.focus();
    if (wanted === 'phone') this.#live.say(this.#localize.m.phone.title);
  }

  async #load(): Promise<typeof Ways | null> {
    try {
      const ways = await import('./alternatives.js');
      const sheets = this.shadowRoot?.adoptedStyleSheets;
      if (!this.#ways && ways.styles.styleSheet) sheets?.push(ways.styles.styleSheet);
      this.#ways = ways;
      this.isNotLoaded = false;
    } catch {
      this.isNotLoaded = true;
      this.#live.say(this.#localize.m.notLoaded);
    }
    return this.#ways;
  }

  async #back(): Promise<void> {
    this.way = null;
    await this.updateComplete;
    this.#find('phone')?.focus();
  }

  #find(id: string): HTMLElement | null {
    return this.shadowRoot?.getElementById(id) ?? null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-payment-panel': CryptoPaymentPanel;
  }
}
