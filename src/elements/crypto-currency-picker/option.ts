import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import { networkLabel } from '../../payment/index.js';
import type { Currency } from '../../payment/index.js';
import { icon } from '../parts/icon.js';
import { coinMark, networkMark } from '../parts/currency-icon.js';
import { choicesIn, isAvailable } from './currency-options.js';
import type { Choice, Row } from './currency-options.js';

export interface OptionState {
  readonly index: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly disabled: boolean;
  /** The payer chose it the last time. */
  readonly usedLast: boolean;
}

interface Face {
  readonly mark: TemplateResult;
  readonly name: string;
  readonly words: string;
}

/** One row of the list: mark, name, hint, and where it leads. */
export function option(row: Row, state: OptionState, m: Messages): TemplateResult {
  const { mark, name, words } = faceOf(row, m);
  const choices = choicesIn(row);
  const available = isAvailable(row);
  return html`<div
    id="row-${state.index}"
    class="option"
    part="option"
    role="option"
    aria-selected=${state.selected}
    aria-disabled=${!available || state.disabled}
    ?data-active=${state.active}
  >
    ${mark}
    <span class="text" part="option-text">
      <span class="name" part="name"><bdi>${name}</bdi>${state.usedLast ? tag(m.usedLast) : nothing}</span>
      ${hint(available ? words : reasonOf(choices, m))}
    </span>
    ${choices.length > 1 ? networkMarks(choices, m) : nothing}
    ${
      state.selected && choices.length === 1
        ? icon('check')
        : available && !state.disabled
          ? icon('next', 'small turns')
          : nothing
    }
  </div>`;
}

/** The second, quieter line. */
export function hint(words: string): TemplateResult {
  return html`<span class="hint" part="hint"><bdi>${words}</bdi></span>`;
}

function tag(words: string): TemplateResult {
  return html` <span class="tag" part="tag">${words}</span>`;
}

function faceOf(row: Row, m: Messages): Face {
  if (row.kind === 'coin') {
    const { currency, choices } = row.coin;
    const words = choices.length > 1 ? currency.symbol : pairHint(currency, m);
    return { mark: coinMark(currency, false), name: currency.name, words };
  }
  const { currency } = row.choice;
  const { network } = currency;
  return row.kind === 'pair'
    ? { mark: coinMark(currency, true), name: currency.name, words: pairHint(currency, m) }
    : { mark: networkMark(network, 'large'), name: network.name, words: network.nickname ?? '' };
}

/** `USDT on TRON (TRC-20)`; a coin that is named after its network needs no second name. */
export function pairName({ symbol, name, network }: Currency, m: Messages): string {
  return name === network.name ? name : m.coinOnNetwork(symbol, networkLabel(network));
}

function pairHint(currency: Currency, m: Messages): string {
  return currency.name === currency.network.name ? currency.symbol : pairName(currency, m);
}

/** Why none of `choices` can be had now. */
export function reasonOf([first]: readonly Choice[], m: Messages): string {
  return first?.reason ?? m.unavailable;
}

const SHOWN_MARKS = 4;

function networkMarks(choices: readonly Choice[], m: Messages): TemplateResult {
  const more = choices.length - SHOWN_MARKS;
  return html`<span class="hidden">${m.networkCount(choices.length)}</span>
    <span class="marks" part="marks"
      >${choices.slice(0, SHOWN_MARKS).map(({ currency }) => networkMark(currency.network))}${
        more > 0 ? html`<bdi class="hint" part="hint" dir="ltr" aria-hidden="true">+${more}</bdi>` : nothing
      }</span
    >`;
}
