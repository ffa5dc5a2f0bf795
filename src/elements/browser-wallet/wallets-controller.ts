import { html, isServer, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { CurrencyCode } from '../../payment/index.js';
import { checkoutIn, payableIn } from '../../checkout/state.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import { supportOf } from '../../wallets/support.js';
import type { BrowserWallet } from '../../wallets/wallet.js';
import type { WalletView } from './wallet-view.js';
import type * as Payments from './wallet-payment.js';
import { walletEntry, warningLine } from './wallet-entry.js';
import { findWallets, walletSourceOf } from './wallet-source.js';

type Host = WalletView['options'];

/** The content of the payment panel about the wallets of the browser. */
export interface WalletPanel {
  readonly kind: '' | 'button' | 'list';
  /** In the slots of the panel. */
  readonly content: TemplateResult | typeof nothing;
}

const EMPTY: WalletPanel = { kind: '', content: nothing };

const controllers = new WeakMap<Host, WalletsController>();

/** Returns the wallets for a checkout; `null` on a server, which has none. */
export function walletsOf({ options: host }: WalletView): WalletsController | null {
  if (isServer) return null;
  const known = controllers.get(host) ?? new WalletsController(host);
  controllers.set(host, known);
  return known;
}

/** Starts to listen, so that the first panel has the wallets that have announced themselves. */
export function listenForWallets(): void {
  if (!isServer) findWallets();
}

/** Returns whether wallets can pay the currency. Those on Solana and TON depend on options of the proxy. */
function canPay(currency: CurrencyCode, { snapshot }: WalletView): boolean {
  const provided = checkoutIn(snapshot)?.wallets;
  switch (supportOf(currency)) {
    case 'direct':
      return true;
    case 'solana':
      return provided?.solana === true;
    case 'ton':
      return provided?.tonManifest !== undefined;
    case null:
      return false;
  }
}

/** Returns the invoice of a checkout that a wallet may pay. The picker and Help do not change that, the deadline does. */
function invoiceOf({ snapshot, screen }: WalletView): CheckoutInvoice | null {
  return screen.kind === 'checking' ? null : payableIn(snapshot);
}

/** Offers the wallets of the page above the address, and loads the payment with one of them when the payer comes near. */
class WalletsController implements ReactiveController {
  #payment: Payments.WalletPayment | null = null;
  #loading: Promise<void> | null = null;
  #hasFailed = false;
  #isPressed = false;
  /** The wallets in the panel. One that appears later waits until the payer returns to the page, so that nothing moves. */
  #shown: readonly BrowserWallet[] = [];
  #shownFor = '';
  /** The last update, and its screen: the announcement has to match it. */
  #view: WalletView | null = null;
  #cover: Payments.WalletCover | null = null;

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('focus', this.#onReturn);
    document.addEventListener('visibilitychange', this.#onReturn);
  }

  hostDisconnected(): void {
    window.removeEventListener('focus', this.#onReturn);
    document.removeEventListener('visibilitychange', this.#onReturn);
    this.#payment?.leave();
  }

  hostUpdated(): void {
    this.#payment?.afterRender();
  }

  /** Whether the address waits, because the screen of a known transfer is still loading. */
  isLoading(view: WalletView): boolean {
    if (this.#payment) return this.#payment.isLoading(view);
    if (!transferIn(view) || this.#hasFailed) return false;
    void this.#load(view.localize.locale);
    return true;
  }

  /** Returns the screen in place of the address, or `null`. */
  cover(view: WalletView): Payments.WalletCover | null {
    if (view === this.#view) return this.#cover;
    this.#view = view;
    this.#cover = this.#payment?.sync(view, invoiceOf(view)).cover(view) ?? null;
    if (this.#cover) this.#shownFor = '';
    return this.#cover;
  }

  /** Returns the announcement in place of the payment's own, or `null`. */
  announcement(view: WalletView): string | null {
    return this.cover(view)?.announcement ?? this.#notice(view)?.text ?? null;
  }

  #notice(view: WalletView): Payments.WalletNotice | null {
    if (this.#payment) return this.#payment.notice(view);
    const { m } = view.localize;
    if (!this.#hasFailed) return null;
    if (transferIn(view)) return warningLine(m.wallet.mayBeSent);
    return this.#isPressed ? warningLine(m.notLoaded) : null;
  }

  panel(view: WalletView): WalletPanel {
    const invoice = invoiceOf(view);
    const { m } = view.localize;
    if (!invoice || !canPay(invoice.currency, view)) return EMPTY;
    if (this.#shownFor !== invoice.id) this.#show(invoice);
    const payment = this.#payment;
    const notice = this.#notice(view)?.content ?? nothing;
    const canRequest = payment?.canRequest ?? true;
    const wallets = canRequest ? this.#shown : [];
    if (wallets.length === 0 && notice === nothing) return EMPTY;
    const entry = walletEntry({
      ...{ wallets, notice, m },
      label: payment?.label(view) ?? m.wallet.pay,
      onNear: () => void this.#load(view.localize.locale),
      onPress: (wallet) => void this.#press(wallet, view.localize.locale),
    });
    return {
      kind: wallets.length > 1 ? 'list' : 'button',
      content: html`${entry}${payment?.alternative(view) ?? nothing}`,
    };
  }

  /** When payers return to the page, they expect changes, so the list may grow. */
  readonly #onReturn = (): void => {
    if (document.visibilityState === 'hidden' || this.#shownFor === '') return;
    this.#shownFor = '';
    // A dialog of the card that takes the focus while the card updates can return it to the page.
    queueMicrotask(() => this.host.requestUpdate());
  };

  #show({ id, currency }: CheckoutInvoice): void {
    this.#shownFor = id;
    this.#shown = walletSourceOf(this.host).walletsFor(currency);
  }

  async #press(wallet: BrowserWallet, locale: string): Promise<void> {
    this.#isPressed = true;
    await this.#load(locale);
    // The checkout may have changed since the press, so use its last update.
    const view = this.#view;
    if (view) this.#payment?.sync(view, invoiceOf(view)).press(wallet);
  }

  #load(locale: string): Promise<void> {
    if (this.#payment) return Promise.resolve();
    this.#loading ??= import('./wallet-payment.js')
      .then(async ({ WalletPayment, loadMessages, styles }) => {
        await loadMessages(locale);
        if (styles.styleSheet) this.host.shadowRoot?.adoptedStyleSheets.push(styles.styleSheet);
        this.#payment = new WalletPayment(this.host, () => import('./lazy-wallet-outcomes.js'));
      })
      .catch(() => {
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#loading = null;
        this.host.requestUpdate();
      });
    return this.#loading;
  }
}

function transferIn({ snapshot }: WalletView): Checkout['transfer'] {
  return checkoutIn(snapshot)?.transfer ?? null;
}
