import type { Messages } from '../../i18n/index.js';
import { compareByUse, currencyOf, isCurrencyCode, networkLabel } from '../../payment/index.js';
import type { Currency, CurrencyCode } from '../../payment/index.js';
import type { CheckoutOffer } from '../../protocol/index.js';

/** A coin on a network; `reason` explains why it is not available, if known. */
export interface CurrencyOption {
  readonly currency: Currency;
  readonly available: boolean;
  readonly reason?: string;
}

/** A coin with the networks on which it is offered; at least one. */
export interface Coin {
  readonly currency: Currency;
  readonly options: readonly CurrencyOption[];
}

export function parseCurrencyCodes(currencies: string): readonly string[] {
  return currencies.split(/[\s,]+/).filter(Boolean);
}

/**
 * Returns the offers, limited to `codes` and in their order if there are any; `codes` themselves without offers. Codes
 * that match no offer are ignored as a mistake of the page.
 */
export function toCurrencyOptions(
  offers: readonly CheckoutOffer[],
  codes: readonly string[],
): readonly CurrencyOption[] {
  const named = [...new Set(codes)].filter(isCurrencyCode);
  const wanted = named.flatMap((code) => offers.find((offer) => offer.code === code) ?? []);
  const shown =
    offers.length === 0
      ? named.map((code) => ({ code, available: true }))
      : wanted.length > 0
        ? wanted
        : offers;
  return shown.map(({ code, ...rest }) => ({ currency: currencyOf(code), ...rest }));
}

/** The coins in the order of the offers. */
export function coinsOf(options: readonly CurrencyOption[]): readonly Coin[] {
  const bySymbol = new Map<string, Coin>();
  for (const choice of options) {
    const coin = bySymbol.get(choice.currency.symbol);
    bySymbol.set(choice.currency.symbol, {
      currency: coin?.currency ?? choice.currency,
      options: [...(coin?.options ?? []), choice],
    });
  }
  return [...bySymbol.values()];
}

/**
 * Returns the options by coin, each coin on the networks that most people use first: the order of `NETWORKS` in
 * `src/payment/tables/currencies.ts`, which also has the level of their fees. `.config/currencies/currencies.json` has the sources.
 */
export function sortByUse(options: readonly CurrencyOption[]): readonly CurrencyOption[] {
  return coinsOf(options).flatMap((coin) =>
    [...coin.options].sort((one, other) => compareByUse(one.currency.network, other.currency.network)),
  );
}

/** `USDT on TRON (TRC-20)`; a coin that is named after its network needs no second name. */
export function pairName({ symbol, name, network }: Currency, m: Messages): string {
  return name === network.name ? name : m.coinOnNetwork(symbol, networkLabel(network));
}

export function networkCount(options: readonly CurrencyOption[]): number {
  return new Set(options.map(({ currency }) => currency.network.key)).size;
}

/** Rows that fit without scrolling. */
const MAX_FLAT_OPTIONS = 5;

/** Returns whether one list of coins on networks is enough, without a step for the network and without a search. */
export function isFlatList(options: readonly CurrencyOption[]): boolean {
  return options.length <= MAX_FLAT_OPTIONS || coinsOf(options).length === 1;
}

/** Normalizes a text for the search: `TRC-20` and `trc20` are the same. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, '');
}

/** Returns the options whose names contain every word of `query`; those that start with it come first. */
export function searchOptions(options: readonly CurrencyOption[], query: string): readonly CurrencyOption[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const found = options.filter(({ currency }) => {
    const { code, symbol, name, alias, network } = currency;
    const names = normalize([code, symbol, name, alias, network.fullName, networkLabel(network)].join(' '));
    return words.every((word) => names.includes(word));
  });
  const begins = ({ currency: { symbol, name } }: CurrencyOption) =>
    [symbol, name].some((text) => normalize(text).startsWith(first));
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}

/** A row of the list: a coin (which may lead to its networks), a coin on a network, or a network of the selected coin. */
export type Row =
  | { readonly kind: 'coin'; readonly coin: Coin }
  | { readonly kind: 'pair' | 'network'; readonly choice: CurrencyOption };

export interface RowGroup {
  readonly heading: 'stablecoins' | 'otherCoins' | null;
  readonly rows: readonly Row[];
}

export interface ListContext {
  readonly query: string;
  readonly coin: Coin | null;
  readonly recent: readonly CurrencyCode[];
  /** The shop has set the order: its first coin comes first. */
  readonly isShopOrder: boolean;
}

/**
 * Returns the rows of the list: the networks of `coin` with the last used first, the matches of `query`, or every coin
 * with the stablecoins first, unless the shop has set another order. The coins that the payer used last stand above the list: see
 * `recentChips`.
 */
export function rowGroups(
  options: readonly CurrencyOption[],
  { query, coin, recent, isShopOrder }: ListContext,
): readonly RowGroup[] {
  const one = (kind: 'pair' | 'network', shown: readonly CurrencyOption[]): readonly RowGroup[] => [
    { heading: null, rows: shown.map((choice) => ({ kind, choice })) },
  ];
  const latestFirst = (shown: readonly CurrencyOption[]) => [
    ...recent.flatMap((code) => shown.filter(({ currency }) => currency.code === code)),
    ...shown.filter(({ currency }) => !recent.includes(currency.code)),
  ];
  if (coin) return one('network', latestFirst(coin.options));
  if (query.trim() !== '') return one('pair', searchOptions(options, query));
  const stable = options.filter(({ currency }) => currency.stablecoin);
  const other = options.filter(({ currency }) => !currency.stablecoin);
  if (isFlatList(options)) return one('pair', latestFirst(isShopOrder ? options : [...stable, ...other]));
  const coins = (heading: RowGroup['heading'], shown: readonly CurrencyOption[]): readonly RowGroup[] =>
    shown.length > 0 ? [{ heading, rows: coinsOf(shown).map((each) => ({ kind: 'coin', coin: each })) }] : [];
  const groups = [...coins('stablecoins', stable), ...coins('otherCoins', other)];
  return isShopOrder && options[0]?.currency.stablecoin === false ? groups.reverse() : groups;
}

/** Returns a key that is stable when the offers change: a coin's symbol, or a currency code. */
export function keyOf(row: Row): string {
  return row.kind === 'coin' ? row.coin.currency.symbol : row.choice.currency.code;
}

export function optionsIn(row: Row): readonly CurrencyOption[] {
  return row.kind === 'coin' ? row.coin.options : [row.choice];
}

export function isAvailable(row: Row): boolean {
  return optionsIn(row).some(({ available }) => available);
}
