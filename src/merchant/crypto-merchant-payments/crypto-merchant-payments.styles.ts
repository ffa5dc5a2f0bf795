import { css } from 'lit';

export const styles = css`
  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-2);
    padding: 0 var(--_space-4) var(--_space-3);
  }
  .filters .field {
    display: flex;
    flex: 1 1 17rem;
    align-items: center;
    gap: var(--_space-2);
    max-inline-size: 20rem;
    color: var(--_text-muted);
  }
  .filters .field:focus-within {
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  .field input {
    flex: 1;
    align-self: stretch;
    min-inline-size: 0;
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
    color: var(--_text);
    text-overflow: ellipsis;
  }
  .field input::placeholder {
    color: var(--_text-muted);
    opacity: 1;
  }
  .select {
    display: inline-flex;
    align-items: center;
    gap: var(--_space);
    max-inline-size: 100%;
    color: var(--_text-muted);
  }
  .select select {
    max-inline-size: 11rem;
  }
  .prices {
    display: inline-flex;
    align-items: center;
    gap: var(--_space);
  }
  .prices input {
    flex: 1;
    inline-size: 5.5rem;
  }
  .select[data-set] :is(select, input:not([aria-invalid='true'])) {
    border-color: var(--_accent-text);
    background: var(--_accent-tint);
  }
  .short {
    display: none;
  }
  .table tbody tr {
    position: relative;
  }
  @media (hover: hover) {
    .table tbody tr:hover {
      background: var(--_surface-hover);
    }
  }
  .table tbody tr[data-open] {
    background: var(--_accent-tint);
    box-shadow: inset 3px 0 0 var(--_accent-text);
  }
  .table tbody tr[data-open]:dir(rtl) {
    box-shadow: inset -3px 0 0 var(--_accent-text);
  }
  .open {
    display: inline-flex;
    align-items: center;
    min-inline-size: calc(1.5 * var(--_unit));
    min-block-size: calc(2 * var(--_unit));
    padding: 0;
    border: 0;
    background: none;
    color: var(--_text);
    font-weight: var(--_font-weight-bold);
    overflow-wrap: anywhere;
    text-align: start;
    cursor: pointer;
  }
  /* The whole row opens the details. */
  .open::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  .test {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    padding: var(--_space-2) var(--_space-4);
    border-block-start: 1px solid var(--_line);
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .filters .error {
    flex: 1 1 100%;
    color: var(--_danger);
  }
  .opened {
    white-space: nowrap;
  }
  .split {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .main {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
  }
  .main > .error {
    padding: 0 var(--_space-4) var(--_space-3);
    color: var(--_danger);
  }
  progress {
    inline-size: 6rem;
    accent-color: var(--_accent);
  }
  @container panel (width >= 76em) {
    .split[data-open] {
      grid-template-columns: minmax(0, 1fr) calc(23.5 * var(--_unit));
    }
    .split[data-open] .wide {
      display: none;
    }
    /* A short list ends with its pages, not at the end of long details. */
    .split[data-open] {
      background: var(--_surface-sunken);
    }
    .split[data-open] > .main {
      align-self: start;
      border-block-end: 1px solid var(--_line);
      background: var(--_surface);
    }
  }
  @container panel (width < 76em) {
    .split[data-open] > .main {
      display: none;
    }
  }
  @container panel (40em <= width < 56em) {
    .wide {
      display: none;
    }
  }
  @container panel (width < 40em) {
    .select {
      display: none;
    }
    .filters .field {
      max-inline-size: none;
    }
    .filters[data-open] .select {
      display: grid;
      flex: 1 1 100%;
    }
    .select select {
      max-inline-size: none;
    }
    .short {
      display: inline-flex;
    }
    .open {
      min-block-size: calc(1.5 * var(--_unit));
    }
    /* Leaves the words of a network whole beside a long state. */
    .table tbody tr {
      column-gap: var(--_space-2);
    }
    .table .price {
      grid-area: 1 / 2;
      font-weight: var(--_font-weight-bold);
    }
    .table .state {
      grid-area: 2 / 2;
      justify-self: end;
    }
    .table .coin-cell {
      grid-area: 2 / 1;
      color: var(--_text-muted);
    }
    .table .opened {
      grid-area: 3 / 1 / auto / span 2;
    }
    .table td.wide:not(.opened) {
      display: none;
    }
  }
  /* Text of 200 % on a phone (WCAG 1.4.4). */
  @container panel (width < 16em) {
    .table tbody tr > td:is(.price, .state, .coin-cell, .opened) {
      grid-area: auto;
      justify-self: start;
      text-align: start;
    }
  }
  @media (forced-colors: active) {
    .table tbody tr[data-open],
    .select[data-set] :is(select, input) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
