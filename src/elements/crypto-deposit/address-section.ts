import { html, nothing, type TemplateResult } from 'lit';
import { addressPayloads, currencyOf, type Currency } from '../../payment/index.js';
import type { DepositAddress } from '../../protocol/index.js';
import { pairName } from '../crypto-currency-picker/currency-options.js';
import { qrSection, qrSkeleton } from '../crypto-payment-panel/qr-section.js';
import { factList } from '../parts/fact-list.js';
import { comparison } from '../parts/exact-text.js';
import { icon } from '../parts/icon.js';
import { renderCoinIcon } from '../parts/currency-icon.js';
import { typicalConfirmationText } from '../parts/typical-confirmation.js';
import { currencyIn, type DepositViewModel } from './view-model.js';

const bone = html`<span class="skeleton" part="skeleton"></span>`;

export function addressSection(wallet: DepositAddress | null, view: DepositViewModel): TemplateResult {
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
                    >${localize.m.networkWarning(currency.symbol, currency.network.name)}</span
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
            <h2 class="title" part="title">${m.deposit.title(pairName(currency, m))}</h2>`
        : bone
    }
  </div>`;
}

function where(wallet: DepositAddress, { localize }: DepositViewModel): TemplateResult {
  const currency = currencyOf(wallet.currency);
  const payloads = addressPayloads(currency.code, wallet.address);
  return qrSection({ payloads, address: wallet.address, amount: '', currency }, null, () => {}, localize);
}

/** It stays in the histories of wallets, where look-alikes are planted. */
function compareNotice(wallet: DepositAddress | null, { localize: { m } }: DepositViewModel): TemplateResult {
  return html`<p class="notice" part="notice">
    ${icon('eye')}<span>${m.deposit.copyEachTime} ${comparison(wallet?.address ?? '', m)}</span>
  </p>`;
}

/** Only where published confirmation times exist: the service reports none. */
function confirmation({ network }: Currency, { localize }: DepositViewModel) {
  const value = typicalConfirmationText(network.key, localize);
  if (value === null) return nothing;
  return factList([{ label: localize.m.deposit.confirmation, value }], 'compact');
}
