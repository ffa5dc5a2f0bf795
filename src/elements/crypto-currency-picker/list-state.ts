import type { CurrencyCode } from '../../payment/index.js';
import {
  optionsIn,
  coinsOf,
  isFlatList,
  keyOf,
  rowGroups,
  sortByUse,
  type CurrencyOption,
  type Coin,
  type Row,
  type RowGroup,
} from './currency-options.js';

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

  /** Returns whether the row is the selection, or the coin of the selection. */
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

/** Rows per key; the list does not wrap around. */
const ROWS_PER_KEY: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
};

/** The meaning of a key. `moved`: the list has done it. `modified`: a shortcut of the browser. `null`: nothing. */
type KeyAction = 'choose' | 'moved' | 'showCoins' | 'clearSearch' | 'close' | 'search' | 'modified' | null;

/** Returns the action for a key on the list or in its search field; moves the active row itself. */
export function keyAction(
  event: KeyboardEvent,
  list: ListState,
  { isSearch, isPopoverOpen }: { readonly isSearch: boolean; readonly isPopoverOpen: boolean },
): KeyAction {
  const { key } = event;
  if (event.isComposing || event.ctrlKey || event.metaKey || (event.altKey && key.length === 1))
    return 'modified';
  if (key === 'Enter' || (key === ' ' && !isSearch)) return 'choose';
  const rows = ROWS_PER_KEY[key];
  if (rows !== undefined) {
    list.move(rows);
    return 'moved';
  }
  if (key === 'Escape' && list.coin) return 'showCoins';
  if (key === 'Escape' && list.query !== '') return 'clearSearch';
  // In Safari a search field consumes the key.
  if (key === 'Escape' && isPopoverOpen) return 'close';
  if ((key === 'Home' || key === 'End') && !(isSearch && list.query !== '')) {
    list.activate(key === 'Home' ? 0 : list.rows.length - 1);
    return 'moved';
  }
  // Typing on the list starts a search.
  return !isSearch && key.length === 1 ? 'search' : null;
}

/** Two presses within this time count as one; browsers count mouse clicks themselves. */
const DOUBLE_PRESS_MS = 500;

/**
 * Returns whether a press is the second half of a double click or tap, or a repeated key. It would select a row that the payer
 * has not seen.
 * @param shownAtMs time when the rows were rendered, on the clock of events
 */
export function isRepeatedPress(event: UIEvent, shownAtMs: number): boolean {
  const isSoon = event.timeStamp - shownAtMs < DOUBLE_PRESS_MS;
  if (event instanceof KeyboardEvent) return event.repeat || isSoon;
  const isFinger = 'pointerType' in event && event.pointerType === 'touch';
  return event.detail > 1 || (isFinger && isSoon);
}
