import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { MessagesController } from '../../controllers/messages.js';
import { controls } from '../../styles/controls.js';
import { OrderElement } from '../base/order-element.js';
import { styles } from './crypto-checkout-button.styles.js';

type Phase = 'ready' | 'opening' | 'failed';

/**
 * A button that opens a modal checkout. The checkout's code loads when the pointer is over the button, or when it
 * receives the focus or a press. It has the attributes of the checkout and dispatches its events.
 *
 * @slot - the text of the button. Default: "Pay with crypto"
 */
export class CryptoCheckoutButton extends OrderElement {
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...OrderElement.shadowRootOptions,
    delegatesFocus: true,
  };
  static override readonly styles = [OrderElement.styles, controls, styles];

  /** Whether the button is disabled. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  @state() private phase: Phase = 'ready';
  /** `null` until the checkout's code has loaded. */
  @state() private parts: string | null = null;

  readonly #messages = new MessagesController(this);
  readonly #live = new LiveRegionController(this);
  #loading: Promise<boolean> | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('phase')) return;
    const { m } = this.#messages;
    this.#live.say({ ready: '', opening: m.loading, failed: m.notLoaded }[this.phase]);
  }

  protected override render(): TemplateResult {
    const { m } = this.#messages;
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
      .shopName=${this.shopName}
      .shopLogo=${this.shopLogo}
      .session=${this.session}
    ></crypto-checkout>`;
  }

  readonly #load = (): Promise<boolean> =>
    (this.#loading ??= import('./dialog.js')
      .then(({ defineCheckout }) => {
        this.parts = defineCheckout().parts;
        return true;
      })
      .catch(() => {
        this.#loading = undefined;
        return false;
      }));

  readonly #open = async (): Promise<void> => {
    if (this.phase === 'opening') return;
    // Not every browser focuses a pressed button, and the dialog restores the focus.
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
