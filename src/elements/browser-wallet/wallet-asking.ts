// The screen that replaces the address while a wallet in the browser is asked.
import { html, nothing, type TemplateResult } from 'lit';
import type { TransferStep } from '../../wallets/wallet.js';
import type { WalletAttempt } from '../../checkout/wallet-flow.js';
import { requestMessages } from '../../controllers/browser-wallet-messages.js';
import { networkLabel } from '../../payment/index.js';
import { button } from '../parts/buttons.js';
import { comparison, groupedAddress } from '../parts/exact-text.js';
import { factList } from '../parts/fact-list.js';
import { icon } from '../parts/payment-icons.js';
import { progressSteps } from '../parts/progress-steps.js';
import { walletIcon } from './wallet-icon.js';
import { accountFact, badge, screenOf, sum, type ScreenInput, type WalletCover } from './wallet-parts.js';

type RequestMessages = ReturnType<typeof requestMessages>;

/** The screen while a wallet is asked. */
export function askingScreen({ wallet, step, account, fee }: WalletAttempt, input: ScreenInput): WalletCover {
  const { currency, nameOf, commands, view } = input;
  const { m } = view.localize;
  const t = requestMessages(m);
  const name = nameOf(wallet);
  const network = networkLabel(currency.network);
  const { title, text } = askingWords(step, name, network, t);
  const isConfirming = step === 'confirming';
  const facts =
    account === null
      ? nothing
      : factList(
          [accountFact(t.account, account), ...(fee === null ? [] : [{ label: t.networkFee, value: fee }])],
          'compact',
        );
  const sheet = isConfirming
    ? html`${sum(t.shouldShow(name), input)} ${payee(input)} ${facts}`
    : html`${sum(m.sendExactly, input)} ${steps(step, network, t)} ${facts}`;
  const content = screenOf({
    ...{ key: `asking ${isConfirming}`, title, text, sheet },
    picture: walletIcon(wallet, 'huge', badge(icon('wait'), '')),
    below: html`<p class="hint" part="text">${t.noWindow(name)}</p>
      <div class="actions">${button(t.otherWay, () => commands.send({ type: 'otherWayRequested' }))}</div>`,
  });
  return { content, announcement: title, isWatching: false };
}

function askingWords(step: TransferStep, name: string, network: string, t: RequestMessages) {
  switch (step) {
    case 'connecting':
      return { title: t.connect(name), text: t.connectReason(name) };
    case 'switching':
      return { title: t.allowSwitch(network), text: t.switchReason(name) };
    case 'adding':
      return { title: t.allowAdd(name, network), text: t.switchReason(name) };
    case 'checking':
      return { title: t.checking, text: '' };
    case 'confirming':
      return { title: t.confirm(name), text: t.confirmReason };
  }
}

function payee({ invoice, view }: ScreenInput): TemplateResult {
  const { m } = view.localize;
  const address = invoice.address ?? '';
  return html`<div class="payee lines" part="destination">
    <span class="label" part="label">${m.toAddress}</span>${groupedAddress(address)}
    <span class="label" part="label">${comparison(address, m)}</span>
  </div>`;
}

function steps(step: TransferStep, network: string, t: RequestMessages): TemplateResult {
  const isSwitching = step === 'switching' || step === 'adding';
  const labels = [t.connected, ...(isSwitching ? [t.switchTo(network)] : []), t.confirmPayment];
  return progressSteps(
    labels.map((label) => ({ label })),
    step === 'connecting' ? 0 : 1,
  );
}
