import type { ListState } from './list-state.js';

/** Rows per key; the list does not wrap around. */
const ROWS_PER_KEY: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
};

/** The meaning of a key. `moved`: the list has done it. `modified`: a shortcut of the browser. `null`: nothing. */
export type KeyAction =
  | 'choose'
  | 'moved'
  | 'showCoins'
  | 'clearSearch'
  | 'close'
  | 'search'
  | 'modified'
  | null;

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
 * Is it the second half of a double click or tap, or a repeated key? It would select a row that the payer has not seen.
 * @param shownAtMs time when the rows were rendered, on the clock of events
 */
export function isRepeatedPress(event: UIEvent, shownAtMs: number): boolean {
  const isSoon = event.timeStamp - shownAtMs < DOUBLE_PRESS_MS;
  if (event instanceof KeyboardEvent) return event.repeat || isSoon;
  const isFinger = event instanceof PointerEvent && event.pointerType === 'touch';
  return event.detail > 1 || (isFinger && isSoon);
}
