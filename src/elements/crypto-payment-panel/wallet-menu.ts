import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import type { PopoverController } from '../../controllers/popover.js';
import type { WalletLinkController } from '../../controllers/wallet-link.js';
import { networkLabel } from '../../payment/index.js';
import { amountText } from '../parts/amount.js';
import { icon, type IconName } from '../parts/payment-icons.js';
import type { PaymentInstructions, WalletLink } from './payment-instructions.js';
import { sentence } from '../parts/sentence.js';

/**
 * A button and the wallet links that it opens, above the page so that nothing moves. After a link that opened nothing it says
 * what to do instead.
 */
export function walletMenu(
  { links, amount, currency }: PaymentInstructions,
  { m }: LocalizeController,
  popover: PopoverController,
  pressed: WalletLinkController,
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
      ${links.map((link) => walletLink(link, m.wallet.other, pressed))}
      <p class="label" part="label">
        ${
          pressed.hasFailed
            ? m.wallet.unopened
            : sentence(
                m.wallet.check(amountText(amount, symbol), networkLabel(network)),
                networkLabel(network),
              )
        }
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
function walletLink(
  { name, href }: WalletLink,
  other: string,
  pressed: WalletLinkController,
): TemplateResult {
  const onClick = ({ currentTarget }: Event) => {
    // The markup of the page may be manipulated.
    if (currentTarget instanceof HTMLAnchorElement) currentTarget.href = href;
    pressed.observe(href);
  };
  return html`<a
    class="quiet"
    part="button-quiet"
    href=${href}
    target=${name === null ? nothing : '_blank'}
    rel="noopener noreferrer"
    @click=${onClick}
    >${name ?? other}${icon('next', 'small turns')}</a
  >`;
}
