import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import { networkLabel, type Currency } from '../../payment/index.js';
import { icon } from '../parts/icon.js';
import { renderCoinIcon, renderNetworkIcon } from '../parts/currency-icon.js';
import { optionsIn, isAvailable, keyOf, type CurrencyOption, type Row } from './currency-options.js';

export interface OptionState {
  readonly index: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly disabled: boolean;
  readonly usedLast: boolean;
}

interface OptionContent {
  readonly icon: TemplateResult;
  readonly name: string;
  readonly hint: string;
}

/** A row of the list: icon, name, hint, and an arrow or a check mark. */
export function option(row: Row, state: OptionState, m: Messages): TemplateResult {
  const { icon: image, name, hint: text } = contentOf(row, m);
  const options = optionsIn(row);
  const available = isAvailable(row);
  return html`<div
    id="row-${state.index}"
    data-key=${keyOf(row)}
    class="option"
    part="option"
    role="option"
    aria-selected=${state.selected}
    aria-disabled=${!available || state.disabled}
    ?data-active=${state.active}
  >
    ${image}
    <span class="text">
      <span class="name" part="name"><bdi>${name}</bdi>${state.usedLast ? tag(m.usedLast) : nothing}</span>
      ${hint(available ? text : reasonOf(options, m))}
    </span>
    ${options.length > 1 ? networkIcons(options, m) : nothing}
    ${
      state.selected && options.length === 1
        ? icon('check')
        : available && !state.disabled
          ? icon('next', 'small turns')
          : nothing
    }
  </div>`;
}

export function hint(words: string): TemplateResult {
  return html`<span class="hint" part="hint"><bdi>${words}</bdi></span>`;
}

function tag(words: string): TemplateResult {
  return html` <span class="tag" part="tag">${words}</span>`;
}

function contentOf(row: Row, m: Messages): OptionContent {
  if (row.kind === 'coin') {
    const { currency, options } = row.coin;
    const words = options.length > 1 ? currency.symbol : pairHint(currency, m);
    return { icon: renderCoinIcon(currency, false), name: currency.name, hint: words };
  }
  const { currency } = row.choice;
  const { network } = currency;
  return row.kind === 'pair'
    ? { icon: renderCoinIcon(currency, true), name: currency.name, hint: pairHint(currency, m) }
    : { icon: renderNetworkIcon(network, 'large'), name: network.name, hint: network.nickname ?? '' };
}

/** `USDT on TRON (TRC-20)`; a coin that is named after its network needs no second name. */
export function pairName({ symbol, name, network }: Currency, m: Messages): string {
  return name === network.name ? name : m.coinOnNetwork(symbol, networkLabel(network));
}

function pairHint(currency: Currency, m: Messages): string {
  return currency.name === currency.network.name ? currency.symbol : pairName(currency, m);
}

/** Returns why none of `options` is available. */
export function reasonOf([first]: readonly CurrencyOption[], m: Messages): string {
  const reason = first?.reason;
  return reason === undefined || reason === 'service_refused' ? m.unavailable : reason;
}

const MAX_NETWORK_ICONS = 4;

function networkIcons(options: readonly CurrencyOption[], m: Messages): TemplateResult {
  const more = options.length - MAX_NETWORK_ICONS;
  return html`<span class="hidden">${m.networkCount(options.length)}</span>
    <span class="marks"
      >${options.slice(0, MAX_NETWORK_ICONS).map(({ currency }) => renderNetworkIcon(currency.network))}${
        more > 0 ? html`<bdi class="hint" part="hint" dir="ltr" aria-hidden="true">+${more}</bdi>` : nothing
      }</span
    >`;
}
