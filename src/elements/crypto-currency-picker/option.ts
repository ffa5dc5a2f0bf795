import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import type { Currency } from '../../payment/index.js';
import { icon } from '../parts/icon.js';
import { coinMark, networkMark } from '../parts/mark.js';
import { isAvailable } from './choices.js';
import type { Coin, Row } from './choices.js';

export interface OptionState {
  readonly index: number;
  readonly active: boolean;
  readonly selected: boolean;
}

interface Face {
  readonly mark: TemplateResult;
  readonly name: string;
  readonly hint: string;
  readonly marks?: TemplateResult;
}

/** One row of the list: mark, name, hint, and where it leads. */
export function option(row: Row, { index, active, selected }: OptionState, m: Messages): TemplateResult {
  const { mark, name, hint, marks = nothing } = faceOf(row, m);
  const available = isAvailable(row);
  return html`<div
    id="row-${index}"
    class="option"
    part="option"
    role="option"
    aria-selected=${selected}
    aria-disabled=${available ? 'false' : 'true'}
    ?data-active=${active}
  >
    ${mark}
    <span class="text">
      <span class="name">${name}</span>
      <span class="hint">${available ? hint : m.unavailable}</span>
    </span>
    ${marks} ${available ? icon('next', 'small turns') : nothing}
  </div>`;
}

function faceOf(row: Row, m: Messages): Face {
  if (row.kind === 'coin') return coinFace(row.coin, m);
  const { currency } = row.choice;
  if (row.kind === 'pair') {
    return { mark: coinMark(currency, true), name: currency.name, hint: pairHint(currency, m) };
  }
  const { network } = currency;
  return { mark: networkMark(network, 'large'), name: network.name, hint: network.nickname ?? '' };
}

function coinFace({ currency, choices }: Coin, m: Messages): Face {
  const isSingle = choices.length === 1;
  const face = {
    mark: coinMark(currency, false),
    name: currency.name,
    hint: isSingle ? pairHint(currency, m) : currency.symbol,
  };
  return isSingle
    ? face
    : {
        ...face,
        marks: networkMarks(
          choices.map((choice) => choice.currency),
          m,
        ),
      };
}

/** A coin that is named after its network needs no second name. */
function pairHint({ symbol, name, network }: Currency, m: Messages): string {
  return name === network.name ? symbol : m.coinOnNetwork(symbol, network.name);
}

const SHOWN_MARKS = 4;

function networkMarks(currencies: readonly Currency[], m: Messages): TemplateResult {
  return html`<span class="hidden">${m.networkCount(currencies.length)}</span>
    <span class="marks"
      >${currencies.slice(0, SHOWN_MARKS).map(({ network }) => networkMark(network))}</span
    >`;
}
