import { unsafeCSS } from 'lit';

/** The number of rows below the first heading; none without a heading. */
const firstGroups = [1, 2, 3, 4, 5, 6, 7].map((rows) => `.first-${rows}{--_first:${rows}}`).join('');

/**
 * A row that is cut in half says that a list scrolls. So the height of the rows follows from the height of the list: it holds
 * whole rows and a half. A heading is half a row high, so with one of them the height is a whole number of rows, and with both
 * of them a half more: `--_both` counts if the second one is in sight. Where a browser cannot divide lengths, the list ends
 * anywhere. The list calculates the height once, and the rows inherit it as `min-block-size`: each of them would take as long.
 * It is text, since the check of the templates does not know such lengths.
 */
export const cutRow = unsafeCSS(`${firstGroups}@supports (width: calc(1px * 1px / 1px)) {
    .rows > .list {
      --_rows: calc((100cqb - 2px) / var(--_row-height));
      --_both: calc(round(up, var(--_rows) - 0.5, 1) + 0.5);
      --_row: max(var(--_target), var(--_row-height) * var(--_rows) / max(
        min(round(up, var(--_rows), 1), var(--_first)),
        var(--_both) - 9999 * max(0, var(--_first) + 1.25 - var(--_both))
      ));
    }
  }`);
