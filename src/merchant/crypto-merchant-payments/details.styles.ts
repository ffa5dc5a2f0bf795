import { css } from 'lit';

/** The details, beside the table or instead of it. */
export const detailsStyles = css`
  .details {
    display: grid;
    align-content: start;
    gap: var(--_space-4);
    min-inline-size: 0;
    padding: var(--_space-4);
    border-inline-start: 1px solid var(--_line);
    background: var(--_surface);
  }
  .details > * {
    min-inline-size: 0;
  }
  .details-head {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: var(--_space-2);
  }
  .details-head h3 {
    font: var(--_type-l);
    letter-spacing: var(--_letter-spacing-title);
    overflow-wrap: anywhere;
  }
  .details section {
    display: grid;
    gap: var(--_space-2);
  }
  .details section h4 {
    color: var(--_text-muted);
    font-weight: var(--_font-weight-bold);
  }
  .sheet {
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface-sunken);
  }
  .row {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 2px var(--_space-3);
    padding: var(--_space-2) var(--_space-3);
    overflow-wrap: anywhere;
  }
  .row + .row {
    border-block-start: 1px solid var(--_line);
  }
  .row .end {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .row small {
    display: block;
    color: var(--_text-muted);
    font: var(--_type-s);
  }
  :is(.row, .refund) .transaction {
    display: inline-flex;
    align-items: center;
    min-block-size: calc(1.5 * var(--_unit));
    color: var(--_accent-text);
    text-underline-offset: 0.2em;
  }
  .exact {
    user-select: all;
  }
  .details > .actions > .tool.plain:first-child {
    margin-inline-start: calc(-1 * var(--_space-3));
  }
  .details .error {
    color: var(--_danger);
  }
  .timeline {
    display: grid;
    gap: var(--_space-3);
  }
  .timeline li {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 var(--_space-3);
    align-items: baseline;
  }
  .timeline li::before {
    content: '';
    align-self: start;
    inline-size: 9px;
    block-size: 9px;
    margin-block-start: calc((18 / 13 * var(--_font-size-s) - 9px) / 2);
    border: 2px solid var(--_line-strong);
    border-radius: var(--_illustration-radius);
    background: var(--_surface);
  }
  .timeline li[data-tone='success']::before {
    border-color: var(--_success);
    background: var(--_success);
  }
  .timeline li[data-tone='warning']::before {
    border-color: var(--_warning);
  }
  /* The name of an event is one long word. */
  .timeline span {
    overflow-wrap: anywhere;
  }
  .timeline time {
    color: var(--_text-muted);
    font-variant-numeric: tabular-nums;
  }
  @container panel (width < 24em) {
    .row {
      grid-template-columns: minmax(0, 1fr);
      justify-items: start;
    }
  }
  @container panel (width < 76em) {
    .details {
      border: 0;
    }
  }
`;
