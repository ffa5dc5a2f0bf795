import { currencyOf, isCurrencyCode, networkLabel } from '../../payment/index.js';
import type { Currency, CurrencyCode } from '../../payment/index.js';
import type { CheckoutOffer } from '../../protocol/index.js';

/** A coin on a network that may be chosen; `reason` says why it cannot be right now, where that is known. */
export interface Choice {
  readonly currency: Currency;
  readonly available: boolean;
  readonly reason?: string;
}

/** A coin with every network it is offered on; never empty. */
export interface Coin {
  readonly currency: Currency;
  readonly choices: readonly Choice[];
  readonly available: boolean;
}

/** Currency codes between spaces or commas. */
export function codesIn(currencies: string): readonly string[] {
  return currencies.split(/[\s,]+/).filter(Boolean);
}

/**
 * The offers, narrowed to `codes` and in their order if there are any; `codes` themselves where nothing is offered.
 * Codes that leave nothing are taken for a mistake of the page, not for a shop without coins.
 */
export function choicesOf(offers: readonly CheckoutOffer[], codes: readonly string[]): readonly Choice[] {
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
export function coinsOf(choices: readonly Choice[]): readonly Coin[] {
  const bySymbol = new Map<string, Coin>();
  for (const choice of choices) {
    const coin = bySymbol.get(choice.currency.symbol);
    bySymbol.set(choice.currency.symbol, {
      currency: coin?.currency ?? choice.currency,
      choices: [...(coin?.choices ?? []), choice],
      available: choice.available || coin?.available === true,
    });
  }
  return [...bySymbol.values()];
}

export function networkCount(choices: readonly Choice[]): number {
  return new Set(choices.map(({ currency }) => currency.network.key)).size;
}

/** So many rows fit without scrolling. */
const FEW = 5;

/** Is one list of finished pairs enough, without a step for the network and without a search? */
export function isOneList(choices: readonly Choice[]): boolean {
  return choices.length <= FEW || coinsOf(choices).length === 1;
}

/** `TRC-20` and `trc20` are the same to a search. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, '');
}

/** Every word of `query` is part of the coin's or the network's names; coins that begin with it come first. */
export function searchChoices(choices: readonly Choice[], query: string): readonly Choice[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const found = choices.filter(({ currency }) => {
    const { code, symbol, name, alias, network } = currency;
    const names = plain([code, symbol, name, alias, network.fullName, networkLabel(network)].join(' '));
    return words.every((word) => names.includes(word));
  });
  const begins = ({ currency: { symbol, name } }: Choice) =>
    [symbol, name].some((text) => plain(text).startsWith(first));
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}

/** One line of the list: a coin (which may lead to its networks), a finished pair, or a network of the chosen coin. */
export type Row =
  | { readonly kind: 'coin'; readonly coin: Coin }
  | { readonly kind: 'pair' | 'network'; readonly choice: Choice };

export interface RowGroup {
  readonly heading: 'stablecoins' | 'otherCoins' | null;
  readonly rows: readonly Row[];
}

/** What the payer is looking at. */
export interface Sight {
  readonly query: string;
  /** The coin whose network is asked for. */
  readonly coin: Coin | null;
  /** The codes used last, the latest first. */
  readonly recent: readonly CurrencyCode[];
  /** The shop has set the order: its first coin stands first. */
  readonly isOrdered: boolean;
}

/**
 * What the list shows: the networks of `coin` with the one used last first, what matches `query`, or every coin with
 * the stablecoins first, unless the shop has set another order.
 */
export function rowGroups(
  choices: readonly Choice[],
  { query, coin, recent, isOrdered }: Sight,
): readonly RowGroup[] {
  const one = (kind: 'pair' | 'network', shown: readonly Choice[]): readonly RowGroup[] => [
    { heading: null, rows: shown.map((choice) => ({ kind, choice })) },
  ];
  const latestFirst = (shown: readonly Choice[]) => [
    ...recent.flatMap((code) => shown.filter(({ currency }) => currency.code === code)),
    ...shown.filter(({ currency }) => !recent.includes(currency.code)),
  ];
  if (coin) return one('network', latestFirst(coin.choices));
  if (query.trim() !== '') return one('pair', searchChoices(choices, query));
  const stable = choices.filter(({ currency }) => currency.stablecoin);
  const other = choices.filter(({ currency }) => !currency.stablecoin);
  if (isOneList(choices)) return one('pair', latestFirst(isOrdered ? choices : [...stable, ...other]));
  const coins = (heading: RowGroup['heading'], shown: readonly Choice[]): readonly RowGroup[] =>
    shown.length > 0 ? [{ heading, rows: coinsOf(shown).map((each) => ({ kind: 'coin', coin: each })) }] : [];
  const groups = [...coins('stablecoins', stable), ...coins('otherCoins', other)];
  return isOrdered && choices[0]?.currency.stablecoin === false ? groups.reverse() : groups;
}

/** What a row stands for, the same after the offers have changed: a coin's symbol, or a code. */
export function keyOf(row: Row): string {
  return row.kind === 'coin' ? row.coin.currency.symbol : row.choice.currency.code;
}

export function choicesIn(row: Row): readonly Choice[] {
  return row.kind === 'coin' ? row.coin.choices : [row.choice];
}

export function isAvailable(row: Row): boolean {
  return choicesIn(row).some(({ available }) => available);
}
