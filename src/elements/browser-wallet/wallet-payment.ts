// Loaded when the payer points at the wallets or focuses one, or when a transfer is known.
import type { CheckoutInvoice } from '../../protocol/index.js';
import type { CheckoutSession } from '../../checkout/session.js';
import { checkoutIn, payableIn } from '../../checkout/state.js';
import { reduceWalletFlow } from '../../checkout/reduce-wallet-flow.js';
import { INITIAL_WALLET_FLOW } from '../../checkout/wallet-flow.js';
import type { WalletAction, WalletContext } from '../../checkout/wallet-flow.js';
import { nextWalletChangeMs, walletScreenOf, type WalletScreen } from '../../checkout/wallet-screen.js';
import { currencyOf } from '../../payment/index.js';
import type { BrowserWallet } from '../../wallets/wallet.js';
import { focusedIn } from '../../controllers/focus.js';
import { loadBrowserWalletMessages as loadMessages } from '../../controllers/browser-wallet-messages.js';
import type { Messages } from '../../i18n/index.js';
import type { WalletView } from './wallet-view.js';
import { saveLastUsed } from './wallet-source.js';
import type * as Outcomes from './wallet-outcomes.js';
import { askingScreen } from './wallet-asking.js';
import { WalletAttempts } from './wallet-attempts.js';
import { warningLine, type WalletNotice } from './wallet-entry.js';
import type { ScreenInput, WalletCover } from './wallet-parts.js';

export { loadMessages };
export type { WalletCover, WalletNotice };
export { styles } from './wallet-asking.styles.js';

const IDLE: WalletContext = { transfer: null, nowMs: 0 };
/** The maximum delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

let lastNumber = 0;

/** The payment of one checkout with a wallet. Renders the screens of its flow. */
export class WalletPayment {
  #flow = INITIAL_WALLET_FLOW;
  #session: CheckoutSession | null = null;
  #invoice: CheckoutInvoice | null = null;
  #wallet: BrowserWallet | null = null;
  readonly #attempts = new WalletAttempts();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #outcomes: typeof Outcomes | null = null;
  #loading: Promise<void> | null = null;
  #hasFailed = false;
  #isCovering = false;
  #wasCovering = false;
  #hadFocus = false;

  constructor(
    private readonly host: WalletView['options'],
    private readonly loadOutcomes: () => Promise<typeof Outcomes>,
  ) {}

  /** Call it before anything is rendered. */
  sync({ session }: WalletView, invoice: CheckoutInvoice | null): this {
    const isOther = session !== this.#session || invoice?.id !== this.#invoice?.id;
    if (isOther && this.#invoice) this.#reduce({ type: 'invoiceLeft' });
    this.#session = session;
    this.#invoice = invoice;
    this.#hadFocus = focusedIn(this.host) !== null;
    this.#wasCovering = this.#isCovering;
    // A page that was asleep may render before its timer fires.
    this.#reduce({ type: 'timePassed' });
    return this;
  }

  get #context(): WalletContext {
    const session = this.#session;
    const checkout = session && checkoutIn(session.snapshot);
    if (!checkout) return IDLE;
    return { transfer: checkout.transfer, nowMs: session.serverNowMs() ?? Date.now() };
  }

  get #screen(): WalletScreen {
    return walletScreenOf(this.#flow, this.#context);
  }

  /** Whether a wallet can be selected: not while a request may still be open. */
  get canRequest(): boolean {
    return this.#flow.attempt === null && ['panel', 'short'].includes(this.#screen.kind);
  }

  /** Whether the address waits, because the screen of an outcome is still loading. */
  isLoading({ localize: { m } }: WalletView): boolean {
    if (this.#outcomes || this.#hasFailed || substituteOf(this.#screen, m) === null) return false;
    void this.#loadOutcomes();
    return true;
  }

  readonly send = (action: WalletAction): void => {
    this.#reduce(action);
    this.host.requestUpdate();
  };

  press(wallet: BrowserWallet): void {
    const session = this.#session;
    // Read now, because the page may not have rendered the last change yet.
    const invoice = session && payableIn(session.snapshot);
    if (!session || invoice?.id !== this.#invoice?.id || !invoice?.address || !this.canRequest) return;
    this.#wallet = wallet;
    this.#hasFailed = false;
    saveLastUsed(wallet);
    lastNumber += 1;
    this.send({ type: 'walletPressed', number: lastNumber, wallet });
    const transfer = this.#context.transfer?.id ?? null;
    void this.#attempts.start(
      { number: lastNumber, wallet, session, invoice: { ...invoice, address: invoice.address }, transfer },
      (action) => this.#follow(action, invoice.id),
    );
  }

  cover(view: WalletView): WalletCover | null {
    const screen = this.#screen;
    const invoice = this.#invoice;
    const { m } = view.localize;
    this.#isCovering = invoice !== null && (screen.kind !== 'panel' || this.isLoading(view));
    if (screen.kind === 'panel' || !invoice) return null;
    const input: ScreenInput = {
      ...{ view, invoice, currency: currencyOf(invoice.currency) },
      nameOf: ({ name }) => name ?? m.wallet.unnamed,
      commands: {
        send: this.send,
        retry: () => this.#wallet && this.press(this.#wallet),
        refresh: () => this.#session?.refresh(),
      },
    };
    if (screen.kind === 'asking') return askingScreen(screen.attempt, input);
    return this.#outcomes?.outcomeScreen(screen, input) ?? null;
  }

  notice(view: WalletView): WalletNotice | null {
    const screen = this.#screen;
    if (this.#outcomes) return screen.kind === 'panel' ? this.#outcomes.notice(screen, view) : null;
    const text = this.#hasFailed ? substituteOf(screen, view.localize.m) : null;
    return text === null ? null : warningLine(text);
  }

  /** Returns the button texts for trying again, while a notice says why nothing was sent; otherwise `null`. */
  label(view: WalletView): ((name: string) => string) | null {
    return (this.#flow.notice && this.#outcomes?.retryLabel(view)) ?? null;
  }

  alternative(view: WalletView) {
    const { attempt } = this.#flow;
    return attempt && view.flow.overlay !== 'cancel'
      ? this.#outcomes?.backToWallet(attempt.wallet, view, this.send)
      : null;
  }

  /** Begins while the payer looks at the wallet, so that the wallet does not wait for it. */
  #loadOutcomes(): Promise<void> {
    this.#loading ??= this.loadOutcomes()
      .then((outcomes) => {
        const { styleSheet } = outcomes.styles;
        if (styleSheet) this.host.shadowRoot?.adoptedStyleSheets.push(styleSheet);
        this.#outcomes = outcomes;
      })
      .catch(() => {
        this.#hasFailed = true;
        this.#loading = null;
      })
      .finally(() => this.host.requestUpdate());
    return this.#loading;
  }

  /** Ends the calls in a wallet when the checkout leaves the page. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#flow.attempt) this.#reduce({ type: 'otherWayRequested' });
  }

  afterRender(): void {
    clearTimeout(this.#timer);
    const context = this.#context;
    const nextMs = nextWalletChangeMs(this.#flow, context);
    if (nextMs !== null)
      this.#timer = setTimeout(
        () => this.send({ type: 'timePassed' }),
        Math.min(nextMs - context.nowMs, MAX_TIMER_MS),
      );
    void this.#followFocus();
  }

  /** Moves the focus back to the wallet's button, unless it is elsewhere in the page. */
  async #followFocus(): Promise<void> {
    if (!this.#wasCovering || this.#isCovering || !this.#hadFocus) return;
    this.#wasCovering = false;
    const root = this.host.shadowRoot;
    // The button is in a slot of the panel.
    await root?.querySelector('crypto-payment-panel')?.updateComplete;
    if (focusedIn(this.host)?.matches('.body')) root?.querySelector<HTMLElement>('#pay-with-wallet')?.focus();
  }

  #reduce(action: WalletAction): void {
    const { flow, effects } = reduceWalletFlow(this.#flow, action, this.#context);
    this.#flow = flow;
    for (const effect of effects) this.#attempts.perform(effect);
  }

  /** Follows an attempt, also when the page shows another invoice by now. Then only the proxy gets its outcome. */
  #follow(action: WalletAction, invoice: string): void {
    if (action.type === 'stepReached') void this.#loadOutcomes();
    if (this.#invoice?.id === invoice) return this.send(action);
    const { effects } = reduceWalletFlow(INITIAL_WALLET_FLOW, action, this.#context);
    for (const effect of effects) this.#attempts.perform(effect);
  }
}

/** Returns the text that replaces the screen of an outcome if it cannot be loaded; `null` if there is no outcome. */
function substituteOf(screen: WalletScreen, m: Messages): string | null {
  switch (screen.kind) {
    case 'asking':
      return null;
    case 'short':
      return m.notLoaded;
    case 'panel':
      if (screen.asked || screen.other || screen.notice?.reason === 'timeOver') return m.wallet.mayBeSent;
      return screen.notice && m.notLoaded;
    case 'transfer':
    case 'doubt':
      return m.wallet.mayBeSent;
  }
}
