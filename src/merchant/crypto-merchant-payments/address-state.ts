import { isCurrencyCode } from '../../payment/index.js';
import { CHECKOUT_STATES, PAYMENT_SORTS } from '../../protocol/index.js';
import { NO_FILTERS, PERIODS, type Filters } from './filters.js';

/** What a link to the list of payments contains. */
export interface AddressState {
  readonly filters: Filters;
  /** The id of the open payment; empty: none. */
  readonly payment: string;
}

/** The parameter of the page's address. Its value is a query string of its own, so that no name is taken from the page. */
const PARAMETER = 'crypto-payments';

/** Accepts only what the filters can show: anyone can write a link. */
const IS_VALID: Readonly<Record<keyof Filters | 'payment', (text: string) => boolean>> = {
  search: (text) => text.length <= 200,
  state: (text) => CHECKOUT_STATES.some((state) => state === text),
  currency: isCurrencyCode,
  days: (text) => PERIODS.some((days) => String(days) === text),
  minAmount: (text) => text.length <= 20,
  maxAmount: (text) => text.length <= 20,
  sort: (text) => PAYMENT_SORTS.some((sort) => sort === text),
  payment: (text) => /^[\w-]{1,100}$/.test(text),
};

/** Returns the state in the address of the page; `null` if there is none. */
export function readAddressState(address = window.location.href): AddressState | null {
  const written = new URL(address).searchParams.get(PARAMETER);
  if (written === null) return null;
  const values = new URLSearchParams(written);
  const read = (name: keyof typeof IS_VALID) => {
    const text = values.get(name) ?? '';
    return IS_VALID[name](text) ? text : '';
  };
  return {
    filters: {
      ...{ search: read('search'), state: read('state'), currency: read('currency'), days: read('days') },
      ...{ minAmount: read('minAmount'), maxAmount: read('maxAmount') },
      sort: PAYMENT_SORTS.find((sort) => sort === values.get('sort')) ?? NO_FILTERS.sort,
    },
    payment: read('payment'),
  };
}

/** Writes the state into the address of the page, in place of the entry in the history that is shown. */
export function writeAddressState({ filters, payment }: AddressState): void {
  const set = Object.entries({
    ...filters,
    payment,
    sort: filters.sort === NO_FILTERS.sort ? '' : filters.sort,
  });
  const values = new URLSearchParams(set.filter(([, value]) => value.trim() !== ''));
  const address = new URL(window.location.href);
  if (values.size === 0) address.searchParams.delete(PARAMETER);
  else address.searchParams.set(PARAMETER, values.toString());
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
}
