import { css } from 'lit';
import { addressLines, markedGroups } from '../../styles/marked-groups.js';

/** Requests for a refund: side by side where they fit. */
export const refundsStyles = css`
  ${markedGroups} ${addressLines}
  .refunds {
    display: grid;
    grid-column: 2 / -1;
    gap: var(--_space-2);
    min-inline-size: 0;
    margin-block-start: var(--_space-2);
  }
  .refunds ul {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    gap: var(--_space-2);
  }
  .refund {
    display: grid;
    align-content: start;
    gap: var(--_space-2);
    min-inline-size: 0;
    padding: var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface-sunken);
  }
  /* In the attention list, whose entries have a column for an icon. */
  .todo .refund {
    grid-template-columns: minmax(0, 1fr);
    padding: var(--_space-3);
    border: 1px solid var(--_line);
  }
  .todo .refund > * {
    grid-column: 1;
    grid-row: auto;
  }
  .asks {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: baseline;
    gap: 0 var(--_space-2);
  }
  .asks svg {
    align-self: start;
    margin-block-start: 1px;
  }
  .refund .asks b {
    font-weight: var(--_font-weight-bold);
  }
  .asks small {
    grid-column: 2;
  }
  .asks[data-tone='success'] svg {
    color: var(--_success);
  }
  .asks[data-tone='warning'] svg {
    color: var(--_warning);
  }
  .conflict,
  .refund > .unproven,
  .give p.more {
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid transparent;
    border-radius: var(--_radius-s);
    background: var(--_warning-tint);
    color: var(--_warning);
    text-wrap: pretty;
  }
  .refund dl {
    display: grid;
    gap: var(--_space-2);
  }
  .refund dt,
  .refund small {
    color: var(--_text-muted);
  }
  .refund dd {
    overflow-wrap: anywhere;
  }
  /* Moves to the next line as a whole. */
  .refund dd small {
    display: inline-block;
  }
  .refund .actions {
    margin-block-start: auto;
  }
  .refund > .actions > .tool.plain:first-child {
    margin-inline-start: calc(-1 * var(--_space-3));
  }
  .give {
    display: grid;
    gap: var(--_space-2);
  }
  #give-confirm {
    display: grid;
    gap: var(--_space-2);
    margin-block-end: var(--_space);
    border-radius: var(--_radius-s);
    outline-offset: var(--_space);
  }
  /* Moves to the next line as a whole. */
  #give-amount-hint span {
    display: inline-block;
  }
  .give label {
    display: grid;
    gap: var(--_space);
    font-weight: var(--_font-weight-medium);
  }
  @container panel (width < 40em) {
    .todo .refunds {
      grid-column: 1 / -1;
    }
  }
  @media (forced-colors: active) {
    .conflict,
    .unproven,
    .more {
      border-color: CanvasText;
    }
  }
`;
