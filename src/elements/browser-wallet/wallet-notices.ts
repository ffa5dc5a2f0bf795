// Notices in the payment panel about the last request to a wallet.
import { html, svg, type TemplateResult } from 'lit';
import type { NamedWallet, WalletNotice } from '../../checkout/wallet-flow.js';
import type { WalletScreen } from '../../checkout/wallet-screen.js';
import { walletOutcomes } from '../../locales/compiled/wallets/en/walletOutcomes.js';
import type { BrowserWalletMessages } from '../../i18n/en.js';
import type { Messages } from '../../i18n/index.js';
import { requestMessages } from '../../controllers/browser-wallet-messages.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import { quietButton } from '../parts/buttons.js';
import { drawn } from '../parts/icon.js';
import { payableInvoice } from '../../checkout/screen.js';
import { warningLine, type WalletNotice as NoticeLine } from './wallet-entry.js';
import type { WalletCommands } from './wallet-parts.js';
import type { WalletView } from './wallet-view.js';

const INFO = svg`<circle cx="10" cy="10" r="7"/><path d="M10 9.2v4.3M10 6.3v.05"/>`;

export function outcomeMessages(m: Messages): BrowserWalletMessages {
  return { ...walletOutcomes, ...requestMessages(m), ...m.browserWallet };
}

/** Renders why nothing was sent, or that a wallet may have sent the payment. */
export function notice(
  { notice: last, asked, other }: Extract<WalletScreen, { kind: 'panel' }>,
  view: WalletView,
): NoticeLine | null {
  const { m } = view.localize;
  const t = outcomeMessages(m);
  if (asked) return warningLine(t.requestOpen(asked.name ?? m.wallet.unnamed));
  if (other) return warningLine(m.wallet.mayBeSent);
  if (!last) return null;
  const text = noticeText(last, view, t);
  if (last.reason === 'timeOver') return warningLine(text);
  return {
    text,
    content: html`<p class="notice boxed" part="notice">${drawn(INFO, '')}<span>${text}</span></p>`,
  };
}

function noticeText(
  { reason, wallet }: WalletNotice,
  { screen, localize: { m } }: WalletView,
  t: BrowserWalletMessages,
): string {
  const name = wallet.name ?? m.wallet.unnamed;
  const invoice = payableInvoice(screen);
  const network = invoice ? networkLabel(currencyOf(invoice.currency).network) : '';
  switch (reason) {
    case 'refused':
    case 'stopped':
      return t.nothingSent;
    case 'unanswered':
      return t.unanswered(name);
    case 'timeOver':
      return t.timeOver(name);
    case 'network':
      return t.otherNetwork(name, network);
    case 'account':
      return t.locked(name);
    case 'busy':
      return t.busy(name);
    case 'changed':
      return t.changed;
    case 'claimed':
      return t.claimed;
    case 'offline':
      return t.offline;
    case 'token':
    case 'unsupported':
    case 'invalid':
      return t.unsupported(name);
  }
}

export function retryLabel({ localize: { m } }: WalletView): (name: string) => string {
  return outcomeMessages(m).tryAgain;
}

/** Renders what replaces the other ways to pay while a request may be open. */
export function backToWallet(
  wallet: NamedWallet,
  { localize: { m } }: WalletView,
  send: WalletCommands['send'],
): TemplateResult {
  const text = outcomeMessages(m).back(wallet.name ?? m.wallet.unnamed);
  return html`${quietButton(text, () => send({ type: 'backToWalletRequested' }), { slot: 'alternatives' })}`;
}
