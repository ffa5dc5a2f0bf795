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
import type { WalletView } from './wallet-view.js';
import { saveLastUsed } from './wallet-source.js';
import * as notices from './wallet-notices.js';
import * as screens from './wallet-screens.js';

export { loadMessages };
export type { WalletNotice } from './wallet-entry.js';
export type { WalletCover } from './wallet-screens.js';
export { styles } from './wallet-screens.styles.js';

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
  /** By the id of a transfer: the session and the invoice to report it with. */
  readonly #reports = new Map<number, { readonly session: CheckoutSession; readonly invoice: string }>();
  readonly #locales = new Set<string>();
  #isCovering = false;
  #wasCovering = false;
  #hadFocus = false;

  constructor(private readonly host: WalletView['options']) {}

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
    return this.#flow.attempt === null;
  }

  get #mayPress(): boolean {
    return this.canAsk && ['panel', 'short'].includes(this.#screen.kind);
  }

  readonly send = (action: WalletAction): void => {
    this.#reduce(action);
    this.host.requestUpdate();
  };

  press(wallet: BrowserWallet): void {
    const session = this.#session;
    // Read now, because the page may not have rendered the last change yet.
    const invoice = session && payableIn(session.snapshot);
    if (!session || invoice?.id !== this.#invoice?.id || !invoice?.address || !this.#mayPress) return;
    this.#wallet = wallet;
    saveLastUsed(wallet);
    lastNumber += 1;
    this.send({ type: 'walletPressed', number: lastNumber, wallet });
    void this.#ask(lastNumber, wallet, session, { ...invoice, address: invoice.address });
  }

  cover(view: WalletView): screens.WalletCover | null {
    const screen = this.#screen;
    this.#isCovering = screen.kind !== 'panel' && this.#invoice !== null;
    if (screen.kind === 'panel' || !this.#invoice) return null;
    return screens.cover(screen, this.#invoice, view, {
      send: this.send,
      retry: () => this.#wallet && this.press(this.#wallet),
      refresh: () => this.#session?.refresh(),
    });
  }

  notice(view: WalletView) {
    const screen = this.#screen;
    return screen.kind === 'panel' ? notices.notice(screen, view) : null;
  }

  /** Returns the button texts for trying again, while a notice says why nothing was sent; otherwise `null`. */
  label(view: WalletView): ((name: string) => string) | null {
    return this.#flow.notice ? notices.retryLabel(view) : null;
  }

  alternative(view: WalletView) {
    const { attempt } = this.#flow;
    return attempt && view.flow.overlay !== 'cancel'
      ? notices.backToWallet(attempt.wallet, view, this.send)
      : null;
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
      onStep: (step, account) => this.send({ type: 'stepReached', number, step, account }),
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
