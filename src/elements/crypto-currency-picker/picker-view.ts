import { html, nothing, type TemplateResult } from 'lit';
import type { PopoverController } from '../../controllers/popover.js';
import type { Messages } from '../../i18n/index.js';
import { networkLabel, type CurrencyCode } from '../../payment/index.js';
import { quietButton, stepTitle } from '../parts/buttons.js';
import { renderCoinIcon } from '../parts/currency-icon.js';
import { icon } from '../parts/icon.js';
import { coinsOf, networkCount, pairName, type CurrencyOption, type Row } from './currency-options.js';
import type { ListState } from './list-state.js';
import { hint, option, reasonOf } from './option.js';
import { sentence } from '../parts/sentence.js';

export interface PickerView {
  readonly m: Messages;
  readonly list: ListState;
  readonly popover: PopoverController;
  readonly question: string;
  /** The purpose of the choice; may be empty. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly actions: PickerActions;
}

export interface PickerActions {
  readonly pick: (code: CurrencyCode) => void;
  readonly clearSearch: () => void;
  readonly showCoins: () => void;
  readonly onInput: (event: InputEvent) => void;
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onListFocus: () => void;
}

export function pickerWithTrigger(view: PickerView): TemplateResult {
  const { m, list, popover, label, isDisabled } = view;
  const { isOpen, onBeforeToggle, onToggle, onFocusOut } = popover;
  return html`<button
      id="trigger"
      class="trigger"
      part="trigger"
      type="button"
      popovertarget="popover"
      aria-haspopup="dialog"
      aria-expanded=${isOpen}
      ?disabled=${isDisabled}
      @keydown=${(event: KeyboardEvent) => onTriggerKeydown(event, popover)}
    >
      ${triggerContent(list.optionFor(list.value), label, m)}
    </button>
    <div
      id="popover"
      class="popover ${list.isFlat ? 'few' : ''}"
      part="popover"
      popover
      role="dialog"
      aria-label=${label || m.choose}
      @beforetoggle=${onBeforeToggle}
      @toggle=${onToggle}
      @focusout=${onFocusOut}
    >
      ${isOpen ? picker(view) : nothing}
    </div>`;
}

function onTriggerKeydown(event: KeyboardEvent, popover: PopoverController): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  popover.show();
}

export function picker(view: PickerView): TemplateResult {
  const { m, question } = view;
  const { coin, query, rows } = view.list;
  return html`${coin ? networkHeader(view) : coinHeader(view)}
  ${
    rows.length === 0 && query !== ''
      ? emptyResult(view)
      : listbox(coin ? question : query ? m.results : m.coins, view)
  }`;
}

function coinHeader(view: PickerView): TemplateResult {
  const { m, list, question } = view;
  const { options, query, isFlat } = list;
  const isUnavailable = !options.some(({ available }) => available);
  return html`<div class="step">
      <slot name="back"></slot>
      <h2 class="title" part="title">${question}</h2>
    </div>
    ${isUnavailable ? html`<p class="lead" part="text">${m.nothingToChoose}</p>` : nothing}
    ${isFlat ? nothing : searchField(view)} ${isFlat || query ? nothing : recentChips(view)}`;
}

/** A combobox over the list below it (ARIA Authoring Practices, "Editable Combobox With List Autocomplete"). */
function searchField({ m, list, isDisabled, actions }: PickerView): TemplateResult {
  const { query, rows } = list;
  const hasRows = rows.length > 0;
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
      aria-activedescendant=${activeId(list)}
      ?disabled=${isDisabled}
      .value=${query}
      @input=${actions.onInput}
      @keydown=${actions.onKeydown}
    />
    ${
      query
        ? html`<button
            class="icon-button clear"
            type="button"
            aria-label=${m.clearSearch}
            @click=${actions.clearSearch}
          >
            ${icon('close', 'small')}
          </button>`
        : nothing
    }
  </div>`;
}

function listbox(label: string, view: PickerView): TemplateResult {
  const { m, list, isDisabled, actions } = view;
  const { coin, groups, isFlat } = list;
  const rowOf = (row: Row) => option(row, list, isDisabled, m);
  const [first] = groups;
  return html`<div class=${isFlat ? 'few' : 'rows'}>
    <div
      id="list"
      class="list ${first?.heading ? `first-${Math.min(first.rows.length, 7)}` : ''}"
      part="list"
      role="listbox"
      tabindex=${coin || isFlat ? 0 : -1}
      aria-label=${label}
      aria-activedescendant=${activeId(list)}
      aria-disabled=${isDisabled}
      @click=${actions.onClick}
      @focus=${actions.onListFocus}
      @keydown=${actions.onKeydown}
    >
      ${groups.map(({ heading, rows }) =>
        heading
          ? html`<div role="group" aria-label=${m[heading]}>
              <div class="group" part="group" aria-hidden="true">${m[heading]}</div>
              ${rows.map(rowOf)}
            </div>`
          : rows.map(rowOf),
      )}
    </div>
  </div>`;
}

function activeId({ index }: ListState): string | typeof nothing {
  return index < 0 ? nothing : `row-${index}`;
}

function triggerContent(chosen: CurrencyOption | undefined, label: string, m: Messages): TemplateResult {
  return html`${chosen ? renderCoinIcon(chosen.currency, true) : nothing}<span class="hidden">${label}</span
    ><span class="text"
      ><span class="name" part="name"
        ><bdi
          >${chosen ? sentence(pairName(chosen.currency, m), networkLabel(chosen.currency.network)) : m.chooseCoin}</bdi
        ></span
      >${chosen?.available === false ? hint(reasonOf([chosen], m)) : nothing}</span
    >${icon('next', 'small')}`;
}

function networkHeader({ m, question, actions }: PickerView): TemplateResult {
  return html`${stepTitle(question, m.backToCoins, actions.showCoins)}
    <p class="lead" part="text">${m.chooseNetworkReason} ${m.feesAreTypical}</p>`;
}

function recentChips({ m, list, isDisabled, actions }: PickerView): TemplateResult | typeof nothing {
  const shown = list.recent
    .flatMap((code) => list.optionFor(code) ?? [])
    .filter(({ available }) => available);
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
        ?disabled=${isDisabled}
        @click=${() => actions.pick(code)}
      >
        ${renderCoinIcon(currency, true)}${sentence(words, network.name)}
      </button>`;
    })}
  </div>`;
}

function emptyResult({ m, list: { query, options }, actions }: PickerView): TemplateResult {
  return html`<div class="empty" part="message">
    <p part="text"><b>${m.nothingMatches(query)}</b></p>
    <p class="lead" part="text">${m.shopAccepts(coinsOf(options).length, networkCount(options))}</p>
    ${quietButton(m.showAll, actions.clearSearch)}
  </div>`;
}
