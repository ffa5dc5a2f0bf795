// The wallets of the browser above the address: one button, or a list to choose from.
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Messages } from '../../i18n/index.js';
import type { BrowserWallet } from '../../wallets/wallet.js';
import { icon } from '../parts/icon.js';
import { icon as drawing } from '../parts/payment-icons.js';
import { walletIcon } from './wallet-icon.js';
import { distinctionOf, isLastUsed } from './wallet-source.js';

/** A line above the wallets, or above the address without them. */
export interface WalletNotice {
  readonly content: TemplateResult;
  /** The text for the live region. */
  readonly text: string;
}

export function warningLine(text: string): WalletNotice {
  const content = html`<p class="notice boxed" part="notice" data-tone="warning">
    ${drawing('warning')}<span>${text}</span>
  </p>`;
  return { text, content };
}

export interface WalletEntry {
  readonly wallets: readonly BrowserWallet[];
  /** Above the wallets: the outcome of the last request. */
  readonly notice: TemplateResult | typeof nothing;
  /** The text of a wallet's button. */
  readonly label: (name: string) => string;
  readonly onPress: (wallet: BrowserWallet) => void;
  /** Called when the payer points at the wallets or focuses one, so that the payment code loads before a press. */
  readonly onNear: () => void;
  readonly m: Messages;
}

/** In the slot `wallets` of the panel. */
export function walletEntry(entry: WalletEntry): TemplateResult {
  const { wallets, notice, m } = entry;
  const [only] = wallets;
  return html`<div slot="wallets" class="express" @pointerenter=${entry.onNear} @focusin=${entry.onNear}>
    ${notice} ${wallets.length === 1 && only ? payButton(only, entry) : nothing}
    ${wallets.length > 1 ? walletList(entry) : html`<p class="or" part="text">${m.wallet.orScan}</p>`}
  </div>`;
}

function payButton(wallet: BrowserWallet, { m, label, notice, onPress }: WalletEntry): TemplateResult {
  const name = wallet.name ?? m.wallet.unnamed;
  return html`<button
      id="pay-with-wallet"
      class="button primary"
      part="button button-primary"
      type="button"
      @click=${() => onPress(wallet)}
    >
      ${walletIcon(wallet, 'small')}<span>${label(name)}</span>
    </button>
    ${notice === nothing ? html`<p class="hint" part="text">${m.wallet.untilConfirmed(name)}</p>` : nothing}`;
}

/** A list of more than three wallets scrolls. A row cut in half shows that. */
function walletList({ wallets, m, onPress }: WalletEntry): TemplateResult {
  return html`<div class="sheet" part="sheet">
    <h3 class="list-title" part="label">${m.wallet.found}</h3>
    <ul class="wallet-list ${wallets.length > 3 ? 'long' : ''}" aria-label=${m.wallet.found}>
      ${wallets.map((wallet, index) => {
        const other = distinctionOf(wallet, wallets);
        return html`<li>
          <button
            id=${ifDefined(index === 0 ? 'pay-with-wallet' : undefined)}
            class="wallet-row"
            part="wallet"
            type="button"
            @click=${() => onPress(wallet)}
          >
            ${walletIcon(wallet, 'large')}
            <span class="text"
              ><bdi>${wallet.name ?? m.wallet.unnamed}</bdi>
              ${isLastUsed(wallet) ? html`<span class="tag" part="tag">${m.usedLast}</span>` : nothing}
              ${other ? html`<bdi class="label" part="label">${other}</bdi>` : nothing}</span
            >${icon('next', 'turns')}
          </button>
        </li>`;
      })}
    </ul>
    <p class="list-note" part="text">${m.wallet.unchecked}</p>
  </div>`;
}
