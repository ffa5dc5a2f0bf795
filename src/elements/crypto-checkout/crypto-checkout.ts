import { html, LitElement } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { createCheckoutSession } from '../../checkout/index.js';
import { screenOf } from '../../checkout/screen.js';
import type { Screen } from '../../checkout/screen.js';
import type { CheckoutSession, SessionSnapshot } from '../../checkout/session.js';
import { Clock } from '../../controllers/clock.js';
import { LiveRegion } from '../../controllers/live-region.js';
import { Localize } from '../../controllers/localize.js';
import { SessionController } from '../../controllers/session.js';
import { CryptoCurrencyChangeEvent, CryptoReturnEvent } from '../../events/events.js';
import { isCurrencyCode } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout, CheckoutOffer } from '../../protocol/index.js';
import { base, marks } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { headings, outcome } from '../../styles/outcome.js';
import { bones, slip } from '../../styles/slip.js';
import { tokens } from '../../styles/tokens.js';
import { Marks } from '../parts/mark.js';
import { advise, adviceFor } from './advice.js';
import { announcement, milestone, milestoneWords } from './announcements.js';
import { eventsBetween } from './checkout-events.js';
import { foot } from './foot.js';
import { head } from './head.js';
import { stage } from './stage.js';
import { phaseOf } from './view.js';
import type { Acts, View } from './view.js';
import { styles } from './crypto-checkout.styles.js';

type EventMaker = (from: Element) => Event;

/**
 * The whole payment: choosing a coin, sending, and what came of it. `<crypto-checkout order="…">` is all that a page
 * needs; it fills its container from 320 to 480 px and keeps one size in every state.
 *
 * @fires crypto-ready - open, and the state is known
 * @fires crypto-currency-change - the payer chose a coin
 * @fires crypto-invoice-created - there is an address to pay to
 * @fires crypto-state-change - the payment stands somewhere else
 * @fires crypto-paid - paid in full
 * @fires crypto-overpaid - paid, with extra
 * @fires crypto-partial - a part came
 * @fires crypto-expired - the time for the price is over
 * @fires crypto-canceled - the payer gave up
 * @fires crypto-error - a step did not work
 * @fires crypto-return - the payer goes back to the shop; preventing it keeps the page
 * @csspart card - the card
 * @csspart head - shop and price
 * @csspart stage - what changes
 * @csspart foot - time or state, and one quiet action
 */
export class CryptoCheckout extends LitElement {
  static override readonly styles = [tokens, base, marks, controls, headings, outcome, slip, bones, styles];

  /** The proxy's base path or address. */
  @property() endpoint = '/crypto-checkout';
  /** A signed order token, or a reference that the shop's resolver knows. */
  @property() order = '';
  /** The id of a checkout to go on with. */
  @property() checkout = '';
  /** A currency code that is chosen at once, where it is offered and nothing else was chosen. */
  @property() currency = '';
  /** Currency codes between spaces or commas: only these are shown, as far as they are offered. */
  @property() currencies = '';
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';
  /** `auto` follows the page's `color-scheme`. */
  @property({ reflect: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** As for `fetch`: whether cookies go along to another origin. */
  @property() credentials: RequestCredentials = 'same-origin';
  /** A ready session, instead of `endpoint` and `order`. */
  @property({ attribute: false }) session: CheckoutSession | null = null;

  @state() private draft: CurrencyCode | null = null;
  @state() private isEmailWrong = false;
  @state() private isAskingToCancel = false;

  readonly #localize = new Localize(this);
  readonly #live = new LiveRegion(this);
  readonly #connection = new SessionController(this, (before, after) => this.#onChange(before, after));
  #view: View | null = null;
  #untold: EventMaker[] = [];
  #email = '';
  #lastStep: View['lastStep'] = null;
  #problemAtMs = 0;
  #announced = '';
  #milestone: { readonly invoice: string; readonly seconds: number | null } | null = null;
  #hadFocus = false;
  #preselectedIn: CheckoutSession | null = null;

  readonly #act: Acts = {
    choose: (currency) => this.#choose(currency),
    submitEmail: (event) => this.#submitEmail(event),
    leaveEmail: () => {
      this.draft = null;
    },
    change: (changing) => this.#connection.session?.change(changing),
    askToCancel: (asking) => {
      this.isAskingToCancel = asking;
    },
    cancel: () => this.#cancel(),
    tryAgain: () => this.#tryAgain(),
    refresh: () => this.#connection.session?.refresh(),
    return: (event, url) => this.#return(event, url),
  };

  constructor() {
    super();
    new Clock(this, () => this.#timeReading());
    new Marks(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isNewSession =
      changed.has('session') || changed.has('endpoint') || changed.has('order') || changed.has('checkout');
    if (isNewSession || changed.has('credentials'))
      this.#connection.use(this.session ?? this.#createSession());
    const screen = this.#screen();
    if (screen.kind !== this.#view?.screen.kind) this.#turnTo(screen);
    this.#view = this.#viewOf(screen);
    this.#speak(this.#view);
    this.#hadFocus = this.#find('.stage')?.contains(this.shadowRoot?.activeElement ?? null) ?? false;
  }

  protected override firstUpdated(): void {
    if (!this.#connection.session)
      advise('it waits for "order", a token of the shop\'s server, or "checkout"');
  }

  protected override updated(): void {
    // Never taken from elsewhere in the page: only kept when what held it is gone.
    if (this.#hadFocus && !this.shadowRoot?.activeElement)
      (this.#find('#email') ?? this.#find('.stage'))?.focus();
    for (const make of this.#untold.splice(0)) this.dispatchEvent(make(this));
    this.#preselect();
  }

  protected override render(): TemplateResult {
    const view = this.#view ?? this.#viewOf(this.#screen());
    const { kind } = view.screen;
    const isBusy = kind === 'loading' || kind === 'creating';
    return html`<section
        class="card"
        part="card"
        lang=${view.localize.m.lang}
        aria-label=${view.localize.m.card}
      >
        ${head(view)}
        <div
          class="stage ${hasFigure(view) ? 'outcome' : ''}"
          part="stage"
          tabindex="-1"
          aria-busy=${isBusy}
          data-screen=${kind}
        >
          ${stage(view)}
        </div>
        ${foot(view)}
      </section>
      ${this.#live.render()}`;
  }

  #createSession(): CheckoutSession | null {
    const { endpoint, order, checkout, credentials } = this;
    if (order === '' && checkout === '') return null;
    return createCheckoutSession({
      endpoint,
      credentials,
      ...(order && { order }),
      ...(checkout && { checkout }),
    });
  }

  #screen(): Screen {
    return screenOf(this.#connection.snapshot, this.#connection.serverNowMs());
  }

  #viewOf(screen: Screen): View {
    return {
      localize: this.#localize,
      snapshot: this.#connection.snapshot,
      screen,
      offers: this.#offers(screen),
      serverNowMs: this.#serverNowMs,
      notice: this.#live.notice,
      draft: this.draft,
      isEmailWrong: this.isEmailWrong,
      email: this.#email,
      isAskingToCancel: this.isAskingToCancel,
      lastStep: this.#lastStep,
      problemAtMs: this.#problemAtMs,
      act: this.#act,
    };
  }

  readonly #serverNowMs = (): number | null => this.#connection.serverNowMs();

  /** A list that leaves nothing is taken for a mistake of the page, not for a shop without coins. */
  #offers(screen: Screen): readonly CheckoutOffer[] {
    const offers = screen.kind === 'choosing' ? screen.checkout.offers : [];
    const wanted = this.currencies.split(/[\s,]+/).filter(Boolean);
    const shown = offers.filter(({ code }) => wanted.includes(code));
    return shown.length > 0 ? shown : offers;
  }

  /** Another screen: what belonged to the one before is forgotten. */
  #turnTo(screen: Screen): void {
    this.#live.notice = '';
    this.isAskingToCancel = false;
    this.isEmailWrong = false;
    const needsEmail = screen.kind === 'error' && screen.problem.code === 'email_required';
    this.draft = needsEmail && this.#lastStep !== 'cancel' ? this.#lastStep : null;
  }

  #speak(view: View): void {
    const text = announcement(view);
    if (text !== this.#announced) this.#live.say(text);
    this.#announced = text;
    const { screen } = view;
    const invoice = screen.kind === 'awaiting' || screen.kind === 'partial' ? screen.invoice.id : '';
    const seconds = milestone(screen, this.#serverNowMs());
    const isPassed = this.#milestone?.invoice === invoice && this.#milestone.seconds !== seconds;
    if (isPassed && seconds !== null) this.#live.say(milestoneWords(seconds, view));
    this.#milestone = { invoice, seconds };
  }

  #timeReading(): string | null {
    const screen = this.#screen();
    const nowMs = this.#serverNowMs();
    const phase = phaseOf(screen, nowMs);
    return phase === null ? null : `${phase} ${milestone(screen, nowMs) ?? ''}`;
  }

  #onChange(before: SessionSnapshot, after: SessionSnapshot): void {
    this.#untold.push(...eventsBetween(before, after));
    const advice = adviceFor(after, this.endpoint);
    if (advice !== null && before.phase !== 'failed') advise(advice);
    if (after.phase !== 'loading' && after.problem) this.#problemAtMs = this.#serverNowMs() ?? Date.now();
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
    if (this.#checkout()?.order.emailRequired && this.#email === '') this.draft = currency;
    else void this.#connection.session?.choose(currency, this.#email || undefined);
  }

  #submitEmail(event: SubmitEvent): void {
    event.preventDefault();
    const input = this.renderRoot.querySelector<HTMLInputElement>('#email');
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
    this.isAskingToCancel = false;
    void this.#connection.session?.cancel();
  }

  #tryAgain(): void {
    const step = this.#lastStep;
    if (!this.#checkout()) this.#connection.session?.refresh();
    else if (step === 'cancel') this.#cancel();
    else if (step !== null) this.#send(step);
    else this.#connection.session?.change(true);
  }

  #return(event: Event, url: string): void {
    const state = this.#checkout()?.state;
    if (state && !this.dispatchEvent(new CryptoReturnEvent(this, url, state))) event.preventDefault();
  }

  #find(selector: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }
}

/** Outcomes and errors begin with a figure and keep more room. */
function hasFigure({ screen, draft }: View): boolean {
  return draft === null && !['loading', 'choosing', 'creating', 'awaiting', 'partial'].includes(screen.kind);
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-checkout': CryptoCheckout;
  }
}
