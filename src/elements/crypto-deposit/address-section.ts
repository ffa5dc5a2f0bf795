import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { addressPayloads, currencyOf } from '../../payment/index.js';
import type { Currency } from '../../payment/index.js';
import type { Wallet } from '../../protocol/index.js';
import { pairName } from '../crypto-currency-picker/option.js';
import { code, codeBones } from '../crypto-payment-panel/qr-section.js';
import { factList } from '../parts/fact-list.js';
import { icon } from '../parts/icon.js';
import { coinMark } from '../parts/currency-icon.js';
import { usualTime } from '../parts/typical-confirmation.js';
import { currencyIn } from './view-model.js';
import type { View } from './view-model.js';

const bone = html`<span class="bone" part="bone"></span>`;

/** The address and what to mind; the same in grey before it is there. */
export function address(wallet: Wallet | null, view: View): TemplateResult {
  const { localize } = view;
  const currency = currencyIn(view.screen);
  return html`<div class="sheet" part="sheet">
      <div class="slip" part="slip">
        ${title(currency, view)} ${wallet ? where(wallet, view) : codeBones(localize)}
        <p class="notice" part="notice" data-tone="warn">
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
    ${wallet ? html`<p class="lead" part="text">${localize.m.deposit.yours}</p>` : nothing}`;
}

function title(currency: Currency | null, { localize: { m } }: View): TemplateResult {
  return html`<div class="sum owner" part="owner">
    ${
      currency
        ? html`${coinMark(currency, true)}
            <h2 class="title" part="title">${m.deposit.title(pairName(currency, m))}</h2>`
        : bone
    }
  </div>`;
}

function where(wallet: Wallet, { localize }: View): TemplateResult {
  const currency = currencyOf(wallet.currency);
  const payloads = addressPayloads(currency.code, wallet.address);
  return code({ payloads, address: wallet.address, amount: '', currency }, null, () => {}, localize);
}

/** Only where others publish how long they wait: the service names no time. */
function confirmation({ network }: Currency, { localize }: View): TemplateResult | typeof nothing {
  const value = usualTime(network.key, localize);
  if (value === null) return nothing;
  return factList([{ label: localize.m.deposit.confirmation, value }], 'compact');
}
