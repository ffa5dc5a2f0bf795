import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { directionOf } from '../../i18n/index.js';
import type { CryptoCurrencyChangeEvent } from '../../events/events.js';
import {
  CURRENCY_CODES,
  currencyOf,
  addressPayloads,
  networkLabel,
  type Currency,
} from '../../payment/index.js';
import { pickerParts } from '../crypto-currency-picker/css-parts.js';
import { changeNote } from '../parts/change-note.js';
import { problemStep } from './problem.js';
import { type DepositScreen, type DepositViewModel, currencyIn } from './view-model.js';
import { backButton, quietButton } from '../parts/buttons.js';
import type { DepositAddress } from '../../protocol/index.js';
import { pairName } from '../crypto-currency-picker/currency-options.js';
import { qrSection, qrSkeleton } from '../crypto-payment-panel/qr-section.js';
import { factList } from '../parts/fact-list.js';
import { comparison } from '../parts/exact-text.js';
import { icon } from '../parts/icon.js';
import { renderCoinIcon } from '../parts/currency-icon.js';
import { typicalConfirmationText } from '../parts/typical-confirmation.js';
import { sentence } from '../parts/sentence.js';

/** Every currency with deposit addresses. Always the same array, so the picker parses it once. */
const OFFERS = /* @__PURE__ */ CURRENCY_CODES.flatMap((code) =>
  currencyOf(code).staticWallet ? [{ code, available: true }] : [],
);

/** Header, body and footer keep their place; the shop's slots are above and below. */
export function card(view: DepositViewModel): TemplateResult {
  const { m } = view.localize;
  const { phase } = view.screen;
  const direction = directionOf(m.lang);
  const isShort = phase === 'failed' && view.canShrink;
  return html`<div class="room" dir=${direction}>
    <section
      class="card ${isShort ? 'short' : ''}"
      part="card"
      lang=${m.lang}
      dir=${direction}
      aria-label=${m.deposit.card}
    >
      <div class="extra"><slot name="header"></slot></div>
      <header class="header" part="header">
        <span class="name" part="name">${m.deposit.card}</span>
        ${view.testMode ? html`<span class="tag" part="tag">${m.testMode}</span>` : nothing}
      </header>
      <div
        class="body ${phase === 'failed' ? 'outcome' : ''}"
        part="body"
        tabindex="-1"
        aria-busy=${phase === 'opening' || phase === 'requesting'}
        data-screen=${phase}
      >
        ${stage(view)}
      </div>
      ${
        // Keyed, so that a footer in another place is a new one: a moved one would count as a layout shift.
        keyed(isShort, footer(view))
      }
      <div class="extra"><slot name="footer"></slot></div>
    </section>
  </div>`;
}

function footer(view: DepositViewModel): TemplateResult {
  const { phase } = view.screen;
  const { m } = view.localize;
  const change = () => view.actions.change(true);
  return html`<footer class="footer" part="footer">
    <p class="status" part="status">${sentence(view.notice || statusOf(view))}</p>
    ${
      phase === 'ready' || phase === 'requesting'
        ? quietButton(m.change, change, { part: 'change', label: m.changeLong })
        : nothing
    }
  </footer>`;
}

function stage(view: DepositViewModel): TemplateResult {
  const { screen } = view;
  switch (screen.phase) {
    case 'choosing':
      return picker(screen, view);
    case 'failed':
      return problemStep(screen, view);
    default:
      // One template for requesting and showing: the skeleton becomes the address without a layout shift.
      return addressSection(screen.phase === 'ready' ? screen.wallet : null, view);
  }
}

function picker(
  { wallet }: Extract<DepositScreen, { phase: 'choosing' }>,
  view: DepositViewModel,
): TemplateResult {
  const { localize, actions: act, currencies } = view;
  const { m } = localize;
  return html`${wallet ? changeNote(m.deposit.changeNote) : nothing}<crypto-currency-picker
      inline
      exportparts=${pickerParts}
      .offers=${OFFERS}
      currencies=${currencies}
      label=${m.deposit.choose}
      locale=${localize.locale}
      @crypto-currency-change=${(event: CryptoCurrencyChangeEvent) => {
        event.stopPropagation();
        act.choose(event.detail.currency);
      }}
      >${wallet ? backButton(m.deposit.back, () => act.change(false), 'back') : nothing}</crypto-currency-picker
    >`;
}

function statusOf({ screen, localize: { m } }: DepositViewModel): string {
  switch (screen.phase) {
    case 'opening':
      return m.opening;
    case 'choosing':
      return m.chooseFirst;
    case 'requesting':
      return screen.isSlow ? m.deposit.slow : m.gettingAddress;
    case 'ready':
      return m.mayClose;
    case 'failed':
      return screen.problem.requestId ? m.problem.request(screen.problem.requestId) : '';
  }
}

const bone = html`<span class="skeleton" part="skeleton"></span>`;

function addressSection(wallet: DepositAddress | null, view: DepositViewModel): TemplateResult {
  const { localize } = view;
  const currency = currencyIn(view.screen);
  return html`<div class="qr-sizes">
      <div class="sheet" part="sheet">
        ${title(currency, view)} ${wallet ? where(wallet, view) : qrSkeleton(localize)}
        ${compareNotice(wallet, view)}
        <p class="notice" part="notice" data-tone="warning">
          ${
            currency
              ? html`${icon('warning')}<span
                    >${sentence(localize.m.networkWarning(currency.symbol, currency.network.name), currency.network.name)}</span
                  >`
              : bone
          }
        </p>
        ${currency ? confirmation(currency, view) : nothing}
      </div>
    </div>
    ${wallet ? html`<p class="lead" part="text">${localize.m.deposit.reusable}</p>` : nothing}`;
}

function title(currency: Currency | null, { localize: { m } }: DepositViewModel): TemplateResult {
  return html`<div class="sum owner">
    ${
      currency
        ? html`${renderCoinIcon(currency, true)}
            <h2 class="title" part="title">
              ${sentence(m.deposit.title(pairName(currency, m)), networkLabel(currency.network))}
            </h2>`
        : bone
    }
  </div>`;
}

function where(wallet: DepositAddress, { localize }: DepositViewModel): TemplateResult {
  const currency = currencyOf(wallet.currency);
  const payloads = addressPayloads(currency.code, wallet.address);
  return qrSection({ payloads, address: wallet.address, amount: '', currency }, null, () => {}, localize);
}

/** The address stays in the histories of wallets, where attackers plant look-alikes. */
function compareNotice(wallet: DepositAddress | null, { localize: { m } }: DepositViewModel): TemplateResult {
  return html`<p class="notice" part="notice">
    ${icon('eye')}<span>${m.deposit.copyEachTime} ${comparison(wallet?.address ?? '', m)}</span>
  </p>`;
}

/** As other processors publish it: the service reports none. */
function confirmation({ network }: Currency, { localize }: DepositViewModel) {
  const value = typicalConfirmationText(network.key, localize);
  return factList([{ label: localize.m.deposit.confirmation, value }], 'compact');
}
