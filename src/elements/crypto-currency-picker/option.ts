import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import { networkLabel, type Currency, type Network } from '../../payment/index.js';
import { numberFormat } from '../../payment/intl.js';
import { renderCoinIcon, renderNetworkIcon } from '../parts/currency-icon.js';
import { icon } from '../parts/icon.js';
import { typicalMinutes } from '../parts/typical-confirmation.js';
import {
  optionsIn,
  isAvailable,
  keyOf,
  pairName,
  type CurrencyOption,
  type Row,
} from './currency-options.js';
import type { ListState } from './list-state.js';
import { sentence } from '../parts/sentence.js';

export function option(row: Row, list: ListState, isDisabled: boolean, m: Messages): TemplateResult {
  const { icon: image, name, nickname, hint: text } = contentOf(row, m);
  const options = optionsIn(row);
  const available = isAvailable(row);
  const index = list.rows.indexOf(row);
  const isSelected = list.isSelected(row);
  const isUsedLast = row.kind === 'network' && keyOf(row) === list.recent[0];
  return html`<div
    id="row-${index}"
    data-key=${keyOf(row)}
    class="option"
    part="option"
    role="option"
    aria-selected=${isSelected}
    aria-disabled=${!available || isDisabled}
    ?data-active=${index === list.index}
  >
    ${image}
    <span class="text">
      <span class="name" part="name"
        ><bdi translate="no">${name}</bdi
        >${nickname === undefined ? nothing : tag(nickname)}${isUsedLast ? tag(m.usedLast) : nothing}</span
      >
      ${hint(available ? text : reasonOf(options, m))}
    </span>
    ${options.length > 1 ? networkIcons(options, m) : nothing}
    ${
      isSelected && options.length === 1
        ? icon('check')
        : available && !isDisabled
          ? icon('next', 'small turns')
          : nothing
    }
  </div>`;
}

export function hint(words: unknown): TemplateResult {
  return html`<span class="hint" part="hint"><bdi>${words}</bdi></span>`;
}

function tag(words: string): TemplateResult {
  return html` <span class="tag" part="tag">${words}</span>`;
}

interface Content {
  readonly icon: TemplateResult;
  readonly name: string;
  /** Of the network, as exchanges name it. */
  readonly nickname?: string | undefined;
  readonly hint: unknown;
}

function contentOf(row: Row, m: Messages): Content {
  if (row.kind === 'coin') {
    const { currency, options } = row.coin;
    const words = options.length > 1 ? currency.symbol : pairHint(currency, m);
    return { icon: renderCoinIcon(currency, false), name: currency.name, hint: words };
  }
  const { currency } = row.choice;
  if (row.kind === 'pair')
    return { icon: renderCoinIcon(currency, true), name: currency.name, hint: pairHint(currency, m) };
  const { network } = currency;
  const { name, nickname } = network;
  return { icon: renderNetworkIcon(network, 'large'), name, nickname, hint: networkHint(network, m) };
}

/** `Fee varies · 1–13 min` */
function networkHint({ key, fee }: Network, m: Messages): string {
  const { from, to } = typicalMinutes(key);
  const format = numberFormat(m.lang, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  return `${m.fees[fee]} · ${from === to ? format(to) : `${from}–${format(to)}`}`;
}

function pairHint(currency: Currency, m: Messages): unknown {
  return currency.name === currency.network.name
    ? currency.symbol
    : sentence(pairName(currency, m), networkLabel(currency.network));
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
