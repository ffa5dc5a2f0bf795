import type { CurrencyCode } from '../../payment/index.js';
import { optionsIn, coinsOf, isFlatList, keyOf, rowGroups } from './currency-options.js';
import type { CurrencyOption, Coin, Row, RowGroup } from './currency-options.js';

/** What the payer looks at, and where the keyboard stands in it; knows nothing of the screen. */
export class ListState {
  options: readonly CurrencyOption[] = [];
  #isOrdered = false;
  /** The codes used last, the latest first. */
  recent: readonly CurrencyCode[] = [];
  /** What is chosen. */
  value: CurrencyCode | '' = '';
  query = '';
  /** The coin whose network is asked for. */
  coin: Coin | null = null;
  groups: readonly RowGroup[] = [];
  rows: readonly Row[] = [];
  /** Where the keyboard stands; -1: nowhere. */
  index = -1;

  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isFlat(): boolean {
    return isFlatList(this.options);
  }

  optionFor(code: string): CurrencyOption | undefined {
    return this.options.find(({ currency }) => currency.code === code);
  }

  /** Takes other offers: the keyboard keeps its row, or its place where the row is gone. */
  setOptions(options: readonly CurrencyOption[], isOrdered: boolean): void {
    const active = this.rows[this.index];
    this.options = options;
    this.#isOrdered = isOrdered;
    this.#update(this.coin?.currency.symbol);
    const index = active ? this.#indexOf(keyOf(active)) : -1;
    this.index = active && index < 0 ? Math.min(this.index, this.rows.length - 1) : index;
  }

  /** From the first step on. */
  reset(recent: readonly CurrencyCode[]): void {
    this.recent = recent;
    this.search('');
  }

  search(query: string): void {
    this.query = query;
    this.#update();
    this.activate(query === '' ? -1 : 0);
  }

  /** Asks for the network of `row`'s coin; the keyboard stands on it only where it is used. */
  showNetworks(row: Row, byKey: boolean): void {
    this.#update(keyOf(row));
    this.activate(byKey ? this.#initialIndex() : -1);
  }

  /** From the networks back to their coin. */
  showCoins(): void {
    const symbol = this.coin?.currency.symbol ?? '';
    this.#update();
    this.activate(this.#indexOf(symbol));
  }

  activate(index: number): void {
    this.index = Math.min(index, this.rows.length - 1);
    this.#onChange();
  }

  /** So many rows on, from what is chosen or from the first one. The list does not begin again at its end. */
  move(step: number): void {
    const index = this.index < 0 ? this.#initialIndex() : this.index + step;
    this.activate(Math.max(0, index));
  }

  /** Is it what is chosen, or the coin of it? */
  isSelected(row: Row): boolean {
    return optionsIn(row).some(({ currency }) => currency.code === this.value);
  }

  #initialIndex(): number {
    return Math.max(
      0,
      this.rows.findIndex((row) => this.isSelected(row)),
    );
  }

  #indexOf(key: string): number {
    return this.rows.findIndex((row) => keyOf(row) === key);
  }

  #update(symbol?: string): void {
    const { options, query, recent } = this;
    this.coin = coinsOf(options).find(({ currency }) => currency.symbol === symbol) ?? null;
    this.groups = rowGroups(options, { query, coin: this.coin, recent, isOrdered: this.#isOrdered });
    this.rows = this.groups.flatMap(({ rows }) => rows);
  }
}
