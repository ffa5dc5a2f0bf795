import { css } from 'lit';

/** The frame of every element of the staff. It is denser than for payers: rows are 40 to 44 px high, buttons 32 px. */
export const panel = css`
  :host {
    display: block;
    --_font-size-s: var(--crypto-font-size-s, calc(0.875 * var(--_unit)));
  }
  :where(h4, ol, table, fieldset) {
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
    font: inherit;
    list-style: none;
  }
  :where(small) {
    font-size: inherit;
  }
  .panel {
    /* For the elements inside. */
    --crypto-font-size-s: var(--_font-size-s);
    container: panel / inline-size;
    position: relative;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    box-shadow: var(--_shadow-card);
    font: var(--_type-s);
    overflow: clip;
  }
  .head,
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-2) var(--_space-3);
    padding: var(--_space-2) var(--_space-4);
  }
  .head {
    min-block-size: calc(3.25 * var(--_unit));
  }
  .head h2 {
    font: var(--_type-m);
    font-family: var(--_font-title);
    font-weight: var(--_font-weight-title);
    letter-spacing: var(--_letter-spacing-title);
  }
  .head .space {
    flex: 1;
  }
  .foot {
    justify-content: space-between;
    min-block-size: calc(3 * var(--_unit));
    border-block-start: 1px solid var(--_line);
    color: var(--_text-muted);
  }
  .headline {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space) var(--_space-6);
    padding: var(--_space-2) var(--_space-4) var(--_space-4);
  }
  .headline dt {
    color: var(--_text-muted);
  }
  .headline dd {
    font: var(--_type-xl);
    letter-spacing: var(--_letter-spacing-amount);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .headline small {
    color: var(--_text-muted);
    font: var(--_type-m);
    letter-spacing: normal;
  }
  .count {
    padding-inline: 0.55em;
    border-radius: var(--_radius-pill);
    background: var(--_surface-hover);
    font-weight: var(--_font-weight-bold);
    font-variant-numeric: tabular-nums;
    line-height: calc(1.375 * var(--_unit));
  }
  .dim {
    color: var(--_text-muted);
  }
  .tool,
  .filters select {
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4em;
    min-block-size: calc(2 * var(--_unit));
    padding-inline: var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    color: var(--_text);
    font-weight: var(--_font-weight-medium);
    text-decoration: none;
    cursor: pointer;
    transition:
      background-color var(--_motion),
      border-color var(--_motion);
  }
  .tool.plain {
    border-color: transparent;
    background: none;
    color: var(--_accent-text);
  }
  .tool.danger {
    color: var(--_danger);
  }
  .tool.primary {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .tool.square {
    inline-size: calc(2 * var(--_unit));
    padding: 0;
  }
  .tool:is(:disabled, [aria-disabled='true']) {
    border-color: var(--_line);
    background: var(--_surface-hover);
    color: var(--_text-muted);
    cursor: default;
  }
  @media (hover: hover) {
    .tool:enabled:not([aria-disabled='true']):hover {
      background: var(--_surface-hover);
    }
    .tool.primary:enabled:not([aria-disabled='true']):hover {
      background: var(--_accent-hover);
    }
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-2);
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 2px;
    border-radius: var(--_radius-s);
    background: var(--_surface-hover);
  }
  .choices button {
    min-block-size: calc(1.75 * var(--_unit));
    padding-inline: var(--_space-2);
    border: 1px solid transparent;
    border-radius: calc(var(--_radius-s) - 2px);
    background: none;
    color: var(--_text-muted);
    font-weight: var(--_font-weight-medium);
    cursor: pointer;
  }
  .choices button[aria-pressed='true'] {
    border-color: var(--_line-strong);
    background: var(--_surface);
    color: var(--_text);
  }
  .none {
    display: grid;
    justify-items: center;
    gap: var(--_space);
    padding: calc(2.5 * var(--_unit)) var(--_space-4);
    border-block-start: 1px solid var(--_line);
    text-align: center;
  }
  .none h3 {
    font: var(--_type-m);
    font-weight: var(--_font-weight-bold);
  }
  .none p {
    max-inline-size: 44ch;
    color: var(--_text-muted);
    text-wrap: balance;
  }
  .none .tool {
    margin-block-start: var(--_space-2);
  }
  .illustration {
    display: grid;
    place-items: center;
    inline-size: calc(2.5 * var(--_unit));
    block-size: calc(2.5 * var(--_unit));
    margin-block-end: var(--_space);
    border: 1px solid transparent;
    border-radius: var(--_illustration-radius);
  }
  .illustration,
  .sign {
    background: var(--_surface-hover);
    color: var(--_text-muted);
  }
  [data-tone='info'] > .sign,
  .illustration[data-tone='info'] {
    background: var(--_accent-tint);
    color: var(--_accent-text);
  }
  [data-tone='warning'] > .sign {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  [data-tone='danger'] > .sign,
  .illustration[data-tone='danger'] {
    background: var(--_danger-tint);
    color: var(--_danger);
  }
  .stale {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-2);
    padding: var(--_space-2) var(--_space-4);
    border-block-start: 1px solid var(--_line);
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .stale p {
    flex: 1 1 12rem;
  }
  .skeleton-row {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    min-block-size: calc(3.25 * var(--_unit));
    padding: var(--_space-2) var(--_space-4);
    border-block-start: 1px solid var(--_line);
  }
  .skeleton-row .skeleton:first-child {
    flex: none;
    inline-size: calc(2 * var(--_unit));
    block-size: calc(2 * var(--_unit));
    border-radius: var(--_illustration-radius);
  }
  .skeleton-row .skeleton {
    flex: 0 1 24rem;
    block-size: 0.8em;
  }
  @container panel (width < 40em) {
    .head {
      padding-block: var(--_space-3);
    }
  }
  @media (forced-colors: active) {
    .choices button[aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .tool.plain {
      border: 0;
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
    .tool.primary {
      forced-color-adjust: none;
      background: ButtonText;
      color: ButtonFace;
    }
    .tool:is(:disabled, [aria-disabled='true']) {
      border-color: GrayText;
      color: GrayText;
    }
    .illustration,
    .sign,
    .count {
      border: 1px solid CanvasText;
    }
  }
`;
