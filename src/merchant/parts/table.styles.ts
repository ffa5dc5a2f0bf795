import { css } from 'lit';

/** Tables with rows of 44 px, which become cards of two lines below 640 px of their own width. */
export const table = css`
  .table {
    inline-size: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .table th {
    padding: var(--_space-2) var(--_space-3);
    border-block: 1px solid var(--_line);
    background: var(--_surface-sunken);
    color: var(--_text-muted);
    font-weight: var(--_font-weight-medium);
    text-align: start;
    white-space: nowrap;
  }
  .table td {
    block-size: calc(2.75 * var(--_unit));
    padding: var(--_space) var(--_space-3);
  }
  .table tr > :first-child {
    padding-inline-start: var(--_space-4);
  }
  .table tr > :last-child {
    padding-inline-end: var(--_space-4);
  }
  .table tbody tr + tr td {
    border-block-start: 1px solid var(--_line);
  }
  .table .num {
    text-align: end;
    white-space: nowrap;
  }
  .table .strong {
    font-weight: var(--_font-weight-bold);
  }
  .coin {
    display: inline-flex;
    align-items: center;
    gap: var(--_space-2);
    min-inline-size: 0;
    vertical-align: middle;
  }
  .coin .mark.large {
    inline-size: calc(1.25 * var(--_unit));
    block-size: calc(1.25 * var(--_unit));
  }
  @container panel (width < 40em) {
    .table thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .table,
    .table tbody {
      display: block;
    }
    .table tbody tr {
      position: relative;
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      gap: 2px var(--_space-3);
      padding: var(--_space-2) var(--_space-4);
      border-block-start: 1px solid var(--_line);
    }
    .table tbody tr + tr td {
      border: 0;
    }
    .table tbody tr > :is(td, :first-child, :last-child) {
      display: block;
      block-size: auto;
      padding: 0;
    }
  }
  /* Text of 200 % on a phone (WCAG 1.4.4). */
  @container panel (width < 16em) {
    .table tbody tr {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
