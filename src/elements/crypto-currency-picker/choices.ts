import { currencyOf } from '../../payment/index.js';
import type { Currency } from '../../payment/index.js';
import type { CheckoutOffer } from '../../protocol/index.js';

/** A coin on a network that may be chosen. */
export interface Choice {
  readonly currency: Currency;
  readonly available: boolean;
}

/** A coin with every network it is offered on; never empty. */
export interface Coin {
  readonly currency: Currency;
  readonly choices: readonly Choice[];
  readonly available: boolean;
}

export function choicesOf(offers: readonly CheckoutOffer[]): readonly Choice[] {
  return offers.map(({ code, available }) => ({ currency: currencyOf(code), available }));
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

/** Every word of `query` is part of the coin's or the network's names; coins that begin with it come first. */
export function searchChoices(choices: readonly Choice[], query: string): readonly Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = choices.filter(({ currency }) => words.every((word) => namesOf(currency).includes(word)));
  const [first = ''] = words;
  const begins = ({ currency: { symbol, name } }: Choice) =>
    [symbol, name].some((text) => text.toLowerCase().startsWith(first));
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}

function namesOf({ code, symbol, name, network }: Currency): string {
  return [code, symbol, name, network.name, network.nickname].join(' ').toLowerCase();
}

/** One line of the list: a coin (which may lead to its networks), a finished pair, or a network of the chosen coin. */
export type Row =
  | { readonly kind: 'coin'; readonly coin: Coin }
  | { readonly kind: 'pair' | 'network'; readonly choice: Choice };

export interface RowGroup {
  readonly heading: 'stablecoins' | 'otherCoins' | null;
  readonly rows: readonly Row[];
}

/** What the list shows: the networks of `coin`, what matches `query`, or every coin with the stablecoins first. */
export function rowGroups(choices: readonly Choice[], query: string, coin: Coin | null): readonly RowGroup[] {
  if (coin) return [{ heading: null, rows: coin.choices.map((choice) => ({ kind: 'network', choice })) }];
  if (query.trim() !== '') {
    return [
      { heading: null, rows: searchChoices(choices, query).map((choice) => ({ kind: 'pair', choice })) },
    ];
  }
  const rows = coinsOf(choices).map((each): Row => ({ kind: 'coin', coin: each }));
  const isStable = (row: Row) => row.kind === 'coin' && row.coin.currency.stablecoin;
  const groups: readonly RowGroup[] = [
    { heading: 'stablecoins', rows: rows.filter(isStable) },
    { heading: 'otherCoins', rows: rows.filter((row) => !isStable(row)) },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

export function isAvailable(row: Row): boolean {
  return row.kind === 'coin' ? row.coin.available : row.choice.available;
}
