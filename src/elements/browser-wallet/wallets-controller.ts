import { html, isServer, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { CurrencyCode } from '../../payment/index.js';
import { PAYABLE_STATES, type Checkout, type CheckoutInvoice } from '../../protocol/index.js';
import { supportOf } from '../../wallets/support.js';
import type { BrowserWallet } from '../../wallets/wallet.js';
import type { WalletView } from './wallet-view.js';
import type * as Payments from './wallet-payment.js';
import { walletEntry } from './wallet-entry.js';
import { findWallets, walletSourceOf } from './wallet-source.js';

type Host = WalletView['options'];

/** What the panel of a payment gets for the wallets of the browser. */
export interface WalletPanel {
  readonly kind: '' | 'button' | 'list';
  /** In the slots of the panel. */
  readonly content: TemplateResult | typeof nothing;
}

const EMPTY: WalletPanel = { kind: '', content: nothing };

const controllers = new WeakMap<Host, WalletsController>();

/** Returns the wallets for a checkout; `null` on a server, which knows none. */
export function walletsOf({ options: host }: WalletView): WalletsController | null {
  if (isServer) return null;
  const known = controllers.get(host) ?? new WalletsController(host);
  controllers.set(host, known);
  return known;
}

/** Finds the wallets of the page, so that the first panel shows those that are there. */
export function listenForWallets(): void {
  if (!isServer) findWallets();
}

/** Wallets of Solana and TON need more of the proxy. */
function isDirect(currency: CurrencyCode): boolean {
  return supportOf(currency) === 'direct';
}

/** Returns the invoice of a checkout that a wallet may pay. The picker and Help do not change that, the deadline does. */
function invoiceOf({ snapshot, screen }: WalletView): CheckoutInvoice | null {
  if (snapshot.phase !== 'ready' || screen.kind === 'checking') return null;
  const { state, invoice } = snapshot.checkout;
  return PAYABLE_STATES.has(state) ? invoice : null;
}

/** Offers the wallets of the page above the address, and loads the payment with one of them when the payer comes near. */
class WalletsController implements ReactiveController {
  #payment: Payments.WalletPayment | null = null;
  #loading: Promise<void> | null = null;
  #hasFailed = false;
  /** Those that the panel shows. A wallet that appears later waits until the payer comes back to it: nothing moves. */
  #shown: readonly BrowserWallet[] = [];
  #shownFor = '';
  /** Of one update: what is announced is what is rendered. */
  #view: WalletView | null = null;
  #cover: Payments.WalletCover | null = null;

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('focus', this.#comeBack);
    document.addEventListener('visibilitychange', this.#comeBack);
  }

  hostDisconnected(): void {
    window.removeEventListener('focus', this.#comeBack);
    document.removeEventListener('visibilitychange', this.#comeBack);
    this.#payment?.leave();
  }

  hostUpdated(): void {
    this.#payment?.afterRender();
  }

  /** A transfer is known, and its screen is still loading: the address waits. */
  isLoading(view: WalletView): boolean {
    if (!transferIn(view) || this.#payment || this.#hasFailed) return false;
    void this.#load(view);
    return true;
  }

  /** Returns what the payer sees instead of the address; `null` if nothing. */
  cover(view: WalletView): Payments.WalletCover | null {
    if (view === this.#view) return this.#cover;
    this.#view = view;
    this.#cover = this.#payment?.sync(view, invoiceOf(view)).cover(view) ?? null;
    if (this.#cover) this.#shownFor = '';
    return this.#cover;
  }

  /** Returns what is announced instead of the payment; `null` if nothing. */
  announcement(view: WalletView): string | null {
    const cover = this.cover(view);
    return cover ? cover.announcement : (this.#payment?.notice(view)?.text ?? null);
  }

  panel(view: WalletView): WalletPanel {
    const invoice = invoiceOf(view);
    const { m } = view.localize;
    if (!invoice || !isDirect(invoice.currency)) return EMPTY;
    if (this.#shownFor !== invoice.id) this.#show(invoice);
    const payment = this.#payment;
    const notice = payment?.notice(view)?.content ?? nothing;
    const canAsk = payment?.canAsk ?? true;
    const wallets = canAsk ? this.#shown : [];
    if (wallets.length === 0 && notice === nothing) return EMPTY;
    const entry = walletEntry({
      ...{ wallets, notice, m },
      label: payment?.label(view) ?? m.wallet.pay,
      onNear: () => void this.#load(view),
      onPress: (wallet) => void this.#press(wallet, view),
    });
    return {
      kind: wallets.length > 1 ? 'list' : 'button',
      content: html`${entry}${payment?.alternative(view) ?? nothing}`,
    };
  }

  /** The list is shown anew, so it may have grown. */
  readonly #comeBack = (): void => {
    if (document.visibilityState === 'hidden' || this.#shownFor === '') return;
    this.#shownFor = '';
    this.host.requestUpdate();
  };

  #show({ id, currency }: CheckoutInvoice): void {
    this.#shownFor = id;
    const source = walletSourceOf(this.host);
    source.refresh();
    this.#shown = source.walletsFor(currency);
  }

  async #press(wallet: BrowserWallet, view: WalletView): Promise<void> {
    await this.#load(view);
    const invoice = invoiceOf(view);
    if (invoice) this.#payment?.sync(view, invoice).press(wallet);
  }

  #load(view: WalletView): Promise<void> {
    if (this.#payment) return Promise.resolve();
    this.#loading ??= import('./wallet-payment.js')
      .then(async ({ WalletPayment, loadMessages, styles }) => {
        await loadMessages(view.localize.locale);
        if (styles.styleSheet) this.host.shadowRoot?.adoptedStyleSheets.push(styles.styleSheet);
        this.#payment = new WalletPayment(this.host);
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
  return snapshot.phase === 'ready' ? snapshot.checkout.transfer : null;
}
