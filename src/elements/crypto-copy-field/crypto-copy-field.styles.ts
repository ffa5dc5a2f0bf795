import { css } from 'lit';

export const styles = css`
  :host {
    display: inline-grid;
    flex: none;
  }
  .copy {
    position: relative;
    display: inline-grid;
    align-items: center;
    justify-content: center;
    min-block-size: var(--_control);
    padding-inline: var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--crypto-button-radius, var(--_radius-s));
    background: var(--_surface);
    font: var(--_type-s);
    font-weight: var(--_font-weight-medium);
    white-space: nowrap;
    cursor: pointer;
    transition:
      background-color var(--_motion),
      border-color var(--_motion),
      color var(--_motion);
  }
  .copy::after {
    content: '';
    position: absolute;
    inset: -5px;
  }
  @media (hover: hover) {
    .copy:hover {
      background: var(--_surface-hover);
    }
  }
  /* Both faces share one cell: the width never changes. */
  .face {
    grid-area: 1 / 1;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4em;
  }
  .face:last-child,
  .copy[data-copied] .face:first-child {
    visibility: hidden;
  }
  .copy[data-copied] {
    border-color: var(--_success);
    background: var(--_success-tint);
    color: var(--_success);
  }
  .copy[data-copied] .face:last-child {
    visibility: visible;
  }
  .input {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: var(--_control);
    padding-inline: var(--_space-2);
    border: solid var(--_line-strong);
    border-width: var(--_field-border-width);
    border-radius: var(--_radius-s);
    background: var(--_field-surface);
    font: var(--_type-s);
    font-family: var(--_font-address);
  }
  @media (forced-colors: active) {
    .copy[data-copied] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
