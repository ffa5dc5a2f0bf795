// The screens about the outcome of a request to a wallet. Loaded while the payer is in the wallet, or when a transfer is known.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { ShownTransfer, WalletScreen } from '../../checkout/wallet-screen.js';
import { networkLabel } from '../../payment/index.js';
import { amountText } from '../parts/amount.js';
import { button, quietButton } from '../parts/buttons.js';
import { transaction } from '../parts/exact-text.js';
import { factList, networkValue, type Fact } from '../parts/fact-list.js';
import { drawn } from '../parts/icon.js';
import { icon } from '../parts/payment-icons.js';
import { progressSteps, type ProgressStep } from '../parts/progress-steps.js';
import { pageLink } from '../parts/safe-link.js';
import { outcomeMessages } from './wallet-notices.js';
import { shortScreen, type OutcomeInput } from './wallet-shortage.js';
import { walletIcon } from './wallet-icon.js';
import { badge, screenOf, sum, type ScreenInput, type WalletCover } from './wallet-parts.js';

export { backToWallet, notice, retryLabel } from './wallet-notices.js';
export { styles } from './wallet-outcomes.styles.js';

const QUESTION = drawn(
  svg`<circle cx="10" cy="10" r="7"/><path d="M8 8a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1v.4M10 13.7v.05"/>`,
  '',
);

export function outcomeScreen(
  screen: Exclude<WalletScreen, { kind: 'panel' | 'asking' }>,
  common: ScreenInput,
): WalletCover {
  const input = { ...common, t: outcomeMessages(common.view.localize.m) };
  switch (screen.kind) {
    case 'short':
      return shortScreen(screen.shortage, input);
    case 'transfer':
      return transferScreen(screen.transfer, input);
    case 'doubt':
      return doubtScreen(screen.transfer, input);
  }
}

function transferScreen(transfer: ShownTransfer, input: OutcomeInput): WalletCover {
  const { t, currency, view, commands, nameOf } = input;
  const { state, wallet, canPayAgain } = transfer;
  const { m } = view.localize;
  const name = nameOf(wallet);
  const network = networkLabel(currency.network);
  const isSent = state === 'sent';
  const texts = {
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
    ...{ key: state, ...texts, sheet },
    picture: walletIcon(
      wallet,
      'huge',
      isSent
        ? badge(icon('check'), 'info')
        : state === 'unknown'
          ? badge(QUESTION, 'warning')
          : badge(icon('wait'), ''),
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
    announcement: `${texts.title}. ${texts.text}`,
    isWatching: isSent || state === 'proposed',
  };
}

function sentSteps(
  { transaction: id }: ShownTransfer,
  { t, currency, view }: OutcomeInput,
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

function factsOf(
  { askedAtMs, transaction: id }: ShownTransfer,
  { view, t, invoice, currency }: OutcomeInput,
) {
  const { m } = view.localize;
  const { due } = invoice;
  const amount =
    due === null ? null : html`<bdi translate="no" dir="ltr">${amountText(due, currency.symbol)}</bdi>`;
  const time = view.localize.time(new Date(askedAtMs).toISOString(), true);
  return [
    ...(amount === null ? [] : [{ label: m.amountRequested, value: amount, strong: true }]),
    { label: m.network, value: networkValue(currency.network) },
    { label: t.askedAt, value: time },
    ...(id === null ? [] : [{ label: m.transaction, value: transaction(currency.network.key, id) }]),
  ] satisfies readonly Fact[];
}

/** Renders where the payer should look before the address is shown again. */
function doubtScreen(transfer: ShownTransfer, input: OutcomeInput): WalletCover {
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
