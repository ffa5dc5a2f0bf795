// Loaded when the payer points at the wallets or focuses one, or when a transfer is known.
import type { CheckoutInvoice } from '../../protocol/index.js';
import type { CheckoutSession } from '../../checkout/session.js';
import { checkoutIn, payableIn } from '../../checkout/state.js';
import { reduceWalletFlow } from '../../checkout/reduce-wallet-flow.js';
import { INITIAL_WALLET_FLOW } from '../../checkout/wallet-flow.js';
import type { WalletAction, WalletContext, WalletEffect } from '../../checkout/wallet-flow.js';
import { nextWalletChangeMs, walletScreenOf, type WalletScreen } from '../../checkout/wallet-screen.js';
import { reportTransfer, walletSources } from '../../checkout/wallet-requests.js';
import { exactAmount, currencyOf } from '../../payment/index.js';
import { requestTransfer } from '../../wallets/request-transfer.js';
import type { BrowserWallet, TransferContext, TransferResult } from '../../wallets/wallet.js';
import { loadBrowserWalletMessages as loadMessages } from '../../controllers/browser-wallet-messages.js';
import type { Messages } from '../../i18n/index.js';
import type { WalletView } from './wallet-view.js';
import { saveLastUsed } from './wallet-source.js';
import type * as Outcomes from './wallet-outcomes.js';
import { askingScreen } from './wallet-asking.js';
import { warningLine, type WalletNotice } from './wallet-entry.js';
import type { ScreenInput, WalletCover } from './wallet-parts.js';

export { loadMessages };
export type { WalletCover, WalletNotice };
export { styles } from './wallet-asking.styles.js';

const IDLE: WalletContext = { transfer: null, nowMs: 0 };
/** The maximum delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** By invoice: the last stopped attempt of this page. It may still hold its lock for a moment. */
const stopped = new Map<string, Promise<unknown>>();

let lastNumber = 0;

/** The payment of one checkout with a wallet. Performs the effects of its flow, and renders its screens. */
export class WalletPayment {
  #flow = INITIAL_WALLET_FLOW;
  #session: CheckoutSession | null = null;
  #invoice: CheckoutInvoice | null = null;
  #wallet: BrowserWallet | null = null;
  /** Aborts running attempts, by their number. */
  readonly #stops = new Map<number, AbortController>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #outcomes: typeof Outcomes | null = null;
  #loading: Promise<void> | null = null;
  #hasFailed = false;
  /** By the id of a transfer: the session and the invoice to report it with. */
  readonly #reports = new Map<number, { readonly session: CheckoutSession; readonly invoice: string }>();
  readonly #locales = new Set<string>();
  #isCovering = false;
  #wasCovering = false;
  #hadFocus = false;

  constructor(
    private readonly host: WalletView['options'],
    private readonly loadOutcomes: () => Promise<typeof Outcomes>,
  ) {}

  /** Call it before anything is rendered. */
  sync({ session, localize }: WalletView, invoice: CheckoutInvoice | null): this {
    this.#loadLanguage(localize);
    const isOther = session !== this.#session || invoice?.id !== this.#invoice?.id;
    if (isOther && this.#invoice) this.#reduce({ type: 'invoiceLeft' });
    this.#session = session;
    this.#invoice = invoice;
    this.#hadFocus = Boolean(this.host.shadowRoot?.activeElement);
    this.#wasCovering = this.#isCovering;
    // A page that was asleep may render before its timer fires.
    this.#reduce({ type: 'timePassed' });
    return this;
  }

  /** Loads the messages of a language that the payer has chosen meanwhile. */
  #loadLanguage({ m, locale }: WalletView['localize']): void {
    if (m.browserWallet && this.#locales.has(locale)) return;
    this.#locales.add(locale);
    void loadMessages(locale);
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

  /** Whether the wallets are offered: not while a request may still be open. */
  get canAsk(): boolean {
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
    if (!session || invoice?.id !== this.#invoice?.id || !invoice?.address || !this.canAsk) return;
    this.#wallet = wallet;
    this.#hasFailed = false;
    saveLastUsed(wallet);
    lastNumber += 1;
    this.send({ type: 'walletPressed', number: lastNumber, wallet });
    void this.#ask(lastNumber, wallet, session, { ...invoice, address: invoice.address });
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
    const focused = root?.activeElement ?? null;
    if (focused?.matches('.body')) root?.querySelector<HTMLElement>('#pay-with-wallet')?.focus();
  }

  #reduce(action: WalletAction): void {
    const { flow, effects } = reduceWalletFlow(this.#flow, action, this.#context);
    this.#flow = flow;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: WalletEffect): void {
    if (effect.type === 'stop') return this.#stops.get(effect.number)?.abort();
    const { state, transfer, transaction } = effect;
    const known = this.#reports.get(transfer);
    if (known) void reportTransfer(known.session, { state, transfer, transaction, invoice: known.invoice });
  }

  async #ask(
    number: number,
    wallet: BrowserWallet,
    session: CheckoutSession,
    invoice: CheckoutInvoice & { readonly address: string },
  ): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(number, stop);
    const known = this.#context.transfer?.id ?? null;
    let transfer: number | null = null;
    const end = (result: TransferResult, isAfterStop: boolean) => {
      const action = { type: 'ended', number, result, wallet, transfer, isAfterStop } as const;
      if (this.#invoice?.id === invoice.id) return this.send(action);
      // The page now shows another invoice, so only the proxy gets the outcome.
      const { effects } = reduceWalletFlow(INITIAL_WALLET_FLOW, action, this.#context);
      for (const effect of effects) this.#perform(effect);
    };
    const claim = async (): Promise<boolean> => {
      const answer = await session.reportTransfer({
        ...{ state: 'asked', invoice: invoice.id, transfer: known, wallet: wallet.name },
      });
      if (!answer.ok) {
        if (answer.problem.code !== 'transfer_conflict') throw new Error(answer.problem.code);
        session.refresh();
        return false;
      }
      if (!answer.transfer) return false;
      const { id, endsAt } = answer.transfer;
      transfer = id;
      this.#reports.set(id, { session, invoice: invoice.id });
      this.send({ type: 'transferRecorded', number, transfer: id, endsAt });
      // A part may have arrived since the payer pressed the button.
      return checkoutIn(session.snapshot)?.invoice?.due === invoice.due;
    };
    const context: TransferContext = {
      ...walletSources(session),
      signal: stop.signal,
      nowMs: () => session.serverNowMs() ?? Date.now(),
      onStep: (step, account) => {
        void this.#loadOutcomes();
        this.send({ type: 'stepReached', number, step, account });
      },
      claim,
      onLateResult: (result) => end(result, true),
    };
    const { currency, address } = invoice;
    const { amount } = exactAmount(invoice.due, currencyOf(currency).decimals);
    const request = () => requestTransfer(wallet, { currency, address, amount }, context);
    const asking = Promise.resolve(stopped.get(invoice.id)).then(() => alone(invoice.id, request));
    stop.signal.addEventListener('abort', () => stopped.set(invoice.id, asking));
    const result = await asking;
    this.#stops.delete(number);
    end(result ?? { kind: 'blocked', obstacle: 'claimed' }, false);
  }
}

/** Returns what the payer reads if the screen of an outcome cannot be loaded; `null` if there is no outcome. */
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

/** Runs `work`; returns `null` if another tab is running it for this invoice. Without locks, the proxy decides. */
async function alone<T>(invoice: string, work: () => Promise<T>): Promise<T | null> {
  if (!('locks' in navigator)) return work();
  let running: Promise<T> | null = null;
  try {
    return await navigator.locks.request(
      `crypto-checkout:wallet:${invoice}`,
      { ifAvailable: true },
      (lock) => lock && (running = work()),
    );
  } catch (error) {
    if (running) throw error;
    // The page must not use locks, for example because it has no origin.
    return work();
  }
}
