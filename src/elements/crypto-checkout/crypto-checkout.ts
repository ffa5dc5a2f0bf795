import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ClockController } from '../../controllers/clock.js';
import { CustomStatesController } from '../../controllers/states.js';
import { DialogController } from '../../controllers/dialog.js';
import { LocalizeController } from '../../controllers/localize.js';
import type { CheckoutState } from '../../protocol/index.js';
import { OrderElement } from '../base/order-element.js';
import { IconController } from '../parts/currency-icon.js';
import { Announcer, timeAnnouncementKey } from './announcer.js';
import { styles } from './card-styles.js';
import { card } from './card.js';
import { FlowController, SESSION_PROPERTIES } from './flow-controller.js';
import { preferredLocale, savePreferredLanguage } from './language.js';
import { checkoutParts } from './parts.js';
import { choiceOf } from './view-model.js';
import type { CheckoutActions, CheckoutViewModel } from './view-model.js';

/**
 * The whole payment: choosing a coin, sending, and what came of it. `<crypto-checkout order="…">` is all that a page
 * needs; it fills its container from 320 to 480 px and keeps one size in every state.
 *
 * With `mode="modal"` it is a dialog over the page, a sheet on a small screen. It begins when it is first opened;
 * closed and opened again it shows the same payment, and goes on telling the page in between.
 *
 * What stands inside the element is shown until the element is defined. After that only the slots are; a page hides
 * them until then by `crypto-checkout:not(:defined) > [slot] { display: none }`.
 *
 * @slot header - above the shop and the price
 * @slot footer - below the foot
 * @slot success - once paid, below the receipt
 * @slot expired - once the time is over, below what came of it
 * @slot error - beside a problem, below its details
 * @slot support - in the place of the help in the foot
 * @fires {CryptoReadyEvent} crypto-ready - open, and the state is known
 * @fires crypto-currency-change - the payer chose a coin
 * @fires crypto-invoice-created - there is an address to pay to
 * @fires crypto-state-change - the payment stands somewhere else
 * @fires crypto-paid - paid in full
 * @fires crypto-overpaid - paid, with extra
 * @fires crypto-partial - a part came
 * @fires crypto-expired - the time for the price is over
 * @fires crypto-canceled - the payer gave up
 * @fires crypto-error - a step did not work
 * @fires crypto-return - the payer goes back to the shop, or `return-after` has passed; preventing it keeps the page
 * @fires crypto-close - the payer closes the dialog; preventing it keeps it open
 * @cssprop [--crypto-checkout-width=480px] - the most that the card takes of its place; a dialog has 420px by default
 * @cssprop [--crypto-card-size] - the least height of the card, one for every state
 * @cssprop [--crypto-card-padding] - at the sides of the card; grows with it by default
 * @cssprop [--crypto-card-border=1px solid var(--crypto-line)] - around the card
 * @cssprop [--crypto-qr-size] - of the code; grows with the card by default, from 8.5 to 11 units
 * @cssState loading - nothing is known yet
 * @cssState choosing - a coin is to be chosen
 * @cssState creating - the address is on its way
 * @cssState awaiting - waits for the money
 * @cssState detected - the transfer is seen
 * @cssState processing - a word of the service that is not known here
 * @cssState partial - a part came
 * @cssState paid - paid in full
 * @cssState overpaid - paid, with extra
 * @cssState checking - the time is over, a last look is taken
 * @cssState expired - the time is over
 * @cssState expired_partial - the time is over, and a part came
 * @cssState late - paid after the deadline
 * @cssState canceled - given up
 * @cssState error - there is a problem
 * @cssState open - the dialog is open
 */
export class CryptoCheckout extends OrderElement {
  static override readonly styles = styles;
  static readonly parts = checkoutParts;

  /** `modal`: a dialog that `open` opens. */
  @property({ reflect: true }) mode: 'inline' | 'modal' = 'inline';
  /** Whether the dialog is open. The payer closes it by `crypto-close`; setting it asks nobody. */
  @property({ type: Boolean, reflect: true }) open = false;

  readonly #localize = new LocalizeController(this, (locale) => preferredLocale(locale, this.languages));
  readonly #flow = new FlowController(this, this.#localize);
  readonly #announcer = new Announcer(this.#flow.live);
  readonly #dialog = new DialogController(this, () => this.#flow.send({ type: 'dismissRequested' }));
  #view: CheckoutViewModel | null = null;
  #hadFocus = false;
  #shownOverlay: CheckoutViewModel['flow']['overlay'] = null;

  readonly #actions: CheckoutActions = {
    send: this.#flow.send,
    selectLanguage: (language) => {
      savePreferredLanguage(language, this.#localize.pageLocale);
      this.requestUpdate();
    },
    returnToShop: (event, url) => {
      if (!this.#flow.mayReturn(url)) event.preventDefault();
    },
  };

  constructor() {
    super();
    new ClockController(this, () => timeAnnouncementKey(this.#flow.screen, this.#flow.serverNowMs()));
    new IconController(this);
    new CustomStatesController(this, () => [this.#flow.screen.kind, this.state, this.open && 'open']);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const flow = this.#flow;
    const isReplaced = SESSION_PROPERTIES.some((name) => changed.has(name));
    if (isReplaced || changed.has('open') || changed.has('mode')) flow.connect(isReplaced);
    if (changed.has('open')) flow.send({ type: 'dialogToggled' });
    flow.send({ type: 'screenUpdated' });
    const view = (this.#view = this.#viewModel());
    if (view.screen.kind !== 'loading' && !choiceOf(view)) flow.steps.load();
    this.#announcer.announce(view, flow.steps);
    this.#hadFocus = Boolean(this.shadowRoot?.activeElement);
  }

  protected override updated(): void {
    const { overlay } = this.#flow.flow;
    const isAsked = overlay !== this.#shownOverlay && overlay !== null;
    this.#shownOverlay = overlay;
    // Never taken from elsewhere in the page: only kept when what held it is gone. A closed dialog has given it back.
    if (isAsked || (this.#flow.isVisible && this.#hadFocus && !this.shadowRoot?.activeElement))
      (this.#find('#asked, #email') ?? this.#find('.stage'))?.focus();
    this.#flow.afterRender();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    if (!this.#flow.steps.loading) return isDone;
    await this.#flow.steps.loading;
    return super.getUpdateComplete();
  }

  protected override render(): TemplateResult {
    const view = this.#view ?? this.#viewModel();
    const content = html`${card(view, this.#flow.steps)}${this.#flow.live.render(this.#localize.m.lang)}`;
    return this.mode === 'modal' ? this.#dialog.render(content, this.#localize.m.card) : content;
  }

  /** The state of the checkout; `null` before it is known. */
  get state(): CheckoutState | null {
    return this.#flow.checkout?.state ?? null;
  }

  #viewModel(): CheckoutViewModel {
    const { flow, screen, snapshot, live, autoReturn, steps, serverNowMs } = this.#flow;
    return {
      localize: this.#localize,
      options: this,
      actions: this.#actions,
      notice: live.notice,
      returning: { totalS: autoReturn.totalSeconds, leftS: autoReturn.secondsLeft },
      steps: {
        isPaymentLoaded: steps.payment !== null,
        isFinalLoaded: steps.final !== null,
        hasFailed: steps.hasFailed,
      },
      ...{ flow, screen, snapshot, serverNowMs },
    };
  }

  #find(selector: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-checkout': CryptoCheckout;
  }
}
