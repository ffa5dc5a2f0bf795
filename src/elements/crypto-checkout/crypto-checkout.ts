import { html, isServer, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ClockController } from '../../controllers/clock.js';
import { CustomStatesController } from '../../controllers/states.js';
import { DialogController } from '../../controllers/dialog.js';
import { focusedIn } from '../../controllers/focus.js';
import { LocalizeController } from '../../controllers/localize.js';
import { CryptoCloseEvent } from '../../events/events.js';
import type { CheckoutState } from '../../protocol/index.js';
import { OrderElement } from '../base/order-element.js';
import { Announcer, timeAnnouncementKey } from './announcer.js';
import { card } from './card.js';
import { styles } from './crypto-checkout.styles.js';
import { FlowController, SESSION_PROPERTIES } from './flow-controller.js';
import { preferredLocale, savePreferredLanguage } from './language.js';
import { checkoutParts } from './css-parts.js';
import { pickerScreenOf, type CheckoutActions, type CheckoutViewModel } from './view-model.js';

/**
 * The complete payment: selecting a currency, paying, and the outcome. `<crypto-checkout order="…">` is all that a page
 * needs. It fills its container from 320 to 480 px and keeps one size in every state. The card of an outcome may be shorter, with
 * free space below, so that nothing moves in the page.
 *
 * With `mode="modal"` it is a dialog over the page, a sheet on a small screen. It connects when it is first opened.
 * Closed and opened again it shows the same payment, and it dispatches events in between.
 *
 * The content of the element is shown until the element is defined. After that only the slots are. To hide them until
 * then, use `crypto-checkout:not(:defined) > [slot] { display: none }`.
 *
 * @slot header - above the shop and the price
 * @slot footer - below the footer
 * @slot success - below the receipt of a paid order
 * @slot expired - below the outcome of an expired payment
 * @slot error - below the details of a problem
 * @slot support - replaces Help in the footer
 * @cssState loading - nothing is known yet
 * @cssState choosing - the payer selects a currency
 * @cssState creating - the invoice is being created
 * @cssState awaiting - waiting for the payment
 * @cssState detected - the transaction is detected
 * @cssState processing - a status of the service that is unknown here
 * @cssState partial - part of the amount is received
 * @cssState partial_detected - part of the amount is received, and another transaction is detected
 * @cssState paid - paid in full
 * @cssState overpaid - more than the amount is paid
 * @cssState checking - the deadline passed, the final status is being checked
 * @cssState expired - the deadline passed
 * @cssState expired_partial - the deadline passed with part of the amount received
 * @cssState late - paid late
 * @cssState canceled - the payer canceled
 * @cssState error - there is a problem
 * @cssState open - the dialog is open
 */
export class CryptoCheckout extends OrderElement {
  static override readonly styles = styles;
  static readonly parts = checkoutParts;

  /** `modal`: a dialog that `open` opens. */
  @property({ reflect: true }) mode: 'inline' | 'modal' = 'inline';
  /** Whether the dialog is open. Setting it dispatches no `crypto-close`. */
  @property({ type: Boolean, reflect: true }) open = false;

  readonly #localize = new LocalizeController(this, [], (locale) => preferredLocale(locale, this.languages));
  readonly #flow = new FlowController(this, this.#localize);
  readonly #announcer = new Announcer(this.#flow.live);
  readonly #dialog = new DialogController(
    this,
    () => this.#flow.send({ type: 'dismissRequested' }),
    () => this.dispatchEvent(new CryptoCloseEvent(this, { state: this.#flow.checkout?.state ?? null })),
  );
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
      if (!this.#flow.mayLeave(url)) event.preventDefault();
    },
  };

  constructor() {
    super();
    new ClockController(this, () => timeAnnouncementKey(this.#flow.screen, this.#flow.serverNowMs()));
    new CustomStatesController(this, () => [this.#flow.screen.kind, this.state, this.open && 'open']);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const flow = this.#flow;
    const isReplaced = SESSION_PROPERTIES.some((name) => changed.has(name));
    if (isReplaced || changed.has('open') || changed.has('mode')) flow.connect(isReplaced);
    if (changed.has('open')) flow.send({ type: 'dialogToggled' });
    flow.send({ type: 'screenWillRender' });
    const view = (this.#view = this.#viewModel());
    if (view.screen.kind !== 'loading' && (!pickerScreenOf(view) || flow.checkout?.lifetimes))
      flow.steps.load();
    this.#announcer.announce(view);
    this.#hadFocus = focusedIn(this) !== null;
  }

  protected override updated(): void {
    const { overlay } = this.#flow.flow;
    const hasNewOverlay = overlay !== this.#shownOverlay && overlay !== null;
    this.#shownOverlay = overlay;
    // Never takes the focus from elsewhere in the page: restores it when its element is gone. A closed dialog has returned it.
    if (hasNewOverlay || (this.#flow.isVisible && this.#hadFocus && !focusedIn(this)))
      (this.find('#confirm-focus, #email') ?? this.find('.body'))?.focus();
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
    const content = html`${card(view)}${this.#flow.live.render(this.#localize.m.lang)}`;
    return this.mode === 'modal' ? this.#dialog.render(content, this.#localize.m.card) : content;
  }

  /** The state of the checkout; `null` before it is known. */
  get state(): CheckoutState | null {
    return this.#flow.checkout?.state ?? null;
  }

  #hasSlotted(slot: string): boolean {
    return this.querySelector(`:scope > [slot=${slot}]`) !== null;
  }

  #viewModel(): CheckoutViewModel {
    const { flow, screen, session, snapshot, live, developerNote, autoReturn, steps, serverNowMs } =
      this.#flow;
    return {
      localize: this.#localize,
      options: this,
      actions: this.#actions,
      notice: live.notice,
      canShrink: !isServer && !this.#hasSlotted('footer'),
      hasSupportSlot: !isServer && this.#hasSlotted('support'),
      ...{ flow, screen, session, snapshot, developerNote, autoReturn, steps, serverNowMs },
    };
  }
}
