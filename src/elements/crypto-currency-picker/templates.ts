import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import { icon } from '../parts/icon.js';
import { renderCoinIcon } from '../parts/currency-icon.js';
import { coinsOf, networkCount } from './currency-options.js';
import type { CurrencyOption } from './currency-options.js';
import { hint, pairName, reasonOf } from './option.js';
import { quietButton, stepTitle } from '../parts/buttons.js';

/** The content of the button: its label and the selection, with the reason if that is not available. */
export function triggerContent(
  chosen: CurrencyOption | undefined,
  label: string,
  m: Messages,
): TemplateResult {
  return html`${chosen ? renderCoinIcon(chosen.currency, true) : nothing}<span class="hidden">${label}</span
    ><span class="text"
      ><span class="name" part="name"><bdi>${chosen ? pairName(chosen.currency, m) : m.chooseCoin}</bdi></span
      >${chosen?.available === false ? hint(reasonOf([chosen], m)) : nothing}</span
    >${icon('next', 'small')}`;
}

export function networkHeader(question: string, m: Messages, back: () => void): TemplateResult {
  return html`${stepTitle(question, m.backToCoins, back)}
    <p class="lead" part="text">${m.chooseNetworkReason}</p>`;
}

/** Buttons for recent selections that are available. */
export function recentChips(
  options: readonly CurrencyOption[],
  recent: readonly CurrencyCode[],
  { m, disabled, pick }: { m: Messages; disabled: boolean; pick: (code: CurrencyCode) => void },
): TemplateResult | typeof nothing {
  const shown = recent.flatMap((code) =>
    options.filter(({ currency, available }) => available && currency.code === code),
  );
  if (shown.length === 0) return nothing;
  return html`<div class="recent" role="group" aria-label=${m.recent}>
    <span class="label" part="label" aria-hidden="true">${m.recent}</span>
    ${shown.map(({ currency }) => {
      const { code, symbol, name, network } = currency;
      const words = name === network.name ? name : m.coinOnNetwork(symbol, network.name);
      return html`<button
        class="chip"
        part="chip"
        type="button"
        ?disabled=${disabled}
        @click=${() => pick(code)}
      >
        ${renderCoinIcon(currency, true)}${words}
      </button>`;
    })}
  </div>`;
}

/** An empty result: what the shop accepts, and a button that shows it. */
export function emptyResult(
  query: string,
  options: readonly CurrencyOption[],
  m: Messages,
  clear: () => void,
): TemplateResult {
  return html`<div class="empty" part="message">
    <p part="text"><b>${m.nothingMatches(query)}</b></p>
    <p class="lead" part="text">${m.shopAccepts(coinsOf(options).length, networkCount(options))}</p>
    ${quietButton(m.showAll, clear)}
  </div>`;
}
