import type { CurrencyCode } from '../../payment/index.js';
import { choicesIn, coinsOf, isOneList, keyOf, rowGroups } from './currency-options.js';
import type { Choice, Coin, Row, RowGroup } from './currency-options.js';

/** What the payer looks at, and where the keyboard stands in it; knows nothing of the screen. */
export class ListState {
  choices: readonly Choice[] = [];
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

  get isOneList(): boolean {
    return isOneList(this.choices);
  }

  choiceOf(code: string): Choice | undefined {
    return this.choices.find(({ currency }) => currency.code === code);
  }

  /** Takes other offers: the keyboard keeps its row, or its place where the row is gone. */
  offer(choices: readonly Choice[], isOrdered: boolean): void {
    const active = this.rows[this.index];
    this.choices = choices;
    this.#isOrdered = isOrdered;
    this.#look(this.coin?.currency.symbol);
    const index = active ? this.#indexOf(keyOf(active)) : -1;
    this.index = active && index < 0 ? Math.min(this.index, this.rows.length - 1) : index;
  }

  /** From the first step on. */
  begin(recent: readonly CurrencyCode[]): void {
    this.recent = recent;
    this.search('');
  }

  search(query: string): void {
    this.query = query;
    this.#look();
    this.stand(query === '' ? -1 : 0);
  }

  /** Asks for the network of `row`'s coin; the keyboard stands on it only where it is used. */
  enter(row: Row, byKey: boolean): void {
    this.#look(keyOf(row));
    this.stand(byKey ? this.#start() : -1);
  }

  /** From the networks back to their coin. */
  leave(): void {
    const symbol = this.coin?.currency.symbol ?? '';
    this.#look();
    this.stand(this.#indexOf(symbol));
  }

  stand(index: number): void {
    this.index = Math.min(index, this.rows.length - 1);
    this.#onChange();
  }

  /** So many rows on, from what is chosen or from the first one. The list does not begin again at its end. */
  move(step: number): void {
    const index = this.index < 0 ? this.#start() : this.index + step;
    this.stand(Math.max(0, index));
  }

  /** Is it what is chosen, or the coin of it? */
  holdsValue(row: Row): boolean {
    return choicesIn(row).some(({ currency }) => currency.code === this.value);
  }

  #start(): number {
    return Math.max(
      0,
      this.rows.findIndex((row) => this.holdsValue(row)),
    );
  }

  #indexOf(key: string): number {
    return this.rows.findIndex((row) => keyOf(row) === key);
  }

  #look(symbol?: string): void {
    const { choices, query, recent } = this;
    this.coin = coinsOf(choices).find(({ currency }) => currency.symbol === symbol) ?? null;
    this.groups = rowGroups(choices, { query, coin: this.coin, recent, isOrdered: this.#isOrdered });
    this.rows = this.groups.flatMap(({ rows }) => rows);
  }
}
