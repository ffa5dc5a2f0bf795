import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { screenOf } from '../../checkout/screen.js';
import type { Screen } from '../../checkout/screen.js';
import type { CheckoutSession, SessionSnapshot } from '../../checkout/session.js';
import { AutoReturnController } from '../../controllers/auto-return.js';
import { ClockController } from '../../controllers/clock.js';
import { DialogController } from '../../controllers/dialog.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { LocalizeController } from '../../controllers/localize.js';
import { SessionController } from '../../controllers/session.js';
import { CustomStatesController } from '../../controllers/states.js';
import { CryptoCloseEvent, CryptoCurrencyChangeEvent, CryptoReturnEvent } from '../../events/events.js';
import { isCurrencyCode } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout, CheckoutState } from '../../protocol/index.js';
import { OrderElement } from '../base/order-element.js';
import { warnDeveloper } from '../base/warn-developer.js';
import { pageLink } from '../parts/safe-link.js';
import { IconController } from '../parts/currency-icon.js';
import { Announcer, timeAnnouncementKey } from './announcer.js';
import { card } from './card.js';
import { eventsBetween, newProblem } from './checkout-events.js';
import { savePreferredLanguage, preferredLocale } from './language.js';
import { warnAbout } from './lazy-developer-warnings.js';
import { LazyStepsController } from './lazy-steps.js';
import { checkoutParts } from './parts.js';
import { sessionFor, SOURCES } from './session-source.js';
import { choiceOf, closeOverlay, PAYMENT_IN_FLIGHT } from './view-model.js';
import type { CheckoutActions, Overlay, CheckoutViewModel } from './view-model.js';
import { styles } from './card-styles.js';

type EventMaker = (from: Element) => Event;

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

  @state() private draft: CurrencyCode | null = null;
  @state() private isEmailWrong = false;
  @state() private aside: Overlay | null = null;

  readonly #localize = new LocalizeController(this, (locale) => preferredLocale(locale, this.languages));
  readonly #live = new LiveRegionController(this);
  readonly #announcer = new Announcer(this.#live);
  readonly #dialog = new DialogController(this, () => closeOverlay(this.aside, this.#act) || this.#close());
  readonly #autoReturn = new AutoReturnController(this);
  readonly #steps = new LazyStepsController(this);
  readonly #connection = new SessionController(this, (before, after) => this.#onChange(before, after));
  #view: CheckoutViewModel | null = null;
  #untold: EventMaker[] = [];
  #email = '';
  #lastStep: CheckoutViewModel['lastStep'] = null;
  #problemAtMs = 0;
  #returnAfterS: number | null = null;
  #hadFocus = false;
  #shownAside: Overlay | null = null;
  #preselectedIn: CheckoutSession | null = null;

  readonly #act: CheckoutActions = {
    choose: (currency) => this.#choose(currency),
    submitEmail: (event) => this.#submitEmail(event),
    leaveEmail: () => {
      this.draft = null;
    },
    change: (changing) => this.#connection.session?.change(changing),
    ask: (aside) => {
      // Who leaves the help goes on where it was opened.
      this.#find('[aria-expanded=true]')?.focus();
      this.#ask(aside);
    },
    speak: (language) => {
      savePreferredLanguage(language, this.#localize.pageLocale);
      this.requestUpdate();
    },
    cancel: () => this.#cancel(),
    close: () => this.#close(),
    tryAgain: () => this.#tryAgain(),
    refresh: () => this.#connection.session?.refresh(),
    return: (event, url) => {
      if (!this.#mayReturn(url)) event.preventDefault();
    },
  };

  constructor() {
    super();
    new ClockController(this, () => timeAnnouncementKey(this.#screen(), this.#serverNowMs()));
    new IconController(this);
    new CustomStatesController(this, () => [this.#screen().kind, this.state, this.open && 'open']);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = SOURCES.some((name) => changed.has(name));
    if (isOther || changed.has('open') || changed.has('mode')) this.#connect(isOther);
    if (changed.has('open')) this.#ask(null);
    const screen = this.#screen();
    if (screen.kind !== this.#view?.screen.kind) this.#turnTo(screen);
    this.#view = this.#viewOf(screen);
    if (screen.kind !== 'loading' && !choiceOf(this.#view)) this.#steps.load();
    this.#announcer.announce(this.#view);
    this.#hadFocus = Boolean(this.shadowRoot?.activeElement);
  }

  protected override updated(): void {
    const asked = this.aside !== this.#shownAside && this.aside;
    this.#shownAside = this.aside;
    // Never taken from elsewhere in the page: only kept when what held it is gone. A closed dialog has given it back.
    if (asked || (this.#isShown && this.#hadFocus && !this.shadowRoot?.activeElement))
      (this.#find('#asked, #email') ?? this.#find('.stage'))?.focus();
    for (const make of this.#untold.splice(0)) this.dispatchEvent(make(this));
    this.#preselect();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    if (!this.#steps.loading) return isDone;
    await this.#steps.loading;
    return super.getUpdateComplete();
  }

  protected override render(): TemplateResult {
    const view = this.#view ?? this.#viewOf(this.#screen());
    const content = html`${card(view)}${this.#live.render(this.#localize.m.lang)}`;
    return view.isModal ? this.#dialog.render(content, this.#localize.m.card) : content;
  }

  /** Where the payment stands; `null` before that is known. */
  get state(): CheckoutState | null {
    return this.#checkout()?.state ?? null;
  }

  get #isShown(): boolean {
    return this.mode !== 'modal' || this.open;
  }

  /** A dialog that nobody has opened asks the server nothing, and makes no checkout there. */
  #connect(isOther: boolean): void {
    if (!isOther && (!this.#isShown || this.#connection.session)) return;
    const session = this.#isShown ? (this.session ?? sessionFor(this)) : null;
    this.#connection.use(session);
    // Beside the call: what was begun is gone on with, and a coin that the page names is chosen at once.
    if (session && (this.checkout !== '' || this.currency !== '')) this.#steps.load();
    if (this.#isShown && !session)
      warnDeveloper('it waits for "order", a token of the shop\'s server, or "checkout"');
  }

  /**
   * Words that are not there yet are waited for like a payment that is not open yet. An address is checked by the steps,
   * without which it is not drawn.
   */
  #screen(): Screen {
    if (this.#localize.isPending) return { kind: 'loading' };
    const { snapshot } = this.#connection;
    return screenOf(snapshot, this.#connection.serverNowMs(), this.#steps.steps?.isPayable);
  }

  #viewOf(screen: Screen): CheckoutViewModel {
    return {
      localize: this.#localize,
      snapshot: this.#connection.snapshot,
      screen,
      currencies: this.currencies,
      serverNowMs: this.#serverNowMs,
      notice: this.#live.notice,
      draft: this.draft,
      isEmailWrong: this.isEmailWrong,
      email: this.#email,
      overlay: this.aside,
      offeredLanguages: this.languages,
      resumeUrl: this.resumeUrl,
      isModal: this.mode === 'modal',
      returnAfterS: this.#returnAfterS,
      returnsInS: this.#autoReturn.secondsLeft,
      lastStep: this.#lastStep,
      problemAtMs: this.#problemAtMs,
      steps: this.#steps.steps,
      ends: this.#steps.ends,
      areStepsAbsent: this.#steps.hasFailed,
      act: this.#act,
    };
  }

  readonly #serverNowMs = (): number | null => this.#connection.serverNowMs();

  /** Another screen: what belonged to the one before is forgotten. */
  #turnTo(screen: Screen): void {
    this.#ask(null);
    this.#returnAfterS = null;
    this.isEmailWrong = false;
    // What was absent for the screen before may be there for this one.
    if (this.#steps.hasFailed) this.#steps.retry();
    if (screen.kind === 'paid') this.#startReturn(screen.checkout);
    // A problem that the screen finds out comes with no change of the session.
    if (screen.kind === 'error') this.#noteProblem();
    const needsEmail = screen.kind === 'error' && screen.problem.code === 'email_required';
    this.draft = needsEmail && this.#lastStep !== 'cancel' ? this.#lastStep : null;
  }

  /** Only for who saw it become paid: the browser's "back" must not lead forth again. */
  #startReturn({ order }: Checkout): void {
    const url = pageLink(order.returnUrl);
    const wasOpen = this.#view !== null && this.#view.screen.kind !== 'loading';
    if (url === null || !wasOpen || !this.#isShown || !(this.returnAfter > 0)) return;
    this.#autoReturn.start(this.returnAfter, () => {
      if (this.#mayReturn(url)) location.assign(url);
      else this.#live.say(this.#localize.m.staying);
    });
    this.#returnAfterS = this.#autoReturn.secondsLeft;
  }

  #onChange(before: SessionSnapshot, after: SessionSnapshot): void {
    this.#untold.push(...eventsBetween(before, after));
    if (after.phase === 'failed' && before.phase !== 'failed') void warnAbout(after, this.endpoint);
    if (newProblem(before, after)) this.#noteProblem();
  }

  #noteProblem(): void {
    this.#problemAtMs = this.#serverNowMs() ?? Date.now();
  }

  #checkout(): Checkout | null {
    const { snapshot } = this.#connection;
    return snapshot.phase === 'ready' ? snapshot.checkout : null;
  }

  #preselect(): void {
    const { session } = this.#connection;
    const checkout = this.#checkout();
    const code = this.currency;
    if (!checkout || this.#preselectedIn === session) return;
    this.#preselectedIn = session;
    const isOffered = checkout.offers.some((offer) => offer.code === code && offer.available);
    if (isOffered && isCurrencyCode(code) && checkout.state === 'choosing') this.#send(code);
  }

  #choose(currency: CurrencyCode): void {
    this.dispatchEvent(new CryptoCurrencyChangeEvent(this, currency));
    this.#send(currency);
  }

  #send(currency: CurrencyCode): void {
    this.#lastStep = currency;
    this.#steps.retry();
    if (this.#checkout()?.order.emailRequired && this.#email === '') this.draft = currency;
    else void this.#connection.session?.choose(currency, this.#email || undefined);
  }

  #submitEmail(event: SubmitEvent): void {
    event.preventDefault();
    const input = this.shadowRoot?.querySelector<HTMLInputElement>('#email');
    const currency = this.draft;
    if (!input || currency === null) return;
    this.isEmailWrong = !input.checkValidity();
    if (this.isEmailWrong) {
      this.#live.say(this.#localize.m.emailMissing);
      input.focus();
      return;
    }
    this.#email = input.value.trim();
    this.#send(currency);
  }

  #cancel(): void {
    this.#lastStep = 'cancel';
    this.aside = null;
    void this.#connection.session?.cancel();
  }

  #tryAgain(): void {
    const step = this.#lastStep;
    if (this.#steps.hasFailed) this.#steps.retry();
    else if (!this.#checkout()) this.#connection.session?.refresh();
    else if (step === 'cancel') this.#cancel();
    else if (step !== null) this.#send(step);
    else this.#connection.session?.change(true);
  }

  /** Whatever the payer turns to, they stay. */
  #ask(aside: Overlay | null): void {
    this.aside = aside;
    this.#live.notice = '';
    if (this.#autoReturn.secondsLeft !== null) this.#live.say(this.#localize.m.staying);
    this.#autoReturn.stop();
  }

  #close(): void {
    const isAsked = this.#steps.steps !== null && this.aside !== 'close';
    if (isAsked && PAYMENT_IN_FLIGHT.has(this.#screen().kind)) return this.#ask('close');
    if (this.dispatchEvent(new CryptoCloseEvent(this, this.state))) this.open = false;
  }

  #mayReturn(url: string): boolean {
    const { state } = this;
    return state === null || this.dispatchEvent(new CryptoReturnEvent(this, url, state));
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
