import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { MessagesController } from '../../controllers/messages.js';
import { base } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { tokens } from '../../styles/tokens.js';
import { OrderElement } from '../base/order-element.js';
import { styles } from './crypto-checkout-button.styles.js';

/** Brings the checkout's code; answers with the parts that a page may style. */
async function loadCheckout(): Promise<string> {
  const { defineCheckout } = await import('../crypto-checkout/define.js');
  return defineCheckout().parts;
}

type Phase = 'ready' | 'opening' | 'failed';

/**
 * A button that opens a modal checkout. The checkout's code is loaded when the payer comes near: the pointer over it,
 * the focus on it, or the press. Its attributes are the checkout's, and all events of the checkout come from here.
 *
 * @slot - the words on the button, "Pay with crypto" by default
 * @fires {CryptoReadyEvent} crypto-ready - the checkout is open and its state is known
 * @fires crypto-currency-change - the payer selected a currency
 * @fires crypto-invoice-created - an invoice with an address to pay to was created
 * @fires crypto-state-change - the payment state changed
 * @fires crypto-paid - paid in full
 * @fires crypto-overpaid - more than the amount was paid
 * @fires crypto-partial - partial payment received; repeated for each further payment
 * @fires crypto-expired - the deadline passed
 * @fires crypto-canceled - the payer canceled
 * @fires crypto-error - an action failed
 * @fires crypto-return - the payer returns to the shop, or `return-after` has passed; call `preventDefault()` to stay
 * @fires crypto-close - the payer closes the dialog; call `preventDefault()` to keep it open
 * @csspart pay - the button; the parts of the checkout are available too
 */
export class CryptoCheckoutButton extends OrderElement {
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...OrderElement.shadowRootOptions,
    delegatesFocus: true,
  };
  static override readonly styles = [tokens, base, controls, styles];

  /** Opens nothing, and cannot be pressed. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  @state() private phase: Phase = 'ready';
  /** Known once the checkout's code is there. */
  @state() private parts: string | null = null;

  readonly #words = new MessagesController(this);
  readonly #live = new LiveRegionController(this);
  #loading: Promise<boolean> | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('phase')) this.#live.say(this.#statusText());
  }

  protected override render(): TemplateResult {
    const { m } = this.#words;
    const isOpening = this.phase === 'opening';
    const face = (phase: Phase, words: unknown) =>
      html`<span class="face ${this.phase === phase ? 'shown' : ''}">${words}</span>`;
    return html`<button
        class="button primary"
        part="pay"
        type="button"
        aria-haspopup="dialog"
        aria-disabled=${isOpening ? 'true' : 'false'}
        ?disabled=${this.disabled}
        @pointerenter=${this.#load}
        @focus=${this.#load}
        @click=${this.#open}
      >
        ${face('ready', html`<slot><span class="own">${m.card}</span></slot>`)}${face('opening', m.opening)}${face('failed', m.tryAgain)}
      </button>
      ${this.#live.render()}${this.parts === null ? nothing : this.#dialog(this.parts)}`;
  }

  #dialog(parts: string): TemplateResult {
    return html`<crypto-checkout
      mode="modal"
      exportparts=${parts}
      endpoint=${this.endpoint}
      order=${this.order}
      checkout=${this.checkout}
      currency=${this.currency}
      currencies=${this.currencies}
      locale=${this.locale}
      languages=${this.languages}
      theme=${this.theme}
      credentials=${this.credentials}
      .returnAfter=${this.returnAfter}
      .resumeUrl=${this.resumeUrl}
      .session=${this.session}
    ></crypto-checkout>`;
  }

  #statusText(): string {
    const { m } = this.#words;
    return { ready: '', opening: m.loading, failed: m.notLoaded }[this.phase];
  }

  readonly #load = (): Promise<boolean> =>
    (this.#loading ??= loadCheckout().then(
      (parts) => {
        this.parts = parts;
        return true;
      },
      () => {
        this.#loading = undefined;
        return false;
      },
    ));

  readonly #open = async (): Promise<void> => {
    if (this.phase === 'opening') return;
    // Not every browser focuses what is pressed, and the focus comes back to where it was.
    this.focus();
    if (this.parts === null) this.phase = 'opening';
    const isLoaded = await this.#load();
    this.phase = isLoaded ? 'ready' : 'failed';
    await this.updateComplete;
    const checkout = this.shadowRoot?.querySelector('crypto-checkout');
    if (checkout) checkout.open = true;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-checkout-button': CryptoCheckoutButton;
  }
}
