import { html, nothing, type TemplateResult } from 'lit';
import type { Shortage } from '../../checkout/wallet-flow.js';
import { compareAmounts, subtractAmounts } from '../../payment/index.js';
import type { Funds } from '../../wallets/wallet.js';
import { amountText } from '../parts/amount.js';
import { button, quietButton, retryButton } from '../parts/buttons.js';
import { factList, networkValue } from '../parts/fact-list.js';
import { icon } from '../parts/payment-icons.js';
import { walletIcon } from './wallet-icon.js';
import type { BrowserWalletMessages } from '../../i18n/en.js';
import { accountFact, badge, screenOf, type ScreenInput, type WalletCover } from './wallet-parts.js';
import { sentence } from '../parts/sentence.js';

export interface OutcomeInput extends ScreenInput {
  readonly t: BrowserWalletMessages;
}

const isShort = ({ needed, available }: Funds) => compareAmounts(needed, available) > 0;

/** Says which coin the account lacks, and how much of it. The balance does not leave the page. */
export function shortScreen({ wallet, account, payment, fee }: Shortage, input: OutcomeInput): WalletCover {
  const { t, commands, view, currency } = input;
  const { m } = view.localize;
  const lacking = isShort(payment) || !fee ? payment : fee;
  const title = lacking === payment ? t.shortCoin(payment.symbol) : t.shortFee(lacking.symbol);
  const gap = amountText(subtractAmounts(lacking.needed, lacking.available), lacking.symbol);
  const toCoins = () => {
    commands.send({ type: 'shortageDismissed' });
    view.actions.send({ type: 'currencyChangeToggled', isChanging: true });
  };
  const content = screenOf({
    ...{ key: 'short', title, text: t.shortText },
    picture: walletIcon(wallet, 'huge', badge(icon('late'), 'warning')),
    sheet: html`<div class="needs">
        ${need(t.payment, payment, input)} ${fee ? need(t.networkFee, fee, input) : nothing}
      </div>
      ${factList(
        [
          ...(account === null ? [] : [accountFact(t.account, account)]),
          { label: m.network, value: networkValue(currency.network) },
        ],
        'compact',
      )}`,
    below: html`<div class="actions">
        ${view.screen.kind === 'awaiting' ? button(m.changeCoin, toCoins) : nothing}
        ${retryButton(t.checkAgain, commands.retry)}
      </div>
      ${quietButton(t.otherWay, () => commands.send({ type: 'shortageDismissed' }))}`,
  });
  return { content, announcement: `${title}. ${t.missing(gap)}`, isWatching: false };
}

function need(label: string, funds: Funds, { t }: OutcomeInput): TemplateResult {
  const isLacking = isShort(funds);
  const gap = isLacking ? subtractAmounts(funds.needed, funds.available) : '';
  return html`<div data-short=${isLacking ? 'true' : 'false'}>
    ${icon(isLacking ? 'late' : 'check')}<span class="what">${label}</span
    ><bdi class="needed" translate="no" dir="ltr">${amountText(funds.needed, funds.symbol)}</bdi>
    <p class="label" part="label">
      <span>${sentence(t.youHave(amountText(funds.available, funds.symbol)))}</span>
      ${isLacking ? html`<b>${sentence(t.missing(amountText(gap, funds.symbol)))}</b>` : html`<span>${t.enough}</span>`}
    </p>
  </div>`;
}
