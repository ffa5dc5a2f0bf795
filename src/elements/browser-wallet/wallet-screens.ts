// The screens that replace the address from the moment when a wallet in the browser is asked.
import { html, nothing, type TemplateResult } from 'lit';
import type { TransferStep } from '../../wallets/wallet.js';
import type { WalletAttempt } from '../../checkout/wallet-flow.js';
import type { ShownTransfer, WalletScreen } from '../../checkout/wallet-screen.js';
import { browserWalletMessages } from '../../controllers/browser-wallet-messages.js';
import type { BrowserWalletMessages } from '../../i18n/en.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import type { WalletView } from './wallet-view.js';
import { amountText } from '../parts/amount.js';
import { button, quietButton } from '../parts/buttons.js';
import { comparison, groupedAddress, transaction } from '../parts/exact-text.js';
import { factList, networkValue, type Fact } from '../parts/fact-list.js';
import { icon } from '../parts/payment-icons.js';
import { paymentSum } from '../parts/payment-sum.js';
import { progressSteps, type ProgressStep } from '../parts/progress-steps.js';
import { pageLink } from '../parts/safe-link.js';
import { shortScreen } from './wallet-shortage.js';
import { walletIcon } from './wallet-icon.js';
import { accountFact, badge, screenOf } from './wallet-parts.js';
import type { ScreenInput, WalletCommands, WalletCover } from './wallet-parts.js';

export type { WalletCover } from './wallet-parts.js';

export function cover(
  screen: Exclude<WalletScreen, { kind: 'panel' }>,
  invoice: CheckoutInvoice,
  view: WalletView,
  commands: WalletCommands,
): WalletCover {
  const { m } = view.localize;
  const input: ScreenInput = {
    ...{ view, invoice, commands, currency: currencyOf(invoice.currency), t: browserWalletMessages(m) },
    nameOf: ({ name }) => name ?? m.wallet.unnamed,
  };
  switch (screen.kind) {
    case 'asking':
      return asking(screen.attempt, input);
    case 'short':
      return shortScreen(screen.shortage, input);
    case 'transfer':
      return transferScreen(screen.transfer, input);
    case 'doubt':
      return doubtScreen(screen.transfer, input);
  }
}

function asking({ wallet, step, account }: WalletAttempt, input: ScreenInput): WalletCover {
  const { t, currency, nameOf, commands, view } = input;
  const name = nameOf(wallet);
  const network = networkLabel(currency.network);
  const { title, text } = askingWords(step, name, network, t);
  const isConfirming = step === 'confirming';
  const facts = account === null ? nothing : factList([accountFact(account, input)], 'compact');
  const sheet = isConfirming
    ? html`${sum(t.shouldShow(name), input)} ${payee(input)} ${facts}`
    : html`${sum(view.localize.m.sendExactly, input)} ${steps(step, input)} ${facts}`;
  const content = screenOf({
    ...{ key: `asking ${isConfirming}`, title, text, sheet },
    picture: walletIcon(wallet, 'huge', badge('wait', '')),
    below: html`<p class="hint" part="text">${t.noWindow(name)}</p>
      <div class="actions">${button(t.otherWay, () => commands.send({ type: 'otherWayRequested' }))}</div>`,
  });
  return { content, announcement: title, isWatching: false };
}

function askingWords(step: TransferStep, name: string, network: string, t: BrowserWalletMessages) {
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

function sum(label: string, { invoice, currency, view }: ScreenInput): TemplateResult {
  return paymentSum({ label, value: invoice.due }, currency, view.localize.m, 'plain');
}

function payee({ invoice, view }: ScreenInput): TemplateResult {
  const { m } = view.localize;
  const address = invoice.address ?? '';
  return html`<div class="payee lines" part="destination">
    <span class="label" part="label">${m.toAddress}</span>${groupedAddress(address)}
    <span class="label" part="label">${comparison(address, m)}</span>
  </div>`;
}

function steps(step: TransferStep, { t, currency }: ScreenInput): TemplateResult {
  const isSwitching = step === 'switching' || step === 'adding';
  const labels = [
    t.connected,
    ...(isSwitching ? [t.switchTo(networkLabel(currency.network))] : []),
    t.confirmPayment,
  ];
  return progressSteps(
    labels.map((label) => ({ label })),
    step === 'connecting' ? 0 : 1,
  );
}

function transferScreen(transfer: ShownTransfer, input: ScreenInput): WalletCover {
  const { t, currency, view, commands, nameOf } = input;
  const { state, wallet, canPayAgain } = transfer;
  const { m } = view.localize;
  const name = nameOf(wallet);
  const network = networkLabel(currency.network);
  const isSent = state === 'sent';
  const words = {
    sent: { title: t.sentTitle, text: t.sentText(network) },
    proposed: { title: t.proposedTitle, text: t.proposedText(name) },
    unknown: { title: t.unknownTitle(name), text: t.unknownText },
    elsewhere: { title: t.elsewhereTitle, text: t.elsewhereText },
  }[state];
  const sheet = isSent
    ? html`${sum(m.detected.amount, input)} ${progressSteps(sentSteps(transfer, input), 1)}`
    : html`${factList(factsOf(transfer, input))} ${state === 'unknown' ? note(t.activity(name)) : nothing}`;
  const link = pageLink(view.screen.kind === 'awaiting' ? view.screen.checkout.order.returnUrl : undefined);
  const doubt = () => commands.send({ type: 'doubtToggled', isDoubting: true });
  const content = screenOf({
    ...{ key: state, ...words, sheet },
    picture: walletIcon(
      wallet,
      'huge',
      isSent
        ? badge('check', 'info')
        : badge(state === 'unknown' ? 'question' : 'wait', state === 'unknown' ? 'warning' : ''),
    ),
    below: html`${canPayAgain ? html`<p class="hint" part="text">${t.payAgainReason}</p>` : nothing}
      <div class="actions">
        ${
          link === null || !isSent
            ? button(t.checkAgain, commands.refresh)
            : html`<a
                class="button"
                part="button"
                href=${link}
                @click=${(event: Event) => view.actions.returnToShop(event, link)}
                >${m.returnToShop}</a
              >`
        }
        ${canPayAgain ? button(t.payAgain, doubt) : nothing}
      </div>
      ${canPayAgain ? nothing : quietButton(t.notSent, doubt)}`,
  });
  return {
    content,
    announcement: `${words.title}. ${words.text}`,
    isWatching: isSent || state === 'proposed',
  };
}

function sentSteps(
  { transaction: id }: ShownTransfer,
  { t, currency, view }: ScreenInput,
): readonly ProgressStep[] {
  const { detected } = view.localize.m;
  const { network } = currency;
  return [
    { label: t.sent, ...(id !== null && { detail: transaction(network.key, id) }) },
    { label: detected.detectedOn(networkLabel(network)) },
    { label: detected.paid },
  ];
}

function note(text: string): TemplateResult {
  return html`<p class="notice" part="notice">${icon('wallet')}<span>${text}</span></p>`;
}

function factsOf({ askedAtMs, transaction: id }: ShownTransfer, { view, t, invoice, currency }: ScreenInput) {
  const { m } = view.localize;
  const amount = html`<bdi dir="ltr">${amountText(invoice.due, currency.symbol)}</bdi>`;
  const time = view.localize.time(new Date(askedAtMs).toISOString(), true);
  return [
    { label: m.amountRequested, value: amount, strong: true },
    { label: m.network, value: networkValue(currency.network) },
    { label: t.askedAt, value: time },
    ...(id === null ? [] : [{ label: m.transaction, value: transaction(currency.network.key, id) }]),
  ] satisfies readonly Fact[];
}

/** Tells the payer where to look before the address is shown again. */
function doubtScreen(transfer: ShownTransfer, input: ScreenInput): WalletCover {
  const { t, commands, nameOf } = input;
  const name = nameOf(transfer.wallet);
  const title = t.lookTitle(name);
  const content = screenOf({
    ...{ key: 'doubt', title, text: t.lookText },
    picture: html`<span class="illustration" part="illustration">${icon('eye')}</span>`,
    sheet: html`${factList(factsOf(transfer, input))} ${note(t.activity(name))}`,
    below: html`<div class="actions one">
      ${button(t.keepWatching, () => commands.send({ type: 'doubtToggled', isDoubting: false }), true)}
      ${button(t.showCode, () => commands.send({ type: 'notSentConfirmed' }))}
    </div>`,
  });
  return { content, announcement: `${title}. ${t.lookText}`, isWatching: true };
}
