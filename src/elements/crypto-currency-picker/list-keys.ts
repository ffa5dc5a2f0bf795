import type { ListState } from './list-state.js';

/** Rows per key; the list neither begins again at its end nor the other way round. */
const ROWS_PER_KEY: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
};

/** The meaning of a key. `moved`: the list has done it. `modified`: a shortcut of the browser. `null`: nothing. */
export type KeyAction =
  'choose' | 'moved' | 'showCoins' | 'clearSearch' | 'close' | 'search' | 'modified' | null;

interface KeyContext {
  /** The key was pressed in the search field. */
  readonly isSearch: boolean;
  /** The list is in an open popover. */
  readonly isOpen: boolean;
}

/** Returns what a key on the list or in its search field asks for, and moves the active row itself. */
export function keyAction(
  event: KeyboardEvent,
  list: ListState,
  { isSearch, isOpen }: KeyContext,
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
  // In Safari a search field keeps the key for itself.
  if (key === 'Escape' && isOpen) return 'close';
  if ((key === 'Home' || key === 'End') && !(isSearch && list.query !== '')) {
    list.activate(key === 'Home' ? 0 : list.rows.length - 1);
    return 'moved';
  }
  // Typing on the list is searching.
  return !isSearch && key.length === 1 ? 'search' : null;
}
