import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { CURRENCY_CODES } from '../../payment/index.js';
import { CHECKOUT_STATES, PAYMENT_SORTS, type PaymentSort } from '../../protocol/index.js';
import type { PaymentQuery } from '../client/merchant-client.js';
import { icon } from '../parts/icons.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { isPlainAmount } from '../state/amount.js';

/** The filters that a person has set, as typed. An empty text does not filter. */
export interface Filters {
  readonly search: string;
  readonly state: string;
  readonly currency: string;
  /** Number of days up to today. */
  readonly days: string;
  /** Prices in the shop's currency, as a person has typed them. */
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly sort: PaymentSort;
}

export const NO_FILTERS: Filters = {
  ...{ search: '', state: '', currency: '', days: '', minAmount: '', maxAmount: '' },
  sort: 'newest',
};

/** Numbers of days that a person can choose. */
export const PERIODS = [1, 7, 30, 90] as const;

const DAY_MS = 86_400_000;

export function toQuery({ days, minAmount, maxAmount, ...filters }: Filters, nowMs: number): PaymentQuery {
  const from = days === '' ? '' : new Date(nowMs - Number(days) * DAY_MS).toISOString();
  const priceOf = (typed: string) => (isWrongPrice(typed) ? '' : typed);
  return {
    ...{ ...filters, search: filters.search.trim(), from },
    ...{ minAmount: priceOf(minAmount), maxAmount: priceOf(maxAmount) },
  };
}

/** Returns whether a typed price does not filter, because it cannot be read. */
function isWrongPrice(typed: string): boolean {
  return typed !== '' && !isPlainAmount(typed);
}

/** Returns the number of filters that are set, without the search. */
export function countSet({ state, currency, days, minAmount, maxAmount }: Filters): number {
  return [state, currency, days, minAmount || maxAmount].filter(Boolean).length;
}

interface FilterOptions {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChange: (change: Partial<Filters>) => void;
  readonly onSearch: (text: string) => void;
}

export function filterBar(
  filters: Filters,
  localize: MerchantLocalize,
  { isOpen, onToggle, onChange, onSearch }: FilterOptions,
): TemplateResult {
  const { payments } = localize.t;
  const set = countSet(filters);
  const states = CHECKOUT_STATES.map((state) => [state, localize.m.badge[state]] as const);
  const coins = CURRENCY_CODES.map((code) => [code, localize.coin(code)] as const);
  const periods = PERIODS.map(
    (days) => [String(days), days === 1 ? payments.lastDay : payments.lastDays(days)] as const,
  );
  const menu = (
    name: 'state' | 'currency' | 'days',
    label: string,
    options: readonly (readonly [value: string, name: string])[],
  ) =>
    html`<label class="select" ?data-set=${filters[name] !== ''}
      ><span>${label}</span
      ><select
        part="input"
        .value=${filters[name]}
        @change=${(event: Event) => {
          if (event.target instanceof HTMLSelectElement) onChange({ [name]: event.target.value });
        }}
      >
        <option value="" ?selected=${filters[name] === ''}>${payments.any}</option>
        ${options.map(
          ([value, title]) =>
            html`<option value=${value} ?selected=${filters[name] === value}>${title}</option>`,
        )}
      </select></label
    >`;
  const price = (name: 'minAmount' | 'maxAmount', label: string) =>
    html`<input
      class="small-field"
      part="input"
      aria-label=${label}
      title=${label}
      dir="ltr"
      inputmode="decimal"
      autocomplete="off"
      maxlength="20"
      aria-invalid=${isWrongPrice(filters[name]) ? 'true' : 'false'}
      aria-describedby=${isWrongPrice(filters[name]) ? 'price-error' : nothing}
      .value=${filters[name]}
      @change=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) onChange({ [name]: event.target.value.trim() });
      }}
    />`;
  return html`<div class="filters" role="search" aria-label=${payments.title} ?data-open=${isOpen}>
    <div class="small-field field search">
      ${icon('search', 'small')}<input
        type="search"
        part="input"
        aria-label=${payments.search}
        placeholder=${payments.search}
        maxlength="200"
        .value=${live(filters.search)}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) onSearch(event.target.value);
        }}
      />
    </div>
    <button
      class="tool short"
      part="button"
      type="button"
      aria-expanded=${isOpen ? 'true' : 'false'}
      @click=${onToggle}
    >
      ${icon('filter', 'small')}${payments.filters}${set > 0 ? ` · ${localize.number(set)}` : nothing}
    </button>
    ${menu('state', payments.state, states)}${menu('currency', payments.coin, coins)}${menu(
      'days',
      payments.period,
      periods,
    )}
    <label class="select"
      ><span>${payments.opened}</span
      ><select
        part="input"
        @change=${({ target }: Event) => {
          const sort = PAYMENT_SORTS.find(
            (one) => target instanceof HTMLSelectElement && one === target.value,
          );
          if (sort) onChange({ sort });
        }}
      >
        ${PAYMENT_SORTS.map(
          (sort) =>
            html`<option value=${sort} ?selected=${filters.sort === sort}>${payments.sorts[sort]}</option>`,
        )}
      </select></label
    >
    <div class="select" ?data-set=${filters.minAmount !== '' || filters.maxAmount !== ''}>
      <span aria-hidden="true">${payments.price}</span
      ><span class="prices"
        >${price('minAmount', payments.lowestPrice)}<span aria-hidden="true">–</span
        >${price('maxAmount', payments.highestPrice)}</span
      >
    </div>
    ${
      set > 0 || filters.search.trim()
        ? html`<button
            class="tool plain"
            part="button"
            type="button"
            @click=${() => onChange({ ...NO_FILTERS, sort: filters.sort })}
          >
            ${payments.clear}
          </button>`
        : nothing
    }
    ${
      isWrongPrice(filters.minAmount) || isWrongPrice(filters.maxAmount)
        ? html`<p class="error" id="price-error" role="alert">${payments.wrongPrice}</p>`
        : nothing
    }
  </div>`;
}
