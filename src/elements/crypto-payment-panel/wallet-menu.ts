import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import type { PopoverController } from '../../controllers/popover.js';
import { networkLabel } from '../../payment/index.js';
import { amountText } from '../parts/amount.js';
import { icon, type IconName } from '../parts/payment-icons.js';
import type { PaymentInstructions, WalletLink } from './payment-instructions.js';
import { sentence } from '../parts/sentence.js';

/** A button and the wallet links that it opens, above the page so that nothing moves. */
export function walletMenu(
  { links, amount, currency }: PaymentInstructions,
  { m }: LocalizeController,
  popover: PopoverController,
): TemplateResult {
  const { symbol, network } = currency;
  return html`<button
      class="button primary"
      part="open-wallet"
      type="button"
      popovertarget="wallets"
      aria-expanded=${popover.isOpen}
    >
      ${icon('wallet')}${m.wallet.open}
    </button>
    <div
      id="wallets"
      class="wallets"
      part="popover"
      popover
      role="group"
      aria-label=${m.wallet.open}
      @beforetoggle=${popover.onBeforeToggle}
      @toggle=${popover.onToggle}
      @focusout=${popover.onFocusOut}
    >
      ${links.map((link) => walletLink(link, m.wallet.other))}
      <p class="label" part="label">
        ${sentence(m.wallet.check(amountText(amount, symbol), networkLabel(network)), networkLabel(network))}
      </p>
    </div>`;
}

/** A button in place of a folded part of the panel. */
export function foldedRow(
  iconName: IconName,
  title: string,
  hint: string,
  onOpen: () => void,
): TemplateResult {
  return html`<button
    id="fold"
    class="fold"
    part="folded"
    type="button"
    aria-expanded="false"
    @click=${onOpen}
  >
    ${icon(iconName)}<span>${title}${hint ? html`<span class="label" part="label">${hint}</span>` : nothing}</span>${icon('down')}
  </button>`;
}

/** A custom scheme opens no page: in a new tab it would leave an empty one. */
function walletLink({ name, href }: WalletLink, other: string): TemplateResult {
  // The markup of the page may be manipulated.
  const restore = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLAnchorElement) currentTarget.href = href;
  };
  return html`<a
    class="quiet"
    part="button-quiet"
    href=${href}
    target=${name === null ? nothing : '_blank'}
    rel="noopener noreferrer"
    @click=${restore}
    >${name ?? other}${icon('next', 'small turns')}</a
  >`;
}
