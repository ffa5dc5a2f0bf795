import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import { icon } from '../parts/icon.js';
import { renderCoinIcon } from '../parts/currency-icon.js';
import { coinsOf, networkCount } from './currency-options.js';
import type { CurrencyOption } from './currency-options.js';
import { hint, pairName, reasonOf } from './option.js';

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

/** The title of the step for the network, and the way back. */
export function networkHeader(question: string, m: Messages, back: () => void): TemplateResult {
  return html`<div class="step">
      <button class="icon-button" part="back" type="button" aria-label=${m.backToCoins} @click=${back}>
        ${icon('back', 'turns')}
      </button>
      <h2 class="title" part="title">${question}</h2>
    </div>
    <p class="lead" part="text">${m.chooseNetworkReason}</p>`;
}

interface SearchField {
  readonly m: Messages;
  readonly query: string;
  readonly hasRows: boolean;
  readonly activeId: string | typeof nothing;
  readonly disabled: boolean;
  readonly onInput: (event: InputEvent) => void;
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onClear: () => void;
}

/** A combobox over the list below it (ARIA Authoring Practices, "Editable Combobox With List Autocomplete"). */
export function searchField(field: SearchField): TemplateResult {
  const { m, query, hasRows, activeId, disabled, onInput, onKeydown, onClear } = field;
  return html`<div class="field" part="field">
    ${icon('search')}
    <input
      id="search"
      part="input"
      type="search"
      role="combobox"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      maxlength="40"
      placeholder=${m.search}
      aria-label=${m.search}
      aria-autocomplete="list"
      aria-expanded=${hasRows}
      aria-controls=${hasRows ? 'list' : nothing}
      aria-activedescendant=${activeId}
      ?disabled=${disabled}
      .value=${query}
      @input=${onInput}
      @keydown=${onKeydown}
    />
    ${query ? clearButton(m, onClear) : nothing}
  </div>`;
}

function clearButton(m: Messages, clear: () => void): TemplateResult {
  return html`<button class="icon-button clear" type="button" aria-label=${m.clearSearch} @click=${clear}>
    ${icon('close', 'small')}
  </button>`;
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
    <button class="quiet" part="button-quiet" type="button" @click=${clear}>${m.showAll}</button>
  </div>`;
}
