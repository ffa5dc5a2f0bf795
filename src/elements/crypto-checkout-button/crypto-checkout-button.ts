import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { MessagesController } from '../../controllers/messages.js';
import { controls } from '../../styles/controls.js';
import { OrderElement } from '../base/order-element.js';
import { pageLink } from '../parts/safe-link.js';
import { styles } from './crypto-checkout-button.styles.js';

type Phase = 'ready' | 'opening' | 'failed';

/**
 * A button that opens a modal checkout. The checkout's code loads when the pointer is over the button, or when it
 * receives the focus or a press. It has the attributes of the checkout and dispatches its events.
 *
 * @slot - the text of the button. Default: "Pay with crypto". With `href`, a link in it works without JavaScript, and its text is
 * that of the button
 */
export class CryptoCheckoutButton extends OrderElement {
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...OrderElement.shadowRootOptions,
    delegatesFocus: true,
  };
  static override readonly styles = [OrderElement.styles, controls, styles];

  /** Whether the button is disabled. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /**
   * URL of the payment page, `https:`, or `http:` on a page that is on `http:` itself: the button is a link, which opens the
   * page in a new tab if the payer asks the browser for that, or if the checkout cannot be loaded here.
   */
  @property() href = '';

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

  /** A framework may have written the link again. */
  protected override updated(): void {
    this.#unlink();
  }

  protected override render(): TemplateResult {
    const { m } = this.#messages;
    const isOpening = this.phase === 'opening';
    const face = (phase: Phase, words: unknown) =>
      html`<span class="face ${this.phase === phase ? 'shown' : ''}">${words}</span>`;
    const label = html`<slot @slotchange=${this.#unlink}><span class="own">${m.card}</span></slot>`;
    const faces = html`${face('ready', label)}${face('opening', m.opening)}${face('failed', m.tryAgain)}`;
    const link = this.disabled ? null : pageLink(this.href);
    const control = link
      ? html`<a
          class="button primary"
          part="pay"
          href=${link}
          aria-haspopup="dialog"
          @pointerenter=${this.#load}
          @focus=${this.#load}
          @click=${(event: MouseEvent) => this.#follow(event, link)}
          >${faces}</a
        >`
      : html`<button
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
          ${faces}
        </button>`;
    return html`${control} ${this.#live.render()}${this.parts === null ? nothing : this.#dialog(this.parts)}`;
  }

  /** A link inside a link, or inside a button, would be a second control. */
  readonly #unlink = (): void => {
    for (const link of this.querySelectorAll(':scope > a')) link.removeAttribute('href');
  };

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

  /** Leaves to the browser what asks it for a new tab, a new window or a download. */
  async #follow(event: MouseEvent, link: string): Promise<void> {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await this.#open();
    if (this.phase === 'failed') location.assign(link);
  }

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
