import type { CurrencyCode } from '../../payment/index.js';
import { optionsIn, coinsOf, isFlatList, keyOf, rowGroups, sortByUse } from './currency-options.js';
import type { CurrencyOption, Coin, Row, RowGroup } from './currency-options.js';

/** State of the list and its active row; independent of the DOM. */
export class ListState {
  options: readonly CurrencyOption[] = [];
  #isShopOrder = false;
  /** The codes used last, the latest first. */
  recent: readonly CurrencyCode[] = [];
  value: CurrencyCode | '' = '';
  query = '';
  /** The coin whose network is being selected. */
  coin: Coin | null = null;
  groups: readonly RowGroup[] = [];
  rows: readonly Row[] = [];
  /** The active row; -1 for none. */
  index = -1;

  constructor(private readonly onChange: () => void) {}

  get isFlat(): boolean {
    return isFlatList(this.options);
  }

  optionFor(code: string): CurrencyOption | undefined {
    return this.options.find(({ currency }) => currency.code === code);
  }

  /** Replaces the options. The active row stays, or its position if the row is gone. */
  setOptions(options: readonly CurrencyOption[], isShopOrder: boolean): void {
    const active = this.rows[this.index];
    this.options = isShopOrder ? options : sortByUse(options);
    this.#isShopOrder = isShopOrder;
    this.#update(this.coin?.currency.symbol);
    const index = active ? this.#indexOf(keyOf(active)) : -1;
    this.index = active && index < 0 ? Math.min(this.index, this.rows.length - 1) : index;
  }

  reset(recent: readonly CurrencyCode[]): void {
    this.recent = recent;
    this.search('');
  }

  search(query: string): void {
    this.query = query;
    this.#update();
    this.activate(query === '' ? -1 : 0);
  }

  /** Shows the networks of a coin. A row becomes active only if the payer uses the keyboard. */
  showNetworks(row: Row, byKeyboard: boolean): void {
    this.#update(keyOf(row));
    this.activate(byKeyboard ? this.#initialIndex() : -1);
  }

  showCoins(): void {
    const symbol = this.coin?.currency.symbol ?? '';
    this.#update();
    this.activate(this.#indexOf(symbol));
  }

  activate(index: number): void {
    this.index = Math.min(index, this.rows.length - 1);
    this.onChange();
  }

  /** Moves the active row by `step`, starting at the selection or the first row. Does not wrap around. */
  move(step: number): void {
    const index = this.index < 0 ? this.#initialIndex() : this.index + step;
    this.activate(Math.max(0, index));
  }

  /** Is it the selection, or its coin? */
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
    this.groups = rowGroups(options, { query, coin: this.coin, recent, isShopOrder: this.#isShopOrder });
    this.rows = this.groups.flatMap(({ rows }) => rows);
  }
}
