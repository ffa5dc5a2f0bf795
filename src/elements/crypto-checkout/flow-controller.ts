import { isServer } from 'lit';
import { sessionKey, sharedSession } from '../../checkout/index.js';
import { INITIAL_FLOW, reduceFlow } from '../../checkout/flow.js';
import type { Flow, FlowAction, FlowContext, FlowEffect } from '../../checkout/flow.js';
import { screenOf, type Screen } from '../../checkout/screen.js';
import type { CheckoutSession, SessionSnapshot } from '../../checkout/session.js';
import { checkoutIn } from '../../checkout/state.js';
import { AutoReturnController } from '../../controllers/auto-return.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import type { LocalizeController } from '../../controllers/localize.js';
import { SessionController } from '../../controllers/session-subscription.js';
import { CryptoCloseEvent, CryptoCurrencyChangeEvent, CryptoReturnEvent } from '../../events/events.js';
import type { Checkout } from '../../protocol/index.js';
import type { OrderElement } from '../base/order-element.js';
import { isDevelopment } from '../base/themed-element.js';
import { EMPTY_WARNING_MS, warnAbout, warnDeveloper } from '../base/warn-developer.js';
import { IconController } from '../parts/currency-icon.js';
import { pageLink } from '../parts/safe-link.js';
import { eventsBetween, newProblem, type EventFactory } from './checkout-events.js';
import { LazyStepsController } from './lazy-steps-controller.js';
import { renderedCheckout } from './rendered-checkout.js';

type FlowHost = OrderElement & { open: boolean; readonly mode: 'inline' | 'modal' };

/** The properties that decide on the session. */
export const SESSION_PROPERTIES = ['session', 'endpoint', 'order', 'checkout', 'credentials'] as const;

const NOTHING_TO_PAY =
  'There is nothing to pay. Set "order" to a token from your server, or "checkout" to an id.';

/** Holds the payer's flow, and performs its effects on session, live region, lazy steps and page. */
export class FlowController {
  readonly live: LiveRegionController;
  readonly autoReturn: AutoReturnController;
  readonly steps: LazyStepsController;
  readonly #icons: IconController;
  readonly #connection: SessionController;
  #flow = INITIAL_FLOW;
  #latestSession: CheckoutSession | null = null;
  /** The key of the session, if it is not the page's own. */
  #key: string | null = null;
  #pendingEvents: EventFactory[] = [];
  #developerNote = '';
  #emptyTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: FlowHost,
    private readonly localize: LocalizeController,
  ) {
    this.live = new LiveRegionController(host);
    this.autoReturn = new AutoReturnController(host);
    this.steps = new LazyStepsController(host);
    this.#icons = new IconController(host);
    this.#connection = new SessionController(host, (before, after) => this.#onChange(before, after));
  }

  get flow(): Flow {
    return this.#flow;
  }

  get session(): CheckoutSession | null {
    return this.#connection.session;
  }

  get snapshot(): SessionSnapshot {
    return this.#connection.snapshot;
  }

  get checkout(): Checkout | null {
    return checkoutIn(this.snapshot);
  }

  /**
   * While messages and icons load, the element waits as for a checkout that is opening, so that it renders everything once. The
   * payment steps contain the check of an address: before they have loaded, no address is rendered.
   */
  get screen(): Screen {
    if (this.localize.isPending) return { kind: 'loading' };
    const screen = screenOf(this.snapshot, this.serverNowMs(), this.steps.templates?.isPayable);
    if (screen.kind === 'choosing' && this.#icons.isPending) return { kind: 'loading' };
    return withShop(screen, this.host);
  }

  /** What a developer reads instead of a checkout; empty on a public page. */
  get developerNote(): string {
    return this.#developerNote;
  }

  get isVisible(): boolean {
    return this.host.mode !== 'modal' || this.host.open;
  }

  readonly serverNowMs = (): number | null => this.#connection.serverNowMs();

  readonly send = (action: FlowAction): void => {
    const before = this.#flow;
    const { flow, effects } = reduceFlow(before, action, this.#context());
    this.#flow = flow;
    const { awaitingEmail, overlay, isEmailInvalid } = flow;
    if (
      awaitingEmail !== before.awaitingEmail ||
      overlay !== before.overlay ||
      isEmailInvalid !== before.isEmailInvalid
    )
      this.host.requestUpdate();
    for (const effect of effects) this.#perform(effect);
  };

  /** A dialog that was never opened sends no request, and creates no checkout on the server. */
  connect(isReplaced: boolean): void {
    // A server renders the state that it is given, and sends no request.
    if (isServer) return this.#connection.use(this.host.session);
    if (!isReplaced && (!this.isVisible || this.#connection.session)) return;
    const key = this.host.session ? null : sessionKey(this.host);
    // A shop that renders its page again signs the order again: the payer continues.
    if (key !== null && key === this.#key && this.#connection.session) {
      this.#connection.session.renewOrder(this.host.order);
      return;
    }
    const session = this.isVisible ? (this.host.session ?? sessionFor(this.host)) : null;
    this.#key = key;
    this.#connection.use(session);
    if (session && session !== this.#latestSession) {
      this.#latestSession = session;
      this.send({ type: 'sessionReplaced' });
    }
    // Besides the request, this continues an earlier checkout, and immediately selects a currency that the page names.
    if (session && (this.host.checkout !== '' || this.host.currency !== '')) this.steps.load();
    clearTimeout(this.#emptyTimer);
    this.#developerNote = '';
    if (!session && this.isVisible) this.#emptyTimer = setTimeout(this.#reportEmpty, EMPTY_WARNING_MS);
  }

  readonly #reportEmpty = (): void => {
    if (!this.host.isConnected || !this.isVisible) return;
    warnDeveloper(this.host, NOTHING_TO_PAY);
    this.#developerNote = isDevelopment ? NOTHING_TO_PAY : '';
    this.host.requestUpdate();
  };

  afterRender(): void {
    for (const create of this.#pendingEvents.splice(0)) this.host.dispatchEvent(create(this.host));
    this.send({ type: 'screenRendered', currency: this.host.currency });
  }

  /** @returns false where the page prevents it */
  mayLeave(url: string): boolean {
    const state = this.checkout?.state;
    return !state || this.host.dispatchEvent(new CryptoReturnEvent(this.host, { url, state }));
  }

  #context(): FlowContext {
    return {
      screen: this.screen,
      snapshot: this.snapshot,
      nowMs: this.serverNowMs() ?? Date.now(),
      areStepsLoaded: this.steps.templates !== null,
      haveStepsFailed: this.steps.hasFailed,
      isReturning: this.autoReturn.secondsLeft !== null,
    };
  }

  #perform(effect: FlowEffect): void {
    const { session } = this;
    switch (effect.type) {
      case 'createInvoice':
        return void session?.choose(effect.currency, effect.email || undefined, effect.time);
      case 'cancelCheckout':
        return void session?.cancel();
      case 'changeCurrency':
        return session?.change(effect.isChanging);
      case 'refresh':
        return session?.refresh();
      case 'loadSteps':
        return this.steps.retry();
      case 'startReturn':
        return this.#startReturn(effect.checkout);
      case 'stopReturn':
        return this.autoReturn.stop();
      case 'forgetReturn':
        return this.autoReturn.reset();
      case 'clearNotice':
        this.live.notice = '';
        return;
      case 'announce':
        return this.live.say(this.localize.m[effect.message]);
      case 'focus':
        return this.host.shadowRoot
          ?.querySelector<HTMLElement>(effect.target === 'email' ? '#email' : '[aria-expanded=true]')
          ?.focus();
      case 'notifyCurrencyChange':
        this.host.dispatchEvent(new CryptoCurrencyChangeEvent(this.host, { currency: effect.currency }));
        return;
      case 'closeDialog':
        if (this.host.dispatchEvent(new CryptoCloseEvent(this.host, { state: this.checkout?.state ?? null })))
          this.host.open = false;
    }
  }

  #startReturn({ order }: Checkout): void {
    const url = pageLink(order.returnUrl);
    const { returnAfter } = this.host;
    if (url === null || !this.isVisible || !(returnAfter > 0)) return;
    this.autoReturn.start(returnAfter, () => {
      if (this.mayLeave(url)) location.assign(url);
      else this.live.say(this.localize.m.returnStopped);
    });
  }

  #onChange(before: SessionSnapshot, after: SessionSnapshot): void {
    this.#pendingEvents.push(...eventsBetween(before, after));
    if (after.phase === 'failed' && before.phase !== 'failed')
      void warnAbout(this.host, after.problem, this.host.endpoint);
    if (newProblem(before, after)) this.send({ type: 'problemReported' });
  }
}

/** The page may use another name for the shop than the proxy. */
function withShop(screen: Screen, { shopName, shopLogo }: FlowHost): Screen {
  if (screen.kind === 'loading' || !screen.checkout || !(shopName || shopLogo)) return screen;
  const { shop, ...checkout } = screen.checkout;
  const named = { ...shop, ...(shopName && { name: shopName }), ...(shopLogo && { logo: shopLogo }) };
  return { ...screen, checkout: { ...checkout, shop: named } };
}

/** `null` as long as there is nothing to pay. */
function sessionFor(host: FlowHost): CheckoutSession | null {
  const { endpoint, order, checkout, credentials } = host;
  if (order === '' && checkout === '') return null;
  const initial = host.initialCheckout ?? renderedCheckout(host);
  return sharedSession({
    endpoint,
    credentials,
    ...(initial && { initial }),
    ...(order && { order }),
    ...(checkout && { checkout }),
  });
}
